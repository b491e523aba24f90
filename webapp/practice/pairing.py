"""The pairs of a round: what the engine is told of a practice, and changes by hand. Pure."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.tournament.edge import edge
from engine.tournament.practice import Person, Role, Room, pair_up
from poems.chance import Seed
from webapp.practice.events import Pair, Paired, Reading, pair
from webapp.practice.session import Round, Session

LATELY: Final = dt.timedelta(days=14)
"""Who sat out or read so long ago at most is counted before others."""


UNKNOWN_LEVEL: Final = 4
"""The level at which somebody is paired of whom neither class nor dan is known: E, where beginners are."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the club knows of somebody that a pairing hangs on.

    `level` is 0 for class A, and grows downwards; None where neither class nor dan is known.
    """

    level: int | None = None
    club: str = ""
    can_read: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who played each other on a day."""

    day: dt.date
    pair: Pair


@dataclass(frozen=True, slots=True)
class SatOut:
    """Somebody who did not play in a round."""

    day: dt.date
    person: int
    role: Role


@dataclass(frozen=True, slots=True)
class Past:
    """What happened elsewhere: on other days, or on boards that belong to no practice; and the club's pair rules."""

    meetings: tuple[Meeting, ...] = ()
    sat_out: tuple[SatOut, ...] = ()
    wishes: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()


class Wrong(StrEnum):
    """Why the pairs cannot be changed so."""

    SAME = "same"
    BEGUN = "begun"
    """One of them has a result or a board already."""
    AWAY = "away"
    """One of them is not here."""


class CannotPair(ValueError):  # noqa: N818 - an answer, not a fault
    """The pairs cannot be changed so; `people` are those whom it is about."""

    def __init__(self, wrong: Wrong, *people: int) -> None:
        super().__init__(wrong)
        self.wrong, self.people = wrong, people


@dataclass(frozen=True, slots=True)
class Evening:
    """A practice with all that its pairing hangs on."""

    session: Session
    known: Mapping[int, Known] = field(default_factory=dict)
    past: Past = Past()

    def room(self, number: int) -> Room:
        """Return what the engine is told before a round: who is here and free, and who met whom when."""
        round_ = self.session.round(number)
        busy = round_.busy
        here = [person for person in self.session.here if person not in busy]
        return self._room(number, here, round_.fixed - round_.begun)

    def whole_room(self, number: int) -> Room:
        """Return what the engine would be told if nothing was fixed or begun: to ask it for reasons."""
        everybody = {*self.session.here, *self.session.round(number).people} & set(self.session.people)
        return self._room(number, sorted(everybody), frozenset())

    def _room(self, number: int, here: Sequence[int], fixed: Iterable[Pair]) -> Room:
        session, among = self.session, frozenset(here)
        times = _times_out(self._sat_out(number))
        today, days_ago = self._met(number)

        def present(pairs: Iterable[Pair]) -> frozenset[tuple[str, str]]:
            return frozenset(_edge(both) for both in pairs if among.issuperset(both))

        return Room(
            people=tuple(
                Person(
                    str(person),
                    level=self._level(person),
                    club=self._known(person).club,
                    aim=session.people[person].aim,
                    can_read=self._can_read(person),
                    times_read=times[person, Role.READER],
                    times_out=times[person, Role.REST],
                )
                for person in here
            ),
            readers=self._readers(here),
            today={_edge(both): count for both, count in today.items() if among.issuperset(both)},
            days_ago={_edge(both): days for both, days in days_ago.items() if among.issuperset(both)},
            wishes=present(self.past.wishes),
            bans=present(self.past.apart),
            pairs=present(fixed),
        )

    def _readers(self, here: Sequence[int]) -> int:
        """Return how many read: the odd one out only where somebody can, else a machine does and they rest."""
        match self.session.plan.reading:
            case Reading.PERSON:
                return min(1, len(here))
            case Reading.ODD:
                return len(here) % 2 if any(map(self._can_read, here)) else 0
        return 0

    def classed(self, person: int) -> bool:
        """Whether the class or the dan of somebody is known."""
        return self._known(person).level is not None

    def _level(self, person: int) -> int:
        level = self._known(person).level
        return UNKNOWN_LEVEL if level is None else level

    def _known(self, person: int) -> Known:
        return self.known.get(person, Known())

    def _can_read(self, person: int) -> bool:
        today = self.session.people[person].reads
        return self._known(person).can_read if today is None else today

    def _earlier(self, number: int) -> list[Round]:
        return [one for one in self.session.rounds.values() if one.number < number]

    def _met(self, number: int) -> tuple[Counter[Pair], dict[Pair, int]]:
        """Return how often two met today, and days since two met on another day."""
        day = self.session.plan.day
        today = Counter(both for one in self._earlier(number) for both in one.tables)
        last: dict[Pair, dt.date] = {}
        for meeting in self.past.meetings:
            if meeting.day == day:
                today[meeting.pair] += 1
            elif meeting.day < day:
                last[meeting.pair] = max(meeting.day, last.get(meeting.pair, meeting.day))
        return today, {both: (day - when).days for both, when in last.items()}

    def _sat_out(self, number: int) -> list[SatOut]:
        day = self.session.plan.day
        today = [SatOut(day, person, role) for one in self._earlier(number) for person, role in one.out]
        return [*today, *(one for one in self.past.sat_out if day - LATELY <= one.day <= day)]


def _times_out(sat_out: Iterable[SatOut]) -> Counter[tuple[int, Role]]:
    return Counter((one.person, one.role) for one in sat_out)


def _edge(both: Pair) -> tuple[str, str]:
    return edge(str(both[0]), str(both[1]))


def proposed(evening: Evening, number: int, seed: Seed) -> Paired:
    """Return the round of least cost around what was begun or fixed by hand.

    Games that go on keep their tables, unless fewer people are left than the tables before them need.

    Raises engine.tournament.practice.NoRound where two who are fixed are never to be paired.
    """
    round_ = evening.session.round(number)
    room = evening.room(number)
    found = pair_up(room, seed)
    new = [pair(int(one.players[0]), int(one.players[1])) for one in found.tables]
    out = tuple((int(one.person), one.role) for one in found.out)
    fixed = frozenset(pair(int(one), int(other)) for one, other in room.pairs)
    return Paired(number, _at_their_tables(round_, new), out, tuple(sorted(fixed)))


def _at_their_tables(round_: Round, new: list[Pair]) -> tuple[Pair, ...]:
    """Put new pairs where nothing was begun; a pair that was there before stays at its table."""
    begun, old = round_.begun, list(round_.tables)
    staying = {both for both in new if both in old}
    waiting = [both for both in new if both not in staying]
    tables: list[Pair] = []
    for both in old:
        if both in begun or both in staying:
            tables.append(both)
        elif waiting:
            tables.append(waiting.pop(0))
    return (*tables, *waiting)


def swapped(session: Session, number: int, one: int, other: int) -> Paired:
    """Return a round in which two have changed places: opponents, or one of them sits out, or was without a place.

    The pairs that come about so are fixed by hand. Raises CannotPair.
    """
    round_ = session.round(number)
    _check(session, round_, one, other)
    if round_.place_of(one) == round_.place_of(other) and isinstance(round_.place_of(one), tuple):
        raise CannotPair(Wrong.SAME, one, other)
    change = {one: other, other: one}
    tables = tuple(pair(change.get(a, a), change.get(b, b)) for a, b in round_.tables)
    out = tuple((change.get(person, person), role) for person, role in round_.out)
    touched = {both for both in tables if one in both or other in both}
    fixed = {*(both for both in round_.fixed if both in tables), *touched}
    return Paired(number, tables, out, tuple(sorted(fixed)))


def fixed_pair(session: Session, number: int, one: int, other: int) -> Session:
    """Return a practice in which two are a pair of a round by hand; pair it again to find places for the others.

    Raises CannotPair.
    """
    round_ = session.round(number)
    _check(session, round_, one, other)
    both = {one, other}
    tables = tuple(pair_ for pair_ in round_.tables if both.isdisjoint(pair_))
    fixed = frozenset(pair_ for pair_ in round_.fixed if both.isdisjoint(pair_)) | {pair(one, other)}
    changed = replace(round_, tables=tables, fixed=fixed)
    return replace(session, rounds={**session.rounds, number: changed})


def released(session: Session, number: int, both: Pair) -> Paired:
    """Return a round in which a pair is not fixed any more."""
    round_ = session.round(number)
    return Paired(number, round_.tables, round_.out, tuple(sorted(round_.fixed - {both})))


def kept(session: Session, number: int, both: Pair) -> Paired:
    """Return a round in which a pair that stands is fixed."""
    round_ = session.round(number)
    fixed = round_.fixed | ({both} & set(round_.tables))
    return Paired(number, round_.tables, round_.out, tuple(sorted(fixed)))


def _check(session: Session, round_: Round, one: int, other: int) -> None:
    if one == other:
        raise CannotPair(Wrong.SAME, one)
    if begun := [person for person in (one, other) if person in round_.busy]:
        raise CannotPair(Wrong.BEGUN, *begun)
    known = round_.people.union(session.here)
    if away := [person for person in (one, other) if person not in known]:
        raise CannotPair(Wrong.AWAY, *away)


def without_place(session: Session, number: int) -> tuple[int, ...]:
    """Return those who are here and have no place in a round: they came after it was paired."""
    placed = session.round(number).people
    return tuple(person for person in session.here if person not in placed)


def gone(session: Session, number: int) -> tuple[int, ...]:
    """Return those who have a place in a round, have not begun, and are not here any more."""
    round_ = session.round(number)
    return tuple(sorted(round_.people - round_.busy - frozenset(session.here)))
