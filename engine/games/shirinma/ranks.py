"""Which cards can win, and when a round is forfeited: docs/rules/shirinma.md §1 and §4."""

from collections.abc import Iterable
from typing import Final

from engine.core.events import NOBODY
from engine.decks.mekuri import NUMBERS, number

ORDER: Final = (1, 10, 11, 12)
"""The numbers of the showdown cards, from low to high: dragon, maid, horse, king."""
FORFEIT: Final = (2, 3)
"""The numbers of a bottom card that forfeit the round."""
DEALS: Final = 2
THIRD_DEAL_UP_TO: Final = 15
"""Players for whom the pack has a third card each, and one for the bottom."""


def is_showdown(card: int) -> bool:
    """Say whether a card is a dragon, maid, horse or king."""
    return number(card) in ORDER


def suit(card: int) -> int:
    """Return the suit of a card, 0 to 3."""
    return card // NUMBERS


def best_of(cards: Iterable[int], trump: int) -> int:
    """Return the highest showdown card of a suit, or NOBODY where there is none."""
    held = [card for card in cards if suit(card) == trump]
    return max(held, key=lambda card: ORDER.index(number(card)), default=NOBODY)


def forfeited(showdown: Iterable[int], on_field: int, bottom: int) -> bool:
    """Say whether nobody wins: the field's suit, a 2 or 3 at the bottom, or no showdown card of its suit."""
    if number(bottom) in FORFEIT or suit(on_field) == suit(bottom):
        return True
    return best_of(showdown, suit(bottom)) == NOBODY
