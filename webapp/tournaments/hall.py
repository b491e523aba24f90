"""The plan of the hall: which round of which class is played when, at which tables, who reads, by which reading."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlalchemy import select

from webapp.db.tournament_models import TournamentRound
from webapp.db.writer import Transaction
from webapp.services import Services
from webapp.tournaments.contests import Contest, class_in
from webapp.tournaments.fixtures import Fixture


@dataclass(frozen=True, slots=True)
class Slot:
    """A round of a class in the plan, as it is entered; `starts` is `09:30`, or empty."""

    starts: str = ""
    room: str = ""
    first_table: int = 1
    reader: str = ""
    reader_id: int | None = None
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A round of a class with its tables, from the first to the last."""

    found: Contest
    round: int
    slot: Slot
    fixtures: tuple[Fixture, ...]

    @property
    def tables(self) -> tuple[int, int]:
        """The first and the last table."""
        numbers = [self.found.tables[one.key] for one in self.fixtures]
        last = max(self.fixtures, key=lambda one: self.found.tables[one.key])
        return min(numbers), max(numbers) + (last.boards or 1) - 1

    @property
    def open(self) -> int:
        """How many of its matches are still to be decided."""
        return sum(one.undecided for one in self.fixtures)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read at one time in one room: one reader for all these tables."""

    starts: str
    room: str
    sittings: tuple[Sitting, ...]

    @property
    def reader(self) -> str:
        """Who reads; several where the plan says so."""
        return ", ".join(dict.fromkeys(one.slot.reader for one in self.sittings if one.slot.reader))

    @property
    def clash(self) -> bool:
        """Whether two of its rounds are at the same table."""
        spans = sorted(one.tables for one in self.sittings)
        return any(here[1] >= there[0] for here, there in pairwise(spans))


def sittings(found: Contest) -> tuple[Sitting, ...]:
    """Return the rounds of a class that are drawn, with their places in the plan."""
    rows: dict[int, list[Fixture]] = {}
    for one in found.fixtures:
        rows.setdefault(found.round_of(one), []).append(one)
    return tuple(
        Sitting(found, number, slot_of(found, number), tuple(rows[number])) for number in sorted(rows)
    )


def slot_of(found: Contest, number: int) -> Slot:
    """Return what the plan says of a round."""
    row = found.plan.get(number)
    if row is None:
        return Slot()
    reader = "" if row.reader_id in found.unseen else row.reader
    return Slot(row.starts, row.room, row.first_table, reader, row.reader_id, row.reading)


def running_order(classes: Iterable[Contest]) -> tuple[Reading, ...]:
    """Return the day in its order: rounds of one time and room are read together; those without a time come last."""
    groups: dict[tuple[bool, str, str], list[Sitting]] = {}
    for found in classes:
        for one in sittings(found):
            slot = one.slot
            alone = "" if slot.starts else f"{one.round:02} {found.number}"
            groups.setdefault((not slot.starts, slot.starts or alone, slot.room), []).append(one)
    return tuple(
        Reading("" if late else starts, room, tuple(groups[late, starts, room]))
        for late, starts, room in sorted(groups)
    )


def plan(known: Services, code: str, number: int, slots: Sequence[tuple[int, Slot]]) -> None:
    """Enter when and where rounds of a class are played. Raises NoSuchTournament."""

    def job(transaction: Transaction) -> None:
        session = transaction.session
        of = class_in(session, code, number)
        there = session.scalars(select(TournamentRound).where(TournamentRound.class_id == of.id))
        rows = {one.round: one for one in there}
        for round_number, slot in slots:
            row = rows.get(round_number) or TournamentRound(class_id=of.id, round=round_number)
            row.starts, row.room, row.first_table = slot.starts, slot.room, slot.first_table
            row.reader, row.reader_id, row.reading = slot.reader, slot.reader_id, slot.reading
            session.add(row)

    known.database.write(job)
