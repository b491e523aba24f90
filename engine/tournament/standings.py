"""Tables of a league: points, and tie-breaks in the order that the league has chosen. docs/rules/tournaments.md §4.

A tie-break is a value with a name; the table is sorted by the first, those who are still equal by the second, and so
on. Whoever played nothing, or left, stands below all others whatever the tie-breaks say.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.tournament.outcome import How, Outcome


@dataclass(frozen=True, slots=True)
class Points:
    """What a match is worth in 勝点."""

    win: int = 1
    loss: int = 0
    walkover_win: int = 1
    walkover_loss: int = 0
    """For a forfeit too."""

    def of(self, outcome: Outcome, player: str) -> int:
        """Return what an outcome gives to one of its two players."""
        if outcome.how is How.NORMAL:
            return self.win if outcome.of(player) else self.loss
        return self.walkover_win if outcome.of(player) else self.walkover_loss


USUAL_POINTS: Final = Points()


class TieBreak(StrEnum):
    """What decides between those who are equal so far."""

    POINTS = "points"
    """勝点."""
    WINS = "wins"
    """勝数: matches won, also those not played out."""
    HEAD_TO_HEAD = "head_to_head"
    """Wins among those who are equal so far."""
    MARGIN = "margin"
    """Cards won by, less cards lost by."""
    CARDS_WON = "cards_won"
    """Cards won by, in all."""
    FEWEST_LOST = "fewest_lost"
    """Cards lost by, in all: the fewer the better."""
    OPPONENTS = "opponents"
    """Points of all opponents met."""
    BOARDS = "boards"
    """Teams: boards won, in all."""
    BOARD_ORDER = "board_order"
    """Teams, 将順: boards won by the first players, then by the second …"""
    LOT = "lot"
    """A lot that was drawn beforehand."""


USUAL: Final = (TieBreak.POINTS, TieBreak.WINS, TieBreak.HEAD_TO_HEAD, TieBreak.MARGIN)


class State(StrEnum):
    """Whether a line of the table is to be taken as it is."""

    PLAYED = "played"
    UNPLAYED = "unplayed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table. `rank` is shared by those whom nothing tells apart."""

    rank: int
    player: str
    state: State
    points: int
    wins: int
    losses: int
    margin: int
    by: tuple[tuple[TieBreak, tuple[int, ...]], ...]
    """The value of each tie-break that was looked at; larger is better."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a table is made of.

    `boards` has for each team the boards it won: in all matches together, from the first player's board on.
    """

    players: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    points: Points = USUAL_POINTS
    withdrawn: frozenset[str] = frozenset()
    boards: Mapping[str, tuple[int, ...]] | None = None
    lots: Mapping[str, int] | None = None
    """The lower lot is the better."""

    def of(self, player: str) -> tuple[Outcome, ...]:
        """Return the matches of a player."""
        return tuple(one for one in self.outcomes if player in one.players)


Value = tuple[int, ...]
Measure = Callable[[Record, str, Sequence[str]], Value]
"""A tie-break's value for a player among those who are equal so far."""


def table(record: Record, tie_breaks: Sequence[TieBreak] = USUAL) -> tuple[Line, ...]:
    """Return the table, best first; those who are equal in everything stand in the order of their ids."""
    lines: list[Line] = []
    for state in State:
        here = sorted(player for player in record.players if state_of(record, player) is state)
        for group, values in _ranked(record, here, tie_breaks):
            rank = len(lines) + 1
            lines.extend(_line(record, player, rank, state, values[player]) for player in group)
    return tuple(lines)


def state_of(record: Record, player: str) -> State:
    """Return whether a player's results can be ranked with the others'."""
    if player in record.withdrawn:
        return State.WITHDRAWN
    return State.PLAYED if record.of(player) else State.UNPLAYED


Ranked = tuple[list[str], dict[str, tuple[tuple[TieBreak, Value], ...]]]


def _ranked(record: Record, players: list[str], tie_breaks: Sequence[TieBreak]) -> Iterable[Ranked]:
    """Yield groups that nothing tells apart, best first, with what was looked at."""
    if not players:
        return
    if not tie_breaks or len(players) == 1:
        yield players, dict.fromkeys(players, ())
        return
    first, *others = tie_breaks
    values = {player: _MEASURES[first](record, player, players) for player in players}
    for value in sorted(set(values.values()), reverse=True):
        equal = [player for player in players if values[player] == value]
        for group, looked_at in _ranked(record, equal, others):
            yield group, {player: ((first, value), *looked_at[player]) for player in group}


def _line(
    record: Record, player: str, rank: int, state: State, by: tuple[tuple[TieBreak, Value], ...]
) -> Line:
    outcomes = record.of(player)
    wins = _wins(outcomes, player)
    return Line(
        rank=rank,
        player=player,
        state=state,
        points=_points(record, player),
        wins=wins,
        losses=len(outcomes) - wins,
        margin=_margin(record, player),
        by=by,
    )


def _points(record: Record, player: str) -> int:
    return sum(record.points.of(one, player) for one in record.of(player))


def _wins(outcomes: Iterable[Outcome], player: str) -> int:
    return sum(one.of(player) for one in outcomes)


def _margin(record: Record, player: str) -> int:
    return _cards(record, player, won=True) - _cards(record, player, won=False)


def _cards(record: Record, player: str, *, won: bool) -> int:
    return sum(one.margin or 0 for one in record.of(player) if one.of(player) is won)


def _head_to_head(record: Record, player: str, equal: Sequence[str]) -> Value:
    return (_wins((one for one in record.of(player) if set(one.players) <= set(equal)), player),)


def _opponents(record: Record, player: str, _: Sequence[str]) -> Value:
    return (sum(_points(record, one.against(player)) for one in record.of(player)),)


def _boards(record: Record, player: str, _: Sequence[str]) -> Value:
    return (record.boards or {}).get(player, ())


_MEASURES: Final[dict[TieBreak, Measure]] = {
    TieBreak.POINTS: lambda record, player, _: (_points(record, player),),
    TieBreak.WINS: lambda record, player, _: (_wins(record.of(player), player),),
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.MARGIN: lambda record, player, _: (_margin(record, player),),
    TieBreak.CARDS_WON: lambda record, player, _: (_cards(record, player, won=True),),
    TieBreak.FEWEST_LOST: lambda record, player, _: (-_cards(record, player, won=False),),
    TieBreak.OPPONENTS: _opponents,
    TieBreak.BOARDS: lambda record, player, equal: (sum(_boards(record, player, equal)),),
    TieBreak.BOARD_ORDER: _boards,
    TieBreak.LOT: lambda record, player, _: (-(record.lots or {}).get(player, 0),),
}
