"""The list of practices, the plan of one, and its page."""

from collections.abc import Mapping, Sequence

from flask import flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask_babel import gettext as _
from pydantic import ValidationError
from werkzeug.wrappers import Response

from webapp.access.roles import Role, allow
from webapp.db.columns import now
from webapp.door import Body, form, only_forms
from webapp.live.mark import Mark
from webapp.misfits import no_such_field
from webapp.once import once
from webapp.practice import operations
from webapp.practice.blueprint import blueprint
from webapp.practice.forms import MOST_ROUNDS, PlanForm, SwitchForm
from webapp.practice.history import board_says, evening_of
from webapp.practice.log import practices, stream_of
from webapp.practice.pages import called, practice
from webapp.practice.session import Session
from webapp.practice.views import RoundView, own_views, round_view, rounds_shown
from webapp.practice.words import READINGS, how_name, role_name
from webapp.practice_day import practice_day
from webapp.security import visitor
from webapp.services import services

ME = "practice_me"
"""In a device's cookie: who it belongs to, by the code of the practice."""


@blueprint.get("/", endpoint="list")
@allow(Role.SPECTATOR, private=True)
def show_list() -> str:
    """Show the practices, the latest first."""
    return render_template(
        "practice/list.html", found=practices(services().store).all(), today=practice_day(now())
    )


@blueprint.get("/new")
@allow(Role.HELPER)
def new() -> str:
    """Show the form of a new practice: today, and the rest as last time."""
    last = next(iter(practices(services().store).all()), None)
    typed = {"day": practice_day(now()).isoformat(), "rounds": "3", "reading": "odd", "divided": "yes"}
    if last is not None:
        typed = _typed(last) | {"day": typed["day"]}
    return _plan_page(typed, {}, None)


@blueprint.post("/new")
@allow(Role.HELPER)
@once
def create() -> Response | tuple[str, int]:
    """Plan a practice."""
    checked = _checked()
    if isinstance(checked, Mapping):
        return _plan_page(_fields(), checked, None), 422
    code = operations.plan(services(), checked.planned(), visitor().actor)
    return redirect(url_for("practice.people", code=code), code=303)


@blueprint.get("/<code>/plan")
@allow(Role.HELPER)
def edit(code: str) -> str:
    """Show the plan of a practice."""
    found = practice(code)
    return _plan_page(_typed(found), {}, found)


@blueprint.post("/<code>/plan")
@allow(Role.HELPER)
def change(code: str) -> Response | tuple[str, int]:
    """Change the plan of a practice."""
    found, checked = practice(code), _checked()
    if isinstance(checked, Mapping):
        return _plan_page(_fields(), checked, found), 422
    operations.replan(services(), code, checked.planned(), visitor().actor)
    return redirect(url_for("practice.page", code=code), code=303)


@blueprint.get("/<code>")
@allow(Role.SPECTATOR, private=True)
def page(code: str) -> str:
    """Show a practice: its rounds, and who is there."""
    return page_of(practice(code))


@blueprint.get("/<code>/now")
@allow(Role.SPECTATOR, private=True)
def now_part(code: str) -> str:
    """Return the part of a practice's page that changes."""
    return render_template("practice/now.html", **_now(practice(code)))


@blueprint.post("/<code>/divide")
@allow(Role.HELPER)
@form(Body)
def divide(_body: Body, code: str) -> Response:
    """Draw the division of the cards anew."""
    practice(code)
    operations.divide_anew(services(), code, visitor().actor)
    return redirect(url_for("practice.page", code=code), code=303)


@blueprint.post("/<code>/close")
@allow(Role.HELPER)
@form(SwitchForm)
def close(given: SwitchForm, code: str) -> Response:
    """End a practice, or let it go on."""
    operations.close(services(), code, on=given.on == "yes", actor=visitor().actor)
    return redirect(url_for("practice.page", code=code), code=303)


def page_of(found: Session, typed: Mapping[str, str] | None = None, fault: str = "") -> str:
    """Return a practice's page, with what was typed for one pair and what is wrong with it."""
    return render_template("practice/session.html", **_now(found, typed, fault))


def _now(found: Session, typed: Mapping[str, str] | None = None, fault: str = "") -> dict[str, object]:
    known, names = services(), called(found.plan.day)
    works, says = visitor().may(Role.HELPER), board_says(known)
    # only helpers are shown reasons; without them the page of a phone, of which there are many, reads no past
    evening = evening_of(known, found) if works else None
    shown = [number for number in rounds_shown(found) if works or found.round(number).called]
    views = [round_view(found, number, names.name, says, evening) for number in shown]
    me = me_of(found.code)
    return {
        "practice": found,
        "rounds": views,
        "current": _current(views),
        "here": [(person, names.name(person)) for person in found.here],
        "me": me,
        "me_name": names.name(me) if me is not None else "",
        "own": own_views(found, me, names.name) if me is not None else (),
        "typed": typed or {},
        "fault": fault,
        "mark": mark_of(found),
        "role_name": role_name,
        "how_name": how_name,
        "result_key": operations.result_key,
        "today": practice_day(now()),
    }


def _current(views: Sequence[RoundView]) -> int:
    """Return the round that is at work: the first that is not over."""
    return next((one.number for one in views if not one.over), views[-1].number if views else 1)


def mark_of(found: Session) -> Mark:
    """Return where the practice's stream goes on after the state that a page shows."""
    return Mark(services().hub.epoch, {stream_of(found.code): found.seq})


def me_of(code: str) -> int | None:
    """Return who this device belongs to, None where nobody said so."""
    known = cookie.get(ME)
    found = known.get(code) if isinstance(known, dict) else None
    return found if isinstance(found, int) else None


def _typed(found: Session) -> dict[str, str]:
    plan = found.plan
    return {
        "day": plan.day.isoformat(),
        "place": plan.place,
        "rounds": str(plan.rounds),
        "reading": plan.reading,
        "divided": "yes" if plan.divided else "",
    }


def _fields() -> dict[str, str]:
    only_forms()
    return {name: text for name, text in request.form.items() if name != "csrf_token"}


def _checked() -> PlanForm | dict[str, str]:
    try:
        return PlanForm.model_validate_strings(_fields())
    except ValidationError as error:
        return {str(fault["loc"][0]): _fault(str(fault["loc"][0])) for fault in error.errors()}


def _fault(field: str) -> str:
    known = {
        "day": _("A day is wanted, such as 2026-11-30."),
        "rounds": _("A practice has 1 to %(most)s rounds.", most=MOST_ROUNDS),
    }
    if field not in PlanForm.model_fields:
        return no_such_field()
    text: str = known.get(field, _("This line is too long or has signs in it that cannot be kept."))
    return text


def _plan_page(typed: Mapping[str, str], faults: Mapping[str, str], found: Session | None) -> str:
    if faults:
        flash(_("The practice was not saved: see below."), "bad")
    values = dict.fromkeys(PlanForm.model_fields, "") | dict(typed)
    return render_template(
        "practice/plan.html",
        values=values,
        faults=faults,
        practice=found,
        readings=READINGS,
        most=MOST_ROUNDS,
    )
