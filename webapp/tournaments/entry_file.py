"""Entries for a tournament from a CSV file or a workbook: `name,kana,club,class,dan,seed_group` with a header line.

Columns come in any order, and others are kept. Names are kept as typed; clubs and classes are compared without the
accidents of typing.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.tournament.entrant import Entrant
from webapp.club.names import folded
from webapp.tournaments.grades import class_called
from webapp.tournaments.sheet import (
    Row,
    SheetError,
    _,
    decoded,
    headed,
    heading,
    plain,
    positions,
    rows,
    tidy,
    whole,
)

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "name": ("name", "player", "氏名", "名前", "選手名", "選手"),
    "kana": ("kana", "reading", "かな", "カナ", "ふりがな", "フリガナ", "よみ", "読み"),
    "club": ("club", "clubs", "affiliation", "会", "所属", "所属会", "かるた会"),
    "class": ("class", "級", "クラス"),
    "dan": ("dan", "段", "段位"),
    "seed_group": ("seed_group", "seed", "シード"),
    "family": ("family", "家族"),
}
"""Our columns, each by the headings it is known under."""

MOST_ENTRIES: Final = 20_000
HIGHEST_SEED_GROUP: Final = 999
ZIPPED: Final = b"PK\x03\x04"
"""How a workbook begins."""

_DIVIDER: Final = re.compile("([A-Za-z][0-9]*) *級(?:の部)?")
"""What stands alone in the row above a class: A2級."""
_NOTES: Final = ("※", "＊", "*")
_CLUBS_APART: Final = re.compile("[/／]")
_DAN: Final = {
    "": None,
    "-": None,
    "なし": 0,
    "無": 0,
    "無段": 0,
    "無段位": 0,
    "none": 0,
    **{
        sign: dan
        for dan, signs in enumerate(["初一壱", "二弐", "三参", "四", "五", "六", "七", "八", "九", "十"], 1)
        for sign in signs
    },
    **{str(dan): dan for dan in range(11)},
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the file. `dan` is 0 for none, and None where it is blank or not understood."""

    line: int
    name: str
    kana: str = ""
    clubs: tuple[str, ...] = ()
    class_name: str = ""
    dan: int | None = None
    seed_group: int | None = None
    family: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    """Headings and cells of the columns that are not ours, in the order of the file."""

    def entrant(self, copy: int = 0) -> Entrant:
        """Return the entry for a draw. Its id says everything about it, so the order of the rows does not matter.

        `copy` tells rows apart that are the same in every cell.
        """
        person = [
            self.name,
            self.kana,
            sorted(self.clubs),
            self.class_name,
            self.dan,
            self.seed_group,
            self.family,
        ]
        return Entrant(
            id=json.dumps([*person, sorted(self.extra), copy], ensure_ascii=False),
            clubs=frozenset(map(folded, self.clubs)),
            family=folded(self.family),
            seed_group=self.seed_group,
        )


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that can be used as it is, but that somebody should look at."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class EntryFile:
    """The entries in the order of their rows, and what is doubtful about them."""

    entries: tuple[Entry, ...]
    doubts: tuple[Doubt, ...] = ()

    def classes(self) -> dict[str, tuple[int, ...]]:
        """Return the rows of each class, counted from 0; one class without a name where nobody has any."""
        found: dict[str, list[int]] = {}
        for row, entry in enumerate(self.entries):
            found.setdefault(entry.class_name, []).append(row)
        return {name: tuple(found[name]) for name in sorted(found)}

    def entrants(self) -> tuple[Entrant, ...]:
        """Return all entries for a draw, each with an id of its own."""
        seen: Counter[str] = Counter()
        out = []
        for entry in self.entries:
            first = entry.entrant()
            out.append(entry.entrant(seen[first.id]))
            seen[first.id] += 1
        return tuple(out)


def parse(data: bytes) -> EntryFile:
    """Read entries. Raises SheetError with the line of the first fault."""
    above, (header, *body) = headed(_table(data) or [Row(1, ())], COLUMNS["name"])
    columns = positions(header, COLUMNS)
    if "name" not in columns:
        found = ", ".join(cell for cell in map(tidy, header.cells) if cell) or _("nothing")
        raise SheetError(
            header.line, _('a heading "name" (or 氏名) is wanted here; found: %(found)s', found=found)
        )
    doubts = [Doubt(row.line, _("stands above the headings; passed over")) for row in above]
    again = tuple(map(heading, header.cells))
    entries: list[Entry] = []
    section = ""
    spellings: dict[str, str] = {}
    for row in body:
        if tuple(map(heading, row.cells)) == again:
            doubts.append(Doubt(row.line, _("the headings are repeated; passed over")))
            continue
        only = _only_cell(row, columns)
        if (divider := _DIVIDER.fullmatch(only)) is not None:
            section = class_called(divider[1])
            doubts.append(Doubt(row.line, _("stands above class %(name)s; passed over", name=section)))
        elif only.startswith(_NOTES):
            doubts.append(Doubt(row.line, _("is a note; passed over")))
        else:
            entry = _entry(row, header, columns, doubts)
            name = entry.class_name or section
            entries.append(replace(entry, class_name=spellings.setdefault(name.casefold(), name)))
    if not entries:
        raise SheetError(header.line, _("no entries follow the headings"))
    if len(entries) > MOST_ENTRIES:
        raise SheetError(
            entries[MOST_ENTRIES].line, _("more than %(most)s entries", most=format(MOST_ENTRIES, ","))
        )
    _check_classes(entries)
    return EntryFile(tuple(entries), (*doubts, *_namesakes(entries)))


def _table(data: bytes) -> list[Row]:
    if not data.startswith(ZIPPED):
        return list(rows(decoded(data)))
    # what reads workbooks takes longer to load than a draw takes
    from webapp.workbook import first_table  # noqa: PLC0415

    return list(first_table(data))


def _only_cell(row: Row, columns: Mapping[str, int]) -> str:
    """Return what a row says that holds a single cell, and that in no column of ours but the name's; else nothing."""
    held = [index for index, cell in enumerate(row.cells) if cell.strip()]
    if len(held) != 1 or held[0] in {index for key, index in columns.items() if key != "name"}:
        return ""
    return plain(row.cells[held[0]])


def _entry(row: Row, header: Row, columns: Mapping[str, int], doubts: list[Doubt]) -> Entry:
    spare = [cell for cell in row.cells[len(header.cells) :] if cell.strip()]
    if spare:
        raise SheetError(
            row.line,
            _(
                "has %(cells)s cells under %(headings)s headings; a cell with a comma needs quotes",
                cells=len(row.cells),
                headings=len(header.cells),
            ),
        )
    cells = (*row.cells, *[""] * (len(header.cells) - len(row.cells)))
    typed = {key: tidy(cells[index]) for key, index in columns.items()}
    if not typed["name"]:
        raise SheetError(row.line, _("the name is missing"))
    ours = set(columns.values())
    return Entry(
        line=row.line,
        name=typed["name"],
        kana=typed.get("kana", ""),
        clubs=_clubs(typed.get("club", "")),
        class_name=class_called(typed.get("class", "")),
        dan=_dan(typed.get("dan", ""), row.line, doubts),
        seed_group=_seed_group(typed.get("seed_group", ""), row.line),
        family=typed.get("family", ""),
        extra=tuple(
            (tidy(name), tidy(cell))
            for index, (name, cell) in enumerate(zip(header.cells, cells, strict=False))
            if index not in ours and (name.strip() or cell.strip())
        ),
    )


def _clubs(cell: str) -> tuple[str, ...]:
    """Return the clubs of a cell; one that is named twice counts once."""
    found: dict[str, str] = {}
    for club in _CLUBS_APART.split(cell):
        found.setdefault(folded(club), club.strip())
    return tuple(club for key, club in found.items() if key)


def _dan(cell: str, line: int, doubts: list[Doubt]) -> int | None:
    text = plain(cell).casefold()
    for form in (text, text.removesuffix("段").strip(), text.removesuffix("dan").strip()):
        if form in _DAN:
            return _DAN[form]
    doubts.append(Doubt(line, _('the dan "%(dan)s" is not understood; 初段, 4 or 四段 would be', dan=cell)))
    return None


def _seed_group(cell: str, line: int) -> int | None:
    if not cell:
        return None
    number = whole(cell, 1, HIGHEST_SEED_GROUP)
    if number is None:
        raise SheetError(
            line,
            _(
                'seed_group "%(cell)s": a whole number from 1 (the strongest) to %(most)s is wanted, or nothing',
                cell=cell,
                most=HIGHEST_SEED_GROUP,
            ),
        )
    return number


def _check_classes(entries: Iterable[Entry]) -> None:
    named = [entry for entry in entries if entry.class_name]
    nameless = next((entry for entry in entries if not entry.class_name), None)
    if named and nameless is not None:
        raise SheetError(
            nameless.line,
            _(
                "%(name)s has no class, and others have one (line %(line)s)",
                name=nameless.name,
                line=named[0].line,
            ),
        )


def _namesakes(entries: Iterable[Entry]) -> list[Doubt]:
    """Return a doubt for every row that says just what an earlier one says: namesakes, or one person twice."""
    first: dict[Entry, int] = {}
    doubts = []
    for entry in entries:
        bare = replace(entry, line=0)
        if bare in first:
            said = _(
                "%(name)s is entered as on line %(line)s: a namesake?", name=entry.name, line=first[bare]
            )
            doubts.append(Doubt(entry.line, said))
        else:
            first[bare] = entry.line
    return doubts
