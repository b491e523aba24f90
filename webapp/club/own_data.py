"""All that the club keeps of one person, as a zip to hand out: one JSON file, and a table for each of its parts."""

import datetime as dt
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from engine.karuta.player import PLAYERS
from webapp import csv_file, results
from webapp.club.members import found
from webapp.club.merged import merged
from webapp.club.personal import HOLDERS, Numbers
from webapp.db.people_models import Member, MemberFact, MemberMerge, PairRule
from webapp.services import Services

Rows = Sequence[Mapping[str, Any]]
FORMAT: Final = "naniwazu-person/1"


def own_data(known: Services, member: int) -> dict[str, list[dict[str, Any]]]:
    """Return the parts of a person's data by name, each a table. Raises NoSuchMember."""
    with known.database.session() as session:
        found(session, member)
        same = merged(session)
        numbers = same.all(member)
        people = list(session.scalars(select(Member).where(Member.id.in_(numbers)).order_by(Member.id)))
        parts = {
            "person": [_person(one) for one in people],
            "facts": [_fact(one.id, fact) for one in people for fact in one.facts],
            "merges": _merges(session, numbers),
            "pair_rules": _rules(session, numbers),
        }
        parts |= {holder.name: holder.rows(session, numbers) for holder in HOLDERS}
    parts["matches"] = [_match(one, same.one(member)) for one in results.of_member(known, member)]
    return parts


def as_zip(parts: Mapping[str, Rows]) -> bytes:
    """Return the zip: `person.json` with everything, and `NAME.csv` for each part that holds anything."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("person.json", json.dumps({"format": FORMAT, **parts}, ensure_ascii=False, indent=1))
        for name, rows in parts.items():
            if rows:
                packed.writestr(f"{name}.csv", _csv(rows))
    return out.getvalue()


def _csv(rows: Rows) -> bytes:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    return csv_file.to_csv([columns, *([_text(row.get(column)) for column in columns] for row in rows)])


def _text(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _day(value: dt.date | dt.datetime | None) -> str | None:
    return value.isoformat() if value is not None else None


def _person(member: Member) -> dict[str, Any]:
    return {
        "number": member.id,
        "name": member.name,
        "kana": member.kana,
        "club": member.club,
        "note": member.note,
        "hand": member.hand,
        "can_read": member.can_read,
        "shown_to": member.shown_to,
        "guardian": member.guardian,
        "coach_guardian": member.coach_guardian,
        "entered": _day(member.created),
    }


def _fact(number: int, fact: MemberFact) -> dict[str, Any]:
    return {
        "number": number,
        "kind": fact.kind,
        "value": fact.value,
        "since": _day(fact.day),
        "noted": _day(fact.noted_at),
    }


def _merges(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    query = select(MemberMerge).where(or_(MemberMerge.gone_id.in_(numbers), MemberMerge.into_id.in_(numbers)))
    return [
        {"gone": one.gone_id, "into": one.into_id, "at": _day(one.at), "undone": _day(one.undone_at)}
        for one in session.scalars(query.order_by(MemberMerge.id))
    ]


def _rules(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    query = select(PairRule).where(or_(PairRule.one_id.in_(numbers), PairRule.other_id.in_(numbers)))
    return [
        {"one": one.one_id, "other": one.other_id, "apart": one.apart}
        for one in session.scalars(query.order_by(PairRule.id))
    ]


def _match(result: results.Result, member: int) -> dict[str, Any]:
    side = result.side_of(member) or PLAYERS[0]
    return {
        "match": result.code,
        "day": result.day.isoformat(),
        "as": result.names[side],
        "opponent": result.names[side.other],
        "won": result.winner is side,
        "margin": result.margin,
        "ending": result.ending,
        "fouls": result.fouls[side],
    }
