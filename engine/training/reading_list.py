"""Reading lists made for a purpose (抜き札): to save time, to practise confusable cards, or those that were lost.

Families stay whole: were one partner left out, the other would be known a kana early, and the practice would teach a
kimari-ji that a match does not have.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.training.chance import unit
from engine.training.confusion import Matrix
from engine.training.pairs import family
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Bits, Seed, shuffled

READ_S: Final = 15.0
"""Seconds from one upper half to the next at the usual pace: 5 + 3 + 1 + 6."""


@dataclass(frozen=True, slots=True)
class ReadingList:
    """Poems in the order in which they are read, and how long that takes in seconds."""

    order: tuple[int, ...]
    seconds: float

    @property
    def left_out(self) -> tuple[int, ...]:
        """The poems that are not read; the players have to know."""
        return numbers(ALL_CARDS & ~mask(self.order))


def in_time(minutes: float, seed: Seed, pause_s: float = 0.0) -> ReadingList:
    """Return as many poems as fit into the time, any of them. Raises ValueError when not even one does."""
    count = int(minutes * 60 // (READ_S + pause_s))
    if count < 1:
        raise ValueError(f"no poem can be read in {minutes:g} minutes: allow a minute at least")
    return _list(dict.fromkeys(range(1, 101), 1.0), min(count, 100), seed, pause_s)


def of_confusable(known: Matrix, count: int, seed: Seed, pause_s: float = 0.0) -> ReadingList:
    """Return a list of the cards that a player mixes up the most, with their families."""
    order: dict[int, float] = {}
    for rank, pair in enumerate(known.ranked()):
        for card in pair.cards:
            order.setdefault(card, 1000.0 - rank)
    return _list(order, count, seed, pause_s, drawn=False)


def of_lost(lost: Mapping[int, int], count: int, seed: Seed, pause_s: float = 0.0) -> ReadingList:
    """Return a list of cards that were lost, those lost most first. Raises ValueError when none was."""
    if not any(times > 0 for times in lost.values()):
        raise ValueError("no card was lost: choose another purpose")
    found = {card: float(times) for card, times in lost.items() if times > 0}
    return _list(found, count, seed, pause_s, drawn=False)


def _list(
    weights: Mapping[int, float], count: int, seed: Seed, pause_s: float, *, drawn: bool = True
) -> ReadingList:
    bits = seed.stream("reading list")
    cards = _whole(_by_weight(weights, bits, drawn=drawn), count)
    order = shuffled(numbers(cards), bits)
    return ReadingList(order, len(order) * (READ_S + pause_s))


def _by_weight(weights: Mapping[int, float], bits: Bits, *, drawn: bool) -> tuple[int, ...]:
    luck = {card: unit(bits) for card in sorted(weights)}
    if drawn:
        return tuple(sorted(weights, key=lambda card: luck[card]))
    return tuple(sorted(weights, key=lambda card: (-weights[card], luck[card])))


def _whole(cards: Iterable[int], count: int) -> int:
    """Return families in this order, each whole, as long as they fit."""
    out = 0
    for card in cards:
        more = out | family(card)
        if more.bit_count() <= count:
            out = more
    return out
