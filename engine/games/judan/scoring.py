"""The yaku of jūdan: docs/rules/judan.md §4."""

from typing import Final

from engine.core.bits import mask_of
from engine.decks.mekuri import SUITS, card

_WORTH: Final = {"P": (1, 1, 5, 5), "I": (2, 2, 10, 10)}
"""What 1-2-3, 4-5-6, 7-8-9 and 10-11-12 are worth, by suit."""

YAKU: Final = tuple(
    (mask_of(card(f"{suit}{face}") for face in range(3 * third + 1, 3 * third + 4)), worth)
    for suit in SUITS
    for third, worth in enumerate(_WORTH.get(suit, ()))
)
"""Each yaku: its cards and its worth."""
MOST: Final = sum(worth for _, worth in YAKU)


def worth(captured: int) -> int:
    """Return what a pile of caught cards is worth."""
    return sum(value for mask, value in YAKU if mask & ~captured == 0)
