"""Results of tournaments from a CSV file in the long form: one row for each player and match.

The columns are `event,date,class,grade,round,round_label,player,club,opponent,opponent_club,result,diff,status`, in any
order. What cannot be read is refused with its line; what contradicts itself, or looks wrong, is a doubt that names the
line, for somebody to look at before it is taken in.
"""

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.tournament.outcome import MOST, USUAL_MOST, How
from webapp.club.names import folded
from webapp.tournaments.entry_file import Doubt
from webapp.tournaments.grades import class_called
from webapp.tournaments.sheet import Row, SheetError, decoded, heading, plain, positions, rows, tidy, whole

COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "event": ("event", "大会", "大会名"),
    "date": ("date", "日付", "開催日"),
    "class": ("class", "級", "クラス"),
    "grade": ("grade",),
    "round": ("round", "回戦"),
    "round_label": ("round_label",),
    "player": ("player", "name", "選手", "選手名", "氏名"),
    "club": ("club", "所属", "所属会", "会"),
    "opponent": ("opponent", "相手"),
    "opponent_club": ("opponent_club", "相手所属"),
    "result": ("result", "勝敗"),
    "diff": ("diff", "枚数", "枚数差"),
    "status": ("status", "状態"),
}
_NEEDED: Final = ("round", "player", "result")
_WINS: Final = frozenset("○〇◯o") | {"win", "w", "勝", "勝ち"}
_LOSSES: Final = frozenset("×✕●x") | {"lose", "loss", "l", "負", "負け", "敗"}
_STATUS: Final = {
    "": How.NORMAL,
    "normal": How.NORMAL,
    "walkover": How.WALKOVER,
    "不戦": How.WALKOVER,
    "不戦勝": How.WALKOVER,
    "不戦敗": How.WALKOVER,
    "forfeit": How.FORFEIT,
    "棄権": How.FORFEIT,
}
_DATE: Final = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?")
_MOST_ROUNDS: Final = 99


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match as one of the two saw it. `opponent` is empty where there was none; `diff` None where it is blank."""

    line: int
    event: str
    date: dt.date | None
    class_name: str
    grade: str
    round: int
    round_label: str
    player: str
    club: str
    opponent: str
    opponent_club: str
    won: bool
    diff: int | None
    status: How


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The rows of a file in their order, and what is doubtful about them."""

    rows: tuple[ResultRow, ...]
    doubts: tuple[Doubt, ...]


def parse(data: bytes) -> ResultsFile:
    """Read results. Raises SheetError with the line of the first fault."""
    header, *body = list(rows(decoded(data))) or [Row(1, ())]
    columns = positions(header, COLUMNS)
    for key in _NEEDED:
        if key not in columns:
            raise SheetError(header.line, f'a heading "{key}" is wanted here')
    again = tuple(map(heading, header.cells))
    found: list[ResultRow] = []
    doubts: list[Doubt] = []
    for row in body:
        if tuple(map(heading, row.cells)) == again:
            doubts.append(Doubt(row.line, "the headings are repeated; passed over"))
        else:
            found.append(_row(row, header, columns))
    return ResultsFile(tuple(found), (*doubts, *checked(found)))


def _row(row: Row, header: Row, columns: Mapping[str, int]) -> ResultRow:
    if any(cell.strip() for cell in row.cells[len(header.cells) :]):
        raise SheetError(
            row.line,
            f"has {len(row.cells)} cells under {len(header.cells)} headings; a cell with a comma needs quotes",
        )
    cells = (*row.cells, *[""] * (len(header.cells) - len(row.cells)))
    typed = {key: tidy(cells[columns[key]]) if key in columns else "" for key in COLUMNS}
    if not typed["player"]:
        raise SheetError(row.line, "the player is missing")
    return ResultRow(
        line=row.line,
        event=typed["event"],
        date=_date(typed["date"], row.line),
        class_name=class_called(typed["class"]),
        grade=plain(typed["grade"]).upper(),
        round=_number(typed["round"], (1, _MOST_ROUNDS), "round", row.line),
        round_label=typed["round_label"],
        player=typed["player"],
        club=typed["club"],
        opponent=typed["opponent"],
        opponent_club=typed["opponent_club"],
        won=_won(typed["result"], row.line),
        diff=_number(typed["diff"], (0, 99), "diff", row.line) if typed["diff"] else None,
        status=_status(typed["status"], row.line),
    )


def _number(cell: str, allowed: tuple[int, int], column: str, line: int) -> int:
    number = whole(cell, *allowed)
    if number is None:
        low, high = allowed
        raise SheetError(
            line, f'{column} "{cell}": a whole number from {low} to {high} is wanted, such as 12'
        )
    return number


def _won(cell: str, line: int) -> bool:
    text = plain(cell).casefold()
    if text not in _WINS | _LOSSES:
        raise SheetError(line, f'result "{cell}": win or lose (○ or ×) is wanted')
    return text in _WINS


def _status(cell: str, line: int) -> How:
    status = _STATUS.get(plain(cell).casefold())
    if status is None:
        raise SheetError(line, f'status "{cell}": normal, walkover or forfeit is wanted')
    return status


def _date(cell: str, line: int) -> dt.date | None:
    if not cell:
        return None
    match = _DATE.fullmatch(plain(cell))
    try:
        return (
            dt.date(*(int(part) for part in match.groups())) if match else dt.date.fromisoformat(plain(cell))
        )
    except ValueError:
        raise SheetError(line, f'date "{cell}": a day such as 2026-01-31 is wanted') from None


Key = tuple[str, str, str, int]


def checked(found: Sequence[ResultRow]) -> tuple[Doubt, ...]:
    """Return what looks wrong: in a row by itself, between two rows of a match, and in a class as a whole."""
    doubts = [doubt for row in found for doubt in _alone(row)]
    by_player: dict[tuple[Key, str], list[ResultRow]] = defaultdict(list)
    classes: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for row in found:
        by_player[_key(row), folded(row.player)].append(row)
        classes[_key(row)[:3]].add(folded(row.player))
    for same in by_player.values():
        doubts += [
            Doubt(row.line, f"{row.player} plays twice in round {row.round}, first on line {same[0].line}")
            for row in same[1:]
        ]
    for row in found:
        if row.opponent and folded(row.opponent) not in classes[_key(row)[:3]]:
            doubts.append(Doubt(row.line, f"{row.opponent} has no row of their own in this class"))
        elif row.opponent:
            doubts += _against_mirror(row, by_player.get((_key(row), folded(row.opponent)), []))
    return tuple(sorted(doubts, key=lambda doubt: doubt.line))


def _key(row: ResultRow) -> Key:
    day = row.date.isoformat() if row.date else ""
    return folded(row.event), day, row.class_name, row.round


def _alone(row: ResultRow) -> Iterator[Doubt]:
    played = row.status is How.NORMAL
    if played and not row.opponent:
        yield Doubt(row.line, "an ordinary match against nobody; a walkover?")
    if played and row.diff == 0:
        yield Doubt(row.line, "won by 0 cards")
    if played and row.diff is not None and row.diff > USUAL_MOST:
        most = "more than there are on the field" if row.diff > MOST else "only penalties can make that"
        yield Doubt(row.line, f"won by {row.diff} cards: {most}")
    if not played and row.diff:
        yield Doubt(row.line, f"a {row.status} has no margin, and here it is {row.diff}")
    if folded(row.player) == folded(row.opponent):
        yield Doubt(row.line, f"{row.player} plays against a namesake, or against themselves")


def _against_mirror(row: ResultRow, others: Iterable[ResultRow]) -> Iterator[Doubt]:
    """Compare a row with the opponent's row of the same round."""
    mirror = next((one for one in others if folded(one.opponent) == folded(row.player)), None)
    if mirror is None:
        yield Doubt(row.line, f"{row.opponent} has no row for this match")
        return
    if mirror.line < row.line:
        return
    if mirror.won == row.won and row.status is How.NORMAL:
        yield Doubt(row.line, f"both have {'won' if row.won else 'lost'} by line {mirror.line}")
    if (mirror.diff, mirror.status) != (row.diff, row.status):
        yield Doubt(row.line, f"line {mirror.line} tells another margin or status of this match")


def matches(found: Iterable[ResultRow]) -> int:
    """Return how many matches the rows are about: two rows that mirror each other are one."""
    seen: Counter[tuple[Key, frozenset[str]]] = Counter()
    for row in found:
        seen[_key(row), frozenset((folded(row.player), folded(row.opponent)))] += 1
    return len(seen)
