"""Hands as bytes: each byte is the number of a card, ascending.

A hand in a trick game is listed at every turn, loses one card a turn, and is cut down to what may follow. As bytes it
is as good as listed, and each of the rest is one call in C:

    hand.replace(ONE[card], NONE)           # a card is played
    hand.translate(None, all_but(wanted))   # what is wanted is left
    UNPACK[len(hand)](hand)                 # as a tuple, in less time than by `tuple`

Only a number that is no byte may not be looked for in it: `-1 in hand` is a ValueError. So lists of actions are handed
out as tuples. Where sets of cards meet, masks (`engine.core.bits`) do.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Final

from engine.core.bits import cards

NONE: Final = b""
ONE: Final = tuple(bytes((number,)) for number in range(128))
"""Each card, and each action that leads one, as a hand of its own."""
_MOST: Final = 80
"""More cards than any deck has with which tricks are played."""
UNPACK: Final = tuple(Struct(f"{size}B").unpack for size in range(_MOST))
"""What makes a tuple of a hand of each size."""


def hand_of(drawn: Iterable[int]) -> bytes:
    """Return the hand of these cards, in whatever order they come; hidden ones are left out."""
    held = sorted(drawn)
    try:
        return bytes(held)
    except ValueError:
        return bytes(card for card in held if card >= 0)


def listed(mask: int) -> bytes:
    """Return the hand that a mask is."""
    return bytes(cards(mask))


def all_but(wanted: int) -> bytes:
    """Return every card that is not in a mask: what is to be deleted from a hand to leave those that are."""
    return bytes(range(_MOST)).translate(None, listed(wanted))
