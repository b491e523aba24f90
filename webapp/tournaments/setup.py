"""Setting up a tournament and its classes."""

import datetime as dt
import secrets
from dataclasses import dataclass, field

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from engine.tournament.parts import parts
from poems.chance import Seed
from webapp.characters import shortened
from webapp.db.columns import now
from webapp.db.store import Command, Stream, new_client_id
from webapp.db.tournament_models import Tournament, TournamentClass, TournamentEntrant, TournamentRound
from webapp.db.writer import Transaction
from webapp.matches.opening import CODE_LENGTH, SIGNS
from webapp.services import Services
from webapp.tournaments import log
from webapp.tournaments.contests import UNDISTURBED, class_in, contest, entries_of, found_in
from webapp.tournaments.log import Purpose, SeedCommitted, SeedShown
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.rules import ClassRules
from webapp.tournaments.sealing import secret_of


@dataclass(frozen=True, slots=True)
class Details:
    """What a tournament is; `meet` is what its results count as."""

    name: str
    day: dt.date
    place: str = ""
    meet: str = "class"
    closes_at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class ClassDetails:
    """What a class is."""

    name: str
    grade: str = ""
    rules: ClassRules = field(default_factory=ClassRules)
    capacity: int | None = None
    lottery: bool = False
    fee: int = 0


def create(known: Services, details: Details) -> str:
    """Enter a tournament and return its code."""

    def job(transaction: Transaction) -> str:
        session = transaction.session
        code = ""
        while not code or session.scalar(select(Tournament.id).where(Tournament.code == code)) is not None:
            code = "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))
        session.add(Tournament(code=code, created=now(), **_columns(details)))
        return code

    return known.database.write(job)


def change(known: Services, code: str, details: Details) -> None:
    """Change what a tournament is. Raises NoSuchTournament."""

    def job(transaction: Transaction) -> None:
        found = found_in(transaction.session, code)
        for column, value in _columns(details).items():
            setattr(found, column, value)

    known.database.write(job)


def _columns(details: Details) -> dict[str, object]:
    return {
        "name": details.name,
        "day": details.day,
        "place": details.place,
        "meet": details.meet,
        "closes_at": details.closes_at,
    }


def add_class(known: Services, code: str, details: ClassDetails) -> int:
    """Add a class and return its number. Raises NoSuchTournament."""

    def job(transaction: Transaction) -> int:
        session = transaction.session
        of = found_in(session, code)
        last = session.scalar(
            select(func.max(TournamentClass.number)).where(TournamentClass.tournament_id == of.id)
        )
        number = (last or 0) + 1
        session.add(TournamentClass(tournament_id=of.id, number=number, **_class_columns(details)))
        return number

    return known.database.write(job)


def change_class(known: Services, code: str, number: int, details: ClassDetails) -> None:
    """Change what a class is. Once it is drawn, how it is played stands. Raises NoSuchTournament, Objection."""

    def job(transaction: Transaction) -> None:
        found = class_in(transaction.session, code, number)
        if is_drawn(known, code, number) and ClassRules.model_validate_json(found.rules) != details.rules:
            raise Objection(Because.DRAWN)
        for column, value in _class_columns(details).items():
            setattr(found, column, value)

    with UNDISTURBED:
        known.database.write(job)


def is_drawn(known: Services, code: str, number: int) -> bool:
    """Return whether a class is drawn."""
    return log.classes(known.store).load(log.stream_of(code, number)).drawn


def remove_class(known: Services, code: str, number: int) -> None:
    """Remove a class that nobody entered. Raises NoSuchTournament, Objection."""

    def job(transaction: Transaction) -> None:
        session = transaction.session
        found = class_in(session, code, number)
        if session.scalar(
            select(TournamentEntrant.id).where(TournamentEntrant.class_id == found.id).limit(1)
        ):
            raise Objection(Because.CLASS_HAS_ENTRIES)
        session.execute(delete(TournamentRound).where(TournamentRound.class_id == found.id))
        session.delete(found)

    known.database.write(job)


def _class_columns(details: ClassDetails) -> dict[str, object]:
    return {
        "name": details.name,
        "grade": details.grade,
        "rules": details.rules.model_dump_json(),
        "capacity": details.capacity,
        "lottery": details.lottery,
        "fee": details.fee,
    }


def split(known: Services, code: str, number: int, count: int, *, actor: str) -> tuple[int, ...]:
    """Split a class that is too large into parts, each with a draw and a winner of its own; return their numbers.

    Clubs and seeds are spread evenly (docs/rules/tournaments.md §1). Everybody gets a new number; who is withdrawn
    stays with the first part. What it comes from was committed to, and is shown with each part. Raises
    NoSuchTournament, Objection where it is drawn, for fewer than two a part, and where no seed was committed to.
    """
    before = contest(known, code, number)
    if before.state.drawn:
        raise Objection(Because.DRAWN)
    seed = secret_of(known, before, Purpose.PARTS)

    def job(transaction: Transaction) -> tuple[int, ...]:
        session = transaction.session
        whole = class_in(session, code, number)
        if is_drawn(known, code, number):
            raise Objection(Because.DRAWN)
        there = entries_of(session, whole.id)
        field = [one.entrant() for one in there if not one.withdrawn]
        if len(field) < 2 * count:
            raise Objection(Because.TOO_FEW)
        rows = {
            str(row.number): row
            for row in session.scalars(
                select(TournamentEntrant).where(TournamentEntrant.class_id == whole.id)
            )
        }
        dealt = [sorted(part, key=int) for part in parts(field, count, seed)]
        dealt[0] += [one.id for one in there if one.withdrawn]
        made = [_part(session, whole, index) for index in range(1, count + 1)]
        for part, members in zip(made, dealt, strict=True):
            for place, one in enumerate(members, 1):
                rows[one].class_id, rows[one].number, rows[one].lot = part.id, place, None
            _tell_seed(known, transaction, log.stream_of(code, part.number), seed, actor)
        session.flush()
        session.execute(delete(TournamentRound).where(TournamentRound.class_id == whole.id))
        session.delete(whole)
        return tuple(part.number for part in made)

    with UNDISTURBED:
        return known.database.write(job)


def _tell_seed(known: Services, transaction: Transaction, stream: Stream, seed: Seed, actor: str) -> None:
    told = (
        log.encode(SeedCommitted(seed.commitment(), Purpose.PARTS)),
        log.encode(SeedShown(seed.hex, Purpose.PARTS)),
    )
    known.store.put(transaction, Command(stream, told, None, new_client_id(), actor))


def _part(session: Session, whole: TournamentClass, index: int) -> TournamentClass:
    last = session.scalar(
        select(func.max(TournamentClass.number)).where(TournamentClass.tournament_id == whole.tournament_id)
    )
    part = TournamentClass(
        tournament_id=whole.tournament_id,
        number=(last or 0) + 1,
        name=f"{shortened(whole.name, 36)}{index}",
        grade=whole.grade,
        rules=whole.rules,
        fee=whole.fee,
    )
    session.add(part)
    session.flush()
    return part
