"""What tournaments keep about people: handed out with a person's data, and forgotten with it; results stay."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.club.names import folded
from webapp.club.personal import Holder, Numbers, Place
from webapp.db.models import EventRow
from webapp.db.store import StoredEvent
from webapp.db.tournament_models import (
    Tournament,
    TournamentClass,
    TournamentEntrant,
    TournamentPlayer,
    TournamentRound,
)
from webapp.tournaments import fixtures, log
from webapp.tournaments.rules import ClassRules


def rows(session: Session, numbers: Numbers) -> list[dict[str, Any]]:
    """Return the entries of a person, by themselves or in a team, and the rounds that they read."""
    found = []
    for entry in _entries(session, numbers):
        told = {"as": "entrant", "name": entry.name, "kana": entry.kana, "club": entry.club}
        told |= {"dan": "" if entry.dan is None else str(entry.dan), "family": entry.family}
        found.append(_row(session, entry.class_id, told))
    for player in _players(session, numbers):
        team = session.get_one(TournamentEntrant, player.team_id)
        told = {"as": f"player of {team.name}", "name": player.name, "kana": player.kana}
        found.append(_row(session, team.class_id, told))
    read = _rounds(session, numbers)
    found += [
        _row(session, one.class_id, {"as": f"reader of round {one.round}", "name": one.reader})
        for one in read
    ]
    return found


def _row(session: Session, class_id: int, told: dict[str, str]) -> dict[str, Any]:
    of = session.get_one(TournamentClass, class_id)
    tournament = session.get_one(Tournament, of.tournament_id)
    known = {"tournament": tournament.name, "day": tournament.day.isoformat(), "class": of.name}
    return known | dict.fromkeys(("as", "name", "kana", "club", "dan", "family"), "") | told


def forget(session: Session, numbers: Numbers) -> None:
    """Take a person's name and data out of every tournament; their number in the class stays with its results."""
    for entry in _entries(session, numbers):
        entry.name = entry.kana = entry.club = entry.family = ""
        entry.dan = None
    for player in _players(session, numbers):
        player.name = player.kana = ""
    for one in _rounds(session, numbers):
        one.reader = ""


def holds(session: Session, numbers: Numbers) -> bool:
    """Return whether a tournament refers to a person."""
    return bool(_entries(session, numbers) or _players(session, numbers) or _rounds(session, numbers))


def typed(session: Session, names: frozenset[str]) -> list[Place]:
    """Return the entries by name alone, and the teams with players, that one of these names stands in."""
    alone = session.scalars(select(TournamentEntrant).where(TournamentEntrant.member_id.is_(None)))
    teams = session.scalars(select(TournamentPlayer).where(TournamentPlayer.member_id.is_(None)))
    found = {one.id for one in alone if folded(one.name) in names}
    found |= {one.team_id for one in teams if folded(one.name) in names}
    return [_place(session, session.get_one(TournamentEntrant, number)) for number in sorted(found)]


def _place(session: Session, entry: TournamentEntrant) -> Place:
    of = session.get_one(TournamentClass, entry.class_id)
    tournament = session.get_one(Tournament, of.tournament_id)
    address = f"/tournaments/{tournament.code}/{of.number}/entries/{entry.number}"
    return Place(f"{tournament.name}, {of.name}: {entry.name}", address)


def _entries(session: Session, numbers: Numbers) -> list[TournamentEntrant]:
    return list(session.scalars(select(TournamentEntrant).where(TournamentEntrant.member_id.in_(numbers))))


def _players(session: Session, numbers: Numbers) -> list[TournamentPlayer]:
    return list(session.scalars(select(TournamentPlayer).where(TournamentPlayer.member_id.in_(numbers))))


def _rounds(session: Session, numbers: Numbers) -> list[TournamentRound]:
    return list(session.scalars(select(TournamentRound).where(TournamentRound.reader_id.in_(numbers))))


def met(session: Session, ours: Numbers, theirs: Numbers) -> bool:
    """Return whether a match that the two played against each other stands in any class, also at boards of teams."""
    one_side, other_side = _ids(session, ours), _ids(session, theirs)
    return any(
        _met_in(session, class_id, one_side[class_id], other_side[class_id])
        for class_id in sorted(one_side.keys() & other_side.keys())
    )


def _ids(session: Session, numbers: Numbers) -> dict[int, set[str]]:
    """Return what events call a person, by classes."""
    found: dict[int, set[str]] = {}
    for one in _entries(session, numbers):
        found.setdefault(one.class_id, set()).add(str(one.number))
    for player in _players(session, numbers):
        team = session.get_one(TournamentEntrant, player.team_id)
        found.setdefault(team.class_id, set()).add(f"{team.number}.{player.number}")
    return found


def _met_in(session: Session, class_id: int, one_side: set[str], other_side: set[str]) -> bool:
    of = session.get_one(TournamentClass, class_id)
    stream = log.stream_of(session.get_one(Tournament, of.tournament_id).code, of.number)
    query = select(EventRow).where(EventRow.stream_kind == stream.kind, EventRow.stream_id == stream.id)
    stored = [
        StoredEvent(stream, row.seq, row.kind, row.payload, row.client_id, row.at, row.actor)
        for row in session.scalars(query.order_by(EventRow.seq))
    ]
    state = log.after(log.ClassState(), map(log.decode, stored))
    outcomes = [one.outcome for one in fixtures.fixtures(state, ClassRules.model_validate_json(of.rules))]
    outcomes += [board for match in state.teams.values() for board in match.recorded]
    played = [{*one.players} for one in outcomes if one is not None and one.played]
    return any(one_side & players and other_side & players for players in played)


HOLDER = Holder("tournaments", rows, forget, holds, met, typed)
