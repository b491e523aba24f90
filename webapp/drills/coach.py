"""What the coach may see: the figures of members who agreed, and of all others only what no person stands out of.

A learner agrees on the device that is theirs, and can take it back there. For a minor a guardian has to agree too, as
the organiser notes on the member's page. It ends with the membership: who comes back has to agree again. Nothing is
kept apart from the answers, so what ends is gone at once.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.training.confusion import matrix
from engine.training.forecast import Forecast, forecast
from engine.training.interval import Interval, median
from engine.training.items import Skill
from engine.training.mat_progress import match_beside_drill
from engine.training.progress import FEWEST_SHARE, FEWEST_TIMES
from engine.training.rows import Row, row
from engine.training.trial import Exercise, Trial
from poems.kimariji import full
from webapp.club.merged import Merged, merged
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.drill_models import Learner
from webapp.db.people_models import FactKind, Member, Standing
from webapp.db.writer import Transaction
from webapp.drills import decoded
from webapp.drills.log import Person
from webapp.drills.run import schedule_of
from webapp.practice_day import practice_day

DAYS: Final = 30
FEWEST_PEOPLE: Final = 5
"""People, or devices of nobody, below which nothing is told of those who did not agree."""
SURE: Final = 0.9
MOST_NAMED: Final = 3


# Who agreed.


@dataclass(frozen=True, slots=True)
class Consent:
    """Since when a learner agrees, None for not; whether a guardian still has to; and whether they left the club."""

    since: dt.datetime | None
    guardian_wanted: bool
    left: bool = False

    @property
    def shown(self) -> bool:
        """Whether the coach sees anything."""
        return self.since is not None and not self.guardian_wanted


@dataclass(frozen=True, slots=True)
class Membership:
    """Who belongs to the club now, and who left it meanwhile; each person as often entered as they may be."""

    same: Merged
    people: Mapping[int, Member]

    def left(self, member: int) -> bool:
        """Whether a person is off the lists now."""
        found = self.people.get(self.same.one(member))
        return found is None or found.archived

    def holds(self, member: int, since: dt.datetime | None) -> bool:
        """Whether what a person agreed to at a moment still holds: they did not leave since."""
        return since is not None and not self.left(member) and not self._left_since(member, since)

    def _left_since(self, member: int, since: dt.datetime) -> bool:
        day, today = practice_day(since), practice_day(now())
        facts = self.people[self.same.one(member)].of_kind(FactKind.STANDING)
        leaving = [
            one for one in facts if one.value == Standing.LEFT and one.day is not None and one.day <= today
        ]
        return any(one.day > day or (one.day == day and one.noted_at > since) for one in leaving if one.day)


def membership(session: Session) -> Membership:
    """Return who belongs to the club as it stands."""
    return Membership(merged(session), {one.id: one for one in session.scalars(select(Member))})


def agree(database: Database, person: Person, *, agreed: bool) -> None:
    """Let the coach see a learner's figures from now on, or not any more; who left the club has no coach."""

    def job(transaction: Transaction) -> None:
        session = transaction.session
        learner = session.get(Learner, person.id)
        if learner is None or learner.member_id is None:
            return
        club = membership(session)
        if not agreed or club.left(learner.member_id):
            learner.coach_since = None
        elif not club.holds(learner.member_id, learner.coach_since):
            learner.coach_since = now()

    database.write(job)


def consent(database: Database, person: Person) -> Consent:
    """Return what a learner agreed to."""
    with database.session() as session:
        learner = session.get(Learner, person.id)
        if learner is None or learner.member_id is None:
            return Consent(None, guardian_wanted=False)
        club, member = membership(session), learner.member_id
        since = learner.coach_since if club.holds(member, learner.coach_since) else None
        return Consent(since, club.same.one(member) in unagreed(session), club.left(member))


def unagreed(session: Session) -> frozenset[int]:
    """Return the minors of whom no guardian agreed; a minor is who has a guardian."""
    same = merged(session)
    rows = session.execute(select(Member.id, Member.guardian, Member.coach_guardian)).all()
    minors = {same.one(number) for number, guardian, _agreed in rows if guardian}
    return frozenset(minors - {same.one(number) for number, _guardian, agreed in rows if agreed})


@dataclass(frozen=True, slots=True)
class Learners:
    """The learners by who may see them: of members who agreed, by member, and all others. Who left is nowhere."""

    shown: dict[int, tuple[int, ...]]
    others: tuple[tuple[int, ...], ...]
    """The learners of each person who did not agree."""
    devices: tuple[tuple[int, ...], ...]
    """Each device that is nobody's. Several may be one person's, so they are not counted among people."""


def learners(database: Database) -> Learners:
    """Return who may be seen now."""
    shown: dict[int, tuple[int, ...]] = {}
    others: dict[int, tuple[int, ...]] = {}
    devices: list[tuple[int, ...]] = []
    with database.session() as session:
        club, minors = membership(session), unagreed(session)
        query = select(Learner.id, Learner.member_id, Learner.coach_since)
        for learner, member, since in session.execute(query.order_by(Learner.made_at, Learner.id)):
            if member is None:
                devices.append((learner,))
            elif not club.left(member):
                person = club.same.one(member)
                seen = club.holds(member, since) and person not in minors
                group = shown if seen else others
                group[person] = (*group.get(person, ()), learner)
    return Learners(shown, tuple(others.values()), tuple(devices))


def trials_of(database: Database, which: Iterable[int]) -> tuple[Trial, ...]:
    """Return the trials of a person's devices together, in time."""
    found = [trial for one in which for trial in decoded.log_of(database, one).trials]
    return tuple(sorted(found, key=lambda trial: (trial.practice_day, trial.shown_at, trial.trial_id)))


def recent_of(database: Database, which: Iterable[int], today: dt.date) -> tuple[Trial, ...]:
    """Return the trials of the last thirty days of a person's devices: years of practice before are not read for it."""
    first = dt.datetime.combine(today - dt.timedelta(days=DAYS + 1), dt.time(), dt.UTC)
    return decoded.trials_since(database, which, first)


# Those who agreed.


@dataclass(frozen=True, slots=True)
class Summary:
    """A member at a glance: the last thirty days, the cards, how fast, matches beside drills, and what comes."""

    member: int
    days: int
    answers: int
    met: int
    sure: int
    time: Row
    match: Row
    drill: Row
    confusions: tuple[str, ...]
    forecast: Forecast | None


def summary(member: int, trials: Sequence[Trial], today: dt.date) -> Summary:
    """Return a member at a glance."""
    schedule, recent = schedule_of(trials), _recent(trials, today)
    recalls = (schedule.sure(item, today) for item in schedule.memories if item.skill is Skill.FACE)
    match, drill = match_beside_drill(trials)
    named = matrix(trials, today).named()[:MOST_NAMED]
    return Summary(
        member,
        len({one.practice_day for one in recent}),
        len(recent),
        len(schedule.met),
        sum(recall is not None and recall >= SURE for recall in recalls),
        row("time", _face_time(recent), "ms", FEWEST_TIMES),
        match,
        drill,
        tuple(f"{full(one.pair.one)}/{full(one.pair.other)}" for one in named),
        forecast(schedule, Skill.FACE, today),
    )


def _recent(trials: Iterable[Trial], today: dt.date) -> list[Trial]:
    return [one for one in trials if dt.timedelta(0) <= today - one.practice_day < dt.timedelta(days=DAYS)]


def _face_time(trials: Iterable[Trial]) -> Interval | None:
    own = (one for one in trials if one.exercise is Exercise.FUDANAGASHI and one.timed)
    return median([one.rt_ms for one in own if one.rt_ms is not None])


# All others.


@dataclass(frozen=True, slots=True)
class Others:
    """Those who did not agree, together: how many practised in thirty days, and what lies in their middle.

    They are people, or devices of nobody, and never both in one.
    """

    count: int
    told: bool
    """False where there are too few to tell anything."""
    rows: tuple[tuple[Exercise | None, Row], ...]
    """The middle one of their figures, each counting once; None for days of practice."""


def others(people: Iterable[Sequence[Trial]], today: dt.date) -> Others:
    """Return the aggregates of people, or of devices, of whom nothing else may be seen; a figure needs five of them."""
    active = [own for own in (_recent(trials, today) for trials in people) if own]
    rows: list[tuple[Exercise | None, Row]] = [
        (
            None,
            row(
                "days",
                median([len({one.practice_day for one in own}) for own in active]),
                "days",
                FEWEST_PEOPLE,
            ),
        )
    ]
    for exercise in Exercise:
        shares = [share for own in active if (share := _share(own, exercise)) is not None]
        rows.append((exercise, row(exercise, median(shares), "share", FEWEST_PEOPLE)))
    told = len(active) >= FEWEST_PEOPLE
    return Others(
        len(active) if told else 0,
        told,
        tuple(one for one in rows if told and one[1].value is not None),
    )


def _share(own: Sequence[Trial], exercise: Exercise) -> float | None:
    """Return a person's share of right answers of an exercise; None of too few."""
    judged = [
        one.correct
        for one in own
        if one.exercise is exercise and one.correct is not None and not one.interrupted
    ]
    return sum(judged) / len(judged) if len(judged) >= FEWEST_SHARE else None
