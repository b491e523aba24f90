"""Entries: by hand, from the club's members, from a file; withdrawn, paid, here; and the lottery."""

import datetime as dt
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.tournament.admission import by_lot, fewest_first
from poems.chance import Seed
from webapp.club.names import folded
from webapp.db.columns import now
from webapp.db.models import Member
from webapp.db.store import Command, Conflict, new_client_id
from webapp.db.tournament_models import TournamentClass, TournamentEntrant
from webapp.db.writer import Transaction
from webapp.services import Services
from webapp.tournaments import log
from webapp.tournaments.contests import (
    UNDISTURBED,
    Contest,
    NoSuchTournament,
    class_in,
    contest,
    entries_of,
    found_in,
)
from webapp.tournaments.log import Purpose, SeedShown
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.people import Entry, admitted
from webapp.tournaments.played_this_year import played_this_year
from webapp.tournaments.sealing import secret_of
from webapp.tournaments.squads import Mate, Squad, set_squad


@dataclass(frozen=True, slots=True)
class Typed:
    """An entry as it is given; `squad` are the names of a team's players, `mates` those who are members."""

    name: str
    kana: str = ""
    club: str = ""
    dan: int | None = None
    seed_group: int | None = None
    family: str = ""
    member: int | None = None
    played: int | None = None
    """How often they played this class in the fiscal year, as they say."""
    squad: tuple[str, ...] = ()
    mates: tuple[int, ...] = ()
    changed: Mapping[int, Mate] = field(default_factory=dict)
    """Changes of players who are in the squad already, by their numbers in it."""
    first: bool = False
    """Whether nobody of that name was entered when this was looked at: a page sent twice enters nobody twice."""

    @property
    def players(self) -> Squad:
        """What is given of a team's players."""
        return Squad(self.squad, self.mates, self.changed)


class RefusedIn(Exception):  # noqa: N818 - an answer of the desk, not a fault of the program
    """Entries into several classes are refused because of one of them; nobody is entered."""

    def __init__(self, number: int, objection: Objection) -> None:
        super().__init__(str(objection))
        self.number, self.objection = number, objection


def add(
    known: Services, code: str, number: int, given: Sequence[Typed], *, late: bool = False
) -> tuple[int, ...]:
    """Enter people in this order and return their numbers.

    Raises NoSuchTournament, or Objection after the deadline (unless they are taken `late`), where the class is
    finished, and where a member is entered already.
    """
    try:
        return add_to_classes(known, code, {number: given}, late=late)[number]
    except RefusedIn as error:
        raise error.objection from None


def add_to_classes(
    known: Services, code: str, given: Mapping[int, Sequence[Typed]], *, late: bool = False
) -> Mapping[int, tuple[int, ...]]:
    """Enter people into classes, by the classes' numbers, all or nobody, and return their numbers there.

    Raises NoSuchTournament, or RefusedIn with the class that `add` would refuse.
    """
    at = now()

    def job(transaction: Transaction) -> Mapping[int, tuple[int, ...]]:
        found = {}
        for number, people in given.items():
            try:
                found[number] = _add(known, transaction.session, (code, number), people, at, late=late)
            except Objection as objection:
                raise RefusedIn(number, objection) from None
        return found

    return known.database.write(job)


def _add(
    known: Services,
    session: Session,
    where: tuple[str, int],
    given: Sequence[Typed],
    at: dt.datetime,
    *,
    late: bool,
) -> tuple[int, ...]:
    of = class_in(session, *where)
    closes = found_in(session, where[0]).closes_at
    if closes is not None and closes < at and not late:
        raise Objection(Because.CLOSED)
    if log.classes(known.store).load(log.stream_of(*where)).over:
        raise Objection(Because.OVER)
    _check_members(session, of, given)
    last = session.scalar(
        select(func.max(TournamentEntrant.number)).where(TournamentEntrant.class_id == of.id)
    )
    numbers = range((last or 0) + 1, (last or 0) + 1 + len(given))
    for one, typed in zip(numbers, given, strict=True):
        row = TournamentEntrant(class_id=of.id, number=one, entered_at=at, **_columns(typed))
        session.add(row)
        if typed.players:
            session.flush()
            set_squad(session, row, typed.players)
    session.flush()
    return tuple(numbers)


def _check_members(session: Session, of: TournamentClass, given: Iterable[Typed]) -> None:
    query = select(TournamentEntrant.member_id).where(
        TournamentEntrant.class_id == of.id, TournamentEntrant.withdrawn_at.is_(None)
    )
    entered = set(session.scalars(query))
    here = _named(session, of) if any(typed.first for typed in given) else frozenset()
    for typed in given:
        if typed.first and _key(typed.name, typed.kana, typed.club) in here:
            raise Objection(Because.MEMBER_TWICE, name=typed.name)
        if typed.member is not None and typed.member in entered:
            raise Objection(Because.MEMBER_TWICE, name=typed.name)
        entered.add(typed.member)


def _named(session: Session, of: TournamentClass) -> frozenset[tuple[str, str, str]]:
    """Return who is entered in a class now, as they were typed."""
    query = select(TournamentEntrant.name, TournamentEntrant.kana, TournamentEntrant.club).where(
        TournamentEntrant.class_id == of.id, TournamentEntrant.withdrawn_at.is_(None)
    )
    return frozenset(_key(*row) for row in session.execute(query))


def _key(name: str, kana: str, club: str) -> tuple[str, str, str]:
    """Return what tells two entries apart, as `_columns` writes it."""
    one, two, three = (unicodedata.normalize("NFC", text) for text in (name, kana, club))
    return one, two, three


def _columns(typed: Typed) -> dict[str, object]:
    return {
        "name": unicodedata.normalize("NFC", typed.name),
        "kana": unicodedata.normalize("NFC", typed.kana),
        "club": unicodedata.normalize("NFC", typed.club),
        "dan": typed.dan,
        "seed_group": typed.seed_group,
        "family": unicodedata.normalize("NFC", typed.family),
        "member_id": typed.member,
        "played": typed.played,
    }


def change(known: Services, code: str, number: int, entrant: int, typed: Typed) -> None:
    """Change what is entered of somebody; players are added to a squad, never taken out.

    Raises NoSuchTournament, or Objection where somebody else in the class is that member.
    """

    def columns(session: Session, row: TournamentEntrant) -> None:
        of = session.get_one(TournamentClass, row.class_id)
        if typed.member is not None and typed.member != row.member_id:
            _check_members(session, of, [typed])
        for column, value in _columns(typed).items():
            setattr(row, column, value)
        set_squad(session, row, typed.players)

    _at(known, code, number, entrant, columns)


def withdraw(known: Services, code: str, number: int, entrant: int, *, back: bool = False) -> None:
    """Take an entry back, or let it hold after all; whoever waits moves up.

    Raises NoSuchTournament; Objection for somebody who is drawn: who leaves then is noted at the desk.
    """
    at = now()

    def moved(_: Session, row: TournamentEntrant) -> None:
        row.withdrawn_at = None if back else at

    with UNDISTURBED:
        if str(entrant) in contest(known, code, number).drawn_ids and not back:
            raise Objection(Because.ALREADY_PLAYING)
        _at(known, code, number, entrant, moved)


def set_paid(known: Services, code: str, number: int, entrant: int, *, paid: bool) -> None:
    """Note that the fee was paid, or was not. Raises NoSuchTournament."""

    def noted(_: Session, row: TournamentEntrant) -> None:
        row.paid = paid

    _at(known, code, number, entrant, noted)


def set_here(known: Services, code: str, number: int, entrants: Collection[int], *, here: bool) -> None:
    """Note that people reported at the desk, or did not; who is here already keeps their time.

    Raises NoSuchTournament.
    """
    at = now()

    def noted(_: Session, row: TournamentEntrant) -> None:
        row.here_at = (row.here_at or at) if here else None

    for entrant in entrants:
        _at(known, code, number, entrant, noted)


def _at(
    known: Services,
    code: str,
    number: int,
    entrant: int,
    change_row: Callable[[Session, TournamentEntrant], None],
) -> None:
    def job(transaction: Transaction) -> None:
        session = transaction.session
        of = class_in(session, code, number)
        row = session.scalar(
            select(TournamentEntrant).where(
                TournamentEntrant.class_id == of.id, TournamentEntrant.number == entrant
            )
        )
        if row is None:
            raise NoSuchTournament(entrant)
        change_row(session, row)

    known.database.write(job)


def lottery(known: Services, code: str, number: int, *, actor: str) -> None:
    """Draw lots for everybody who entered, to say who plays, from the seed that was committed to, which is then shown.

    Raises NoSuchTournament; Objection where no lots are due, no seed was made, or another one was in the meantime.
    """
    now_known = contest(known, code, number)
    if not now_known.field.undrawn:
        raise Objection(Because.NO_LOTTERY)
    seed = secret_of(known, now_known, Purpose.LOTS)
    shown = Command(
        log.stream_of(code, number),
        (log.encode(SeedShown(seed.hex, Purpose.LOTS)),),
        now_known.state.seq,
        new_client_id(),
        actor,
    )

    def job(transaction: Transaction) -> None:
        session = transaction.session
        of = class_in(session, code, number)
        found = admitted(entries_of(session, of.id), of.capacity, lottery=of.lottery)
        if not found.undrawn:
            raise Objection(Because.NO_LOTTERY)
        known.store.put(transaction, shown)
        order = _order(session, now_known, found.undrawn, seed)
        lots = {entrant: lot for lot, entrant in enumerate(order, 1)}
        query = select(TournamentEntrant).where(TournamentEntrant.class_id == of.id)
        for row in session.scalars(query):
            row.lot = lots.get(row.number)

    try:
        known.database.write(job)
    except Conflict:
        raise Objection(Because.MOVED) from None


def _order(session: Session, found: Contest, undrawn: Sequence[Entry], seed: Seed) -> tuple[int, ...]:
    """Return who has a place before whom: by lot, or those first who played least, as the class says."""
    if not found.rules.first:
        return by_lot([one.number for one in undrawn], seed)
    host = folded(found.rules.host)
    hosts = {one.number for one in undrawn if host and host in map(folded, one.clubs)}
    played = played_this_year(session, found.tournament, undrawn)
    return fewest_first(played, hosts, found.row.capacity or 0, seed)


def from_members(known: Services, members: Collection[int]) -> tuple[Typed, ...]:
    """Return members as they enter. Raises Objection where none is chosen."""
    with known.database.session() as session:
        found = {one.id: one for one in session.scalars(select(Member).where(Member.id.in_(members)))}
        chosen = [found[number] for number in members if number in found]
        if not chosen:
            raise Objection(Because.NO_ENTRY)
        return tuple(Typed(one.name, one.kana, one.club, one.dan, member=one.id) for one in chosen)
