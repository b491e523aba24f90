"""Guests: people who play here now and then, and names that somebody typed at a table and that belong to nobody yet."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import or_, select

from webapp.club.members import Person, enter, found
from webapp.club.names import folded, sort_key
from webapp.db.models import Match
from webapp.db.people_models import Standing
from webapp.db.writer import Transaction
from webapp.matches.tables import tables
from webapp.services import Services

NAMELESS = frozenset({"", "a", "b"})
"""What stands for somebody whose name nobody typed."""


@dataclass(frozen=True, slots=True)
class TypedGuest:
    """A name that was typed at tables, with the codes of its matches, the latest first."""

    name: str
    codes: tuple[str, ...]


def typed_guests(known: Services) -> tuple[TypedGuest, ...]:
    """Return the names that were typed at tables and belong to nobody, in the order of lists."""
    query = (
        select(Match)
        .where(or_(Match.player_a_id.is_(None), Match.player_b_id.is_(None)))
        .order_by(Match.opened_at.desc(), Match.id.desc())
    )
    names: dict[str, str] = {}
    codes: dict[str, list[str]] = {}
    with known.database.session() as session:
        for row in session.scalars(query):
            for name, member in ((row.name_a, row.player_a_id), (row.name_b, row.player_b_id)):
                key = folded(name)
                if member is None and key not in NAMELESS:
                    names.setdefault(key, name)
                    codes.setdefault(key, []).append(row.code)
    found_here = [TypedGuest(names[key], tuple(dict.fromkeys(codes[key]))) for key in names]
    return tuple(sorted(found_here, key=lambda one: sort_key("", one.name)))


def claim(
    known: Services,
    name: str,
    codes: Iterable[str],
    *,
    member: int | None = None,
    standing: Standing = Standing.GUEST,
    actor: str = "server",
) -> int:
    """Let a typed name at these matches be a person: a new one of this standing, or a `member`; return the number.

    A match where the person sits on the other side already is left alone. Raises NoSuchMember.
    """
    wanted = frozenset(codes)

    def job(transaction: Transaction) -> int:
        session = transaction.session
        person = (
            found(session, member) if member is not None else enter(session, Person(name), standing, actor)
        )
        for row in session.scalars(select(Match).where(Match.code.in_(wanted))):
            if person.id in (row.player_a_id, row.player_b_id):
                continue
            if row.player_a_id is None and folded(row.name_a) == folded(name):
                row.player_a_id = person.id
            elif row.player_b_id is None and folded(row.name_b) == folded(name):
                row.player_b_id = person.id
        return person.id

    number = known.database.write(job)
    tables(known.store).forget_names()
    return number
