"""What sheets of results keep about people: handed out with a person's data, and forgotten with it; results stay."""

from typing import Any

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from webapp.club.personal import Holder, Numbers
from webapp.db.exchange_models import ImportedMatch, ImportedSheet, ResultDraft


def rows(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    """Return the matches of a person that were taken in from sheets."""
    found = []
    for one in _matches(session, numbers):
        sheet = session.get_one(ImportedSheet, one.sheet_id)
        mine = 0 if one.member_a_id in numbers else 1
        names = (one.name_a, one.name_b)
        found.append(
            {
                "event": sheet.event,
                "day": sheet.day.isoformat(),
                "class": one.class_name,
                "round": one.round,
                "name": names[mine],
                "club": (one.club_a, one.club_b)[mine],
                "opponent": names[1 - mine],
                "result": "win" if one.winner == mine else "lose",
                "diff": one.margin,
                "status": one.how,
            }
        )
    return found


def forget(session: Session, numbers: Numbers) -> None:
    """Take a person's name out of every sheet; drafts go as a whole, they may name the person anywhere."""
    for one in _matches(session, numbers):
        if one.member_a_id in numbers:
            one.name_a = one.club_a = ""
        if one.member_b_id in numbers:
            one.name_b = one.club_b = ""
    session.execute(delete(ResultDraft))


def holds(session: Session, numbers: Numbers) -> bool:
    """Return whether a sheet refers to a person."""
    return bool(_matches(session, numbers))


def _matches(session: Session, numbers: Numbers) -> list[ImportedMatch]:
    of = or_(ImportedMatch.member_a_id.in_(numbers), ImportedMatch.member_b_id.in_(numbers))
    return list(session.scalars(select(ImportedMatch).where(of).order_by(ImportedMatch.id)))


HOLDER = Holder("sheets", rows, forget, holds)
