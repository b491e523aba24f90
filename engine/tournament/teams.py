"""A match of two teams: 3 or 5 games side by side, the majority wins, margins do not count.

docs/rules/tournaments.md §5. The order sheet is handed in first; once both are in, nobody changes seats. The first name
sits at board 1 (主将), the second at board 2 (副将), and so on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.tournament import outcome as results
from engine.tournament.outcome import How, Outcome
from engine.tournament.refused import Refused, Why
from engine.tournament.standings import Record

SIZES: Final = (3, 5)
SEATS: Final = ("主将", "副将", "三将", "四将", "五将")
"""What the seats are called, from board 1 on."""


@dataclass(frozen=True, slots=True)
class TeamsMet:
    """Two teams meet at so many boards."""

    teams: tuple[str, str]
    boards: int


@dataclass(frozen=True, slots=True)
class SheetHandedIn:
    """A team's order, from board 1 on; None where nobody sits."""

    team: str
    order: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class BoardRecorded:
    """What became of a board, counted from 1; what was recorded for it before is thereby corrected."""

    board: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class BoardTakenBack:
    """What was recorded for a board does not count."""

    board: int


Event: TypeAlias = TeamsMet | SheetHandedIn | BoardRecorded | BoardTakenBack


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams as it stands."""

    met: TeamsMet
    sheets: tuple[tuple[str | None, ...] | None, tuple[str | None, ...] | None]
    """The orders of the two teams; None before they are handed in."""
    recorded: tuple[Outcome | None, ...]
    """By boards."""
    log: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    @property
    def begun(self) -> bool:
        """Whether both sheets are in."""
        return None not in self.sheets

    def players(self, board: int) -> tuple[str | None, str | None]:
        """Return who sits at a board, counted from 1."""
        one, other = self.sheets
        return (one[board - 1] if one else None, other[board - 1] if other else None)

    @property
    def won(self) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
        """For each of the two teams, which boards it won, from board 1 on; an empty seat loses."""
        return self._won(0), self._won(1)

    def _won(self, side: int) -> tuple[bool, ...]:
        return tuple(self._winner(board) == side for board in range(1, self.met.boards + 1))

    def _winner(self, board: int) -> int | None:
        """Return which team won a board: 0, 1, or None for none."""
        players = self.players(board)
        outcome = self.recorded[board - 1]
        if outcome is not None:
            return players.index(outcome.winner) if outcome.winner is not None else None
        if not self.begun or (players[0] is None) == (players[1] is None):
            return None
        return 0 if players[1] is None else 1

    @property
    def open_boards(self) -> tuple[int, ...]:
        """Boards at which two sit and nothing is recorded."""
        if not self.begun:
            return ()
        return tuple(
            board
            for board in range(1, self.met.boards + 1)
            if self.recorded[board - 1] is None and None not in self.players(board)
        )

    @property
    def winner(self) -> str | None:
        """The team that the other cannot reach any more; None while it is open, and where nobody won anything.

        Boards that both lost can leave them equal: then the one that won the highest board.
        """
        one, other = (sum(side) for side in self.won)
        left = len(self.open_boards)
        if not self.begun or (left and abs(one - other) <= left):
            return None
        if one != other:
            return self.met.teams[0 if one > other else 1]
        first = next((pair for pair in zip(*self.won, strict=True) if any(pair)), None)
        return None if first is None else self.met.teams[0 if first[0] else 1]

    @property
    def outcome(self) -> Outcome | None:
        """The match as one outcome between the teams, for a table or a bracket; it has no margin."""
        if self.winner is None:
            return None
        played = any(one is not None and one.played for one in self.recorded)
        return Outcome(self.met.teams, self.winner, How.NORMAL if played else How.WALKOVER)


def fold(log: Iterable[Event]) -> TeamMatch:
    """Return the match after these events. Raises ValueError where they do not begin with the teams."""
    events = tuple(log)
    if not events or not isinstance(events[0], TeamsMet):
        raise ValueError("a team match begins with its teams")
    met = events[0]
    sheets: dict[str, tuple[str | None, ...]] = {}
    recorded: list[Outcome | None] = [None] * met.boards
    for event in events[1:]:
        match event:
            case SheetHandedIn():
                sheets[event.team] = event.order
            case BoardRecorded():
                recorded[event.board - 1] = event.outcome
            case BoardTakenBack():
                recorded[event.board - 1] = None
    one, other = met.teams
    return TeamMatch(met, (sheets.get(one), sheets.get(other)), tuple(recorded), events)


def meet(one: str, other: str, boards: int) -> tuple[Event, ...]:
    """Let two teams meet."""
    if boards not in SIZES:
        raise Refused(Why.TEAM_SIZE, boards=boards)
    if one == other:
        raise Refused(Why.SAME_PLAYER, entrant=one)
    return (TeamsMet((one, other), boards),)


def hand_in(
    match: TeamMatch, team: str, order: tuple[str | None, ...], squad: frozenset[str] | None = None
) -> tuple[Event, ...]:
    """Hand in a team's order; where the squad is known, only its members. Before both are in it can be changed."""
    if team not in match.met.teams:
        raise Refused(Why.NOT_IN_MATCH, entrant=team, match=1)
    if match.begun:
        raise Refused(Why.SHEET_IS_IN, team=team)
    boards = match.met.boards
    if len(order) > boards:
        raise Refused(Why.TOO_MANY_ON_SHEET, names=len(order), boards=boards)
    named = [player for player in order if player is not None]
    for index, player in enumerate(named):
        if player in named[:index]:
            raise Refused(Why.TWICE_ON_SHEET, player=player)
        if squad is not None and player not in squad:
            raise Refused(Why.NOT_OF_TEAM, player=player, team=team)
    return (SheetHandedIn(team, (*order, *[None] * (boards - len(order)))),)


def enter(match: TeamMatch, board: int, outcome: Outcome) -> tuple[Event, ...]:
    """Enter what became of a board, or correct it. Refuses what cannot be."""
    if not 1 <= board <= match.met.boards:
        raise Refused(Why.NO_SUCH_BOARD, board=board)
    for team, sheet in zip(match.met.teams, match.sheets, strict=True):
        if sheet is None:
            raise Refused(Why.SHEETS_FIRST, team=team)
        if sheet[board - 1] is None:
            raise Refused(Why.NOBODY_AT_BOARD, team=team, board=board)
    results.check(outcome)
    sitting = match.players(board)
    for player in outcome.players:
        if player not in sitting:
            raise Refused(Why.NOT_IN_MATCH, entrant=player, match=board)
    return () if match.recorded[board - 1] == outcome else (BoardRecorded(board, outcome),)


def take_back(match: TeamMatch, board: int) -> tuple[Event, ...]:
    """Take back what was entered for a board."""
    if not 1 <= board <= match.met.boards:
        raise Refused(Why.NO_SUCH_BOARD, board=board)
    if match.recorded[board - 1] is None:
        raise Refused(Why.NO_RESULT, match=board)
    return (BoardTakenBack(board),)


def record(teams: Iterable[str], matches: Iterable[TeamMatch]) -> Record:
    """Return what a table of teams is made of: their matches, and the boards they won by seats (for 勝数 and 将順)."""
    everybody = tuple(teams)
    known = tuple(matches)
    longest = max((match.met.boards for match in known), default=0)
    boards = {team: [0] * longest for team in everybody}
    for match in known:
        for team, won in zip(match.met.teams, match.won, strict=True):
            for board, one in enumerate(won):
                boards[team][board] += one
    outcomes = tuple(found for match in known if (found := match.outcome) is not None)
    return Record(everybody, outcomes, boards={team: tuple(row) for team, row in boards.items()})
