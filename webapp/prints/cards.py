"""Cards for the tables: which two sit here, and boxes for what came of it. Eight on a sheet, to be cut."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from webapp.prints.paper import Notes, Paper

ACROSS: Final = 2
DOWN: Final = 4


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two; empty where nobody is known."""

    name: str
    kana: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A match at its table. `above` says of which class and round, `below` what may be said of the place."""

    table: int
    above: str
    seats: tuple[Seat, Seat]
    below: str = ""


@dataclass(frozen=True, slots=True)
class CardWords:
    """What stands in the boxes: winner and number of cards."""

    won: str
    cards: str


def cards(wanted: Sequence[TableCard], words: CardWords, day: dt.date, notes: Notes | None = None) -> bytes:
    """Return table cards as a document, eight on a page."""
    paper = Paper("", day, notes)
    width, height = paper.width / ACROSS, paper.height / DOWN
    for number, one in enumerate(wanted):
        place = number % (ACROSS * DOWN)
        if place == 0:
            paper.page(numbered=False)
            _cuts(paper, width, height)
        _card(paper, one, words, (place % ACROSS * width, place // ACROSS * height, width, height))
    return paper.bytes()


def _cuts(paper: Paper, width: float, height: float) -> None:
    for number in range(1, ACROSS):
        paper.line(number * width, 0, number * width, paper.height, 0.1)
    for number in range(1, DOWN):
        paper.line(0, number * height, paper.width, number * height, 0.1)


def _card(paper: Paper, one: TableCard, words: CardWords, place: tuple[float, float, float, float]) -> None:
    x, y, width, _ = place
    left, right = x + 8, x + width - 8
    paper.text(left, y + 15, str(one.table), 30)
    paper.text(right, y + 11, one.above, 10, align="right", width=width - 40)
    paper.text(right, y + 16, one.below, 8, align="right", width=width - 40, grey=True)
    box = 14.0
    paper.text(right - box * 1.5, y + 23, words.won, 7, align="center", width=box - 1, grey=True)
    paper.text(right - box / 2, y + 23, words.cards, 7, align="center", width=box - 1, grey=True)
    for number, seat in enumerate(one.seats):
        top = y + 24.5 + number * 20
        wide = right - 2 * box - left - 3
        paper.text(left, top + 4, seat.kana, 7, width=wide, grey=True)
        paper.text(left, top + 11, seat.name, 17, width=wide)
        paper.text(left, top + 16, seat.club, 9, width=wide, grey=True)
        for column in (1, 2):
            paper.box(right - column * box, top + 1, box, 15)
    paper.line(left, y + 43.2, right - 2 * box - 3, y + 43.2, 0.1)
