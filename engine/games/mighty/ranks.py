"""Who wins a trick, and what a led card asks for: docs/rules/mighty.md §5 and §6."""

from functools import cache
from typing import Final

from engine.decks.french import JOKER, SUIT_MASKS, SUITS, card
from engine.games.mechanics.asking import JOKER_BIT, asked_suit
from engine.games.mechanics.following import SPECIAL, strengths
from engine.games.mechanics.tricks import Duty
from engine.games.mighty.actions import CALL_C3, CALL_S3
from engine.games.napoleon.ranks import POINTS

SPADES: Final = SUITS.index("S")
CLUBS: Final = SUITS.index("C")
MIGHTY: Final = SPECIAL + 1
JOKER_POWER: Final = SPECIAL
POWERLESS: Final = 1
"""The joker's strength where it has none: it wins only what it leads and nobody follows to."""

CALL: Final = "call"
"""What a ripper's call asks for; the joker led asks for a suit, any other card for nothing but its suit."""

__all__ = [
    "CALL",
    "POINTS",
    "duty",
    "mighty",
    "power",
    "ripper",
    "ripper_call",
]


def mighty(trump: int, alt: str) -> int:
    """Return the mighty: the ace of spades, or another where spades are trumps."""
    return card(f"{alt}A") if trump == SPADES else card("SA")


def ripper(trump: int) -> int:
    """Return the card that can call the joker: C3, or S3 where clubs are trumps."""
    return card("S3") if trump == CLUBS else card("C3")


def ripper_call(trump: int) -> int:
    """Return the action that leads the ripper with a call."""
    return CALL_S3 if trump == CLUBS else CALL_C3


@cache
def power(trump: int, led: int, alt: str, *, joker: bool) -> tuple[int, ...]:
    """Return the strength of each card when this suit was led or asked for; `joker` says whether it has its power."""
    out = strengths(trump, led)
    out[JOKER] = JOKER_POWER if joker else POWERLESS
    out[mighty(trump, alt)] = MIGHTY
    return tuple(out)


@cache
def duty(led: int, ask: str, trump: int, alt: str) -> Duty:
    """Return what a led card asks for: `ask` is the suit that a joker names, CALL, or empty."""
    always = 1 << mighty(trump, alt)
    if ask == CALL:
        return Duty(JOKER_BIT, SUIT_MASKS[led // 13], always)
    suit = asked_suit(led, ask)
    return Duty(SUIT_MASKS[suit], 0, always | JOKER_BIT)
