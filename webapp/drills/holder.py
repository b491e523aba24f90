"""What drills keep of members: the log of every device that they claimed. It is theirs alone, so it goes with them.

A device that only says that it is a member's, and was not confirmed, keeps its answers when the member is forgotten.

Whoever runs the club hands out a person's data, and sees no single answer and no layout for it: of each device there is
how much is kept and what was agreed to. The answers themselves are handed out on the device (`webapp.drills.own_data`).
"""

from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from webapp.club.personal import Holder, Numbers, add_holder
from webapp.db.drill_models import DrillClaim, DrillRow, Learner
from webapp.db.teiichi_models import Teiichi
from webapp.drills.log import erase_all


def _learners(session: Session, numbers: Numbers) -> list[Learner]:
    query = select(Learner).where(Learner.member_id.in_(numbers)).order_by(Learner.made_at, Learner.id)
    return list(session.scalars(query))


def _rows(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    return [_told(session, one) for one in _learners(session, numbers)]


def _told(session: Session, learner: Learner) -> dict[str, Any]:
    """Return what is told of a device: since when, how much, and what was agreed to on it."""
    answers = select(func.count()).where(DrillRow.learner_id == learner.id)
    layouts = select(func.count()).where(Teiichi.learner_id == learner.id)
    return {
        "learner": learner.id,
        "since": learner.made_at.isoformat(),
        "rows": session.scalar(answers),
        "home_layouts": session.scalar(layouts),
        "coach_since": None if learner.coach_since is None else learner.coach_since.isoformat(),
        "lends_ghost": learner.lends_ghost,
        "handed_out": "on the device: /drills/mine",
    }


def _forget(session: Session, numbers: Numbers) -> None:
    erase_all(session, [one.id for one in _learners(session, numbers)])
    session.execute(delete(DrillClaim).where(DrillClaim.member_id.in_(numbers)))


def _holds(session: Session, numbers: Numbers) -> bool:
    asked = select(DrillClaim.learner_id).where(DrillClaim.member_id.in_(numbers)).limit(1)
    return bool(_learners(session, numbers)) or session.scalar(asked) is not None


add_holder(Holder("drills", _rows, _forget, _holds))
