"""Matches on boards: a match of a tournament is opened as one, and its result arrives by itself.

What was opened for which match is a fact of its own; a result that arrives is an event of the class like any typed one.
"""

from dataclasses import dataclass

from sqlalchemy import select

from engine.karuta.player import PLAYERS
from engine.karuta.state import Ending
from engine.tournament.changes import Became
from engine.tournament.outcome import How, Outcome
from engine.tournament.refused import Refused
from webapp import evening
from webapp.characters import shortened
from webapp.db.tournament_models import Tournament, TournamentBoard, TournamentClass
from webapp.db.writer import Transaction
from webapp.matches import opening
from webapp.matches import operations as matches
from webapp.matches.opening import Seat
from webapp.matches.tables import Table, tables
from webapp.seeds import fresh
from webapp.services import Services
from webapp.tournaments import correcting, running
from webapp.tournaments.contests import Contest, contest, decide
from webapp.tournaments.log import ClassEvent
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.running import Spot

ARRIVED = "board"
"""Who enters a result that arrives by itself, as the log names it."""


def open_board(known: Services, code: str, number: int, spot: Spot, actor: str) -> str:
    """Open a match of a class on a board and return the board's code; the one that is open already, if any.

    Raises NoSuchTournament, Objection where the two are not known or have played.
    """
    found = contest(known, code, number)
    pair = running.pair_at(found, spot)
    if pair is None or found.state.over:
        raise Objection(Because.NO_FIXTURE)
    if running.recorded(found, spot) is not None:
        raise Objection(Because.IS_PLAYED)
    there = board_of(known, found, spot)
    if there is not None:
        return there.board.match_code
    seats = (_seat(found, pair[0]), _seat(found, pair[1]))
    match = opening.open_match(known, seats, opening.at_random(fresh()), actor=actor)
    row = TournamentBoard(match_code=match, class_id=found.row.id, fixture=str(spot), a=pair[0], b=pair[1])

    seen = {board.match_code for board in found.boards}

    def job(transaction: Transaction) -> str:
        query = select(TournamentBoard).where(
            TournamentBoard.class_id == found.row.id, TournamentBoard.fixture == str(spot)
        )
        for board in transaction.session.scalars(query):
            if board.match_code not in seen and {board.a, board.b} == set(pair):
                return board.match_code
        transaction.session.add(row)
        return match

    kept = known.database.write(job)
    if kept != match:
        matches.set_aside(known, match, away=True, actor=actor)  # somebody else was faster
        return kept
    plan = found.plan.get(found.round_of(found.fixture(spot.key)))
    if plan is not None and plan.reading in evening.open_readings(known):
        evening.follow(known, match, plan.reading, actor)
    return match


def _seat(found: Contest, who: str) -> Seat:
    entry = found.names.entry(who)
    players = {player.id: player.member for one in found.entries for player in one.squad}
    member = entry.member if entry is not None else players.get(who)
    return Seat(shortened(found.names.plain(who), 200), member)


@dataclass(frozen=True, slots=True)
class Seated:
    """A board that plays a match, as it stands; `outcome` is None while it is played."""

    board: TournamentBoard
    table: Table
    outcome: Outcome | None


def board_of(known: Services, found: Contest, spot: Spot) -> Seated | None:
    """Return the board of a match between the two who meet there now; the latest, if it was not set aside."""
    pair = running.pair_at(found, spot)
    for board in reversed(found.boards):
        if board.fixture == str(spot) and pair is not None and {board.a, board.b} == set(pair):
            table = tables(known.store).load(board.match_code)
            if not table.set_aside:
                return Seated(board, table, outcome_of(board, table))
    return None


def outcome_of(board: TournamentBoard, table: Table) -> Outcome | None:
    """Return how the match on a board ended, as a tournament knows it; None while it is played or was set aside."""
    result = table.state.result
    if result is None or table.set_aside:
        return None
    winner = (board.a, board.b)[PLAYERS.index(result.winner)]
    if result.ending is Ending.CARDS:
        return Outcome((board.a, board.b), winner, How.NORMAL, result.margin)
    return Outcome((board.a, board.b), winner, How.FORFEIT)


def arrived(known: Services, table: Table) -> Contest | None:
    """After something happened on a board: its result is entered, or corrected where nothing later hangs on it.

    Where something does, or the desk has entered otherwise for other players, nothing is changed: the desk's page
    shows that the board says otherwise. Returns the class, None for a board that plays for no tournament.
    """
    with known.database.session() as session:
        board = session.get(TournamentBoard, table.code)
        row = session.get(TournamentClass, board.class_id) if board is not None else None
        of = session.get(Tournament, row.tournament_id) if row is not None else None
    outcome = outcome_of(board, table) if board is not None else None
    if board is None or row is None or of is None or outcome is None:
        return None
    spot = Spot.parse(board.fixture)

    def decision(found: Contest) -> tuple[ClassEvent, ...]:
        try:
            if running.pair_at(found, spot) is None or running.recorded(found, spot) == outcome:
                return ()
            events = running.events_for(found, spot, outcome)
        except (Refused, Objection):
            return ()
        return events if harmless(found, events, spot) else ()

    return decide(known, of.code, row.number, decision, actor=ARRIVED)


def harmless(found: Contest, events: tuple[ClassEvent, ...], spot: Spot) -> bool:
    """Whether events change nothing that was played or drawn after this match."""
    if running.recorded(found, spot) is None:
        return True
    told = correcting.of_events(found, events)
    moved = {one.became for one in told.bracket}
    return not told.qualifiers and moved.isdisjoint({Became.SET_ASIDE, Became.NEW_PLAYERS, Became.OPEN_AGAIN})
