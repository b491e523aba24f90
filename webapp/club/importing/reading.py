"""A file of people as its lines say it; nothing is compared with the club yet."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from webapp.characters import shortened
from webapp.club.days import parse_day
from webapp.club.member_columns import COLUMNS, class_of, dan_of, hand_of, reads_of, standing_of
from webapp.club.members import Person
from webapp.csv_file import bare
from webapp.db.people_models import Standing
from webapp.tournaments.sheet import Row, headed, heading, plain, positions, tidy
from webapp.workbook import first_table

MOST_LINES: Final = 5_000
LONGEST: Final = 200
"""Signs of a cell that is kept."""

T = TypeVar("T")


class Doubt(StrEnum):
    """What somebody should look at in a line."""

    NAMESAKE = "namesake"
    """Somebody of this name is known."""
    NEAR = "near"
    """Somebody of nearly this name, or of this kana, is known."""
    SAME_LINE = "same_line"
    """An earlier line says the same."""
    NAMESAKE_LINE = "namesake_line"
    """An earlier line has the same name and says something else."""
    NEAR_LINE = "near_line"
    """An earlier line has the same kana, or nearly this name where kana are missing."""
    CLASS = "class"
    DAN = "dan"
    HAND = "hand"
    STATUS = "status"
    DAY = "day"
    """A cell is not understood and left out."""
    FUTURE = "future"
    """A day is still to come; the cell is left out."""
    LONG = "long"
    """A cell is too long and is cut."""


WHO: Final = frozenset({Doubt.NAMESAKE, Doubt.NEAR, Doubt.SAME_LINE, Doubt.NAMESAKE_LINE, Doubt.NEAR_LINE})
"""Doubts about who somebody is, which nobody but a person can settle."""


class Skipped(StrEnum):
    """Why a line is nobody."""

    ABOVE = "above"
    """It stands above the headings."""
    HEADINGS = "headings"
    """The headings once more, as printers repeat them."""
    SECTION = "section"
    """One lonely cell under several headings: `A級`."""
    REMARK = "remark"
    """`※ …`"""
    NAMELESS = "nameless"
    """Other cells are filled in and the name is not."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A doubt of a line, with the text of the cell, or the number of the line, that it is about."""

    doubt: Doubt
    about: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is somebody."""

    number: int
    person: Person
    standing: Standing = Standing.MEMBER
    since: dt.date | None = None
    doubts: tuple[Doubtful, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A line that is nobody, with what stands in it."""

    number: int
    why: Skipped
    text: str


@dataclass(frozen=True, slots=True)
class PeopleFile:
    """What a file says, line by line."""

    lines: tuple[Line, ...]
    left: tuple[Left, ...] = ()
    unknown: tuple[str, ...] = ()
    """Headings that are not ours; their columns are not taken."""


class NoPeople(ValueError):  # noqa: N818 - an answer, not a fault
    """The file has no column of names, nobody below it, or too many; `found` are its headings."""

    def __init__(self, line: int, found: tuple[str, ...], *, many: bool = False) -> None:
        super().__init__("no people")
        self.line, self.found, self.many = line, found, many


def read_people(data: bytes, today: dt.date) -> PeopleFile:
    """Read a file. Raises SheetError where it is no table, and NoPeople where no names stand in it."""
    above, (header, *body) = headed(first_table(data) or [Row(1, ())], COLUMNS["name"])
    columns = positions(header, COLUMNS)
    found = tuple(filter(None, map(tidy, header.cells)))
    if "name" not in columns or not body:
        raise NoPeople(header.line, found)
    again = tuple(map(heading, header.cells))
    lines: list[Line] = []
    left = [_left(row, Skipped.ABOVE) for row in above]
    for row in body:
        cells = {key: bare(tidy(row.cells[at])) if at < len(row.cells) else "" for key, at in columns.items()}
        why = _nobody(row, cells, again)
        if why is not None:
            left.append(_left(row, why))
        else:
            lines.append(_line(row.line, cells, today))
    if not lines or len(lines) > MOST_LINES:
        raise NoPeople(header.line, found, many=bool(lines))
    ours = set(columns.values())
    unknown = [tidy(cell) for at, cell in enumerate(header.cells) if at not in ours and cell.strip()]
    return PeopleFile(tuple(lines), tuple(left), tuple(unknown))


def _left(row: Row, why: Skipped) -> Left:
    return Left(row.line, why, shortened(" ".join(filter(None, map(tidy, row.cells))), LONGEST))


def _nobody(row: Row, cells: Mapping[str, str], again: tuple[str, ...]) -> Skipped | None:
    filled = [cell for cell in row.cells if cell.strip()]
    if tuple(map(heading, row.cells)) == again[: len(row.cells)] and len(filled) > 1:
        return Skipped.HEADINGS
    if plain(filled[0]).startswith(("※", "*", "#")):
        return Skipped.REMARK
    if len(filled) == 1 and len(again) > 1 and plain(filled[0]).endswith(("級", "クラス")):
        return Skipped.SECTION
    return None if cells["name"] else Skipped.NAMELESS


def _line(number: int, cells: Mapping[str, str], today: dt.date) -> Line:
    doubts: list[Doubtful] = []

    def read(key: str, meaning: Callable[[str], T | None], doubt: Doubt, otherwise: T) -> T:
        cell = cells.get(key, "")
        value = meaning(cell)
        if value is None:
            doubts.append(Doubtful(doubt, cell))
            return otherwise
        return value

    def text(key: str) -> str:
        cell = cells.get(key, "").replace("\n", " ").replace("\t", " ")
        if len(cell) > LONGEST:
            doubts.append(Doubtful(Doubt.LONG, shortened(cell, 20)))
        return shortened("".join(sign for sign in cell if sign >= " "), LONGEST)

    def day(key: str) -> dt.date | None:
        cell = cells.get(key, "")
        found = parse_day(cell) if cell else None
        if cell and found is None:
            doubts.append(Doubtful(Doubt.DAY, cell))
        elif found is not None and found > today:
            doubts.append(Doubtful(Doubt.FUTURE, cell))
            return None
        return found

    person = Person(
        name=text("name"),
        kana=text("kana"),
        club=text("club"),
        grade=read("class", class_of, Doubt.CLASS, ""),
        dan=read("dan", dan_of, Doubt.DAN, 0),
        grade_since=day("class_since"),
        dan_since=day("dan_since"),
        hand=read("hand", hand_of, Doubt.HAND, ""),
        note=text("note"),
        can_read=reads_of(cells.get("reads", "")),
    )
    standing = read("status", standing_of, Doubt.STATUS, Standing.MEMBER)
    return Line(number, person, standing, day("since"), tuple(doubts))
