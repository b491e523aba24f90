"""Who wins a trick, and what a hand is worth: docs/rules/kakeya.md §1, §4 and §5."""

from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.decks.french import JOKER, SUIT_MASKS, SUITS, card
from engine.games.mechanics.following import PICTURES, SPECIAL, strengths
from engine.games.mechanics.tricks import Duty

SPADES: Final = SUITS.index("S")
ACES: Final = mask_of(card(f"{suit}A") for suit in SUITS)
ALL_PICTURES: Final = PICTURES.bit_count()


def rensho(trump: int) -> int:
    """Return the card above all: the ace of clubs where spades are trumps, else the ace of spades."""
    return card("CA") if trump == SPADES else card("SA")


@cache
def power(trump: int, led: int) -> tuple[int, ...]:
    """Return the strength of each card when a suit was led."""
    out = strengths(trump, led)
    out[rensho(trump)] = SPECIAL
    return tuple(out[:JOKER])


@cache
def duty(trump: int, led: int, *, anytime: bool) -> Duty:
    """Return what a led suit asks for."""
    return Duty(SUIT_MASKS[led], 0, 1 << rensho(trump) if anytime else 0)


def stones(pictures: int) -> int:
    """Return the stones won with so many pictures; 0 for half of them, and below zero for less."""
    more = max(pictures, ALL_PICTURES - pictures)
    worth = 4 if more == ALL_PICTURES else 2 if more >= 12 else 1 if more > ALL_PICTURES // 2 else 0
    return worth if pictures == more else -worth


def level_loss(captured: int, trump: int) -> int:
    """Return what the pair that was dealt the rensho loses when pictures are level, from all that it captured."""
    if captured & ACES == ACES:
        return 4
    return 2 if captured >> card(f"{SUITS[trump]}A") & 1 else 1
