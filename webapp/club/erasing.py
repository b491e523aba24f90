"""Forgetting a person: the name and everything personal goes, what was played stays under "a former member".

docs/decisions/0004-names-stand-in-no-event.md says why that is possible.
"""

from sqlalchemy import delete, or_, update

from webapp.club.guests import typed_guests
from webapp.club.members import found
from webapp.club.merged import merged
from webapp.club.names import folded
from webapp.club.personal import HOLDERS, Place
from webapp.db.columns import now
from webapp.db.models import Match
from webapp.db.people_models import Member, MemberDraft, MemberFact, PairRule, ShownTo
from webapp.db.writer import Transaction
from webapp.matches.tables import tables
from webapp.services import Services


def forget(known: Services, member: int) -> None:
    """Take out a person's name and data, of every entry that was merged with theirs. Raises NoSuchMember.

    Drafts of imports go as a whole: they may name the person in any line.
    """

    def job(transaction: Transaction) -> None:
        session = transaction.session
        found(session, member)
        numbers = merged(session).all(member)
        for holder in HOLDERS:
            holder.forget(session, numbers)
        session.execute(delete(MemberFact).where(MemberFact.member_id.in_(numbers)))
        session.execute(
            delete(PairRule).where(or_(PairRule.one_id.in_(numbers), PairRule.other_id.in_(numbers)))
        )
        session.execute(delete(MemberDraft))
        session.execute(update(Match).where(Match.player_a_id.in_(numbers)).values(name_a=""))
        session.execute(update(Match).where(Match.player_b_id.in_(numbers)).values(name_b=""))
        session.execute(
            update(Member)
            .where(Member.id.in_(numbers))
            .values(
                name="",
                kana="",
                club="",
                note="",
                guardian="",
                coach_guardian="",
                hand=None,
                can_read=False,
                shown_to=ShownTo.ALL,
                erased_at=now(),
            )
        )

    known.database.write(job)
    tables(known.store).forget_names()
    known.database.clear_log()


def typed_in_places(known: Services, member: int) -> tuple[Place, ...]:
    """Return where else the person's name was typed without their number. Raises NoSuchMember."""
    with known.database.session() as session:
        person = found(session, member)
        names = frozenset(folded(name) for name in (person.name, *person.former_names) if name)
        return tuple(place for holder in HOLDERS for place in holder.typed(session, names))


def typed_elsewhere(known: Services, member: int) -> tuple[str, ...]:
    """Return the codes of matches where the person's name was typed without their number, so that it would stay."""

    with known.database.session() as session:
        person = found(session, member)
        names = {folded(name) for name in (person.name, *person.former_names)}
    return tuple(code for one in typed_guests(known) if folded(one.name) in names for code in one.codes)
