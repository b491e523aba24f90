"""Dead cards that sound like those on the mats: how likely each is to be drawn.

A card's weight is `phi + (k - phi) * p`, never below 0, as in the reader program Wasuramoti: k is how many kana of its
kimari-ji are the beginning of some kimari-ji among the cards, p the strength from 0 (all alike) to 1 (by k alone), and
phi 1.618034. Weights are kept as whole numbers, so that a seed draws the same cards on every machine.
"""

from typing import Final

from poems.cards import numbers
from poems.chance import Bits, below
from poems.kimariji import full, starting_with

STRONGEST: Final = 1000
"""The strength is counted in thousandths."""

_PHI: Final = 1_618_034
_ONE: Final = 1_000_000


def shared(card: int, among: int) -> int:
    """Return how many kana a card's kimari-ji has in common, from its beginning, with one of the cards `among`."""
    key = full(card)
    return max(
        (length for length in range(1, len(key) + 1) if starting_with(key[:length]) & among), default=0
    )


def weight(card: int, among: int, strength: int) -> int:
    """Return a card's weight in billionths. Raises ValueError for a strength outside 0 to 1000."""
    if not 0 <= strength <= STRONGEST:
        raise ValueError(f"look-alike strength {strength / STRONGEST:g}: it may be 0 to 1")
    return _PHI * (STRONGEST - strength) + _ONE * shared(card, among) * strength


def draw(candidates: int, among: int, count: int, strength: int, bits: Bits) -> tuple[int, ...]:
    """Draw cards one after another, each by its weight among those that are left, in the order drawn.

    Where no weight is left every card is as likely. Raises ValueError for more cards than there are.
    """
    left = {card: weight(card, among, strength) for card in numbers(candidates)}
    if not 0 <= count <= len(left):
        raise ValueError(f"{count} cards cannot be drawn from {len(left)}")
    out = []
    for _ in range(count):
        card = _pick(left, bits)
        del left[card]
        out.append(card)
    return tuple(out)


def _pick(weights: dict[int, int], bits: Bits) -> int:
    total = sum(weights.values())
    at = below(total or len(weights), bits)
    for card, one in weights.items():
        at -= one if total else 1
        if at < 0:
            return card
    raise AssertionError(total)
