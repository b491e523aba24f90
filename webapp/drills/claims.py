"""Devices that say whose they are: asked on the device, and confirmed by the organiser with one tap.

Anybody can tap any name, so till it is confirmed a device is nobody's: its answers are its own and count for nobody
else. Whoever runs the club sees the person before them with the phone in hand, and compares the number that both pages
show. On the organiser's own device there is nobody to ask.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.club.merged import merged
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.drill_models import DrillClaim, DrillRow, Learner
from webapp.db.people_models import Member, Standing
from webapp.db.writer import Transaction
from webapp.drills.log import Person, belongs_to

DIGITS: Final = 3
"""Of the number that a device and the organiser's page show; enough to tell apart the phones before one desk."""
MOST: Final = 50
"""Claims that are shown, the latest."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A device and the member that it says it is, or is: since when, how many answers it has, and its number."""

    learner: int
    member: int
    at: dt.datetime
    device: str
    answers: int

    @property
    def number(self) -> str:
        """What tells the device from others that say the same."""
        return number_of(self.learner)


def number_of(learner: int) -> str:
    """Return what a device is told by at the desk: the last digits of its learner, which is drawn at random."""
    return f"{learner % 10**DIGITS:0{DIGITS}}"


def ask(database: Database, person: Person, member: int, device: str) -> None:
    """Note that a device says it is a member's; it is nobody's till that is confirmed, unless it is theirs already."""

    def job(transaction: Transaction) -> None:
        session = transaction.session
        learner = session.get(Learner, person.id)
        if learner is None:
            return
        same = merged(session)
        if learner.member_id is not None and same.one(learner.member_id) == same.one(member):
            return
        belongs_to(session, learner, None)
        session.add(DrillClaim(learner_id=learner.id, member_id=member, at=now(), device=device[:200]))

    database.write(job)


def answer(database: Database, learner: int, member: int, *, yes: bool) -> bool:
    """Confirm that a device is a member's, or say that it is not; return whether it is so then.

    `member` is who the organiser saw: a device that says another name by then is not confirmed by it. What was answered
    already stays so, however often it is answered in the same way.
    """

    def job(transaction: Transaction) -> bool:
        session = transaction.session
        asked, row = session.get(DrillClaim, learner), session.get(Learner, learner)
        if row is not None and asked is None:
            return (row.member_id == member) is yes
        if asked is None or row is None or asked.member_id != member:
            return False
        if yes and member not in _listed(session):
            return False
        belongs_to(session, row, member if yes else None)
        return True

    return database.write(job)


def take_back(database: Database, learner: int, member: int) -> bool:
    """Make a device nobody's that was confirmed as a member's; return whether it still was."""

    def job(transaction: Transaction) -> bool:
        row = transaction.session.get(Learner, learner)
        if row is None or row.member_id != member:
            return False
        belongs_to(transaction.session, row, None)
        return True

    return database.write(job)


def asked(database: Database, person: Person) -> int | None:
    """Return the member that a device says it is, while nobody confirmed it; else None."""
    with database.session() as session:
        row = session.get(DrillClaim, person.id)
        return None if row is None else row.member_id


def waiting(database: Database) -> tuple[Claim, ...]:
    """Return the claims that wait to be confirmed, the latest first; those of people off the lists are left out."""
    query = select(DrillClaim).order_by(DrillClaim.at.desc(), DrillClaim.learner_id)
    with database.session() as session:
        listed = _listed(session)
        rows = [row for row in session.scalars(query) if row.member_id in listed][:MOST]
        answers = _answers(session, [row.learner_id for row in rows])
        return tuple(
            Claim(row.learner_id, row.member_id, row.at, row.device, answers.get(row.learner_id, 0))
            for row in rows
        )


def confirmed(database: Database) -> tuple[Claim, ...]:
    """Return every device that is a member's, so that a wrong one can be taken back."""
    query = select(Learner).where(Learner.member_id.is_not(None)).order_by(Learner.made_at.desc(), Learner.id)
    with database.session() as session:
        rows = list(session.scalars(query))
        answers = _answers(session, [row.id for row in rows])
        return tuple(
            Claim(row.id, row.member_id, row.made_at, "", answers.get(row.id, 0))
            for row in rows
            if row.member_id is not None
        )


def _answers(session: Session, learners: Sequence[int]) -> dict[int, int]:
    query = select(DrillRow.learner_id, func.count()).where(DrillRow.learner_id.in_(learners))
    return dict(session.execute(query.group_by(DrillRow.learner_id)).all())


def _listed(session: Session) -> frozenset[int]:
    """Return the numbers of everybody on the lists, every entry of each."""
    same = merged(session)
    on = {
        one.id
        for one in session.scalars(select(Member).where(Member.erased_at.is_(None)))
        if one.standing is not Standing.LEFT
    }
    return frozenset(number for number in {*on, *same.into} if same.one(number) in on)
