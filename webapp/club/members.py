"""The club's members: who they are, what they were when, and how namesakes are told apart."""

import datetime as dt
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.absent import Absent
from webapp.club.merged import merged
from webapp.club.names import folded, matches, sort_key
from webapp.club.naming import Naming
from webapp.club.seen import asker, may_see
from webapp.db.columns import now
from webapp.db.people_models import FactKind, Member, MemberFact, Standing
from webapp.db.writer import Transaction
from webapp.practice_day import practice_day
from webapp.services import Services


class NoSuchMember(Absent):
    """Nobody has this number."""


@dataclass(frozen=True, slots=True)
class Person:
    """What is entered of a member. `dan` is 0 for none, `grade` the class played in, or empty.

    A class and a dan hold from the day beside them on; None where nobody knows since when.
    """

    name: str
    kana: str = ""
    club: str = ""
    grade: str = ""
    dan: int = 0
    grade_since: dt.date | None = None
    dan_since: dt.date | None = None
    hand: str = ""
    note: str = ""
    can_read: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A member in a list; `namesake` says that somebody else has the same name, `apart` what tells them apart."""

    member: Member
    namesake: bool
    apart: str = ""

    @property
    def label(self) -> str:
        """The name, with what tells the member from a namesake."""
        return f"{self.member.name} ({self.apart})" if self.apart else self.member.name


def everybody(
    known: Services, typed: str = "", standings: Iterable[Standing] = (Standing.MEMBER,)
) -> tuple[Listed, ...]:
    """Return the people of these standings by kana; only those whose names, kana or club contain what was typed.

    People who are not shown to whoever asks are left out, and so are entries that were merged into others.
    """
    wanted, asking = frozenset(standings), asker()
    with known.database.session() as session:
        people = present(session)
    naming = Naming.of(people)
    return tuple(
        Listed(one, naming.is_namesake(one), naming.apart(one))
        for one in people
        if one.standing in wanted
        and may_see(one.shown_to, asking)
        and (not typed or matches(typed, one.name, one.kana, one.club, *one.former_names))
    )


def present(session: Session) -> list[Member]:
    """Return everybody who is still known by a name, by kana; each person once, however often they were entered."""
    gone = merged(session).into
    people = [
        one for one in session.scalars(select(Member).where(Member.erased_at.is_(None))) if one.id not in gone
    ]
    return sorted(people, key=lambda one: (*sort_key(one.kana, one.name), one.id))


def by_number(known: Services) -> dict[int, Member]:
    """Return all members, also those off the lists, by their numbers."""
    with known.database.session() as session:
        return {member.id: member for member in session.scalars(select(Member))}


def one(known: Services, member: int) -> Member:
    """Return a member. Raises NoSuchMember."""
    with known.database.session() as session:
        return found(session, member)


def found(session: Session, member: int) -> Member:
    """Return a member in a session. Raises NoSuchMember."""
    row = session.get(Member, member)
    if row is None:
        raise NoSuchMember(member)
    return row


def namesakes(known: Services, person: Person, but: int | None = None) -> tuple[Member, ...]:
    """Return the people of the same name, which may be the same person entered twice."""
    wanted = folded(person.name)
    with known.database.session() as session:
        people = present(session)
    return tuple(member for member in people if member.id != but and folded(member.name) == wanted)


def add(
    known: Services,
    person: Person,
    standing: Standing = Standing.MEMBER,
    actor: str = "server",
    since: dt.date | None = None,
) -> int:
    """Enter a member, or a guest, since a day if that is known, and return their number."""

    def job(transaction: Transaction) -> int:
        return enter(transaction.session, person, standing, actor, since).id

    return known.database.write(job)


def enter(
    session: Session,
    person: Person,
    standing: Standing = Standing.MEMBER,
    actor: str = "server",
    since: dt.date | None = None,
) -> Member:
    """Add a person to a session that writes, and give them a number."""
    member = made(person, standing, actor, since)
    session.add(member)
    session.flush()
    return member


def made(person: Person, standing: Standing, actor: str, since: dt.date | None) -> Member:
    """Return a new person, who gets a number when a session sends them."""
    member = Member(created=now(), **_columns(person))
    if standing is not Standing.MEMBER or since is not None:
        note_fact(member, FactKind.STANDING, standing, since, actor)
    _note_ranks(member, person, actor)
    return member


def change(
    known: Services,
    member: int,
    person: Person,
    *,
    slip: bool = False,
    renamed: dt.date | None = None,
    actor: str = "server",
) -> None:
    """Change what is entered of a member; matches that were played keep the name of then. Raises NoSuchMember.

    The name before is kept, and finds the member, unless it was a slip of the pen; `renamed` is the day of the change.
    """

    def job(transaction: Transaction) -> None:
        change_in(found(transaction.session, member), person, slip=slip, renamed=renamed, actor=actor)

    known.database.write(job)


def change_in(
    member: Member, person: Person, *, slip: bool, renamed: dt.date | None = None, actor: str = "server"
) -> None:
    """Change a member of a session that writes, as `change` does."""
    before = member.name
    for column, value in _columns(person).items():
        setattr(member, column, value)
    if before and before != member.name and not slip:
        note_fact(member, FactKind.FORMER_NAME, before, renamed or practice_day(now()), actor)
    _note_ranks(member, person, actor)


def drop_fact(known: Services, member: int, fact: int) -> None:
    """Take out a fact that was entered by mistake. Raises NoSuchMember."""

    def job(transaction: Transaction) -> None:
        row = found(transaction.session, member)
        row.facts = [one for one in row.facts if one.id != fact]

    known.database.write(job)


def note_fact(member: Member, kind: FactKind, value: str, day: dt.date | None, actor: str) -> None:
    """Add a fact that holds from a day on, None for one that nobody can date."""
    member.facts.append(MemberFact(kind=kind, value=value, day=day, noted_at=now(), actor=actor))


def _note_ranks(member: Member, person: Person, actor: str) -> None:
    """Note a class and a dan that differ from what holds, or that say since when it holds."""
    for kind, value, since in (
        (FactKind.GRADE, person.grade, person.grade_since),
        (FactKind.DAN, str(person.dan or ""), person.dan_since),
    ):
        before = member.of_kind(kind)
        same = next((fact for fact in before if fact.value == (value or _NONE[kind])), None)
        held = member.value(kind, since)
        if (held or _NONE[kind]) == (value or _NONE[kind]):
            if same is not None and same.day is None and since is not None:
                same.day = since
            elif value and not before:
                note_fact(member, kind, value, since, actor)
            continue
        note_fact(
            member, kind, value or _NONE[kind], since or (practice_day(now()) if before else None), actor
        )


_NONE = {FactKind.GRADE: "", FactKind.DAN: "0"}


def _columns(person: Person) -> dict[str, Any]:
    """Return the columns of a person; text is kept as typed, in one of the two equal ways to encode it."""
    texts = {name: getattr(person, name) for name in ("name", "kana", "club", "note")}
    return {
        **{name: unicodedata.normalize("NFC", text) for name, text in texts.items()},
        "hand": person.hand or None,
        "can_read": person.can_read,
    }
