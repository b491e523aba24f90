"""Who is there: noted by whoever runs the practice, or by everybody on their own phone; and pairs that are wanted."""

from flask import flash, redirect, render_template, request, url_for
from flask import session as cookie
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access.phone_way import phone_way
from webapp.access.roles import Role, allow
from webapp.club import members as club
from webapp.db.people_models import Standing
from webapp.door import Body, form
from webapp.once import once
from webapp.practice import operations, rules
from webapp.practice.blueprint import blueprint
from webapp.practice.forms import GuestForm, PersonForm, RuleForm, WantForm
from webapp.practice.pages import called, practice
from webapp.practice.session_routes import ME, mark_of, me_of
from webapp.practice.views import here_views, own_views
from webapp.practice.words import AIMS, role_name
from webapp.security import visitor
from webapp.services import services

PLAYERS = (Standing.MEMBER, Standing.GUEST)


@blueprint.get("/<code>/people")
@allow(Role.HELPER)
def people(code: str) -> str:
    """Show who is there and who is not, with the QR code for phones."""
    found = practice(code)
    names = called(found.plan.day)
    here = here_views(found, names.name, names.can_read)
    typed = request.args.get("q", "")[:100].strip()
    away = [one for one in club.everybody(services(), typed, PLAYERS) if one.member.id not in found.here]
    return render_template(
        "practice/people.html",
        practice=found,
        here=[one for one in here if one.went_at is None],
        went=[one for one in here if one.went_at is not None],
        away=away,
        typed=typed,
        aims=AIMS,
        phones=phone_way(url_for("practice.here", code=code), services().codes.current()[Role.SPECTATOR]),
    )


@blueprint.post("/<code>/come")
@allow(Role.HELPER)
@form(PersonForm)
def come(given: PersonForm, code: str) -> Response:
    """Note that somebody is there."""
    operations.arrive(services(), code, given.person, visitor().actor)
    return _back(code)


@blueprint.post("/<code>/go")
@allow(Role.HELPER)
@form(PersonForm)
def go(given: PersonForm, code: str) -> Response:
    """Note that somebody is not there any more."""
    operations.depart(services(), code, given.person, visitor().actor)
    return _back(code)


@blueprint.post("/<code>/guest")
@allow(Role.HELPER)
@once
@form(GuestForm)
def guest(given: GuestForm, code: str) -> Response:
    """Enter a guest who is there."""
    operations.bring_guest(services(), code, given.name, visitor().actor)
    return _back(code)


@blueprint.post("/<code>/want")
@allow(Role.HELPER)
@form(WantForm)
def want(given: WantForm, code: str) -> Response:
    """Note whom somebody wants to play, and whether they can read today."""
    operations.want(
        services(), code, given.person, given.chosen(), reads=bool(given.reads), actor=visitor().actor
    )
    return _back(code)


@blueprint.get("/<code>/here")
@allow(Role.SPECTATOR, private=True)
def here(code: str) -> str:
    """Let somebody tap their name on their own phone; after that, show where they play."""
    found, me = practice(code), me_of(code)
    names = called(found.plan.day)
    typed = request.args.get("q", "")[:100].strip()
    return render_template(
        "practice/here.html",
        practice=found,
        me=me,
        me_name=names.name(me) if me is not None else "",
        present=me in found.here,
        own=own_views(found, me, names.name) if me is not None else (),
        listed=club.everybody(services(), typed, PLAYERS) if me is None else (),
        typed=typed,
        role_name=role_name,
        mark=mark_of(found),
    )


@blueprint.post("/<code>/here")
@allow(Role.SPECTATOR, private=True)
@form(PersonForm)
def come_myself(given: PersonForm, code: str) -> Response:
    """Note that whoever holds this phone is there: one of those whom they may see."""
    practice(code)
    listed = {one.member.id for one in club.everybody(services(), standings=PLAYERS)}
    if given.person not in listed:
        flash(_("Ask whoever runs the practice to enter you."), "bad")
        return redirect(url_for("practice.here", code=code), code=303)
    operations.arrive(services(), code, given.person, visitor().actor)
    cookie[ME] = {code: given.person}
    return redirect(url_for("practice.here", code=code), code=303)


@blueprint.post("/<code>/away")
@allow(Role.SPECTATOR, private=True)
@form(Body)
def go_myself(_body: Body, code: str) -> Response:
    """Note that whoever holds this phone goes home."""
    me = me_of(code)
    if me is not None:
        operations.depart(services(), code, me, visitor().actor)
    return redirect(url_for("practice.here", code=code), code=303)


@blueprint.post("/<code>/not-me")
@allow(Role.SPECTATOR, private=True)
@form(Body)
def not_me(_body: Body, code: str) -> Response:
    """Take back a wrong tap: this phone belongs to somebody else."""
    me = me_of(code)
    if me is not None:
        operations.depart(services(), code, me, visitor().actor)
        cookie.pop(ME, None)
    return redirect(url_for("practice.here", code=code), code=303)


@blueprint.get("/rules")
@allow(Role.HELPER)
def pair_rules() -> str:
    """Show who is to be paired, and who never."""
    return render_template(
        "practice/rules.html",
        rules=rules.all_rules(services()),
        name=called().name,
        people=club.everybody(services(), standings=PLAYERS),
    )


@blueprint.post("/rules")
@allow(Role.HELPER)
@form(RuleForm)
def add_rule(given: RuleForm) -> Response:
    """Let two be paired where it can be, or never."""
    if given.one == given.other:
        flash(_("Choose two people."), "bad")
    else:
        rules.set_rule(services(), given.one, given.other, apart=given.apart == "yes")
    return redirect(url_for("practice.pair_rules"), code=303)


@blueprint.post("/rules/<int:rule>/drop")
@allow(Role.HELPER)
@form(Body)
def drop_rule(_body: Body, rule: int) -> Response:
    """Take a rule out."""
    rules.drop_rule(services(), rule)
    return redirect(url_for("practice.pair_rules"), code=303)


def _back(code: str) -> Response:
    return redirect(url_for("practice.people", code=code, q=request.args.get("q") or None), code=303)
