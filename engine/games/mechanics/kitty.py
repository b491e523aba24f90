"""Discards of several cards at once, as a lazy list: thirteen cards give 286 ways to discard three, 29 give 118,755.

A discard's number is its place among all combinations of k cards out of the pack, in the order of
`itertools.combinations`, so that ascending numbers are the order in which people list them.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Final, overload

from engine.core.deck import HIDDEN, Deck, NotationError

_MOST_CARDS: Final = 80
_WAYS: Final = tuple(tuple(comb(n, k) for n in range(_MOST_CARDS)) for k in range(9))
"""`_WAYS[k][n]` is the number of ways to choose k cards of n."""
_MOST_KEPT: Final = 25_000
"""Up to so many combinations are kept once they are asked for: three cards of the pack are 23,426, in 2 MB."""


def rank(chosen: Sequence[int], pack_size: int) -> int:
    """Return the place of an ascending combination among all of its length out of `pack_size` cards."""
    left = len(chosen)
    place = _WAYS[left][pack_size] - 1
    for card in chosen:
        place -= _WAYS[left][pack_size - 1 - card]
        left -= 1
    return place


def unrank(place: int, length: int, pack_size: int) -> tuple[int, ...]:
    """Return the combination at a place: the inverse of `rank`. Raises ValueError for a place beyond the last."""
    if not 0 <= place < _WAYS[length][pack_size]:
        raise ValueError(f"there is no combination {place} of {length} cards")
    if _WAYS[length][pack_size] <= _MOST_KEPT:
        return _combinations(length, pack_size)[place]
    left, out = _WAYS[length][pack_size] - 1 - place, []
    for wanted in range(length, 0, -1):
        ways = _WAYS[wanted]
        at = bisect_right(ways, left) - 1
        left -= ways[at]
        out.append(pack_size - 1 - at)
    return tuple(out)


@cache
def _combinations(length: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(size), length))


def discard_text(place: int, length: int, deck: Deck) -> str:
    """Return a discard as records write it."""
    return " ".join(["discard", *map(deck.code, unrank(place, length, len(deck.cards)))])


def parse_discard(codes: Sequence[str], length: int, deck: Deck) -> int:
    """Return the place of a discard, whatever the order of its cards. Raises NotationError."""
    chosen = sorted(deck.numbers_of(codes))
    if len(chosen) != length:
        raise NotationError(f"a discard is {length} cards, not {len(chosen)}")
    return rank(chosen, len(deck.cards))


def seen_by_others(discard: Sequence[int], face_up: int) -> tuple[int, ...]:
    """Return what others see of a discard: what lies face up comes first, so that the order tells nothing."""
    shown = [card for card in discard if face_up >> card & 1]
    return (*shown, *(HIDDEN,) * (len(discard) - len(shown)))


class Discards(Sequence[int]):
    """The legal discards of `length` cards out of a hand, ascending, worked out only where they are asked for."""

    __slots__ = ("_base", "_hand", "_length", "_pack_size", "_size")

    def __init__(self, hand: bytes, length: int, pack_size: int, base: int) -> None:
        self._hand = hand
        self._length = length
        self._pack_size = pack_size
        self._base = base
        self._size = _WAYS[length][len(self._hand)]

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        for chosen in combinations(self._hand, self._length):
            yield self._base + rank(chosen, self._pack_size)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(self._size)))
        at = index + self._size if index < 0 else index
        if not 0 <= at < self._size:
            raise IndexError(index)
        hand = self._hand
        chosen = unrank(at, self._length, len(hand))
        return self._base + rank([hand[place] for place in chosen], self._pack_size)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, int) or action < self._base:
            return False
        try:
            chosen = unrank(action - self._base, self._length, self._pack_size)
        except ValueError:
            return False
        return set(chosen) <= set(self._hand)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = Sequence.__hash__
