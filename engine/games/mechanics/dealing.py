"""Hands out of a pack, and what a seat sees of a deal."""

from collections.abc import Container

from engine.core.deck import HIDDEN
from engine.core.events import Dealt
from engine.core.hands import NONE, hand_of


def one_by_one(pack: tuple[int, ...], dealer: int, seats: int, size: int) -> list[bytes]:
    """Return the hands by seats, each of `size` cards, when they are dealt singly from the one after the dealer on.

    Without a pack all hands are empty.
    """
    if not pack:
        return [NONE] * seats
    dealt = pack[: seats * size]
    return [hand_of(dealt[(seat - dealer - 1) % seats :: seats]) for seat in range(seats)]


def seen_by(
    event: Dealt, seat: int | None, seats: int, size: int, *, packet: int = 1, open_: Container[int] = ()
) -> Dealt:
    """Return a deal with nothing but a seat's own cards and those at the `open_` places of the pack.

    Each seat gets `size` cards, `packet` at a time, from the one after the dealer on; what is left stays hidden.
    """
    mine = HIDDEN if seat is None else (seat - event.dealer - 1) % seats
    dealt = seats * size
    pack = (
        card if (at < dealt and at // packet % seats == mine) or at in open_ else HIDDEN
        for at, card in enumerate(event.pack)
    )
    return Dealt(event.dealer, tuple(pack))
