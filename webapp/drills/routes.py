"""All routes of drills: the day, what was answered, and one's own data."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Response as FlaskResponse
from flask import flash, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from engine.training.codec import to_json
from engine.training.schedule import MOST_DUE_FOR_NEW
from engine.training.trial import Trial
from webapp.access.roles import Role, allow
from webapp.club.member_routes import CSV, file_of
from webapp.csv_file import figure as harmless
from webapp.csv_file import to_csv
from webapp.db.columns import now
from webapp.door import Body, CommandBody, door, form, only_forms
from webapp.drills import (
    claim_routes,
    claims,
    coach,
    coach_routes,
    holder,
    list_routes,
    log,
    operations,
    own_data,
    settings,
    views,
)
from webapp.drills.blueprint import blueprint
from webapp.drills.device import COOKIE, entered, learner, remember
from webapp.drills.forms import Batch, DayForm, Preferences
from webapp.drills.kind import BadOption, Kind, Start, Step
from webapp.drills.kinds import DAILY, KINDS, kind
from webapp.drills.log import LearnerGone, Person
from webapp.drills.operations import OtherRun, Ticket
from webapp.drills.progress_routes import own_trials
from webapp.drills.settings import Chosen
from webapp.practice.pages import called
from webapp.practice_day import practice_day
from webapp.security import in_own_frames
from webapp.services import services
from webapp.teiichi.words import mat_places

__all__ = ["COOKIE", "blueprint", "claim_routes", "coach_routes", "holder", "list_routes"]

FORMAT = "naniwazu-drills/1"


@blueprint.get("/")
@allow(Role.SPECTATOR)
@in_own_frames
def today() -> str:
    """Show the plan of the day with the button that begins it, and the exercises by themselves."""
    person = learner()
    who = operations.learner(services(), person)
    return render_template(
        "drills/today.html",
        met=views.met_cards(who.trials),
        done=sum(one.practice_day == who.day for one in who.trials),
        practised=bool(who.trials),
        person=person,
        day=who.day,
        chosen=who.chosen,
        cards=views.menu(KINDS, who.trials),
        also=views.also(KINDS, who),
        news=views.news(who) if who.trials else None,
    )


@blueprint.post("/daily")
@allow(Role.SPECTATOR)
@form(DayForm)
def begin(given: DayForm) -> Response:
    """Begin the run of the day; a device that never practised here becomes a learner."""
    return _begun(DAILY, {"more": given.more})


@blueprint.get("/exercises/<key>")
@allow(Role.SPECTATOR)
@in_own_frames
def exercise(key: str) -> str:
    """Show what can be chosen before an exercise; the address may fill it in."""
    return _start_page(_kind(key), request.args, {})


@blueprint.post("/exercises/<key>")
@allow(Role.SPECTATOR)
@in_own_frames
def begin_exercise(key: str) -> Response | tuple[str, int]:
    """Begin an exercise; what was filled in stays where it makes none."""
    only_forms()
    which, typed = _kind(key), {name: text for name, text in request.form.items() if name != "csrf_token"}
    try:
        return _begun(which, typed)
    except BadOption as error:
        return _start_page(which, typed, {error.field: error.sentence}), 422


def _kind(key: str) -> Kind:
    which = kind(key)
    if which is None or which is DAILY:
        raise NotFound
    return which


def _start_page(which: Kind, typed: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    who = operations.learner(services(), learner())
    fields = which.fields(who)
    values = {one.name: typed.get(one.name, one.usual)[: 2 * one.longest] for one in fields}
    return render_template(
        "drills/start.html",
        kind=which,
        fields=fields,
        values=values,
        wrong=wrong,
        best=which.best(who.trials),
        places=mat_places() if which.on_mat else (),
        day=who.day,
    )


def _begun(which: Kind, typed: Mapping[str, str]) -> Response:
    """Begin a run and go to its page; the device becomes a learner only once the options make a run."""
    if learner() is None:
        which.options(typed, operations.learner(services(), None))
    person, token = entered()
    begun = url_for("drills.run", run=operations.begin(services(), person, which, typed))
    return remember(redirect(begun, code=303), token)


@blueprint.get("/ready/<key>")
@allow(Role.SPECTATOR)
@in_own_frames
def ready(key: str) -> Response:
    """Make a run that lies ready in a frame of an open page, so that it can be begun there without a connection.

    Nothing is stored for it: it is known by its signed address when its answers come.
    """
    which = kind(key)
    if which is None:
        raise NotFound
    try:
        made = operations.begin(services(), learner(), which, request.args)
    except BadOption as error:
        return FlaskResponse(error.sentence, 422, mimetype="text/plain")
    return redirect(url_for("drills.run", run=made), code=303)


@blueprint.get("/runs/<run>")
@allow(Role.SPECTATOR)
@in_own_frames
def run(run: str) -> str | Response:
    """Show a run: all its questions are in the page, so it goes on without network."""
    known, person, which = services(), learner(), operations.ticket(services(), run)
    if which is None or not which.is_for(person):
        flash(_("This run is not on this device any more. Begin another one."), "bad")
        return redirect(url_for("drills.today"), code=303)
    start, steps, done = operations.opened(known, person, which)
    chosen = settings.load(known.database, None if person is None else person.id)
    return render_template(
        "drills/run.html",
        kind=which.kind,
        steps=steps,
        page=_page(which, start, steps, done, chosen) | {"url": url_for("drills.answer", run=run)},
        cards=views.cards_of(steps),
        chosen=chosen,
    )


def _page(
    which: Ticket, start: Start, steps: tuple[Step, ...], done: Mapping[int, Trial], chosen: Chosen
) -> dict[str, Any]:
    home = url_for("drills.today")
    fields: dict[str, Any] = {name: text for name, text in which.options.items() if not name.startswith("_")}
    again = home if which.kind is DAILY else url_for("drills.exercise", key=which.kind.key, **fields)
    return {
        "home": home,
        "again": again,
        "stream": f"drill:{which.seed}",
        "batch": which.kind.batch,
        "key": which.kind.key,
        "day": which.day.isoformat(),
        "scripts": sorted({step.script for step in steps}),
        "steps": views.steps_json(steps),
        "names": views.names_json(steps),
        "romaji": views.romaji(steps),
        "done": views.answered_json(done),
        "disturbed": [number for number, trial in done.items() if trial.interrupted],
        "look": {"letters": chosen.letters, "furigana": chosen.furigana, "wait": chosen.wait},
        "whole": which.kind.whole(start),
    }


@blueprint.post("/runs/<run>/answers")
@allow(Role.SPECTATOR)
@door(CommandBody[Batch])
def answer(body: CommandBody[Batch], run: str) -> Response:
    """Keep answers of a run; with the last of them comes its end.

    A device that never practised becomes a learner by the first answers of a run that lay ready on it.
    """
    known, which = services(), operations.ticket(services(), run)
    if which is None or not which.is_for(learner()):
        return _gone()
    person, token = entered()
    try:
        found = operations.keep(known, person, which, body.command)
    except (LearnerGone, OtherRun):
        return _gone()
    kept = jsonify(
        seq=body.expected_seq,
        events=[],
        repeated=False,
        score=found.score,
        lines=[list(one) for one in found.lines],
    )
    return remember(kept, token)


def _gone() -> FlaskResponse:
    found = jsonify(refused="gone", message=_("This run is not on this device any more. Begin another one."))
    found.status_code = 410
    return found


# How somebody wants to practise.


@blueprint.get("/settings")
@allow(Role.SPECTATOR)
def preferences() -> str:
    """Show the settings of this device's learner."""
    person = learner()
    chosen = settings.load(services().database, None if person is None else person.id)
    texts = settings.to_texts(chosen)
    if chosen.tournament is not None and chosen.tournament < practice_day(now()):
        texts["tournament"] = ""
    return _preferences_page(texts, {})


@blueprint.post("/settings")
@allow(Role.SPECTATOR)
@form(Preferences)
def keep_preferences(given: Preferences) -> Response | tuple[str, int]:
    """Keep the settings; what was typed stays where it cannot be."""
    typed = {name: str(value) for name, value in given.model_dump().items()}
    try:
        settings.day(given.tournament, practice_day(now()))
    except ValueError:
        wrong = _("Write the day of the tournament as 2027-01-31, today or later; or leave it empty.")
        return _preferences_page(typed, {"tournament": wrong}), 422
    person, token = entered()
    day = settings.day(given.tournament, practice_day(now()))
    texts = typed | {"tournament": "" if day is None else day.isoformat()}
    settings.save(services().database, person.id, settings.from_texts(texts))
    flash(_("Saved."), "good")
    return remember(redirect(url_for("drills.today"), code=303), token)


def _preferences_page(values: Mapping[str, str], wrong: Mapping[str, str]) -> str:
    return render_template(
        "drills/settings.html", values=values, wrong=wrong, new=settings.NEW_CARDS, most=MOST_DUE_FOR_NEW
    )


# One's own data.


@blueprint.get("/mine")
@allow(Role.SPECTATOR)
def mine() -> str:
    """Show what is kept of this device's learner, and what can be done with it."""
    person = learner()
    found = log.trials(services().database, person) if person is not None else ()
    agreed = coach.consent(services().database, person) if person is not None else None
    asked = claims.asked(services().database, person) if person is not None else None
    return render_template(
        "drills/mine.html",
        person=person,
        count=len(found),
        name=_member_name(person),
        asked="" if asked is None else called().name(asked),
        number="" if person is None else claims.number_of(person.id),
        agreed=agreed,
    )


@blueprint.get("/mine.json")
@allow(Role.SPECTATOR)
def export_json() -> FlaskResponse:
    """Hand out the whole log, as it is kept, and all that is kept beside it."""
    person, known = learner(), services()
    rows: list[object] = []
    if person is not None:
        rows = [*map(to_json, log.rows(known.database, person)), *own_data.beside(known, person)]
    text = json.dumps({"format": FORMAT, "rows": rows}, ensure_ascii=False, indent=1)
    return file_of(text.encode(), "application/json", "drills.json")


@blueprint.get("/mine.csv")
@allow(Role.SPECTATOR)
def export_csv() -> FlaskResponse:
    """Hand out the trials as a table."""
    return file_of(to_csv(views.trial_table(own_trials()), harmless), CSV, "drills.csv")


def _member_name(person: Person | None) -> str:
    return "" if person is None or person.member is None else called().name(person.member)


@blueprint.post("/mine/erase")
@allow(Role.SPECTATOR)
@form(Body)
def erase(_body: Body) -> Response:
    """Take out the learner with every trial."""
    person = learner()
    if person is not None:
        log.erase(services().database, person)
    flash(_("All your drills were erased."), "good")
    gone = redirect(url_for("drills.today"), code=303)
    gone.delete_cookie(COOKIE, samesite="Lax", httponly=True)
    return gone
