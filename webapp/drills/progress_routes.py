"""The pages of one's own progress: the figures, the history of a card, and what is put right."""

from flask import Response as FlaskResponse
from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from engine.training.card_history import card_history
from engine.training.items import Skill
from engine.training.trial import Trial
from webapp.access.roles import Role, allow
from webapp.club.member_routes import CSV, file_of
from webapp.csv_file import figure as harmless
from webapp.csv_file import to_csv
from webapp.db.columns import now
from webapp.door import form
from webapp.drills import corrections, log, progress_tables, settings
from webapp.drills import progress as drawn
from webapp.drills.blueprint import blueprint
from webapp.drills.card_page import card_page
from webapp.drills.corrections import CorrectionForm, NotThere
from webapp.drills.device import learner
from webapp.drills.log import LearnerGone
from webapp.drills.mat_records import with_matches
from webapp.drills.progress import Figure
from webapp.drills.run import schedule_of
from webapp.practice_day import practice_day
from webapp.services import services


@blueprint.get("/progress")
@allow(Role.SPECTATOR)
def progress() -> str:
    """Show what the trials tell: the hundred, and figures with their intervals."""
    return render_template(
        "drills/progress.html",
        progress=drawn.progress(_with_matches(), practice_day(now()), asked_skill()),
        csv=lambda figure: url_for("drills.figure", figure=figure),
        card=lambda number: url_for("drills.card", card=number),
    )


@blueprint.get("/progress/<figure>.csv")
@allow(Role.SPECTATOR)
def figure(figure: str) -> FlaskResponse:
    """Hand out what a chart draws as a table."""
    return csv_of(figure, _with_matches())


@blueprint.get("/progress/cards/<int:card>")
@allow(Role.SPECTATOR)
def card(card: int) -> str:
    """Show the history of a card, and let an answer be put right."""
    if not 1 <= card <= 100:
        raise NotFound
    trials, person = _with_matches(), learner()
    chosen = settings.load(services().database, None if person is None else person.id)
    history = card_history(card, schedule_of(trials), trials, chosen.schedule, practice_day(now()))
    voided = corrections.voided(services().database, person) if person is not None else ()
    return render_template("drills/card.html", page=card_page(history, voided))


@blueprint.post("/progress/corrections")
@allow(Role.SPECTATOR)
@form(CorrectionForm)
def correct(given: CorrectionForm) -> Response:
    """Take an answer out of the count: it was somebody else, or a slip. The log keeps both."""
    person = learner()
    try:
        corrections.void(services().database, person, given.trial, given.reason)
    except (NotThere, LearnerGone):
        flash(_("This answer is not on this device any more."), "bad")
        return redirect(url_for("drills.progress"), code=303)
    flash(_("It does not count any more."), "good")
    return redirect(url_for("drills.card", card=given.card), code=303)


def asked_skill() -> Skill:
    """Return the skill that the address asks the hundred by; anything else is the face."""
    asked = request.args.get("skill", "")
    return Skill(asked) if asked in tuple(Skill) else Skill.FACE


def own_trials() -> tuple[Trial, ...]:
    """Return the trials of this device's learner; none where nobody practised."""
    person = learner()
    return log.trials(services().database, person) if person is not None else ()


def _with_matches() -> tuple[Trial, ...]:
    """Return the same, and what the matches of the device's member tell."""
    return with_matches(services(), learner(), own_trials())


def csv_of(which: str, trials: tuple[Trial, ...]) -> FlaskResponse:
    """Return a figure of these trials as a CSV file. Raises NotFound for one that there is not."""
    if which not in tuple(Figure):
        raise NotFound
    rows = progress_tables.csv_rows(Figure(which), trials, practice_day(now()))
    return file_of(to_csv(rows, harmless), CSV, f"{which}.csv")
