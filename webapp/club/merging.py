"""Two entries that turn out to be one person, and a merge that turns out to be wrong.

A merge changes no match and no fact: it says that one entry stands for the other. So it is undone by saying that it
does not, and everything is as it was.
"""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.club.members import found
from webapp.club.merged import Merged, merged
from webapp.club.personal import HOLDERS
from webapp.db.columns import now
from webapp.db.models import Match
from webapp.db.people_models import Member, MemberMerge
from webapp.db.writer import Transaction
from webapp.services import Services


class Wrong(StrEnum):
    """Why two entries are not merged."""

    SAME = "same"
    """They are one person already."""
    FORGOTTEN = "forgotten"
    """One of them was forgotten: nobody can say any more who it was."""
    MET = "met"
    """They played each other, so they are two people."""


class CannotMerge(ValueError):  # noqa: N818 - an answer, not a fault
    """The entries cannot be merged."""

    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong)
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class Preview:
    """What a merge would come to: the entry that goes, the one that stays, and how many matches each has."""

    gone: Member
    into: Member
    matches: tuple[int, int]
    wrong: Wrong | None = None


def preview(known: Services, gone: int, into: int) -> Preview:
    """Return what a merge would come to. Raises NoSuchMember."""
    with known.database.session() as session:
        same = merged(session)
        one, other = (found(session, same.one(number)) for number in (gone, into))
        counts = tuple(_matches(session, same.all(member.id)) for member in (one, other))
        return Preview(one, other, (counts[0], counts[1]), _wrong(session, one, other, same))


def merge(known: Services, gone: int, into: int, actor: str = "server") -> int:
    """Let one entry stand for another and return its number. Raises NoSuchMember or CannotMerge."""

    def job(transaction: Transaction) -> int:
        session = transaction.session
        same = merged(session)
        one, other = (found(session, same.one(number)) for number in (gone, into))
        wrong = _wrong(session, one, other, same)
        if wrong is not None:
            raise CannotMerge(wrong)
        session.add(MemberMerge(gone_id=one.id, into_id=other.id, at=now(), actor=actor))
        return other.id

    return known.database.write(job)


def unmerge(known: Services, gone: int) -> None:
    """Let an entry stand for itself again; nothing where it does."""

    def job(transaction: Transaction) -> None:
        query = select(MemberMerge).where(MemberMerge.gone_id == gone, MemberMerge.undone_at.is_(None))
        for row in transaction.session.scalars(query):
            row.undone_at = now()

    known.database.write(job)


def merged_into(known: Services, member: int) -> tuple[Member, ...]:
    """Return the entries that were merged into this one directly."""
    with known.database.session() as session:
        query = (
            select(Member)
            .join(MemberMerge, MemberMerge.gone_id == Member.id)
            .where(MemberMerge.into_id == member, MemberMerge.undone_at.is_(None))
            .order_by(MemberMerge.id)
        )
        return tuple(session.scalars(query))


def stands_for(known: Services, member: int) -> int:
    """Return the entry that stands for a person."""
    with known.database.session() as session:
        return merged(session).one(member)


def _wrong(session: Session, one: Member, other: Member, same: Merged) -> Wrong | None:
    if one.id == other.id:
        return Wrong.SAME
    if one.erased_at is not None or other.erased_at is not None:
        return Wrong.FORGOTTEN
    ours, theirs = same.all(one.id), same.all(other.id)
    met = select(Match.id).where(
        or_(
            Match.player_a_id.in_(ours) & Match.player_b_id.in_(theirs),
            Match.player_a_id.in_(theirs) & Match.player_b_id.in_(ours),
        )
    )
    known = session.scalar(met.limit(1)) is not None
    return Wrong.MET if known or any(one.met(session, ours, theirs) for one in HOLDERS) else None


def _matches(session: Session, numbers: frozenset[int]) -> int:
    query = select(Match.id).where(or_(Match.player_a_id.in_(numbers), Match.player_b_id.in_(numbers)))
    return len(session.scalars(query).all())
