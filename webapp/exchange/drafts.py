"""Drafts of sheets: kept until they are taken in or thrown away; and the sheets that were taken in."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.absent import Absent
from webapp.characters import shortened
from webapp.club.days import parse_day
from webapp.club.members import present
from webapp.club.names import folded
from webapp.db.columns import now
from webapp.db.exchange_models import ImportedMatch, ImportedSheet, ResultDraft
from webapp.db.people_models import Member
from webapp.db.tournament_models import Tournament
from webapp.db.writer import Transaction
from webapp.exchange.checks import Checked, SheetMatch, checked
from webapp.exchange.html_tables import TABLE, read_html
from webapp.exchange.people import GUEST, Key, Named, key_of, named
from webapp.exchange.said import SaidFile
from webapp.exchange.tables import read_tables
from webapp.practice_day import practice_day
from webapp.services import Services
from webapp.tournaments.sheet import decoded
from webapp.workbook import WORKBOOK, sheets

OUT = "out"
"""The decision to leave a match out."""


class NoSuchSheet(Absent):
    """No draft, or no sheet that was taken in, has this number."""


class Undecided(Exception):  # noqa: N818 - an answer, not a fault
    """Something still has to be decided; `day` says that it is the day."""

    def __init__(self, count: int, *, day: bool) -> None:
        super().__init__(str(count))
        self.count = count
        self.day = day


class CountedAlready(Exception):  # noqa: N818 - an answer, not a fault
    """The same event and day is there already, by these names, and whoever entered the draft was not told so."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


@dataclass(frozen=True, slots=True)
class Draft:
    """A sheet beside the people who are known, with what was decided."""

    number: int
    name: str
    event: str
    day: dt.date | None
    meet: str
    checked: Checked
    decisions: Mapping[str, str]
    named: Mapping[Key, Named]
    people: Mapping[int, Member]
    before: tuple[str, ...]
    """Sheets of the same event and day that were taken in already, and tournaments that were held here."""

    def choice(self, match: SheetMatch) -> str:
        """Return the claim that holds of a match, `out`, or nothing while nobody has decided."""
        decided = self.decisions.get(f"m{match.number}", "")
        known = {OUT, *map(str, range(len(match.claims)))}
        return decided if decided in known else match.proposed

    def who(self, match: SheetMatch, side: int) -> Named:
        """Return who sits on a side."""
        return self.named[key_of(match, side)]

    @property
    def open_matches(self) -> tuple[SheetMatch, ...]:
        """The matches that have to be decided."""
        return tuple(one for one in self.checked.matches if not self.choice(one))

    @property
    def open_people(self) -> tuple[Named, ...]:
        """The names that have to be decided."""
        return tuple(one for one in self.named.values() if not one.choice)

    @property
    def taken(self) -> int:
        """How many matches would be taken in."""
        return sum(self.choice(one) not in ("", OUT) for one in self.checked.matches)


def read(data: bytes) -> SaidFile:
    """Return what a file says, whatever its form. Raises SheetError for one without results."""
    if not data.startswith(WORKBOOK):
        text = decoded(data)
        if TABLE in text or text.lstrip()[:1] == "<":
            return read_html(text)
    return read_tables(sheets(data))


def start(known: Services, name: str, data: bytes, actor: str = "server") -> int:
    """Keep a file as a draft and return its number. Raises SheetError for one without results."""
    told = read(data)
    checked(told.said)

    def job(transaction: Transaction) -> int:
        row = ResultDraft(
            name=shortened(name, 200),
            event=shortened(told.event, 200),
            day=parse_day(told.day) if told.day else None,
            data=data,
            decisions={},
            made_at=now(),
            actor=actor,
        )
        transaction.session.add(row)
        transaction.session.flush()
        return row.id

    return known.database.write(job)


def waiting(known: Services) -> tuple[ResultDraft, ...]:
    """Return the drafts, the latest first."""
    with known.database.session() as session:
        return tuple(session.scalars(select(ResultDraft).order_by(ResultDraft.id.desc())))


def load(known: Services, number: int) -> Draft:
    """Return a draft as it stands beside the people of now. Raises NoSuchSheet."""
    with known.database.session() as session:
        row = _row(session, number)
        return _draft(session, row, _checked(row))


def decide(
    known: Services,
    number: int,
    decisions: Mapping[str, str],
    event: str,
    day: dt.date | None,
    *,
    meet: str | None = None,
) -> None:
    """Note what was decided; the other decisions stay, and so does what it counts as. Raises NoSuchSheet."""

    def job(transaction: Transaction) -> None:
        row = _row(transaction.session, number)
        row.decisions = {**row.decisions, **decisions}
        row.event, row.day = shortened(event, 200), day
        row.meet = meet or row.meet

    known.database.write(job)


def throw_away(known: Services, number: int) -> None:
    """Forget a draft. Raises NoSuchSheet."""

    def job(transaction: Transaction) -> None:
        transaction.session.delete(_row(transaction.session, number))

    known.database.write(job)


def approve(known: Services, number: int, actor: str = "server", *, told: int = 0) -> int:
    """Take in a draft's matches, all or none, and return how many.

    `told` says of how many results of the same event and day its page told. Raises NoSuchSheet, Undecided, or
    CountedAlready where there are more by now.
    """
    with known.database.session() as reading:
        # the file never changes and takes long to read: whoever writes at a table need not wait for it
        found = _checked(_row(reading, number))

    def job(transaction: Transaction) -> int:
        session = transaction.session
        row = _row(session, number)
        draft = _draft(session, row, found)
        still = len(draft.open_matches) + len(draft.open_people)
        no_day = draft.day is None or draft.day > practice_day(now())
        if still or no_day:
            raise Undecided(still, day=no_day)
        if len(draft.before) > told:
            raise CountedAlready(draft.before)
        sheet = ImportedSheet(
            name=row.name, event=row.event, day=draft.day, meet=row.meet, taken_in_at=now(), actor=actor
        )
        session.add(sheet)
        session.flush()
        rows = [_taken(draft, one, sheet.id) for one in draft.checked.matches if draft.choice(one) != OUT]
        session.add_all(rows)
        session.delete(row)
        return len(rows)

    return known.database.write(job)


def _taken(draft: Draft, match: SheetMatch, sheet: int) -> ImportedMatch:
    claim = match.claims[int(draft.choice(match))]
    people = [draft.who(match, side).choice for side in (0, 1)]
    a, b = (None if one == GUEST else int(one) for one in people)
    return ImportedMatch(
        sheet_id=sheet,
        line=match.at[0].line,
        class_name=shortened(match.class_name, 40),
        round=match.round,
        label=shortened(match.label, 40),
        name_a=shortened(match.sides[0].name, 200),
        name_b=shortened(match.sides[1].name, 200),
        club_a=shortened(match.sides[0].club, 200),
        club_b=shortened(match.sides[1].club, 200),
        member_a_id=a,
        member_b_id=b,
        winner=claim.winner,
        margin=claim.margin,
        how=claim.how,
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """A sheet that was taken in, with the number of its matches."""

    sheet: ImportedSheet
    matches: int


def taken_in(known: Services) -> tuple[Taken, ...]:
    """Return the sheets that were taken in and not out again, the latest day first."""
    with known.database.session() as session:
        count = select(func.count(ImportedMatch.id)).where(ImportedMatch.sheet_id == ImportedSheet.id)
        query = select(ImportedSheet, count.scalar_subquery()).where(ImportedSheet.taken_out_at.is_(None))
        rows = session.execute(query.order_by(ImportedSheet.day.desc(), ImportedSheet.id.desc()))
        return tuple(Taken(sheet, matches) for sheet, matches in rows.all())


def take_out(known: Services, number: int) -> None:
    """Take a sheet out again: its matches count no more. Raises NoSuchSheet."""

    def job(transaction: Transaction) -> None:
        row = transaction.session.get(ImportedSheet, number)
        if row is None or row.taken_out_at is not None:
            raise NoSuchSheet(number)
        row.taken_out_at = now()

    known.database.write(job)


def _row(session: Session, number: int) -> ResultDraft:
    row = session.get(ResultDraft, number)
    if row is None:
        raise NoSuchSheet(number)
    return row


def _checked(row: ResultDraft) -> Checked:
    return checked(read(row.data).said)


def _draft(session: Session, row: ResultDraft, found: Checked) -> Draft:
    people = present(session)
    decisions = {str(key): str(choice) for key, choice in row.decisions.items()}
    same_day = session.scalars(
        select(ImportedSheet).where(ImportedSheet.day == row.day, ImportedSheet.taken_out_at.is_(None))
    )
    held_here = session.scalars(select(Tournament).where(Tournament.day == row.day))
    before = [one.name for one in same_day if folded(one.event) == folded(row.event)]
    before += [one.name for one in held_here if folded(one.name) == folded(row.event)]
    return Draft(
        row.id,
        row.name,
        row.event,
        row.day,
        row.meet,
        found,
        decisions,
        named(found.matches, people, decisions),
        {one.id: one for one in people},
        tuple(before),
    )
