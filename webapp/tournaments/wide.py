"""Results as organisers write them down: a row for each entrant, and for each round 相手 | 枚数 | 勝敗. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.tournament.outcome import How, Outcome
from webapp.tournaments.contests import Contest
from webapp.tournaments.export import label, outcomes
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.grades import grade_in

WON: Final = "○"
LOST: Final = "×"
STATUS: Final = {How.NORMAL: "", How.WALKOVER: "不戦", How.FORFEIT: "棄権"}
WHO: Final = ("番号", "選手名", "よみ", "所属", "段位")
"""The headings before the rounds."""
OF_ROUND: Final = ("相手", "枚数", "勝敗")


@dataclass(frozen=True, slots=True)
class Met:
    """What a round was for one of the two: the opponent's id (empty where there was none), and what came of it.

    `cards` is the margin or 不戦, 棄権; `mark` is empty while nothing is decided. `opponent` alone is a pairing.
    """

    opponent: str = ""
    cards: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class WideRow:
    """A row: the id of an entrant, or of a player in a team, and the rounds from the first on."""

    who: str
    rounds: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class WideTable:
    """A class as a wide table; `rounds` are the names of its rounds in Japanese, as sheets write them."""

    rounds: tuple[str, ...]
    rows: tuple[WideRow, ...]


def wide_table(found: Contest) -> WideTable:
    """Return the results of a class, as far as there are any; players of teams have rows of their own."""
    fixtures = sorted(found.fixtures, key=found.round_of)
    last = max((found.round_of(one) for one in fixtures), default=0)
    labels = {found.round_of(one): label(found, one) for one in fixtures}
    if len(found.state.blocks) > 1:
        labels |= {number: f"リーグ{number}回戦" for number in range(1, found.block_rounds + 1)}
    met: dict[str, dict[int, Met]] = {}
    for one in fixtures:
        for who, what in _of(found, one):
            met.setdefault(who, {})[found.round_of(one)] = what
    people = [one.id for one in found.entries if one.id in found.drawn_ids and not one.squad]
    people += [player.id for one in found.entries if one.id in found.drawn_ids for player in one.squad]
    numbers = range(1, last + 1)
    rows = (WideRow(who, tuple(met.get(who, {}).get(number, Met()) for number in numbers)) for who in people)
    return WideTable(tuple(labels.get(number, f"{number}回戦") for number in numbers), tuple(rows))


def sheet(found: Contest) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a workbook's sheet: event, day and rounds; the headings; and everybody."""
    table, names = wide_table(found), found.names
    told = (found.tournament.name, found.tournament.day.isoformat())
    rounds = [cell for one in table.rounds for cell in (one, "", "")]
    rows = [(*told, *[""] * (len(WHO) - len(told)), *rounds), (*WHO, *(OF_ROUND * len(table.rounds)))]
    for row in table.rows:
        entry = names.entry(row.who)
        dan = entry.dan if entry is not None else None
        who = (row.who, names.plain(row.who), names.kana(row.who), names.club(row.who), str(dan or ""))
        cells = [
            cell
            for one in row.rounds
            for cell in (names.plain(one.opponent) if one.opponent else "", one.cards, one.mark)
        ]
        rows.append((*who, *cells))
    return tuple(rows)


def sheets(classes: Iterable[Contest]) -> Sequence[tuple[str, tuple[tuple[str, ...], ...]]]:
    """Return the sheets of a tournament's workbook, with their titles."""
    return [(f"対戦結果表_{title(found)}", sheet(found)) for found in classes]


def title(found: Contest) -> str:
    """Return the name of a class as sheets write it, without the signs that a sheet's title cannot have."""
    name = found.row.name
    plain = "".join(sign for sign in name if sign not in r"[]:*?/\\'")
    return f"{plain}級" if grade_in(name) else plain or str(found.number)


def _of(found: Contest, fixture: Fixture) -> Iterable[tuple[str, Met]]:
    if fixture.boards:
        for board in outcomes(found, fixture):
            yield from _both(board, _cards(board))
        return
    if fixture.pair is None:
        return
    one, other = fixture.pair
    if fixture.outcome is None:
        if not fixture.undecided:  # somebody left a league, and they do not meet
            return
        yield one, Met(other)
        yield other, Met(one)
        return
    games = outcomes(found, fixture) if fixture.compound else ()
    yield from _both(fixture.outcome, "" if games else _cards(fixture.outcome))


def _both(outcome: Outcome, cards: str) -> Iterable[tuple[str, Met]]:
    for who in outcome.players:
        yield who, Met(outcome.against(who), cards, WON if outcome.of(who) else LOST)


def _cards(outcome: Outcome) -> str:
    return STATUS[outcome.how] or ("" if outcome.margin is None else str(outcome.margin))
