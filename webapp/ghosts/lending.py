"""Who lends how they play: a setting of their own, which they can take back at any time.

A ghost stands under a member's name, so whoever may not see the person does not meet it either; and as the coach's
view, it needs a guardian's word for a minor.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.training.ghost import Ghost, Source, ghost_of
from webapp.club import members
from webapp.club.merged import merged
from webapp.db.drill_models import Learner
from webapp.db.people_models import Standing
from webapp.db.writer import Transaction
from webapp.drills import coach, log
from webapp.drills.log import Person
from webapp.services import Services


@dataclass(frozen=True, slots=True)
class Lent:
    """A club-mate's ghost, and the learner whose trials it is made from."""

    learner: int
    ghost: Ghost


def lends(known: Services, person: Person) -> bool:
    """Whether a learner said that they lend how they play."""
    with known.database.session() as session:
        row = session.get(Learner, person.id)
        return row is not None and row.member_id is not None and row.lends_ghost


def lend(known: Services, person: Person, *, on: bool) -> None:
    """Let others play against how this learner plays, or no longer."""

    def job(transaction: Transaction) -> None:
        row = transaction.session.get(Learner, person.id)
        if row is not None:
            row.lends_ghost = on

    known.database.write(job)


def lent(known: Services, person: Person | None) -> tuple[Lent, ...]:
    """Return the ghosts of those club-mates who lend one and are shown to whoever asks, by name."""
    names, own = _names(known), None if person is None else person.id
    with known.database.session() as session:
        people = _lenders(session)
    found = []
    for one, member in people:
        if one.id != own and member in names:
            ghost = ghost_of(names[member], log.trials(known.database, one), Source.CLUB_MATE)
            if ghost is not None:
                found.append(Lent(one.id, ghost))
    return tuple(sorted(found, key=lambda one: one.ghost.name))


def still_lent(known: Services, learner: int) -> bool:
    """Whether whoever asks may still play against the ghost of a learner."""
    names = _names(known)
    with known.database.session() as session:
        return any(one.id == learner and member in names for one, member in _lenders(session))


def _names(known: Services) -> Mapping[int, str]:
    """Return the names of those who are on the lists and are shown to whoever asks."""
    listed = members.everybody(known, standings=(Standing.MEMBER, Standing.GUEST))
    return {one.member.id: one.label for one in listed}


def _lenders(session: Session) -> list[tuple[Person, int]]:
    """Return the learners who lend and may, each with the member that they are now."""
    same, unagreed = merged(session), coach.unagreed(session)
    rows = session.execute(
        select(Learner.id, Learner.member_id).where(Learner.lends_ghost, Learner.member_id.is_not(None))
    ).all()
    people = [(Person(number, member), same.one(member)) for number, member in rows if member is not None]
    return [(one, member) for one, member in people if member not in unagreed]
