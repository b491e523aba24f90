"""A first layout of the cards dealt to a player: three rows, both ends, cards that begin alike side by side.

Players have their own places for cards and move them before they begin; this is where a table starts from.
"""

from collections.abc import Iterable
from functools import cache

from engine.karuta.field import End, Layout, Row, Slot
from poems.anthology import poem
from poems.cards import mask
from poems.sets import in_musume_order

ENDS = tuple((end, row) for row in (Row.LOWER, Row.MIDDLE, Row.UPPER) for end in (End.RIGHT, End.LEFT))
"""In the order in which they are filled."""
SHARES = (5, 5, 4, 4, 4, 3)
"""How 25 cards are divided over the ends where sounds do not ask for another division."""
SPLIT = 3
"""What it costs to put cards of one sound into two ends; a size off by one costs 1, by two 4."""


def arrange(cards: Iterable[int]) -> Layout:
    """Lay a player's cards out; every card has a slot, and rows are packed to their outer ends."""
    order = in_musume_order(mask(cards))
    sounds = tuple(poem(card).first_kana for card in order)
    slots: dict[int, Slot] = {}
    start = 0
    for (end, row), size in zip(ENDS, _sizes(sounds), strict=True):
        for ordinal, card in enumerate(order[start : start + size], start=1):
            slots[card] = Slot(end, row, ordinal)
        start += size
    return Layout.of(slots)


def _sizes(sounds: tuple[str, ...]) -> tuple[int, ...]:
    """Return how many cards go to each end: near the shares, and few sounds cut in two."""
    shares = tuple(round(share * len(sounds) / sum(SHARES)) for share in SHARES)

    @cache
    def best(start: int, index: int) -> tuple[int, tuple[int, ...]]:
        if index == len(shares) - 1:
            return (len(sounds) - start - shares[index]) ** 2, (len(sounds) - start,)
        ways = []
        left = len(sounds) - start
        for size in range(min(max(0, shares[index] - 1), left), min(shares[index] + 1, left) + 1):
            cut = start + size
            cost, rest = best(cut, index + 1)
            splits = SPLIT if 0 < cut < len(sounds) and sounds[cut - 1] == sounds[cut] else 0
            ways.append((cost + splits + (size - shares[index]) ** 2, (size, *rest)))
        return min(ways)

    return best(0, 0)[1]
