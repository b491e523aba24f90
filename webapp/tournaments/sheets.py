"""Order sheets of teams: each is kept secret until both are in, and then both are told at once."""

import json

from engine.tournament import teams
from webapp.db.models import Setting
from webapp.db.writer import Transaction
from webapp.services import Services
from webapp.tournaments import contests, log
from webapp.tournaments.contests import Contest, decide
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.log import ClassEvent, Of, Part, Section
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.running import decided_with

Order = tuple[str | None, ...]
"""Players by board, None where nobody sits."""


def hand_in(
    known: Services, code: str, number: int, key: str, *, team: str, order: Order, actor: str
) -> Contest:
    """Hand in a team's order for a match; before the other's is in it can be changed.

    Raises NoSuchTournament, Refused, Objection.
    """
    found = contests.contest(known, code, number)
    fixture = found.fixture(key)
    checked = _checked(found, fixture, team, order)
    if fixture.log_name in found.state.teams:
        return found
    other = next(one for one in fixture.players if one != team)
    _keep(known, found, fixture, team, checked)
    waiting = kept(known, found, fixture).get(other)  # after ours is kept: of two at once, one sees both
    if waiting is None:
        return contests.contest(known, code, number)

    def decision(now: Contest) -> tuple[ClassEvent, ...]:
        at = now.fixture(key)
        handed = _checked(now, at, team, order)
        if at.pair is None or at.log_name in now.state.teams:
            return ()
        section = Section(Part.TEAMS, at.log_name)
        sheets = (teams.SheetHandedIn(other, waiting), teams.SheetHandedIn(team, handed))
        events = (*teams.meet(*at.pair, at.boards), *sheets)
        return decided_with(now, at, tuple(Of(section, event) for event in events))

    return decide(known, code, number, decision, actor=actor)


def kept(known: Services, found: Contest, fixture: Fixture) -> dict[str, Order]:
    """Return the sheets of a match that wait for the other one, by teams."""
    if fixture.pair is None or fixture.log_name in found.state.teams:
        return {}
    with known.database.session() as session:
        rows = {team: session.get(Setting, _name(found, fixture, team)) for team in fixture.pair}
    return {team: tuple(json.loads(row.value)) for team, row in rows.items() if row is not None}


def _checked(found: Contest, fixture: Fixture, team: str, order: Order) -> Order:
    """Return a whole order that can be. Raises Refused, Objection."""
    if found.state.over:
        raise Objection(Because.OVER)
    if fixture.pair is None or not fixture.boards:
        raise Objection(Because.NO_FIXTURE)
    match = found.state.teams.get(fixture.log_name)
    entry = found.names.entry(team)
    squad = frozenset(player.id for player in entry.squad) if entry is not None else frozenset()
    begun = match or teams.fold(teams.meet(*fixture.pair, fixture.boards))
    handed = teams.hand_in(begun, team, order, squad)
    return next(event.order for event in handed if isinstance(event, teams.SheetHandedIn))


def _keep(known: Services, found: Contest, fixture: Fixture, team: str, order: Order) -> None:
    row = Setting(key=_name(found, fixture, team), value=json.dumps(order))

    def job(transaction: Transaction) -> None:
        transaction.session.merge(row)

    known.database.write(job)


def _name(found: Contest, fixture: Fixture, team: str) -> str:
    stream = log.stream_of(found.code, found.number)
    return f"sheet:{stream.id}:{fixture.log_name}:{team}"
