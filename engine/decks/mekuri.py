"""The mekuri pack of 48: four suits P I C O (clubs, swords, cups, coins) of 1 to 12; there is no pip 10.

1 is the dragon, 10 the maid, 11 the horse, 12 the king. The regional patterns are the same cards in other drawings,
with or without extra cards: `engine.decks.patterns`.
"""

from functools import cache
from typing import Final

from engine.core.deck import Card, Deck

SUITS: Final = "PICO"
NUMBERS: Final = 12
"""Cards of a suit; a card's number on its face is `number(card)`, 1 to 12."""
CARDS: Final = len(SUITS) * NUMBERS
_WITH_A_NAME: Final = ("P1", "P10", "I2", "O2")


def card(code: str) -> int:
    """Return the number of a card that the rules name, such as `P1` or `O12`."""
    return SUITS.index(code[0]) * NUMBERS + int(code[1:]) - 1


def number(card_: int) -> int:
    """Return what is on a card's face, 1 to 12."""
    return card_ % NUMBERS + 1


@cache
def mekuri48(extra: int = 0, kind: str = "onifuda") -> Deck:
    """Return the pack of 48, with so many extra cards of a kind, `E1` on, after it."""
    cards = [
        Card(NUMBERS * at + face - 1, f"{letter}{face}", _names(letter, face))
        for at, letter in enumerate(SUITS)
        for face in range(1, NUMBERS + 1)
    ]
    extras = [Card(CARDS + at, f"E{at + 1}", (f"extra.{kind}",)) for at in range(extra)]
    return Deck("mekuri", (*cards, *extras))


def _names(letter: str, face: int) -> tuple[str, ...]:
    code = f"{letter}{face}"
    return (f"mekuri.{code}",) if code in _WITH_A_NAME else (f"mekuri.suit.{letter}", f"mekuri.rank.{face}")
