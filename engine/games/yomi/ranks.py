"""Which cards yomi is played with, and what follows what: docs/rules/yomi.md §1 and §3."""

from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.decks.mekuri import CARDS, NUMBERS, card, mekuri48, number
from engine.games.mechanics.shedding import ANY, MASKS, Sequence, of_number
from engine.games.yomi.options import YomiOptions

EXTRA: Final = CARDS
"""The extra card, E1, wild where four play."""
EBI_NI: Final = card("I2")
"""Wild where three play: swords are not used otherwise."""
SWORDS: Final = mask_of(card(f"I{face}") for face in range(1, NUMBERS + 1))


def wild_card(options: YomiOptions) -> int:
    """Return the card that is wild, or HIDDEN for none."""
    if options.rules != "A_wild":
        return HIDDEN
    return EXTRA if options.players == 4 else EBI_NI


@cache
def cards_of(options: YomiOptions) -> tuple[int, ...]:
    """Return the pack of a table."""
    mask = mekuri48().mask
    if options.rules == "B":
        mask = mask & ~SWORDS | 1 << EBI_NI
    else:
        mask &= ~(of_number(11) | of_number(12))
        if options.players == 3:
            mask &= ~SWORDS
        if options.rules == "A_wild":
            mask |= 1 << wild_card(options)
    return tuple(at for at in range(CARDS + 1) if mask >> at & 1)


@cache
def hand_size(options: YomiOptions) -> int:
    """Return how many cards a hand has; one card of the pack may be left over."""
    return 9 if options.rules == "B" else 10


@cache
def sequence(highest: int, wild: int, wild_action: int) -> Sequence:
    """Return the tables for 1 to the highest number, after which 1 comes again; the wild card is no single."""
    every = (1 << highest) - 1
    numbers = (every, *(1 << top % highest for top in range(1, highest + 1)))
    singles = tuple(
        ~wild & sum(of_number(face + 1) for face in range(highest) if faces >> face & 1) for faces in numbers
    )
    tops = tuple(
        number(mask.bit_length() - 1) if mask and action != wild_action else ANY
        for action, mask in enumerate(MASKS)
    )
    return Sequence(numbers, singles, tops)
