"""A home layout on paper: three rows as they lie on the tatami, cards by their kimari-ji, in a column for each end."""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from engine.training.layout import PrintedRow
from poems.kimariji import full
from webapp.prints.listing import Heading, head
from webapp.prints.paper import EDGE, Notes, Paper

_TOP: Final = 34.0
_GAP: Final = 9.0
_MIDDLE: Final = 12.0
"""Between the two ends of a row."""
_CELL: Final = (10.4, 18.0)
"""Width and height of a card at most; more cards are drawn smaller."""


@dataclass(frozen=True, slots=True)
class Words:
    """What stands beside the rows: their names, the upper first, and whose side lies where."""

    rows: tuple[str, str, str]
    opponent: str
    me: str


def sheet(
    title: str, rows: tuple[PrintedRow, ...], words: Words, day: dt.date, notes: Notes | None = None
) -> bytes:
    """Return a layout as a page across."""
    paper = Paper(title, day, notes, landscape=True)
    paper.page(numbered=False)
    head(paper, Heading(title, right=day.isoformat()))
    paper.text(paper.width / 2, _TOP, words.opponent, 9, align="center", grey=True)
    half = (paper.width - 2 * EDGE - _MIDDLE) / 2
    height = (paper.height - _TOP - 16 - 3 * _GAP) / 3
    for number, row in enumerate(rows):
        top = _TOP + 4 + number * (height + _GAP)
        count = len(row.left) + len(row.right)
        paper.text(EDGE, top + 3, f"{words.rows[number]} ({count})", 9, grey=True)
        area = (half, height - 5)
        _end(paper, row.left, (EDGE, top + 5), area, right=False)
        _end(paper, row.right, (paper.width - EDGE - half, top + 5), area, right=True)
        paper.line(EDGE, top + height + 3, paper.width - EDGE, top + height + 3, 0.1)
    paper.text(paper.width / 2, paper.height - 7, words.me, 9, align="center", grey=True)
    return paper.bytes()


def _end(
    paper: Paper,
    cards: tuple[int, ...],
    at: tuple[float, float],
    area: tuple[float, float],
    *,
    right: bool,
) -> None:
    """Draw the cards of an end as they lie, in as many lines as they need: full from the outer edge on."""
    wide, high = _size(len(cards), area)
    across = max(int(area[0] / wide), 1)
    outside_in = tuple(reversed(cards)) if right else cards
    for number, card in enumerate(outside_in):
        column, line = number % across, number // across
        x = at[0] + (area[0] - (column + 1) * wide if right else column * wide)
        y = at[1] + line * high
        paper.box(x + 0.3, y + 0.3, wide - 0.6, high - 0.6, 0.15)
        size = min(11.0, high)
        paper.column(x + wide / 2, y + 1, full(card), size, height=high - 2)


def _size(count: int, area: tuple[float, float]) -> tuple[float, float]:
    """Return the width and the height of a card, the largest of which so many fit into an area."""
    width, height = area
    scale = 1.0
    while int(width / (_CELL[0] * scale)) * int(height / (_CELL[1] * scale)) < count:
        scale *= 0.95
    return _CELL[0] * scale, _CELL[1] * scale
