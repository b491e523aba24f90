"""A practice as a page shows it; everything is derived from the facts."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.tournament.practice import Aim, Role, Room, pair_reasons, seat_reasons
from poems.cards import numbers
from webapp.practice.events import Pair
from webapp.practice.games import BoardSays, Game, games_in
from webapp.practice.operations import division_of
from webapp.practice.pairing import Evening, gone, without_place
from webapp.practice.session import Session
from webapp.practice.words import division_words, reasons

Name = Callable[[int], str]
"""What somebody is called on this page."""


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody in a round."""

    id: int
    name: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """A table of a round: who plays there, why these two, and how it stands."""

    number: int
    people: tuple[Somebody, Somebody]
    why: tuple[str, ...]
    fixed: bool
    begun: bool
    game: Game

    @property
    def key(self) -> str:
        """The pair as forms name it."""
        return "-".join(str(one.id) for one in self.people)


@dataclass(frozen=True, slots=True)
class OutView:
    """Somebody who does not play, what they do instead, and why."""

    person: Somebody
    role: Role
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round. `cards` are its fifty cards, empty where they are not divided."""

    number: int
    called: bool
    paired: bool
    tables: tuple[TableView, ...]
    out: tuple[OutView, ...]
    waiting: tuple[Somebody, ...]
    """Those who are here and have no place: they came later."""
    division: str
    cards: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Whether every game has a result."""
        return bool(self.tables) and all(one.game.outcome is not None for one in self.tables)


@dataclass(frozen=True, slots=True)
class HereView:
    """Somebody who came."""

    id: int
    name: str
    came_at: dt.datetime
    went_at: dt.datetime | None
    aim: Aim
    reads: bool


def round_view(
    session: Session, number: int, name: Name, says: BoardSays, evening: Evening | None = None
) -> RoundView:
    """Return a round; with the reasons of its pairs as they are now where the `evening` tells them."""
    round_ = session.round(number)
    left = frozenset(gone(session, number))
    why = _Reasons(evening, number)

    def somebody(person: int) -> Somebody:
        return Somebody(person, name(person), person in left)

    tables = tuple(
        TableView(
            game.table,
            (somebody(game.pair[0]), somebody(game.pair[1])),
            why.of_pair(game.pair),
            game.pair in round_.fixed,
            game.pair in round_.begun,
            game,
        )
        for game in games_in(session, round_, says)
    )
    division = division_of(session, number) if session.plan.divided else None
    return RoundView(
        number,
        round_.called,
        bool(round_.tables or round_.out),
        tables,
        tuple(OutView(somebody(person), role, why.of_seat(person, role)) for person, role in round_.out),
        tuple(map(somebody, without_place(session, number))),
        division_words(division) if division is not None else "",
        numbers(division.cards) if division is not None else (),
    )


class _Reasons:
    """The reasons of the pairs of a round, those who have begun included; none without an evening."""

    def __init__(self, evening: Evening | None, number: int) -> None:
        self._room = evening.whole_room(number) if evening is not None else Room(())
        self._people = {one.id for one in self._room.people}
        self._classed = {
            int(one) for one in self._people if evening is not None and evening.classed(int(one))
        }

    def of_pair(self, both: Pair) -> tuple[str, ...]:
        one, other = map(str, both)
        if not {one, other} <= self._people:
            return ()
        return reasons(pair_reasons(self._room, one, other), classes_known=self._classed.issuperset(both))

    def of_seat(self, person: int, role: Role) -> tuple[str, ...]:
        if str(person) not in self._people:
            return ()
        return reasons(seat_reasons(self._room, str(person), role))


def rounds_shown(session: Session) -> tuple[int, ...]:
    """Return the numbers of the rounds that a page shows: those planned, and those that were paired beyond."""
    return tuple(range(1, max([session.plan.rounds, *session.rounds]) + 1))


def here_views(session: Session, name: Name, can_read: Mapping[int, bool]) -> tuple[HereView, ...]:
    """Return those who came, in the order in which they came."""
    return tuple(
        HereView(
            person,
            name(person),
            one.came_at,
            one.went_at,
            one.aim,
            can_read.get(person, False) if one.reads is None else one.reads,
        )
        for person, one in session.people.items()
    )


@dataclass(frozen=True, slots=True)
class OwnView:
    """What somebody's phone shows of a round: the table and the opponent, or what they do instead."""

    round: int
    table: int
    opponent: str
    role: Role | None
    division: str


def own_views(session: Session, person: int, name: Name) -> tuple[OwnView, ...]:
    """Return somebody's places in the rounds that were called, the latest first."""
    found = []
    for number in sorted(session.rounds, reverse=True):
        round_ = session.rounds[number]
        place = round_.place_of(person)
        if not round_.called or place is None:
            continue
        division = division_words(division_of(session, number)) if session.plan.divided else ""
        if isinstance(place, Role):
            found.append(OwnView(number, 0, "", place, division))
        else:
            other = place[0] if place[1] == person else place[1]
            found.append(OwnView(number, round_.tables.index(place) + 1, name(other), None, division))
    return tuple(found)
