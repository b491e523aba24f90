"""The hundred yomifuda as playing cards: card n is poem n, written `#n`."""

from functools import cache
from typing import Final

from engine.core.deck import Card, Deck
from poems.cards import ALL_CARDS, numbers

TENCHI: Final = 1
"""Emperor Tenchi's poem."""
JITO: Final = 2
"""Empress Jitō's poem."""
SEMIMARU: Final = 10
SHOKUSHI: Final = 89
"""Princess Shokushi's poem."""


@cache
def yomifuda() -> Deck:
    """Return the pack of 100; there is no card 0."""
    return Deck("yomifuda", tuple(Card(n, f"#{n}", (f"yomifuda.{n}",)) for n in numbers(ALL_CARDS)))
