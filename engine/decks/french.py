"""The French pack: four suits S H D C of thirteen, 2 low, ace high, and a joker."""

from functools import cache
from typing import Final

from engine.core.deck import Card, Deck

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
JOKER: Final = 52
NO_SUIT: Final = 4
"""What stands for the joker's suit, and for no trumps."""

SUIT_MASKS: Final = (*(0x1FFF << 13 * suit for suit in range(4)), 0)


def card(code: str) -> int:
    """Return the number of a card that the rules name, such as `SA` or `JK`."""
    return JOKER if code == "JK" else SUITS.index(code[0]) * 13 + RANKS.index(code[1])


def suit(number: int) -> int:
    """Return the suit of a card, 0 to 3 in the order S H D C; NO_SUIT for the joker."""
    return number // 13


def same_colour(suit_: int) -> int:
    """Return the other suit of the same colour: spades and clubs, hearts and diamonds."""
    return 3 - suit_


@cache
def french(*, joker: bool = True) -> Deck:
    """Return the pack of 52, or of 53 with the joker last."""
    cards = [
        Card(13 * at + rank, s + r, (f"french.suit.{s}", f"french.rank.{r}"))
        for at, s in enumerate(SUITS)
        for rank, r in enumerate(RANKS)
    ]
    return Deck("french", (*cards, *([Card(JOKER, "JK", ("french.JK",))] if joker else ())))
