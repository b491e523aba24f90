"""The field: slots by row and end from the owner's seat, and the layout of one player's cards.

A slot is written as players say it: `右下1` is the outermost card at the right end of the lower row; `浮左1` is a
card set apart in the upper row (docs/rules/karuta.md §1.1).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Self

_SLOT = re.compile(r"(?:([右左])([上中下])|(浮)([右左]))([1-9][0-9]?)")
_DIGITS = str.maketrans("０１２３４５６７８９", "0123456789")
MOST_IN_A_ROW = 50
"""All cards of a field: a bound for ordinals, far above the 16 cards that fit."""


class End(StrEnum):
    """An end of a row, from the owner's seat."""

    RIGHT = "右"
    LEFT = "左"


class Row(StrEnum):
    """A row: upper is nearest the opponent, lower nearest the owner; floating cards lie apart in the upper row."""

    UPPER = "上"
    MIDDLE = "中"
    LOWER = "下"
    FLOAT = "浮"


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one card; `ordinal` counts from the outside, from 1."""

    end: End
    row: Row
    ordinal: int

    def __post_init__(self) -> None:
        if not 1 <= self.ordinal <= MOST_IN_A_ROW:
            raise ValueError(f"places in a row are counted from 1 to {MOST_IN_A_ROW}, not {self.ordinal}")

    @classmethod
    def parse(cls, text: str) -> "Slot":
        """Read `右下1` or `浮左1`, full-width digits too. Raises ValueError for anything else."""
        return _parse(text)

    def __str__(self) -> str:
        if self.row is Row.FLOAT:
            return f"{self.row}{self.end}{self.ordinal}"
        return f"{self.end}{self.row}{self.ordinal}"

    @property
    def sort_key(self) -> tuple[int, int, int]:
        """Upper row first, right end first, from the outside in."""
        return (_ROWS.index(self.row), _ENDS.index(self.end), self.ordinal)


_ROWS = tuple(Row)
_ENDS = tuple(End)


@lru_cache(maxsize=512)
def _parse(text: str) -> Slot:
    found = _SLOT.fullmatch(text.translate(_DIGITS))
    if found is None or int(found[5]) > MOST_IN_A_ROW:
        raise ValueError(f"{text[:20]!r} is no slot: write 右下1, 左中2 or 浮左1")
    end, row, ordinal = found[1] or found[4], found[2] or found[3], found[5]
    return Slot(End(end), Row(row), int(ordinal))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a player's cards lie: pairs of card and slot by ascending card. Cards without a known slot are left out."""

    pairs: tuple[tuple[int, Slot], ...] = ()

    @classmethod
    def of(cls, slots: Mapping[int, Slot] | Iterable[tuple[int, Slot]]) -> Self:
        """Build a layout. Raises ValueError when two cards share a slot or a card comes twice."""
        pairs = tuple(sorted(dict(slots).items()))
        taken: dict[Slot, int] = {}
        for card, slot in pairs:
            if taken.setdefault(slot, card) != card:
                raise ValueError(f"{slot} holds card {taken[slot]} and card {card}")
        return cls(pairs)

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[tuple[int, Slot]]:
        return iter(self.pairs)

    def slot_of(self, card: int) -> Slot | None:
        """Return the slot of a card, or None where it is not known."""
        return next((slot for held, slot in self.pairs if held == card), None)

    def card_at(self, slot: Slot) -> int | None:
        """Return the card in a slot, or None where it is free."""
        return next((card for card, taken in self.pairs if taken == slot), None)

    def placed(self, moves: Iterable[tuple[int, Slot]]) -> "Layout":
        """Return the layout after these cards went to their slots, all at once."""
        return Layout.of(dict(self.pairs) | dict(moves))

    def without(self, card: int) -> "Layout":
        """Return the layout without a card."""
        return Layout(tuple(pair for pair in self.pairs if pair[0] != card))

    def row(self, row: Row, end: End) -> tuple[tuple[int, Slot], ...]:
        """Return the cards at one end of a row, from the outside in."""
        here = (pair for pair in self.pairs if pair[1].row is row and pair[1].end is end)
        return tuple(sorted(here, key=lambda pair: pair[1].ordinal))

    def next_free(self, row: Row, end: End) -> Slot:
        """Return the slot after the innermost card at an end of a row."""
        here = self.row(row, end)
        return Slot(end, row, here[-1][1].ordinal + 1 if here else 1)


def spread(cards: Iterable[int]) -> Layout:
    """Lay cards out evenly over three rows and two ends, in the order given, lower row first."""
    order = tuple(cards)
    places = [(row, end) for row in (Row.LOWER, Row.MIDDLE, Row.UPPER) for end in (End.RIGHT, End.LEFT)]
    size, extra = divmod(len(order), len(places))
    out: dict[int, Slot] = {}
    start = 0
    for index, (row, end) in enumerate(places):
        count = size + (index < extra)
        for ordinal, card in enumerate(order[start : start + count], start=1):
            out[card] = Slot(end, row, ordinal)
        start += count
    return Layout.of(out)
