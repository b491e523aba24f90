"""A practice at one moment: the fold of its events, and nothing else."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.tournament.practice import Aim, Role
from webapp.practice import events as ev
from webapp.practice.events import Pair, Played


@dataclass(frozen=True, slots=True)
class Presence:
    """Somebody who came: when, when they went (None while they are there), and what they want today."""

    came_at: dt.datetime
    went_at: dt.datetime | None = None
    aim: Aim = Aim.ANY
    reads: bool | None = None
    """Whether they can read today; None leaves it to what the club knows."""

    @property
    def here(self) -> bool:
        """Whether they are there now."""
        return self.went_at is None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its pairs in the order of the tables, who does not play, and what was entered of its games."""

    number: int
    tables: tuple[Pair, ...] = ()
    out: tuple[tuple[int, Role], ...] = ()
    fixed: frozenset[Pair] = frozenset()
    called: bool = False
    results: Mapping[Pair, Played] = field(default_factory=dict)
    lessons: frozenset[Pair] = frozenset()
    boards: Mapping[Pair, str] = field(default_factory=dict)

    @property
    def begun(self) -> frozenset[Pair]:
        """The pairs that cannot be taken apart any more: a result was entered, or a board was opened."""
        return frozenset({*self.results, *self.boards} & set(self.tables))

    @property
    def busy(self) -> frozenset[int]:
        """Everybody in a pair that has begun."""
        return frozenset(one for both in self.begun for one in both)

    def place_of(self, person: int) -> Pair | Role | None:
        """Return the pair that somebody is in, or what else they do; None for somebody without a place."""
        found = next((one for one in self.tables if person in one), None)
        return found or next((role for one, role in self.out if one == person), None)

    @property
    def people(self) -> frozenset[int]:
        """Everybody who has a place."""
        return frozenset([*(one for both in self.tables for one in both), *(one for one, _ in self.out)])


@dataclass(frozen=True, slots=True)
class Session:
    """A practice. `seq` is the number of its stream's last event."""

    code: str
    seq: int
    plan: ev.Planned
    people: Mapping[int, Presence] = field(default_factory=dict)
    """Everybody who came, the first first."""
    rounds: Mapping[int, Round] = field(default_factory=dict)
    """The rounds that were paired, by number."""
    divided: int = 0
    """How often the division of the cards was drawn anew."""
    closed: bool = False

    @property
    def here(self) -> tuple[int, ...]:
        """Those who are there now."""
        return tuple(person for person, presence in self.people.items() if presence.here)

    def round(self, number: int) -> Round:
        """Return a round, without pairs where it was not paired yet."""
        return self.rounds.get(number, Round(number))


def folded(
    code: str, stored: Iterable[tuple[int, dt.datetime, ev.Event]], known: Session | None = None
) -> Session | None:
    """Return a practice after further events, each with its number and time; None while there are none."""
    session = known
    for seq, at, event in stored:
        if session is None:
            if not isinstance(event, ev.Planned):
                raise ValueError("a practice begins with its plan")
            session = Session(code, seq, event)
        else:
            session = replace(_after(session, at, event), seq=seq)
    return session


def _after(session: Session, at: dt.datetime, event: ev.Event) -> Session:
    match event:
        case ev.Planned():
            return replace(session, plan=event)
        case ev.Divided(times):
            return replace(session, divided=times)
        case ev.Closed(on):
            return replace(session, closed=on)
        case ev.Came() | ev.Went() | ev.Wanted():
            return replace(session, people=_people(session.people, at, event))
        case _:
            round_ = session.round(event.round)
            return replace(session, rounds={**session.rounds, event.round: _round(round_, event)})


def _people(
    people: Mapping[int, Presence], at: dt.datetime, event: ev.Came | ev.Went | ev.Wanted
) -> Mapping[int, Presence]:
    known = people.get(event.person)
    match event:
        case ev.Came():
            now = Presence(at) if known is None else replace(known, went_at=None)
        case ev.Went():
            now = Presence(at, at) if known is None else replace(known, went_at=known.went_at or at)
        case ev.Wanted():
            now = replace(known or Presence(at, at), aim=event.aim, reads=event.reads)
    return {**people, event.person: now}


def _round(
    known: Round, event: ev.Paired | ev.Called | ev.Played | ev.Cleared | ev.Lesson | ev.Boarded
) -> Round:
    match event:
        case ev.Paired():
            return replace(known, tables=event.tables, out=event.out, fixed=frozenset(event.fixed))
        case ev.Called():
            return replace(known, called=event.on)
        case ev.Played():
            return replace(known, results={**known.results, event.pair: event})
        case ev.Cleared():
            return replace(
                known, results={pair: one for pair, one in known.results.items() if pair != event.pair}
            )
        case ev.Lesson():
            changed = known.lessons | {event.pair} if event.on else known.lessons - {event.pair}
            return replace(known, lessons=changed)
        case ev.Boarded():
            return replace(known, boards={**known.boards, event.pair: event.code})
