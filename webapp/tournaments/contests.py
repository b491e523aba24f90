"""A class of a tournament with all that belongs to it, loaded from the club's records; and how it is written to."""

import datetime as dt
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeVar

from sqlalchemy import Select, String, and_, cast, select
from sqlalchemy.orm import Session

from webapp.absent import Absent
from webapp.club.names import folded
from webapp.club.naming import namesakes
from webapp.club.seen import asker, hidden
from webapp.db.models import Match
from webapp.db.store import Conflict, last_of
from webapp.db.tournament_models import (
    Tournament,
    TournamentBoard,
    TournamentClass,
    TournamentEntrant,
    TournamentPlayer,
    TournamentRound,
)
from webapp.kept import Kept
from webapp.services import Services
from webapp.tournaments import fixtures, log
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.log import ClassEvent, ClassState
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.people import Admitted, Entry, Names, Player, admitted
from webapp.tournaments.rules import ClassRules

UNDISTURBED: Final = threading.RLock()
"""Held while a draw is made, and while something is changed that it is made of, so that neither overtakes the other.

One process serves a club: docs/decisions/0002.
"""
TRIES = 20
"""How often something is decided anew when others write to the same class at the same moment."""


class NoSuchTournament(Absent):
    """No tournament has this code, or it has no such class."""


@dataclass(frozen=True)
class Contest:
    """A class at one moment."""

    tournament: Tournament
    row: TournamentClass
    rules: ClassRules
    entries: tuple[Entry, ...]
    plan: Mapping[int, TournamentRound]
    """Where and when its rounds are played, by round."""
    boards: tuple[TournamentBoard, ...]
    """The matches on boards that play matches of this class."""
    state: ClassState
    unseen: frozenset[int] = frozenset()
    """Members of the club who are not shown to whoever asks."""
    told: Mapping[int, str] = field(default_factory=dict)
    """What tells members from their namesakes, where somebody here shares a name."""

    @property
    def code(self) -> str:
        """The code of the tournament."""
        return self.tournament.code

    @property
    def number(self) -> int:
        """The class's number in the tournament."""
        return self.row.number

    @cached_property
    def names(self) -> Names:
        """What everybody is called."""
        return Names(self.entries, self.told)

    @cached_property
    def field(self) -> Admitted:
        """Who plays and who waits, as far as entries say."""
        return admitted(self.entries, self.row.capacity, lottery=self.row.lottery)

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Every match."""
        return fixtures.fixtures(self.state, self.rules)

    @cached_property
    def tables(self) -> Mapping[str, int]:
        """The tables of all matches by their keys; the bracket of a league follows its own rounds."""
        first = {number: one.first_table for number, one in self.plan.items()}
        in_blocks = [one for one in self.fixtures if one.block is not None]
        in_bracket = [one for one in self.fixtures if one.block is None]
        later = {number - self.block_rounds: table for number, table in first.items()}
        return {**fixtures.tables(in_blocks, first), **fixtures.tables(in_bracket, later)}

    @cached_property
    def block_rounds(self) -> int:
        """How many rounds the league takes before the bracket; 0 where there is none."""
        return max((one.round for one in self.fixtures if one.block is not None), default=0)

    def round_of(self, fixture: Fixture) -> int:
        """Return the round of a match in the whole class, from 1."""
        return fixture.round if fixture.block is not None else fixture.round + self.block_rounds

    def fixture(self, key: str) -> Fixture:
        """Return a match by its key. Raises Objection."""
        found = next((one for one in self.fixtures if one.key == key), None)
        if found is None:
            raise Objection(Because.NO_FIXTURE)
        return found

    def entry(self, number: int) -> Entry:
        """Return an entry by its number. Raises NoSuchTournament."""
        found = self.names.entry(str(number))
        if found is None:
            raise NoSuchTournament(number)
        return found

    @cached_property
    def checks_in(self) -> bool:
        """Whether people report at a desk here: somebody has."""
        return any(one.here for one in self.entries)

    @cached_property
    def drawn_ids(self) -> frozenset[str]:
        """Everybody who has a place in the draw."""
        found: set[str] = {player for block in self.state.blocks for player in block.players}
        return frozenset(found | (self.state.main.entrants if self.state.main is not None else set()))

    @property
    def begun(self) -> bool:
        """Whether any result was entered, or an order sheet handed in."""
        return any(one.entered for one in self.fixtures) or bool(self.state.teams) or bool(self.state.games)


def all_tournaments(known: Services) -> tuple[Tournament, ...]:
    """Return the tournaments, the latest day first."""
    with known.database.session() as session:
        query = select(Tournament).order_by(Tournament.day.desc(), Tournament.id.desc())
        return tuple(session.scalars(query))


_EVERY_CLASS: Final = Kept[tuple["Contest", ...]]()


def all_classes(
    known: Services, *, since: dt.date = dt.date.min, before: dt.date = dt.date.max
) -> tuple[Contest, ...]:
    """Return the classes of all tournaments, or of those since a day and before another: the latest first.

    They are as the program itself sees them, with everybody's name, whoever asks: to count with, not to be shown.
    """

    def load() -> tuple[Contest, ...]:
        with known.database.session() as session:
            query = select(Tournament).order_by(Tournament.day.desc(), Tournament.id.desc())
            return _classes(known, session, tuple(session.scalars(query)), unseen=frozenset())

    found = _EVERY_CLASS.of(known.database, load)
    return tuple(one for one in found if since <= one.tournament.day < before)


def tournament(known: Services, code: str) -> Tournament:
    """Return a tournament. Raises NoSuchTournament."""
    with known.database.session() as session:
        return found_in(session, code)


def found_in(session: Session, code: str) -> Tournament:
    """Return a tournament from a session. Raises NoSuchTournament."""
    found = session.scalar(select(Tournament).where(Tournament.code == code))
    if found is None:
        raise NoSuchTournament(code)
    return found


def class_in(session: Session, code: str, number: int) -> TournamentClass:
    """Return a class from a session. Raises NoSuchTournament."""
    query = (
        select(TournamentClass)
        .join(Tournament, Tournament.id == TournamentClass.tournament_id)
        .where(Tournament.code == code, TournamentClass.number == number)
    )
    found = session.scalar(query)
    if found is None:
        raise NoSuchTournament(code, number)
    return found


def contests(known: Services, code: str) -> tuple[Contest, ...]:
    """Return all classes of a tournament, in their order. Raises NoSuchTournament."""
    with known.database.session() as session:
        return _classes(known, session, (found_in(session, code),))


def contest(known: Services, code: str, number: int) -> Contest:
    """Return a class. Raises NoSuchTournament."""
    with known.database.session() as session:
        found = _classes(known, session, (found_in(session, code),), number)
    if not found:
        raise NoSuchTournament(code, number)
    return found[0]


def _classes(
    known: Services,
    session: Session,
    of: Sequence[Tournament],
    number: int | None = None,
    unseen: frozenset[int] | None = None,
) -> tuple[Contest, ...]:
    """Return the classes of tournaments in their order, or one of a number: with few questions for however many.

    `unseen` are the members who are not shown; usually those whom whoever asks may not see.
    """
    of_these = TournamentClass.tournament_id.in_([one.id for one in of])
    asked = of_these if number is None else and_(of_these, TournamentClass.number == number)
    stream_id = Tournament.code + "-" + cast(TournamentClass.number, String)
    query = (
        select(TournamentClass, last_of(log.KIND, stream_id))
        .join(Tournament, Tournament.id == TournamentClass.tournament_id)
        .where(asked)
        .order_by(TournamentClass.number)
    )
    rows = session.execute(query).all()
    these = select(TournamentClass.id).where(asked)
    plans = _by_class(session.scalars(select(TournamentRound).where(TournamentRound.class_id.in_(these))))
    boards = _by_class(
        session.scalars(
            select(TournamentBoard)
            .join(Match, Match.code == TournamentBoard.match_code)
            .where(TournamentBoard.class_id.in_(these))
            .order_by(Match.id)
        )
    )
    hid = hidden(session, asker()) if unseen is None else unseen
    entries = _entries(session, these)
    told = _Told(session)
    found: dict[int, list[Contest]] = {}
    codes = {one.id: one for one in of}
    for row, last in rows:
        tournament = codes[row.tournament_id]
        there = tuple(_as_seen(one, hid) for one in entries.get(row.id, ()))
        contest_ = Contest(
            tournament=tournament,
            row=row,
            rules=ClassRules.model_validate_json(row.rules),
            entries=there,
            plan={one.round: one for one in plans.get(row.id, ())},
            boards=tuple(boards.get(row.id, ())),
            state=log.classes(known.store).load(log.stream_of(tournament.code, row.number), last or 0),
            unseen=hid,
            told=told.of(there),
        )
        found.setdefault(tournament.id, []).append(contest_)
    return tuple(one for tournament in of for one in found.get(tournament.id, ()))


class _Told:
    """What tells namesakes apart; asked for once, and only where somebody shares a name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def _all(self) -> Mapping[int, str]:
        return namesakes(self._session)

    def of(self, entries: Sequence[Entry]) -> Mapping[int, str]:
        """Return it for the members in a class, nothing where nobody there shares a name."""
        return self._all if _share_a_name(entries) else {}


_OfClass = TypeVar("_OfClass", TournamentRound, TournamentBoard)


def _by_class(rows: Iterable[_OfClass]) -> dict[int, list[_OfClass]]:
    found: dict[int, list[_OfClass]] = {}
    for row in rows:
        found.setdefault(row.class_id, []).append(row)
    return found


def _share_a_name(entries: Sequence[Entry]) -> bool:
    """Whether two here are called the same, and one of them is a member."""
    every: list[Entry | Player] = [*entries]
    every += [player for entry in entries for player in entry.squad]
    people = [one for one in every if one.name]
    same = Counter(folded(one.name) for one in people)
    return any(one.member is not None and same[folded(one.name)] > 1 for one in people)


def _as_seen(entry: Entry, unseen: frozenset[int]) -> Entry:
    """Return an entry without what is told of people who are not shown to whoever asks."""
    squad = tuple(
        replace(player, name="", kana="") if player.member in unseen else player for player in entry.squad
    )
    if entry.member not in unseen:
        return replace(entry, squad=squad)
    return replace(entry, name="", kana="", club="", family="", squad=squad)


def entries_of(session: Session, class_id: int) -> tuple[Entry, ...]:
    """Return the entries of a class by their numbers."""
    these = select(TournamentClass.id).where(TournamentClass.id == class_id)
    return tuple(_entries(session, these).get(class_id, ()))


def _entries(session: Session, classes: Select[int]) -> dict[int, list[Entry]]:
    """Return the entries of classes by their numbers."""
    query = select(TournamentEntrant).where(TournamentEntrant.class_id.in_(classes))
    rows = list(session.scalars(query.order_by(TournamentEntrant.class_id, TournamentEntrant.number)))
    squads: dict[int, list[TournamentPlayer]] = {}
    teams = select(TournamentEntrant.id).where(TournamentEntrant.class_id.in_(classes))
    players = select(TournamentPlayer).where(TournamentPlayer.team_id.in_(teams))
    for player in session.scalars(players.order_by(TournamentPlayer.team_id, TournamentPlayer.number)):
        squads.setdefault(player.team_id, []).append(player)
    found: dict[int, list[Entry]] = {}
    for row in rows:
        found.setdefault(row.class_id, []).append(_entry(row, squads.get(row.id, ())))
    return found


def _entry(row: TournamentEntrant, squad: Iterable[TournamentPlayer]) -> Entry:
    return Entry(
        number=row.number,
        name=row.name,
        kana=row.kana,
        club=row.club,
        dan=row.dan,
        seed_group=row.seed_group,
        family=row.family,
        member=row.member_id,
        played=row.played,
        entered_at=row.entered_at,
        lot=row.lot,
        paid=row.paid,
        here_at=row.here_at,
        withdrawn=row.withdrawn_at is not None,
        squad=tuple(
            Player(f"{row.number}.{player.number}", player.name, player.kana, player.member_id)
            for player in squad
        ),
    )


Decide = Callable[[Contest], Sequence[ClassEvent]]
"""From a class as it stands to what is to be stored, nothing where nothing changes."""


def decide(
    known: Services, code: str, number: int, decision: Decide, *, actor: str, seen: int | None = None
) -> Contest:
    """Let `decision` judge a class as it stands, store what it says, and return the class after it.

    `seen` is the number of the last event that whoever decided had seen, where it must be the last one still.
    Raises NoSuchTournament, Objection (MOVED where it is not), or whatever the decision raises.
    """
    found = contest(known, code, number)
    stream = log.stream_of(code, number)
    for _ in range(TRIES):
        if seen is not None and found.state.seq != seen:
            raise Objection(Because.MOVED)
        events = decision(found)
        if not events:
            return found
        try:
            known.store.append(stream, tuple(map(log.encode, events)), found.state.seq, actor=actor)
        except Conflict:
            found = contest(known, code, number)
            continue
        return contest(known, code, number)
    raise TimeoutError(f"class {stream} is written to without a pause")


def supposed(found: Contest, events: Sequence[ClassEvent]) -> Contest:
    """Return a class as it would stand after further events."""
    return replace(found, state=log.after(found.state, events))
