"""Who may see whom: a person may be shown to all, to those with a code, or to helpers only.

For a minor the guardian decides. To everybody else such a person is a seat without a name.
"""

from collections.abc import Mapping

from flask import has_request_context
from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.access.roles import Role
from webapp.access.visitor import Visitor
from webapp.club.merged import merged
from webapp.db.people_models import Member, ShownTo
from webapp.security import visitor


def may_see(shown_to: str, asking: Visitor | None) -> bool:
    """Whether a visitor may see the name and the figures of a person; None is the program itself."""
    if asking is None or shown_to == ShownTo.ALL or asking.may(Role.HELPER):
        return True
    return shown_to == ShownTo.CLUB and asking.may(Role.SPECTATOR) and not asking.is_public


def asker() -> Visitor | None:
    """Return who makes the request at work, None where there is none."""
    return visitor() if has_request_context() else None


def restricted(session: Session) -> Mapping[int, str]:
    """Return the people who are not shown to all, by every number that they ever had."""
    rows = session.execute(select(Member.id, Member.shown_to).where(Member.shown_to != ShownTo.ALL)).all()
    if not rows:
        return {}
    found = dict(rows)
    same = merged(session)
    return found | {gone: found[same.one(gone)] for gone in same.into if same.one(gone) in found}


def hidden(session: Session, asking: Visitor | None) -> frozenset[int]:
    """Return the numbers of the people whom a visitor may not see."""
    if asking is None or asking.may(Role.HELPER):
        return frozenset()
    return frozenset(
        member for member, shown_to in restricted(session).items() if not may_see(shown_to, asking)
    )
