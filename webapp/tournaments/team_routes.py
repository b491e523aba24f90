"""A match of two teams: order sheets and boards."""

from flask import abort, render_template, request
from werkzeug.wrappers import Response

from engine.tournament.refused import Refused
from webapp.access.roles import Role, allow
from webapp.door import only_forms
from webapp.security import visitor
from webapp.services import services
from webapp.tournaments import contests, match_view, sheets, words
from webapp.tournaments.answers import live, to
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.contests import Contest
from webapp.tournaments.fixtures import Fixture
from webapp.tournaments.objections import Objection
from webapp.tournaments.refusals import refusal


@blueprint.get("/<code>/<int:number>/teams/<key>")
@allow(Role.SPECTATOR)
def team_match(code: str, number: int, key: str) -> str:
    """Show a match of two teams."""
    found = contests.contest(services(), code, number)
    return _page(found, _fixture(found, key), "", "", ())


@blueprint.post("/<code>/<int:number>/teams/<key>")
@allow(Role.HELPER)
def hand_in(code: str, number: int, key: str) -> Response | tuple[str, int]:
    """Hand in a team's order sheet; what was chosen stays where it cannot be."""
    found = contests.contest(services(), code, number)
    fixture = _fixture(found, key)
    only_forms()
    team = request.form.get("team", "")
    order = tuple(who or None for who in request.form.getlist("seat"))
    if team not in fixture.players or len(order) != fixture.boards:
        abort(422)
    try:
        sheets.hand_in(services(), code, number, key, team=team, order=order, actor=visitor().actor)
    except (Refused, Objection) as error:
        chosen = tuple(who or "" for who in order)
        return _page(found, fixture, team, refusal(error, found.names), chosen), 409
    return to("team_match", found, key=key)


def _fixture(found: Contest, key: str) -> Fixture:
    fixture = next((one for one in found.fixtures if one.key == key), None)
    if fixture is None or not fixture.boards:
        abort(404)
    return fixture


def _page(found: Contest, fixture: Fixture, team: str, wrong: str, chosen: tuple[str, ...]) -> str:
    match = found.state.teams.get(fixture.log_name)
    two = fixture.pair or ()  # nobody can hand in a sheet before both are known
    entries = [entry for who in two if (entry := found.names.entry(who)) is not None]
    return render_template(
        "tournaments/team_match.html",
        contest=found,
        card=match_view.card(found, fixture, match_view.board_links(services(), found)),
        entries=entries,
        sheets=sheets.kept(services(), found, fixture),
        begun=match is not None and match.begun,
        seats=range(1, fixture.boards + 1),
        seat_name=words.seat_name,
        team=team,
        wrong=wrong,
        chosen=chosen,
        live=live(found),
    )
