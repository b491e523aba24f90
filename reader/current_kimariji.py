"""Which kimari-ji a poem has within a reading: as long as what may still come in this round asks for.

A poem that cannot come makes no other one longer; which dead cards were drawn nobody knows, so all that might be count.
"""

from functools import lru_cache
from typing import Final

from poems import kimariji
from poems.cards import ALL_CARDS, mask
from reader.order import Draw, Order
from reader.yomite_state import Reading

_REMEMBERED: Final = 64


def drawn_again(draw: Draw) -> bool:
    """Whether a poem may come again, so that nothing is ever decided sooner."""
    return draw.order is Order.RANDOM


@lru_cache(maxsize=_REMEMBERED)
def never_coming(draw: Draw) -> int:
    """Return the mask of the poems that cannot come."""
    return ALL_CARDS & ~(mask(draw.inside) | (draw.outside if draw.dead else 0))


def kimariji_of(draw: Draw, state: Reading, card: int) -> str:
    """Return the kimari-ji that a poem has, or had when it was read."""
    if drawn_again(draw):
        return kimariji.full(card)
    cards = state.programme.cards
    earlier, position = state.read, state.undecided
    if position is None or cards[position] != card:
        place = next((at for at in reversed(range(len(earlier))) if cards[earlier[at]] == card), None)
        position = earlier[-1] if earlier else 0
        if place is not None:
            position, earlier = earlier[place], earlier[:place]
    size = draw.in_a_round
    before = (cards[one] for one in earlier if one // size == position // size)
    return kimariji.current(card, never_coming(draw) | mask(before))
