"""The pages and commands of readings, and the clips they sound with: HTTP in and out, nothing else."""

import io

from flask import (
    Response,
    abort,
    current_app,
    flash,
    jsonify,
    redirect,
    render_template,
    send_file,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from webapp import evening
from webapp.access.roles import Role, allow
from webapp.assets import kept_json
from webapp.door import Body, CommandBody, door, form
from webapp.live.command import Refusal, conflict, refused
from webapp.reading import (
    choices,
    control_routes,
    control_words,
    display_routes,
    listing,
    operations,
    pocket_routes,
    programme_routes,
    proof_routes,
    set_routes,
    speaker_routes,
    words,
)
from webapp.reading.answers import asking_page, caller, island_of, state_of, view_of
from webapp.reading.anthology import anthology_file
from webapp.reading.blueprint import blueprint
from webapp.reading.operations import Behind
from webapp.reading.presence import presence
from webapp.reading.readings import Desk
from webapp.reading.remote_way import remote_way
from webapp.reading.studio import studio
from webapp.reading.wishes import Next, Owner, Wish
from webapp.security import visitor
from webapp.services import services
from webapp.wav import as_wav

__all__ = [
    "blueprint",
    "control_routes",
    "display_routes",
    "pocket_routes",
    "programme_routes",
    "proof_routes",
    "set_routes",
    "speaker_routes",
]
"""The other modules hang their routes on the same blueprint."""

FOREVER = "private, max-age=31536000, immutable"
WAV = "audio/wav"
FLAC = "audio/flac"


class Here(Body):
    """The page with the sound says that it is there."""

    owner: Owner


@blueprint.get("/readings/")
@allow(Role.SPECTATOR)
def index() -> str:
    """Show tonight's readings and the earlier ones."""
    return render_template(
        "reading/index.html", readings=listing.recent(services()), set_name=choices.set_name
    )


@blueprint.get("/readings/<reading>")
@allow(Role.SPECTATOR)
def page(reading: str) -> str:
    """Show a reading."""
    known = services()
    desk = operations.book(known).load(reading)
    if visitor().may(Role.HELPER):
        operations.prepare(known, desk)
    view = view_of(desk, asking_page())
    island = island_of(desk, view) | {
        "helper": visitor().may(Role.HELPER),
        "screen": False,
        "hereUrl": url_for("reading.here", reading=reading),
        "findUrl": url_for("reading.find", reading=reading),
        "instead": studio(known).instead_of(desk.settings.voice),
        "sound": speaker_routes.sound_island(reading),
    }
    return render_template(
        "reading/reading.html",
        desk=desk,
        view=view,
        island=island,
        words={**words.page_words(), **control_words.finding(), **control_words.lock_screen()},
        remote_way=remote_way(desk.id) if visitor().may(Role.HELPER) else None,
        voices=choices.voices(),
        new_table_url=new_table_url(desk),
        summary=words.summary(desk.settings, len(desk.state.programme.cards)),
    )


@blueprint.post("/readings/<reading>/put-away")
@allow(Role.HELPER)
@form(Body)
def put_away(_body: Body, reading: str) -> BaseResponse:
    """End a reading that was ordered and never begun, and go back to what is going on."""
    if not operations.put_away(services(), reading, caller()):
        flash(_("This reading has begun. End it on its own page."), "bad")
    return redirect(url_for("home.tonight"), code=303)


@blueprint.get("/readings/<reading>/state")
@allow(Role.SPECTATOR)
def state(reading: str) -> Response:
    """Return the reading as it stands; the page with the sound is also told what to play."""
    desk = operations.book(services()).load(reading)
    return jsonify(state_of(desk, asking_page()))


@blueprint.post("/readings/<reading>/commands")
@allow(Role.HELPER)
@door(CommandBody[Wish])
def command(reading: str, body: CommandBody[Wish]) -> Response:
    """Carry out a command of a page, or say why not."""
    known = services()
    if not getattr(body.command, "owner", ""):
        evening.count_hands(known, reading)
    if isinstance(body.command, Next) and body.command.by_itself and evening.waits(known, reading):
        return unchanged(reading)
    done = operations.perform(known, reading, body, caller())
    if isinstance(done, Refusal):
        return refused(done)
    if isinstance(done, Behind):
        return conflict(done.head, done.missing)
    evening.reading_moved(known, done.desk)
    asking = asking_page()
    if done.desk.played_by(asking):
        presence(known.store).note(reading, asking)
    return jsonify(
        seq=done.events[-1].seq,
        events=[event.public() for event in done.events],
        repeated=done.repeated,
        state=state_of(done.desk, asking),
    )


def unchanged(reading: str) -> Response:
    """Answer a page that would go on by itself while a table needs more time: the reading as it stands."""
    desk = operations.book(services()).load(reading)
    return jsonify(seq=desk.seq, events=[], repeated=False, state=state_of(desk, asking_page()))


@blueprint.post("/readings/<reading>/here")
@allow(Role.HELPER)
@door(Here)
def here(reading: str, body: Here) -> Response:
    """Note that the page with the sound is there, and tell it whether it still has the sound."""
    known = services()
    desk = operations.book(known).load(reading)
    presence(known.store).note(reading, body.owner)
    return jsonify(yours=desk.played_by(body.owner), seq=desk.seq)


@blueprint.get("/readings/poems.<language>.json")
@allow(Role.SPECTATOR)
def poems(language: str) -> Response:
    """Return the poems as a page draws them, for good: the address changes when they do."""
    try:
        text = anthology_file(language)
    except ValueError:
        abort(404)
    return kept_json(text)


@blueprint.get("/readings/<reading>/clips/<name>.json")
@allow(Role.HELPER)
def marks(reading: str, name: str) -> Response:
    """Return where the voice lies in a clip; 202 while clips are being made, 404 for one that nobody makes."""
    check_wanted(reading, name)
    known = studio(services()).marks(name)
    if known is None:
        return not_yet()
    response = jsonify(known)
    response.headers["Cache-Control"] = FOREVER
    return response


@blueprint.get("/readings/<reading>/clips/<name>.flac")
@allow(Role.HELPER)
def flac(reading: str, name: str) -> Response:
    """Return a clip; 202 while clips are being made, 404 for one that nobody makes.

    It is sent as bytes, without the file's time: that would tell when the clip was made, and so the order of the cards.
    """
    check_wanted(reading, name)
    path = studio(services()).sound(name)
    if path is None:
        return not_yet()
    response = send_file(io.BytesIO(path.read_bytes()), mimetype=FLAC, conditional=True, etag=name)
    response.headers["Cache-Control"] = FOREVER
    return response


@blueprint.get("/readings/<reading>/clips/<name>.wav")
@allow(Role.HELPER)
def wav(reading: str, name: str) -> Response:
    """Return a clip for a browser that does not play FLAC; the samples are the same."""
    check_wanted(reading, name)
    path = studio(services()).sound(name)
    if path is None:
        return not_yet()
    return Response(as_wav(path), mimetype=WAV, headers={"Cache-Control": FOREVER})


def check_wanted(reading: str, name: str) -> None:
    """Answer 404 to all but the page with the sound, and to it where the clip is none of those it plays soon.

    A clip's name follows from its words and which clips are there from what is about to be read, so whoever could ask
    for any would learn the order of the cards.
    """
    desk = operations.book(services()).load(reading)
    made = studio(services())
    if not desk.played_by(asking_page()):
        abort(404)
    if name not in {made.key(desk.settings.voice, verse) for verse in operations.verses_wanted(desk)}:
        abort(404)


def not_yet() -> Response:
    """Return that a clip is not there, and whether it is worth asking again."""
    if not studio(services()).busy:
        abort(404)
    return Response(status=202, headers={"Retry-After": "1"})


def new_table_url(desk: Desk) -> str:
    """Return where a table that follows this reading is opened; empty where this server has no tables."""
    known = "matches.new" in current_app.view_functions
    return url_for("matches.new", reading=desk.id) if known else ""
