"""All routes of ghost matches: who is played against, the match, and who lends how they play."""

from typing import Any

from flask import Response as FlaskResponse
from flask import flash, jsonify, redirect, render_template, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from engine.training.ghost import FEWEST, LEVELS, Ghost, ghost_of
from engine.training.layout import HomeLayout, suggested
from poems.cards import numbers
from webapp.access.roles import Role, allow
from webapp.door import door, form
from webapp.drills import coach, log, operations
from webapp.drills.device import entered, learner, remember
from webapp.drills.kinds import mats
from webapp.drills.log import LearnerGone, Person
from webapp.ghosts import lending, play, views
from webapp.ghosts.blueprint import blueprint
from webapp.ghosts.forms import Lending, Moves, NewGhostMatch
from webapp.ghosts.play import Impossible, Ticket
from webapp.hearing.library import SPEEDS
from webapp.hearing.views import whole_json
from webapp.hearing.voices import TURNS, can_be_heard, voice_fields, voices_of
from webapp.security import visitor
from webapp.services import services

__all__ = ["blueprint"]


@blueprint.get("/")
@allow(Role.SPECTATOR)
def start() -> str:
    """Show who can be played against, with what is stated of each."""
    person = learner()
    own = _own(person)
    who = operations.learner(services(), person)
    return render_template(
        "ghosts/start.html",
        levels=[views.shown(f"level:{name}", ghost) for name, ghost in LEVELS.items()],
        own=None if own is None else views.shown("own", own),
        fewest=FEWEST,
        mates=[views.shown(f"mate:{one.learner}", one.ghost) for one in _mates(person)],
        layouts=mats.layout_field(who),
        sounds=mats.sound_fields(who),
        person=person,
        lends=person is not None and lending.lends(services(), person),
        guardian_wanted=person is not None and coach.consent(services().database, person).guardian_wanted,
        named=not visitor().is_public,
    )


def _own(person: Person | None) -> Ghost | None:
    return None if person is None else ghost_of("own", log.trials(services().database, person))


def _mates(person: Person | None) -> tuple[lending.Lent, ...]:
    """Return whose ghosts can be borrowed: names are for those who came in by a code."""
    return () if visitor().is_public else lending.lent(services(), person)


@blueprint.post("/")
@allow(Role.SPECTATOR)
@form(NewGhostMatch)
def begin(given: NewGhostMatch) -> Response:
    """Begin a match."""
    person = learner()
    chosen, home = _chosen(given.opponent, person), _home(given.layout, person)
    if chosen is None or home is None:
        flash(_("This opponent or layout is not there any more. Choose another."), "bad")
        return redirect(url_for("ghosts.start"), code=303)
    ghost, mate = chosen
    person, token = entered()
    voices = _voices(given)
    text = play.begin(services(), person, ghost, mate=mate, home=home, given=given, voices=voices)
    return remember(redirect(url_for("ghosts.match", ticket=text), code=303), token)


def _voices(given: NewGhostMatch) -> tuple[str, ...]:
    """Return who reads aloud: nobody in silence, and the usual voices instead of one that there is not."""
    if given.read != mats.HEARD or not can_be_heard():
        return ()
    voice, _speed = voice_fields()
    return voices_of({"voice": given.voice if given.voice in voice.values else TURNS})


def _chosen(opponent: str, person: Person | None) -> tuple[Ghost, int] | None:
    kind, _colon, which = opponent.partition(":")
    if kind == "level":
        return (LEVELS[which], 0) if which in LEVELS else None
    if kind == "own":
        own = _own(person)
        return None if own is None else (own, 0)
    mates = {one.learner: one.ghost for one in _mates(person)}
    return (mates[int(which)], int(which)) if int(which) in mates else None


def _home(layout: str, person: Person | None) -> HomeLayout | None:
    if layout == mats.USUAL:
        return suggested()
    kept = {one.id: one.whole for one in mats.own(operations.learner(services(), person))}
    return kept.get(int(layout))


def _own_ticket(text: str) -> tuple[Person, Ticket] | None:
    """Return the learner and their match; None for another device's, and where the ghost is lent no more."""
    person, which = learner(), play.ticket(services(), text)
    if person is None or which is None or which.learner != person.id:
        return None
    lent = not which.mate or (not visitor().is_public and lending.still_lent(services(), which.mate))
    return (person, which) if lent else None


@blueprint.get("/play/<ticket>")
@allow(Role.SPECTATOR)
def match(ticket: str) -> str | Response:
    """Show a match."""
    found = _own_ticket(ticket)
    if found is None:
        flash(_("This match cannot go on: it is another device's, or its ghost is lent no more."), "bad")
        return redirect(url_for("ghosts.start"), code=303)
    which = found[1]
    begun = play.begun(which)
    page: dict[str, Any] = {
        "url": url_for("ghosts.moves", ticket=ticket),
        "again": url_for("ghosts.start"),
        "home": url_for("drills.today"),
        "stream": f"ghost:{which.seed}",
        "whole": {"faces": mats.faces(numbers(begun.state.held[0] | begun.state.held[1]))},
        "steps": views.heard_before(which.voices),
        "names": {},
    }
    if which.voices:
        speed = which.speed if int(which.speed) in SPEEDS else str(SPEEDS[0])
        page["whole"] |= {"sound": whole_json(which.voices, speed)}
    return render_template(
        "ghosts/match.html", page=page, ghost=views.shown("", which.ghost), words=views.words()
    )


@blueprint.post("/play/<ticket>/moves")
@allow(Role.SPECTATOR)
@door(Moves)
def moves(body: Moves, ticket: str) -> FlaskResponse | tuple[FlaskResponse, int]:
    """Play the match again up to its last move, keep its reads, and return how it stands."""
    found = _own_ticket(ticket)
    if found is None:
        said = _("This match cannot go on: it is another device's, or its ghost is lent no more.")
        return jsonify(refused="gone", message=said), 410
    person, which = found
    try:
        played = play.played(which, body.moves)
        play.keep(services(), person, which, played, body)
    except Impossible:
        return jsonify(refused="moves", message=_("These moves are not possible. Begin another match.")), 422
    except LearnerGone:
        return jsonify(refused="gone", message=_("This match is not on this device any more.")), 410
    return jsonify(views.match_json(played, play.homes(which), which.voices))


@blueprint.post("/lend")
@allow(Role.SPECTATOR, private=True)
@form(Lending)
def lend(given: Lending) -> Response:
    """Let other members play against how one plays, or no longer."""
    person = learner()
    if person is not None and person.member is not None:
        lending.lend(services(), person, on=given.on == "yes")
    return redirect(url_for("ghosts.start"), code=303)
