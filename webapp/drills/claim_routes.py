"""Whose a device is: said on the device, confirmed on the organiser's page."""

from dataclasses import dataclass
from typing import Literal

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access.devices import device_words
from webapp.access.roles import Role, allow
from webapp.club import members as club
from webapp.db.people_models import Standing
from webapp.door import Body, Count, form
from webapp.drills import claims, log
from webapp.drills.blueprint import blueprint
from webapp.drills.claims import Claim
from webapp.drills.device import learner
from webapp.practice.pages import called
from webapp.security import visitor
from webapp.services import services

PLAYERS = (Standing.MEMBER, Standing.GUEST)


class ClaimForm(Body):
    """Who of the club practises on this device."""

    person: Count


class AnswerForm(Body):
    """What the organiser says of a device, and the member whom they saw beside it."""

    person: Count
    answer: Literal["yes", "no", "back"]


@dataclass(frozen=True, slots=True)
class Line:
    """A device on the organiser's page, with the names as they are shown."""

    claim: Claim
    name: str
    device: str


@blueprint.get("/mine/claim")
@allow(Role.SPECTATOR, private=True)
def who() -> str | Response:
    """Let a member say that this device is theirs."""
    if learner() is None:
        return redirect(url_for("drills.mine"), code=303)
    typed = request.args.get("q", "")[:100].strip()
    listed = club.everybody(services(), typed, PLAYERS)
    return render_template("drills/claim.html", listed=listed, typed=typed)


@blueprint.post("/mine/claim")
@allow(Role.SPECTATOR, private=True)
@form(ClaimForm)
def claim(given: ClaimForm) -> Response:
    """Note who says that the drills of this device are theirs: one of those whom they may see.

    On the organiser's own device it holds at once.
    """
    person, database = learner(), services().database
    listed = {one.member.id for one in club.everybody(services(), standings=PLAYERS)}
    if person is not None and given.person not in listed:
        flash(_("This member is not in the club any more."), "bad")
        return redirect(url_for("drills.who"), code=303)
    if person is not None and visitor().may(Role.ORGANISER):
        log.claim(database, person, given.person)
    elif person is not None:
        claims.ask(database, person, given.person, request.headers.get("User-Agent", ""))
    return redirect(url_for("drills.mine"), code=303)


@blueprint.post("/mine/unclaim")
@allow(Role.SPECTATOR, private=True)
@form(Body)
def unclaim(_body: Body) -> Response:
    """Take back a wrong tap."""
    person = learner()
    if person is not None:
        log.claim(services().database, person, None)
    return redirect(url_for("drills.mine"), code=303)


@blueprint.get("/claims")
@allow(Role.ORGANISER)
def claims_page() -> str:
    """Show the organiser the devices that say whose they are, and those that are somebody's."""
    database = services().database
    names = called().name

    def lines(found: tuple[Claim, ...]) -> list[Line]:
        return [Line(one, names(one.member), device_words(one.device)) for one in found]

    theirs = sorted(lines(claims.confirmed(database)), key=lambda line: (line.name, line.claim.at))
    return render_template("drills/claims.html", waiting=lines(claims.waiting(database)), theirs=theirs)


@blueprint.post("/claims/<int:device>")
@allow(Role.ORGANISER)
@form(AnswerForm)
def answer_claim(given: AnswerForm, device: int) -> Response:
    """Confirm that a device is a member's, say that it is not, or take back what was confirmed."""
    database = services().database
    if given.answer == "back":
        done = claims.take_back(database, device, given.person)
    else:
        done = claims.answer(database, device, given.person, yes=given.answer == "yes")
    if done:
        flash(_("Saved."), "good")
    else:
        flash(_("That device says something else by now. Look at the list again."), "bad")
    return redirect(url_for("drills.claims_page"), code=303)
