"""Sheets in rows: the wide form 相手 | 枚数 | 勝敗 per round, and the long form of a row for a player and match."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask_babel import gettext as _

from webapp.club.days import parse_day
from webapp.exchange.said import At, Said, SaidFile, cards, mark
from webapp.tournaments.grades import class_called
from webapp.tournaments.results_file import COLUMNS
from webapp.tournaments.sheet import Row, SheetError, headed, heading, plain, positions, tidy, whole
from webapp.workbook import Sheet

_NAME: Final = frozenset(map(heading, ("選手名", "氏名", "名前", "選手", "name", "player")))
_CLUB: Final = frozenset(map(heading, ("所属", "所属会", "会", "会名", "club")))
_CLASS: Final = frozenset(map(heading, ("級", "クラス", "class")))
_OPPONENT: Final = frozenset(map(heading, ("相手", "対戦相手", "opponent")))
_CARDS: Final = frozenset(map(heading, ("枚数", "枚数差", "枚差", "cards", "diff")))
_MARK: Final = frozenset(map(heading, ("勝敗", "結果", "result")))
_ROUND: Final = frozenset(map(heading, ("round", "回戦")))
"""A column of its own for the round makes it the long form."""
_SHEET_CLASS: Final = re.compile(r"([A-Ga-gＡ-Ｇ]\d?)級?$")
_TITLED: Final = re.compile(r"対戦結果表[_＿ ]*(.+)")
_LABEL: Final = re.compile(r"回戦|決勝|リーグ|順位|^[A-Ga-gＡ-Ｇ]\d?級")
"""What is the name of a round or a class, and of no event."""
_SECTION: Final = re.compile(r"([A-G]\d?)級.*", re.IGNORECASE)
_PRACTICE: Final = "練習"


@dataclass(frozen=True, slots=True)
class _Wide:
    """Where the columns of a wide table are; a round has those of opponent, cards and mark, -1 where it lacks one."""

    name: int
    club: int
    class_: int
    rounds: tuple[tuple[int, int, int], ...]
    labels: tuple[str, ...]


def read_tables(sheets: Iterable[Sheet]) -> SaidFile:
    """Return what the tables say. Raises SheetError where none of them has results in a form that is known."""
    every = [sheet for sheet in sheets if _PRACTICE not in sheet.title]
    found: list[Said] = []
    event = day = ""
    for sheet in every:
        title = sheet.title if len(every) > 1 else ""
        wide = list(_read_wide(sheet, title))
        if wide:
            found += wide
            event, day = (one or other for one, other in zip((event, day), _above(sheet), strict=True))
            continue
        long = _read_long(sheet, title)
        if long is not None:
            found += long.said
            event, day = event or long.event, day or long.day
    if not found:
        wanted = _(
            "no results were found: 選手名 with 相手, 枚数, 勝敗 for each round, or player, round and result"
        )
        raise SheetError(None, wanted)
    return SaidFile(tuple(found), event, day)


def _read_wide(sheet: Sheet, title: str) -> Iterator[Said]:
    columns: _Wide | None = None
    section = _class_of_title(sheet.title)
    above: tuple[str, ...] = ()
    for row in sheet.rows:
        new = _wide_columns(row, above)
        if new is not None:
            again = columns is not None and columns.rounds == new.rounds
            columns = columns if again else new
        elif columns is not None:
            only = [cell for cell in row.cells if cell.strip()]
            matched = _SECTION.fullmatch(plain(only[0])) if len(only) == 1 else None
            if matched is not None:
                section = matched[1].upper()
            else:
                yield from _wide_row(row, columns, title, section)
        above = row.cells


def _above(sheet: Sheet) -> tuple[str, str]:
    """Return what stands above the headings: the first text that names no round, and the first day."""
    event = day = ""
    for row in sheet.rows:
        if _wide_columns(row, ()) is not None:
            break
        for cell in filter(None, map(tidy, row.cells)):
            without_weekday = re.sub(r"\s*[(（][^)）]*[)）]$", "", cell)
            if parse_day(without_weekday) is not None:
                day = day or without_weekday
            elif _LABEL.search(cell) is None:
                event = event or cell
    return event, day


def _wide_columns(row: Row, above: Sequence[str]) -> _Wide | None:
    """Return the columns of a row of headings; None for another row."""
    known = [heading(cell) for cell in row.cells]
    starts = [at for at, text in enumerate(known) if text in _OPPONENT]
    names = [at for at, text in enumerate(known) if text in _NAME]
    if not names or not starts or _ROUND & set(known) or not any(text in _MARK for text in known):
        return None
    rounds, labels = [], []
    for number, at in enumerate(starts):
        until = starts[number + 1] if number + 1 < len(starts) else len(known)
        places = range(at, until)
        rounds.append((at, _first(known, places, _CARDS), _first(known, places, _MARK)))
        labels.append(tidy(above[at]) if at < len(above) else "")
    every = range(starts[0])
    return _Wide(
        names[0], _first(known, every, _CLUB), _first(known, every, _CLASS), tuple(rounds), tuple(labels)
    )


def _first(known: Sequence[str], places: Iterable[int], wanted: frozenset[str]) -> int:
    return next((at for at in places if known[at] in wanted), -1)


def _wide_row(row: Row, columns: _Wide, title: str, section: str) -> Iterator[Said]:
    def cell(at: int) -> str:
        return tidy(row.cells[at]) if 0 <= at < len(row.cells) else ""

    player = cell(columns.name)
    if not player:
        return
    class_name = class_called(cell(columns.class_)) or section
    for number, (opponent, diff, result) in enumerate(columns.rounds, 1):
        texts = cell(opponent), cell(diff), cell(result)
        if not any(texts):
            continue
        margin, how, unread = cards(texts[1])
        won = mark(texts[2])
        if won is None and not texts[2]:
            won = mark(texts[1])
        if won is None and texts[2]:
            unread = unread or texts[2]
        yield Said(
            At(title, row.line),
            class_name,
            number,
            columns.labels[number - 1],
            player,
            cell(columns.club),
            texts[0],
            won=won,
            margin=margin,
            how=how,
            unread=unread,
        )


def _class_of_title(title: str) -> str:
    titled = _TITLED.fullmatch(title.strip())
    if titled is not None:
        return class_called(titled[1])
    matched = _SHEET_CLASS.search(title)
    return plain(matched[1]).upper() if matched is not None else ""


def _read_long(sheet: Sheet, title: str) -> SaidFile | None:
    if not sheet.rows:
        return None
    _above_it, (header, *body) = headed(sheet.rows, COLUMNS["player"])
    columns = positions(header, COLUMNS)
    if not {"player", "result", "round"} <= set(columns):
        return None
    again = tuple(map(heading, header.cells))
    rows = [row for row in body if tuple(map(heading, row.cells)) != again]
    found = [_long_row(row, columns, title) for row in rows]
    return SaidFile(
        tuple(one for one in found if one.player), _told(rows, columns, "event"), _told(rows, columns, "date")
    )


def _told(rows: Sequence[Row], columns: Mapping[str, int], key: str) -> str:
    """Return what the first row that says something says in a column."""
    at = columns.get(key, -1)
    return next(
        (tidy(row.cells[at]) for row in rows if 0 <= at < len(row.cells) and row.cells[at].strip()), ""
    )


def _long_row(row: Row, columns: Mapping[str, int], title: str) -> Said:
    def cell(key: str) -> str:
        at = columns.get(key, -1)
        return tidy(row.cells[at]) if 0 <= at < len(row.cells) else ""

    margin, how, unread = cards(cell("diff"))
    if cell("status"):
        _cards, how, not_read = cards(cell("status"))
        unread = unread or not_read
    number = whole(cell("round"), 1, 99)
    won = mark(cell("result"))
    if number is None or won is None:
        unread = unread or (cell("round") if number is None else cell("result")) or "–"
    return Said(
        At(title, row.line),
        class_called(cell("class")),
        number or 1,
        cell("round_label"),
        cell("player"),
        cell("club"),
        cell("opponent"),
        cell("opponent_club"),
        won,
        margin,
        how,
        unread,
    )
