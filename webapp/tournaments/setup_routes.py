"""A tournament and its classes: the list, the forms."""

from collections.abc import Mapping

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from engine.tournament.standings import TieBreak
from webapp.access.roles import Role, allow
from webapp.db.columns import now
from webapp.db.tournament_models import Tournament
from webapp.door import Body, form
from webapp.once import once
from webapp.practice_day import practice_day
from webapp.security import visitor
from webapp.services import services
from webapp.tournaments import contests, setup, words
from webapp.tournaments.answers import checked, say_no, to, typed_fields
from webapp.tournaments.blueprint import blueprint
from webapp.tournaments.contests import Contest
from webapp.tournaments.forms import ClassForm, SplitForm, TournamentForm
from webapp.tournaments.objections import Objection
from webapp.tournaments.rules import ClassRules


@blueprint.get("/", endpoint="list")
@allow(Role.SPECTATOR)
def show_list() -> str:
    """Show the club's tournaments."""
    found = contests.all_tournaments(services())
    today = practice_day(now())
    return render_template(
        "tournaments/list.html",
        coming=[one for one in reversed(found) if one.day >= today],
        past=[one for one in found if one.day < today],
    )


@blueprint.get("/new")
@allow(Role.ORGANISER)
def new() -> str:
    """Show the form of a new tournament."""
    return _form({"day": practice_day(now()).isoformat()}, (), None)


@blueprint.post("/new")
@allow(Role.ORGANISER)
@once
def create() -> Response | tuple[str, int]:
    """Enter a tournament; what was typed stays where something does not fit."""
    typed = typed_fields()
    given = checked(TournamentForm, typed)
    if isinstance(given, tuple):
        return _form(typed, given, None), 422
    code = setup.create(services(), given.details())
    return redirect(url_for("tournaments.new_class", code=code), code=303)


@blueprint.get("/<code>/edit")
@allow(Role.ORGANISER)
def edit(code: str) -> str:
    """Show the form of a tournament."""
    found = contests.tournament(services(), code)
    closes = found.closes_at.astimezone().strftime("%Y-%m-%dT%H:%M") if found.closes_at else ""
    typed = {
        "name": found.name,
        "day": found.day.isoformat(),
        "place": found.place,
        "meet": found.meet,
        "closes_at": closes,
    }
    return _form(typed, (), found)


@blueprint.post("/<code>/edit")
@allow(Role.ORGANISER)
def change(code: str) -> Response | tuple[str, int]:
    """Change what a tournament is."""
    found = contests.tournament(services(), code)
    typed = typed_fields()
    given = checked(TournamentForm, typed)
    if isinstance(given, tuple):
        return _form(typed, given, found), 422
    setup.change(services(), code, given.details())
    return redirect(url_for("tournaments.page", code=code), code=303)


def _form(typed: Mapping[str, str], wrong: tuple[str, ...], found: Tournament | None) -> str:
    faults = {
        "name": _("A tournament needs a name of up to 200 characters."),
        "day": _("A day such as 2026-11-29 is wanted."),
        "closes_at": _("A day and a time are wanted, or nothing."),
    }
    blank = {"name": "", "day": "", "place": "", "meet": "class", "closes_at": ""}
    return render_template(
        "tournaments/form.html",
        values=blank | dict(typed),
        faults={name: faults.get(name, _("This does not fit.")) for name in wrong},
        tournament=found,
        meets=words.MEETS,
    )


@blueprint.get("/<code>/classes/new")
@allow(Role.ORGANISER)
def new_class(code: str) -> str:
    """Show the form of a new class."""
    return _class_form(contests.tournament(services(), code), {}, (), None)


@blueprint.post("/<code>/classes/new")
@allow(Role.ORGANISER)
@once
def create_class(code: str) -> Response | tuple[str, int]:
    """Add a class; what was typed stays where something does not fit."""
    of = contests.tournament(services(), code)
    typed = _class_fields()
    given = checked(ClassForm, typed)
    if isinstance(given, tuple):
        return _class_form(of, typed, given, None), 422
    number = setup.add_class(services(), code, given.details())
    if "another" in request.form:
        flash(words.of_class(_("Class %(name)s is there.", name=given.name), given.name))
        return redirect(url_for("tournaments.new_class", code=code), code=303)
    return redirect(url_for("tournaments.entries", code=code, number=number), code=303)


@blueprint.get("/<code>/<int:number>/edit")
@allow(Role.ORGANISER)
def edit_class(code: str, number: int) -> str:
    """Show the form of a class."""
    found = contests.contest(services(), code, number)
    rules = {name: str(value) for name, value in found.rules.model_dump(mode="json").items()}
    typed = rules | {
        "tie_breaks": " ".join(found.rules.tie_breaks),
        "name": found.row.name,
        "grade": found.row.grade,
        "capacity": str(found.row.capacity or ""),
        "lottery": "yes" if found.row.lottery else "",
        "fee": str(found.row.fee),
    }
    return _class_form(found.tournament, typed, (), found)


@blueprint.post("/<code>/<int:number>/edit")
@allow(Role.ORGANISER)
def change_class(code: str, number: int) -> Response | tuple[str, int]:
    """Change what a class is."""
    found = contests.contest(services(), code, number)
    typed = _class_fields()
    given = checked(ClassForm, typed)
    if isinstance(given, tuple):
        return _class_form(found.tournament, typed, given, found), 422
    try:
        setup.change_class(services(), code, number, given.details())
    except Objection as error:
        say_no(error, found)
        return _class_form(found.tournament, typed, (), found), 409
    return to("show", found)


@blueprint.post("/<code>/<int:number>/remove")
@allow(Role.ORGANISER)
@once
@form(Body)
def remove_class(_body: Body, code: str, number: int) -> Response:
    """Remove a class that nobody entered."""
    found = contests.contest(services(), code, number)
    try:
        setup.remove_class(services(), code, number)
    except Objection as error:
        say_no(error, found)
        return to("edit_class", found)
    return redirect(url_for("tournaments.page", code=code), code=303)


@blueprint.post("/<code>/<int:number>/split")
@allow(Role.ORGANISER)
@once
@form(SplitForm)
def split(given: SplitForm, code: str, number: int) -> Response:
    """Split a class that is not drawn into parts."""
    found = contests.contest(services(), code, number)
    try:
        setup.split(services(), code, number, given.count, actor=visitor().actor)
    except Objection as error:
        say_no(error, found)
        return to("edit_class", found)
    return redirect(url_for("tournaments.page", code=code), code=303)


def _class_fields() -> dict[str, str]:
    """Return the fields of a class; tie-breaks come one by one in their order, blank ones left out."""
    typed = typed_fields()
    order = request.form.getlist("tie_break")
    if order:
        typed["tie_breaks"] = " ".join(dict.fromkeys(filter(None, order)))
    return typed


def _class_form(
    of: Tournament, typed: Mapping[str, str], wrong: tuple[str, ...], found: Contest | None
) -> str:
    blank = {name: str(value) for name, value in ClassRules().model_dump(mode="json").items()} | {
        "name": "",
        "grade": "",
        "capacity": "",
        "lottery": "",
        "fee": "0",
        "tie_breaks": " ".join(ClassRules().tie_breaks),
    }
    values = blank | dict(typed)
    faults = {
        "name": _("A class needs a name of up to 40 characters, such as A or D1."),
        "capacity": _("A whole number from 1 on is wanted, or nothing."),
        "tie_breaks": _("Choose at least one."),
        "": _("Teams meet once: matches of several games are for single players. A capacity is 1 or more."),
    }
    return render_template(
        "tournaments/class_form.html",
        values=values,
        chosen=values["tie_breaks"].split(),
        faults={name: faults.get(name, _("This does not fit.")) for name in wrong},
        tournament=of,
        contest=found,
        formats=words.FORMATS,
        tie_breaks={str(one): words.TIE_BREAKS[one] for one in TieBreak},
        leaving=words.LEAVING,
    )
