"""Drafts of imports: kept until they are entered or thrown away, so that going back loses nothing."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.absent import Absent
from webapp.club.importing.comparing import NEW, OUT, Compared, compare, completed, undecided
from webapp.club.importing.reading import Left, Line, PeopleFile, read_people
from webapp.club.members import change_in, found, made, note_fact, present
from webapp.club.merged import merged
from webapp.db.columns import now
from webapp.db.people_models import FactKind, Member, MemberDraft, MemberFact, Standing
from webapp.db.writer import Transaction
from webapp.practice_day import practice_day
from webapp.services import Services

TRIES: Final = 20
"""How often a draft is compared anew where others change the club at the same moment."""


class NoSuchDraft(Absent):
    """No draft has this number; it may have been entered already."""


class Undecided(Exception):  # noqa: N818 - an answer, not a fault
    """Lines that nobody has decided yet."""

    def __init__(self, lines: tuple[int, ...]) -> None:
        super().__init__(str(lines))
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Draft:
    """A file beside the people who are known."""

    number: int
    name: str
    made_at: dt.datetime
    lines: tuple[Compared, ...]
    left: tuple[Left, ...]
    unknown: tuple[str, ...]
    people: Mapping[int, Member]
    """Everybody who is known, by number."""

    @property
    def undecided(self) -> tuple[int, ...]:
        """The lines that have to be decided first."""
        return undecided(self.lines)

    def count(self, choice: str) -> int:
        """Return how many lines are `new` or left `out`; of `same`, how many are somebody who is known."""
        chosen = [one.choice for one in self.lines]
        if choice in (NEW, OUT):
            return chosen.count(choice)
        return sum(one not in (NEW, OUT, "") for one in chosen)


@dataclass(frozen=True, slots=True)
class Entered:
    """What an import came to."""

    new: int
    same: int
    out: int


def start(known: Services, name: str, data: bytes, actor: str = "server") -> int:
    """Keep a file as a draft and return its number. Raises SheetError or NoPeople for one that cannot be used."""
    read_people(data, practice_day(now()))

    def job(transaction: Transaction) -> int:
        row = MemberDraft(name=name[:200], data=data, decisions={}, made_at=now(), actor=actor)
        transaction.session.add(row)
        transaction.session.flush()
        return row.id

    return known.database.write(job)


def drafts(known: Services) -> tuple[MemberDraft, ...]:
    """Return the drafts that wait, the latest first."""
    with known.database.session() as session:
        return tuple(session.scalars(select(MemberDraft).order_by(MemberDraft.id.desc())))


def load(known: Services, number: int) -> Draft:
    """Return a draft as it stands beside the people of now. Raises NoSuchDraft."""
    with known.database.session() as session:
        row = _row(session, number)
        return _draft(session, row, _read(row))


def decide(known: Services, number: int, decisions: Mapping[int, str]) -> None:
    """Note what was decided of lines; the other decisions stay. Raises NoSuchDraft."""

    def job(transaction: Transaction) -> None:
        row = _row(transaction.session, number)
        row.decisions = {**row.decisions, **{str(line): choice for line, choice in decisions.items()}}

    known.database.write(job)


def throw_away(known: Services, number: int) -> None:
    """Forget a draft. Raises NoSuchDraft."""

    def job(transaction: Transaction) -> None:
        transaction.session.delete(_row(transaction.session, number))

    known.database.write(job)


def approve(known: Services, number: int, actor: str = "server") -> Entered:
    """Enter the people of a draft, all or nobody, and forget it. Raises NoSuchDraft, or Undecided."""
    for _ in range(TRIES):
        draft, against = _compared(known, number)
        if draft.undecided:
            raise Undecided(draft.undecided)
        try:
            return known.database.write(partial(_enter, draft=draft, against=against, actor=actor))
        except _Otherwise:
            continue  # somebody was entered or decided in between: look again
    raise TimeoutError(f"draft {number} is written to without a pause")


Against = tuple[object, ...]
"""Everything that a comparison hangs on beside the file."""


def _compared(known: Services, number: int) -> tuple[Draft, Against]:
    """Return a draft beside the people of now, and what it was compared with.

    That takes long: it is done before the write, so that whoever writes at a table need not wait for it.
    """
    with known.database.session() as session:
        row = _row(session, number)
        return _draft(session, row, _read(row)), _against(session, row)


def _against(session: Session, row: MemberDraft) -> Against:
    people = session.execute(
        select(Member.id, Member.name, Member.kana, Member.club).where(Member.erased_at.is_(None))
    )
    facts = session.execute(select(func.count(MemberFact.id), func.max(MemberFact.id)))
    return dict(row.decisions), merged(session).into, tuple(map(tuple, people)), tuple(map(tuple, facts))


class _Otherwise(Exception):  # noqa: N818 - a state, not a fault
    """What a draft was compared with has changed."""


def _enter(transaction: Transaction, draft: Draft, against: Against, actor: str) -> Entered:
    session = transaction.session
    row = _row(session, draft.number)
    if _against(session, row) != against:
        raise _Otherwise
    for one in draft.lines:
        if one.choice == NEW:
            session.add(made(one.line.person, one.line.standing, actor, one.line.since))
        elif one.choice != OUT:
            _complete(session, int(one.choice), one.line, actor)
    session.delete(row)
    return Entered(draft.count(NEW), draft.count("same"), draft.count(OUT))


def _complete(session: Session, number: int, line: Line, actor: str) -> None:
    member = found(session, number)
    change_in(member, completed(member, line), slip=True, actor=actor)
    if line.standing is not Standing.MEMBER and line.standing is not member.standing:
        note_fact(member, FactKind.STANDING, line.standing, line.since or practice_day(now()), actor)


def _row(session: Session, number: int) -> MemberDraft:
    row = session.get(MemberDraft, number)
    if row is None:
        raise NoSuchDraft(number)
    return row


def _read(row: MemberDraft) -> PeopleFile:
    return read_people(row.data, practice_day(now()))


def _draft(session: Session, row: MemberDraft, read: PeopleFile) -> Draft:
    people = present(session)
    decisions = {int(line): str(choice) for line, choice in row.decisions.items()}
    return Draft(
        row.id,
        row.name,
        row.made_at,
        compare(read.lines, people, decisions),
        read.left,
        read.unknown,
        {one.id: one for one in people},
    )
