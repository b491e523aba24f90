"""What practices keep of people: that they were there, and their games, all by number. There is no name to take out."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.club.personal import Holder, Numbers, add_holder
from webapp.db.models import EventRow
from webapp.practice.events import KIND

_NAMED = {"came", "went", "wanted"}


def _rows(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    query = select(EventRow).where(EventRow.stream_kind == KIND).order_by(EventRow.at, EventRow.seq)
    return [
        {"practice": row.stream_id, "at": row.at.isoformat(), "what": row.kind, **row.payload}
        for row in session.scalars(query)
        if not numbers.isdisjoint(_people(row.kind, row.payload))
    ]


def _people(kind: str, payload: dict[str, Any]) -> set[int]:
    if kind in _NAMED:
        return {payload["person"]}
    if kind == "paired":
        seated = {one for both in payload["tables"] for one in both}
        return seated | {person for person, _ in payload["out"]}
    return set(payload.get("pair", ()))


def _holds(session: Session, numbers: Numbers) -> bool:
    return bool(_rows(session, numbers))


def _met(session: Session, ours: Numbers, theirs: Numbers) -> bool:
    """Return whether a result between the two stands; one that was taken back was a mistake."""
    query = (
        select(EventRow)
        .where(EventRow.stream_kind == KIND, EventRow.kind.in_(("played", "cleared")))
        .order_by(EventRow.stream_id, EventRow.seq)
    )
    last = {}
    for row in session.scalars(query):
        one, other = row.payload["pair"]
        if (one in ours and other in theirs) or (one in theirs and other in ours):
            last[row.stream_id, row.payload["round"]] = row.kind
    return "played" in last.values()


add_holder(Holder("practices", _rows, lambda _session, _numbers: None, _holds, _met))
