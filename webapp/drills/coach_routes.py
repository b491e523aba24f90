"""The coach's pages: everybody who agreed at a glance, one of them at length, and the others together."""

from typing import Literal

from flask import Response as FlaskResponse
from flask import flash, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from engine.training.trial import Trial
from webapp.access.roles import Role, allow
from webapp.club.member_routes import CSV, file_of
from webapp.csv_file import figure as harmless
from webapp.csv_file import to_csv
from webapp.db.columns import now
from webapp.door import Body, form
from webapp.drills import coach, coach_page
from webapp.drills import progress as drawn
from webapp.drills.blueprint import blueprint
from webapp.drills.device import learner
from webapp.drills.log import Person
from webapp.drills.mat_records import with_matches
from webapp.drills.progress_routes import asked_skill, csv_of
from webapp.practice.pages import called
from webapp.practice_day import practice_day
from webapp.services import services


class CoachForm(Body):
    """Whether a learner agrees that the coach sees their figures."""

    agreed: Literal["yes", "no"]


@blueprint.post("/mine/coach")
@allow(Role.SPECTATOR, private=True)
@form(CoachForm)
def agree(given: CoachForm) -> Response:
    """Let the coach see the figures of this device's member, or not any more."""
    person = learner()
    if person is not None:
        coach.agree(services().database, person, agreed=given.agreed == "yes")
    flash(_("Saved."), "good")
    return redirect(url_for("drills.mine"), code=303)


@blueprint.get("/coach")
@allow(Role.ORGANISER)
def coach_overview() -> str:
    """Show the members who agreed at a glance, and the others together."""
    return render_template("drills/coach.html", page=_overview())


@blueprint.get("/coach.csv")
@allow(Role.ORGANISER)
def coach_table() -> FlaskResponse:
    """Hand out the glance at the members who agreed as a table."""
    return file_of(to_csv(coach_page.table(_overview()), harmless), CSV, "coach.csv")


def _overview() -> coach_page.Overview:
    database, today = services().database, practice_day(now())
    seen, name = coach.learners(database), called().name
    summaries = [
        (name(member), coach.summary(member, _trials(member, own), today))
        for member, own in seen.shown.items()
    ]
    people, devices = (
        coach.others((coach.recent_of(database, own, today) for own in several), today)
        for several in (seen.others, seen.devices)
    )
    return coach_page.overview(summaries, people, devices)


@blueprint.get("/coach/<int:member>")
@allow(Role.ORGANISER)
def coach_member(member: int) -> str:
    """Show the figures of a member who agreed; there is no such page of anybody else."""
    trials = _agreed(member)
    return render_template(
        "drills/coach_member.html",
        name=called().name(member),
        progress=drawn.progress(trials, practice_day(now()), asked_skill()),
        csv=lambda figure: url_for("drills.coach_figure", member=member, figure=figure),
    )


@blueprint.get("/coach/<int:member>/<figure>.csv")
@allow(Role.ORGANISER)
def coach_figure(member: int, figure: str) -> FlaskResponse:
    """Hand out a figure of a member who agreed as a table."""
    return csv_of(figure, _agreed(member))


def _agreed(member: int) -> tuple[Trial, ...]:
    """Return the trials of a member who agrees at this moment. Raises NotFound."""
    database = services().database
    own = coach.learners(database).shown.get(member)
    if own is None:
        raise NotFound
    return _trials(member, own)


def _trials(member: int, own: tuple[int, ...]) -> tuple[Trial, ...]:
    """Return what a member's devices and matches tell."""
    known = services()
    return with_matches(known, Person(own[0], member), coach.trials_of(known.database, own))
