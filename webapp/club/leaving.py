"""People who leave the club, come back, or become members; and the demo club, which makes room for a real one."""

import datetime as dt

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from webapp.club.demo import is_demo, note_removed
from webapp.club.members import found, note_fact
from webapp.club.personal import HOLDERS
from webapp.db.columns import now
from webapp.db.models import Match
from webapp.db.people_models import FactKind, Member, MemberMerge, PairRule, Standing
from webapp.db.writer import Transaction
from webapp.practice_day import practice_day
from webapp.services import Services


def leave(known: Services, member: int, day: dt.date | None = None, actor: str = "server") -> bool:
    """Take a member off the lists from a day on (today); return whether a page of theirs is left.

    Who did nothing here is deleted. Raises NoSuchMember.
    """

    def job(transaction: Transaction) -> bool:
        return _off(transaction.session, found(transaction.session, member), day, actor)

    return known.database.write(job)


def come_back(known: Services, member: int, day: dt.date | None = None, actor: str = "server") -> None:
    """Put somebody on the lists as a member from a day on (today): one who left, or a guest. Raises NoSuchMember."""

    def job(transaction: Transaction) -> None:
        row = found(transaction.session, member)
        note_fact(row, FactKind.STANDING, Standing.MEMBER, day or practice_day(now()), actor)

    known.database.write(job)


def has_demo(known: Services) -> bool:
    """Whether a member of the demo club is on the lists."""
    with known.database.session() as session:
        return any(map(is_demo, _listed(session)))


def remove_demo(known: Services) -> int:
    """Take the demo club off the lists, never to be entered again; return how many members it had."""

    def job(transaction: Transaction) -> int:
        session = transaction.session
        gone = [_off(session, member, None, "server") for member in _listed(session) if is_demo(member)]
        note_removed(session)
        return len(gone)

    return known.database.write(job)


def _listed(session: Session) -> list[Member]:
    return [member for member in session.scalars(select(Member)) if not member.archived]


def _off(session: Session, member: Member, day: dt.date | None, actor: str) -> bool:
    if not _is_kept(session, member.id):
        session.delete(member)
        return False
    note_fact(member, FactKind.STANDING, Standing.LEFT, day or practice_day(now()), actor)
    return True


def _is_kept(session: Session, member: int) -> bool:
    """Whether anything refers to a member."""
    asked = (
        select(Match.id).where(or_(Match.player_a_id == member, Match.player_b_id == member)),
        select(MemberMerge.id).where(or_(MemberMerge.gone_id == member, MemberMerge.into_id == member)),
        select(PairRule.id).where(or_(PairRule.one_id == member, PairRule.other_id == member)),
    )
    numbers = frozenset({member})
    return any(session.scalar(query.limit(1)) is not None for query in asked) or any(
        holder.holds(session, numbers) for holder in HOLDERS
    )
