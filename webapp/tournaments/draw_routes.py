"""The draw: a seed, a look, the draw itself, and taking it back."""

from flask import render_template, request
from werkzeug.wrappers import Response

from engine.tournament.edge import edge
from engine.tournament.refused import Refused
from engine.tournament.tree import depth, parent
from webapp.access.roles import Role, allow
from webapp.door import Body, form
from webapp.once import once
from webapp.security import visitor
from webapp.services import services
from webapp.tournaments import apart, contests, drawing, sealing, words
from webapp.tournaments.answers import say_no, to
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.contests import Contest
from webapp.tournaments.drawing import Plan
from webapp.tournaments.forms import DrawForm
from webapp.tournaments.objections import Because, Objection
from webapp.tournaments.refusals import refusal


@blueprint.get("/<code>/<int:number>/draw")
@allow(Role.HELPER)
def draw(code: str, number: int) -> str:
    """Show the seed that was committed to, and what it would give."""
    found = contests.contest(services(), code, number)
    only_here = request.args.get("only_here") == "yes"
    plan, reason = None, ""
    try:
        plan = drawing.planned_now(services(), found, only_here=only_here)
    except (Objection, Refused) as error:
        if not (isinstance(error, Objection) and error.because in (Because.NO_SEED, Because.DRAWN)):
            reason = refusal(error, found.names)
    return render_template(
        "tournaments/draw.html",
        contest=found,
        due=drawing.due(found),
        plan=plan,
        rows=_rows(plan) if plan is not None else (),
        blocks=plan.blocks if plan is not None else (),
        apart=[words.apart_text(one) for one in apart.of_plan(plan)] if plan is not None else (),
        again=sum(plan.met.get(pair, 0) > 0 for pair in plan.pairs.pairs) if plan and plan.pairs else None,
        reason=reason,
        only_here=only_here,
        missing=sum(not one.here for one in found.field.playing),
        undoable=_undoable(found),
    )


def _undoable(found: Contest) -> bool:
    try:
        drawing.undoable(found)
    except Objection:
        return False
    return not found.state.over


def _rows(plan: Plan) -> list[tuple[str, ...]]:
    """Return the matches of the draw from the top of the sheet: one name is a bye, two meet at once."""
    if plan.pairs is not None:
        drawn = [edge(*pair) for pair in plan.pairs.pairs]
        return [*drawn, *((one,) for one in plan.pairs.byes)]
    if plan.tree is None:
        return []
    rows: dict[int, list[str]] = {}
    for place, who in plan.tree.leaves:
        meets = depth(place) == plan.tree.rounds and plan.tree.rounds > 0
        rows.setdefault(parent(place) if meets else place, []).append(who)
    return [tuple(row) for row in rows.values()]


@blueprint.post("/<code>/<int:number>/draw/seed")
@allow(Role.ORGANISER)
@once
@form(Body)
def new_seed(_body: Body, code: str, number: int) -> Response:
    """Make a seed, or another in its place."""
    found = contests.contest(services(), code, number)
    if drawing.due(found):
        sealing.commit_seed(services(), code, number, actor=visitor().actor)
    return to("draw", found)


@blueprint.post("/<code>/<int:number>/draw")
@allow(Role.ORGANISER)
@form(DrawForm)
def confirm_draw(given: DrawForm, code: str, number: int) -> Response:
    """Make the draw that was looked at."""
    found = contests.contest(services(), code, number)
    try:
        drawing.confirm(
            services(),
            code,
            number,
            given.looked_at,
            actor=visitor().actor,
            only_here=given.only_here == "yes",
        )
    except (Objection, Refused) as error:
        say_no(error, found)
        return to("draw", found)
    return to("show", found)


@blueprint.post("/<code>/<int:number>/draw/undo")
@allow(Role.ORGANISER)
@form(Body)
def undo_draw(_body: Body, code: str, number: int) -> Response:
    """Take a draw back in which nothing was played."""
    found = contests.contest(services(), code, number)
    try:
        drawing.undo(services(), code, number, actor=visitor().actor)
    except Objection as error:
        say_no(error, found)
    return to("draw", found)
