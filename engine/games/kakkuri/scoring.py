"""What a round of Kakkuri pays: docs/rules/kakkuri.md §8."""

from collections.abc import Sequence

from engine.games.kakkuri.options import KakkuriOptions


def shares(options: KakkuriOptions, how: str) -> int:
    """Return what each other player in the round pays the winner."""
    return {"utazu": options.utazu_shares, "guri": options.guri_shares, "out": 1, "alone": 0}[how]


def settle(
    options: KakkuriOptions, winner: int, how: str, inside: int, paid: Sequence[int]
) -> tuple[int, ...]:
    """Return what every seat gets: the winner the pot and the shares, the others less what they paid. Sum zero.

    `inside` is the mask of the seats still in the round, `paid` what each seat has put into the pot.
    """
    share = shares(options, how)
    scores = [-own - share * (inside >> seat & 1) for seat, own in enumerate(paid)]
    scores[winner] = sum(paid) - paid[winner] + share * (inside.bit_count() - 1)
    return tuple(scores)
