"""A league: everybody in a block meets everybody once. The fold of its events, and its table.

docs/rules/tournaments.md §4. Who meets whom when is in `engine.tournament.order_of_play`. Fields are spread over blocks
by `engine.tournament.parts`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from engine.tournament import outcome as results
from engine.tournament.edge import Edge, edge
from engine.tournament.order_of_play import Rounds, order_of_play, with_late
from engine.tournament.outcome import How, Outcome
from engine.tournament.refused import Refused, Why
from engine.tournament.standings import USUAL, USUAL_POINTS, Line, Points, Record, TieBreak, table


class Leaving(StrEnum):
    """What becomes of the matches of somebody who leaves."""

    KEEP = "keep"
    """What was played counts; what was not is not played."""
    ANNUL = "annul"
    """Nothing counts, for nobody."""
    WALKOVER = "walkover"
    """What was played counts; what was not is a walkover for the others."""


@dataclass(frozen=True, slots=True)
class LeagueOpened:
    """A block with its rules. The order of the players is that of the order of play."""

    players: tuple[str, ...]
    points: Points = USUAL_POINTS
    tie_breaks: tuple[TieBreak, ...] = USUAL
    leaving: Leaving = Leaving.KEEP
    lots: tuple[str, ...] = ()
    """Players in the order of a lot that was drawn beforehand."""


@dataclass(frozen=True, slots=True)
class LeagueRecorded:
    """Two met, with this outcome; what was recorded for them before is thereby corrected."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class LeagueTakenBack:
    """What was recorded for these two does not count."""

    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class LeagueLeft:
    """A player leaves the league."""

    player: str


@dataclass(frozen=True, slots=True)
class LeagueReturned:
    """A player who left is back."""

    player: str


@dataclass(frozen=True, slots=True)
class LeagueJoined:
    """A late entry comes in, and meets everybody."""

    player: str


@dataclass(frozen=True, slots=True)
class LeagueReplaced:
    """A late entry has the matches of a player who left without having played any."""

    player: str
    late: str


Event: TypeAlias = (
    LeagueOpened
    | LeagueRecorded
    | LeagueTakenBack
    | LeagueLeft
    | LeagueReturned
    | LeagueJoined
    | LeagueReplaced
)


@dataclass(frozen=True, slots=True)
class League:
    """A league as it stands."""

    opened: LeagueOpened
    players: tuple[str, ...]
    """Everybody who plays; late entries are the last."""
    rounds: Rounds
    """Who meets whom, in the order of play."""
    recorded: tuple[Outcome, ...]
    """In the order of their pairs; also those of players who left."""
    left: frozenset[str]
    lots: tuple[str, ...]
    """The lots that were drawn; late entries have the last."""
    late: frozenset[str] = frozenset()
    """Late entries who came in beside those who were drawn."""
    log: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that count."""
        if self.opened.leaving is Leaving.ANNUL:
            return tuple(one for one in self.recorded if not self.left & one.pair)
        return (*self.recorded, *self.walkovers)

    @property
    def walkovers(self) -> tuple[Outcome, ...]:
        """What nobody entered, and is a walkover since one of the two left; where both did, nobody has it."""
        if self.opened.leaving is not Leaving.WALKOVER:
            return ()
        met = {one.pair for one in self.recorded}
        open_pairs = (pair for row in self.rounds for pair in row if frozenset(pair) not in met)
        return tuple(
            Outcome(pair, next(who for who in pair if who not in self.left), How.WALKOVER)
            for pair in open_pairs
            if len(self.left & set(pair)) == 1
        )

    @property
    def to_play(self) -> tuple[Edge, ...]:
        """The pairs that have still to meet, in the order of play."""
        met = {one.pair for one in self.recorded}
        return tuple(
            pair
            for row in self.rounds
            for pair in row
            if frozenset(pair) not in met and not self.left & set(pair)
        )

    @property
    def record(self) -> Record:
        """What its table is made of."""
        lots = {player: lot for lot, player in enumerate(self.lots)}
        return Record(self.players, self.outcomes, self.opened.points, self.left, lots=lots)

    @property
    def standings(self) -> tuple[Line, ...]:
        """The table, best first."""
        return table(self.record, self.opened.tie_breaks)


def fold(log: Iterable[Event]) -> League:
    """Return the league after these events. Raises ValueError where they do not begin with its opening."""
    events = tuple(log)
    if not events or not isinstance(events[0], LeagueOpened):
        raise ValueError("a league begins with its opening")
    opened = events[0]
    people, lots = list(opened.players), list(opened.lots)
    rounds = order_of_play(people)
    recorded: dict[frozenset[str], Outcome] = {}
    left: set[str] = set()
    late: set[str] = set()
    for event in events[1:]:
        match event:
            case LeagueRecorded():
                recorded[event.outcome.pair] = event.outcome
            case LeagueTakenBack():
                recorded.pop(frozenset(event.players), None)
            case LeagueLeft():
                left.add(event.player)
            case LeagueReturned():
                left.discard(event.player)
            case LeagueJoined():
                rounds = with_late(rounds, _begun(rounds, recorded), event.player, people)
                people.append(event.player)
                lots += [event.player] * bool(lots)
                late.add(event.player)
            case LeagueReplaced():
                rounds = _renamed(rounds, event.player, event.late)
                people, lots = (
                    [event.late if one == event.player else one for one in row] for row in (people, lots)
                )
                left.discard(event.player)
    outcomes = sorted(recorded.values(), key=lambda one: one.players)
    return League(
        opened, tuple(people), rounds, tuple(outcomes), frozenset(left), tuple(lots), frozenset(late), events
    )


def _begun(rounds: Rounds, recorded: Collection[frozenset[str]]) -> int:
    """Return how many rounds have begun: up to the last in which anything is recorded."""
    begun = [
        number for number, row in enumerate(rounds, 1) if any(frozenset(pair) in recorded for pair in row)
    ]
    return max(begun, default=0)


def _renamed(rounds: Rounds, before: str, after: str) -> Rounds:
    def other(one: str) -> str:
        return after if one == before else one

    return tuple(tuple(edge(other(one), other(two)) for one, two in row) for row in rounds)


def enter(league: League, outcome: Outcome) -> tuple[Event, ...]:
    """Enter what became of two who meet, or correct it. Refuses what cannot be."""
    results.check(outcome)
    one, other = outcome.players
    if not outcome.pair <= set(league.players):
        raise Refused(Why.OUT_OF_LEAGUE, one=one, other=other)
    if outcome in league.recorded:
        return ()
    return (LeagueRecorded(outcome),)


def take_back(league: League, one: str, other: str) -> tuple[Event, ...]:
    """Take back what was entered for two."""
    pair = edge(one, other)
    if pair not in [known.players for known in league.recorded]:
        raise Refused(Why.OUT_OF_LEAGUE, one=one, other=other)
    return (LeagueTakenBack(pair),)


def leave(league: League, player: str) -> tuple[Event, ...]:
    """Say that a player leaves."""
    if player not in league.players:
        raise Refused(Why.UNKNOWN_ENTRANT, entrant=player)
    return () if player in league.left else (LeagueLeft(player),)


def come_back(league: League, player: str) -> tuple[Event, ...]:
    """Say that a player who left is back."""
    if player not in league.left:
        raise Refused(Why.NOT_ABSENT, entrant=player)
    return (LeagueReturned(player),)


def join(league: League, late: str) -> tuple[Event, ...]:
    """Let a late entry in beside those who were drawn: nothing that was played or is being played is touched."""
    if late in league.players:
        raise Refused(Why.ALREADY_IN, entrant=late)
    return (LeagueJoined(late),)


def replace(league: League, player: str, late: str) -> tuple[Event, ...]:
    """Give the matches of a player who left, and has played none, to a late entry."""
    if late in league.players:
        raise Refused(Why.ALREADY_IN, entrant=late)
    if player not in league.left:
        raise Refused(Why.NOT_ABSENT, entrant=player)
    if any(player in one.players for one in league.recorded):
        raise Refused(Why.HAS_PLAYED, entrant=player)
    return (LeagueReplaced(player, late),)
