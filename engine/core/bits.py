"""Hands as bit masks: bit n (`1 << n`) is card n.

A mask becomes cards by a few looks into tables, not by a loop over its bits. The tables are cut so that the French pack
takes four looks and the unsun pack six. What is listed at every turn is kept as bytes: `engine.core.hands`.
"""

from collections.abc import Iterable
from typing import Final


def _table(base: int, bits: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards of every mask of so many bits, the lowest of them card `base`."""
    table: list[tuple[int, ...]] = [()]
    for card in range(base, base + bits):
        table += [(*cards_, card) for cards_ in table]
    return tuple(table)


_T0, _T1, _T2, _T3 = _table(0, 13), _table(13, 13), _table(26, 13), _table(39, 14)
_T4, _T5 = _table(53, 13), _table(66, 13)
_LOW: Final = (1 << 13) - 1
_HALF: Final = (1 << 26) - 1
_MIDDLE: Final = (1 << 27) - 1
BITS: Final = (*(1 << card for card in range(128)), 0)
"""Each card as a mask, made once; the last entry is that of a HIDDEN card, -1."""


def cards(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask in ascending order."""
    if mask >> 79:
        return _walk(mask)
    low = mask & _HALF  # numbers of one machine word are quicker to cut
    if not mask >> 53:
        high = mask >> 26
        return _T0[low & _LOW] + _T1[low >> 13] + _T2[high & _LOW] + _T3[high >> 13]
    middle, high = mask >> 26 & _MIDDLE, mask >> 53
    return (
        _T0[low & _LOW]
        + _T1[low >> 13]
        + _T2[middle & _LOW]
        + _T3[middle >> 13]
        + _T4[high & _LOW]
        + _T5[high >> 13]
    )


def _walk(mask: int) -> tuple[int, ...]:
    out = []
    while mask:
        lowest = mask & -mask
        out.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(out)


def mask_of(distinct: Iterable[int]) -> int:
    """Return the set of these cards; hidden ones are left out."""
    mask = 0
    for card in distinct:
        mask |= BITS[card]
    return mask
