"""What drills draw from a seed, beside `poems.chance`: numbers between 0 and 1, and choices by weight."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from poems.chance import Bits, below, shuffled

Item = TypeVar("Item")

_RESOLUTION: Final = 53


def unit(bits: Bits) -> float:
    """Return a number between 0 and 1, the ends left out."""
    return (bits.getrandbits(_RESOLUTION) + 0.5) / float(1 << _RESOLUTION)


def pick(items: Sequence[Item], bits: Bits) -> Item:
    """Return one of the items, each as likely. Raises ValueError of none."""
    return items[below(len(items), bits)]


def weighted(weights: Mapping[Item, float], bits: Bits) -> Item:
    """Return one item by its weight. Raises ValueError where no weight is left."""
    total = sum(weights.values())
    if total <= 0:
        raise ValueError("nothing has any weight")
    at = unit(bits) * total
    left = [item for item, weight in weights.items() if weight > 0]
    for item in left:
        at -= weights[item]
        if at < 0:
            return item
    return left[-1]


def some(items: Sequence[Item], count: int, bits: Bits) -> tuple[Item, ...]:
    """Return so many different items in a random order, or all where there are fewer."""
    return shuffled(items, bits)[:count]
