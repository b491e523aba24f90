"""The log of a learner: rows are only added, and all of them go when the learner says so."""

import datetime as dt
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from engine.training.codec import to_json
from engine.training.trial import Row, Trial
from webapp.access.sessions import hashed
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.drill_models import DrillClaim, DrillRow, Learner
from webapp.db.numbers import unused
from webapp.db.teiichi_models import Teiichi
from webapp.db.writer import Transaction
from webapp.drills import decoded, settings


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever practises on a device; `member` is who they are in the club, where they said so."""

    id: int
    member: int | None

    @property
    def user(self) -> str:
        """How trials name the learner."""
        return str(self.id)


class LearnerGone(LookupError):  # noqa: N818 - an answer, not a fault of the program
    """The learner was erased while something of theirs was on its way."""


def begin(database: Database, token: str | None = None) -> tuple[str, Person]:
    """Enter a new learner; return the token for the device's cookie, which only the device has.

    With a `token` whoever has it already is found: so what is sent twice enters one learner.
    """
    token = token or secrets.token_urlsafe(32)

    def job(transaction: Transaction) -> Person:
        there = transaction.session.scalar(select(Learner).where(Learner.token_hash == hashed(token)))
        if there is not None:
            return Person(there.id, there.member_id)
        number = unused(transaction.session, Learner)
        transaction.session.add(Learner(id=number, token_hash=hashed(token), made_at=now()))
        return Person(number, None)

    return token, database.write(job)


def find(database: Database, token: str) -> Person | None:
    """Return whose token it is; None for one that nobody has, or has no more."""
    with database.session() as session:
        row = session.scalar(select(Learner).where(Learner.token_hash == hashed(token)))
        return None if row is None else Person(row.id, row.member_id)


def claim(database: Database, person: Person, member: int | None) -> None:
    """Say which member the learner is, or that it is none; what was asked before is answered by it.

    Whoever agreed to the coach's view, lent a ghost or put a layout on the board was somebody else.
    """

    def job(transaction: Transaction) -> None:
        learner = transaction.session.get(Learner, person.id)
        if learner is not None:
            belongs_to(transaction.session, learner, member)

    database.write(job)


def belongs_to(session: Session, learner: Learner, member: int | None) -> None:
    """Give a learner to a member, or to nobody, in a session that writes."""
    if learner.member_id != member:
        learner.coach_since = None
        learner.lends_ghost = False
        session.execute(update(Teiichi).where(Teiichi.learner_id == learner.id).values(on_board=False))
    learner.member_id = member
    session.execute(delete(DrillClaim).where(DrillClaim.learner_id == learner.id))


def add(database: Database, person: Person, rows: Sequence[Row]) -> int:
    """Add rows at the end of the log, those left out that are in it; return how many are in it then.

    Raises LearnerGone.
    """

    def job(transaction: Transaction) -> int:
        session, at = transaction.session, now()
        if session.get(Learner, person.id) is None:
            raise LearnerGone(person.user)
        there = select(DrillRow.row_id).where(DrillRow.learner_id == person.id)
        known = set(session.scalars(there.where(DrillRow.row_id.in_([row_id(row) for row in rows]))))
        head = session.scalar(select(func.max(DrillRow.seq)).where(DrillRow.learner_id == person.id)) or 0
        for row in rows:
            if row_id(row) not in known:
                head += 1
                known.add(row_id(row))
                session.add(_stored(person, head, row, at))
        return head

    return database.write(job)


def row_id(row: Row) -> str:
    """Return what a row is known by: the id of a trial, or what is corrected of which trial."""
    return row.trial_id if isinstance(row, Trial) else f"{type(row).__name__}:{row.trial_id}"[:64]


def _stored(person: Person, seq: int, row: Row, at: dt.datetime) -> DrillRow:
    return DrillRow(learner_id=person.id, seq=seq, row_id=row_id(row), row=to_json(row), at=at)


def rows(database: Database, person: Person) -> tuple[Row, ...]:
    """Return the log in order: the row numbered 1 first."""
    return decoded.log_of(database, person.id).rows


def trials(database: Database, person: Person) -> tuple[Trial, ...]:
    """Return the trials as they stand after all corrections."""
    return decoded.log_of(database, person.id).trials


def head(database: Database, person: Person) -> int:
    """Return the number of the last row, 0 for an empty log."""
    query = select(func.max(DrillRow.seq)).where(DrillRow.learner_id == person.id)
    with database.session() as session:
        return session.scalar(query) or 0


def erase(database: Database, person: Person) -> None:
    """Take out a learner with all their rows."""
    database.write(lambda transaction: erase_all(transaction.session, (person.id,)))


def erase_all(session: Session, learners: Iterable[int]) -> None:
    """Take out learners with their rows, settings and home layouts, in a session that writes."""
    gone = list(learners)
    decoded.forget(gone)
    settings.erase(session, gone)
    session.execute(delete(Teiichi).where(Teiichi.learner_id.in_(gone)))
    session.execute(delete(DrillRow).where(DrillRow.learner_id.in_(gone)))
    session.execute(delete(DrillClaim).where(DrillClaim.learner_id.in_(gone)))
    session.execute(delete(Learner).where(Learner.id.in_(gone)))
