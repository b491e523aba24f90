"""The unsun karuta pack: five suits P I C O G of fifteen, 1 to 9, dragon, maid, knight, king, Un and Sun."""

from functools import cache
from typing import Final

from engine.core.deck import Card, Deck

SUITS: Final = "PICOG"
RANKS: Final = "123456789RSHKUX"
SUIT_SIZE: Final = 15
SUIT_MASKS: Final = tuple(0x7FFF << SUIT_SIZE * suit for suit in range(5))
LONG: Final = "PI"
"""Clubs and swords; the other suits are round, and their pips run the other way."""


def card(code: str) -> int:
    """Return the number of a card that the rules name, such as `PR`."""
    return SUITS.index(code[0]) * SUIT_SIZE + RANKS.index(code[1])


def suit(number: int) -> int:
    """Return the suit of a card, 0 to 4 in the order P I C O G."""
    return number // SUIT_SIZE


@cache
def unsun() -> Deck:
    """Return the pack of 75. The dragon of clubs has a name of its own, tenka."""
    return Deck(
        "unsun",
        tuple(
            Card(
                SUIT_SIZE * at + rank,
                s + r,
                ("unsun.tenka",) if s + r == "PR" else (f"unsun.suit.{s}", f"unsun.rank.{r}"),
            )
            for at, s in enumerate(SUITS)
            for rank, r in enumerate(RANKS)
        ),
    )
