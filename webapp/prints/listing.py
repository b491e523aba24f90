"""Tables over as many pages as they need: lists of names, result sheets, the pairs of a practice."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from webapp.prints.paper import ASCENT, EDGE, POINT, Notes, Paper

_TOP: Final = 32.0
_FOOT: Final = 14.0
_PAD: Final = 1.2


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above every page: the name of the sheet, and of what; `right` is a day or a place."""

    title: str
    below: str = ""
    right: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its share of the width, where its texts stand."""

    title: str
    share: float
    align: str = "left"


@dataclass(frozen=True, slots=True)
class Listing:
    """A table. `over` are headings above several columns: the text, and over how many."""

    heading: Heading
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    over: tuple[tuple[str, int], ...] = ()
    row_height: float = 7.0
    size: float = 10.0
    notes: tuple[str, ...] = field(default=())
    """Sentences below the table."""


def head(paper: Paper, heading: Heading) -> None:
    """Set what stands above a page."""
    right = paper.width - EDGE
    paper.text(EDGE, 17, heading.title, 16, width=right - EDGE - 45)
    paper.text(right, 17, heading.right, 10, align="right", width=45, grey=True)
    paper.text(EDGE, 24, heading.below, 10, width=right - EDGE, grey=True)


def draw(paper: Paper, listing: Listing) -> None:
    """Draw a table on new pages."""
    row, bottom = listing.row_height, paper.height - _FOOT
    top = _TOP + row * (1 + bool(listing.over))
    most = max(int((bottom - top) / row), 1)
    pages = [listing.rows[at : at + most] for at in range(0, len(listing.rows), most)] or [()]
    for rows in pages:
        paper.page()
        head(paper, listing.heading)
        _titles(paper, listing)
        for number, cells in enumerate(rows):
            _row(paper, listing, cells, top + number * row)
    y = top + len(pages[-1]) * row + 6
    for note in listing.notes:
        paper.text(EDGE, y, note, 9, width=paper.width - 2 * EDGE, grey=True)
        y += 5


def _places(paper: Paper, columns: Sequence[Column]) -> Iterator[tuple[float, float]]:
    """Yield where each column begins, and how wide it is."""
    unit = (paper.width - 2 * EDGE) / sum(one.share for one in columns)
    x = EDGE
    for one in columns:
        yield x, one.share * unit
        x += one.share * unit


def _titles(paper: Paper, listing: Listing) -> None:
    row = listing.row_height
    y = _TOP
    if listing.over:
        places = list(_places(paper, listing.columns))
        at = 0
        for text, span in listing.over:
            x = places[at][0]
            width = sum(place[1] for place in places[at : at + span])
            if text:
                paper.box(x, y, width, row)
                _cell(paper, (x, y, width, row), text, 9, "center")
            at += span
        y += row
    for (x, width), one in zip(_places(paper, listing.columns), listing.columns, strict=True):
        paper.box(x, y, width, row)
        _cell(paper, (x, y, width, row), one.title, 8, "center")


def _row(paper: Paper, listing: Listing, cells: Sequence[str], y: float) -> None:
    for (x, width), one, text in zip(_places(paper, listing.columns), listing.columns, cells, strict=True):
        paper.box(x, y, width, listing.row_height, 0.1)
        _cell(paper, (x, y, width, listing.row_height), text, listing.size, one.align)


def _cell(paper: Paper, place: tuple[float, float, float, float], text: str, size: float, align: str) -> None:
    x, y, width, height = place
    size = min(size, height / POINT * 0.8)
    at = {"left": x + _PAD, "center": x + width / 2, "right": x + width - _PAD}[align]
    fitted = paper.fitting(text, size, width - 2 * _PAD)
    base = y + height / 2 + fitted * POINT * ASCENT
    paper.text(at, base, text, size, align=align, width=width - 2 * _PAD)


def document(
    tables: Iterable[Listing], day: dt.date, notes: Notes | None = None, *, landscape: bool = False
) -> bytes:
    """Return tables as a document, each on pages of its own."""
    known = tuple(tables)
    paper = Paper(known[0].heading.title if known else "", day, notes, landscape=landscape)
    for one in known:
        draw(paper, one)
    return paper.bytes()
