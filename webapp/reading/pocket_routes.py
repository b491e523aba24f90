"""The page of a phone that reads on in a pocket, and the one file that it plays."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from flask import Response, abort, jsonify, render_template, request, url_for
from pydantic import Field

from reader.reel.press import Press
from reader.reel.reel import FRAME
from reader.samples import SAMPLE_RATE
from reader.voices import VoiceUnavailableError
from webapp import evening
from webapp.access.roles import Role, allow
from webapp.door import Body, door
from webapp.live.command import Refusal, refused
from webapp.reading import control_words, operations, pocket, words
from webapp.reading.answers import asking_page, caller, island_of, state_of, view_of
from webapp.reading.blueprint import blueprint
from webapp.reading.reels import Kept, reels
from webapp.reading.wishes import Owner
from webapp.services import services

MOST = 256 * 1024
"""Bytes of one answer, 32 seconds of MP3: a player asks for the next piece when it needs it, and no thread waits."""

Name = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Sample = Annotated[int, Field(ge=0, le=2**40)]


class Winding(Body):
    """A page wants a reel; `reel` and `sample` say what it played until now and how far it was."""

    owner: Owner
    coding: Literal["mp3", "wav"]
    reel: Name | None = None
    sample: Sample = 0


class Hearing(Body):
    """The sound has reached this sample now."""

    owner: Owner
    sample: Sample


@blueprint.get("/readings/<reading>/pocket")
@allow(Role.HELPER)
def pocket_page(reading: str) -> str:
    """Show the page that plays a reading from one file."""
    known = services()
    desk = operations.book(known).load(reading)
    operations.prepare(known, desk)
    more = {"pocketUrl": url_for("reading.wind_reel", reading=reading)}
    island = island_of(desk, view_of(desk, asking_page())) | more
    return render_template("reading/pocket.html", desk=desk, island=island, words=control_words.pocket())


@blueprint.post("/readings/<reading>/pocket")
@allow(Role.HELPER)
@door(Winding)
def wind_reel(reading: str, body: Winding) -> Response:
    """Wind what is left of a reading for the page with the sound, and say where the file is."""
    known = services()
    evening.count_hands(known, reading)
    desk = operations.book(known).load(reading)
    before = (body.reel, body.sample) if body.reel else None
    try:
        wound = pocket.wind_for(known, desk, body.owner, body.coding, before)
    except VoiceUnavailableError as error:
        return refused(Refusal("no_voice", words.no_voice(error.reason)))
    if isinstance(wound, Refusal):
        return refused(wound)
    press = wound.kept.press
    name = wound.kept.name
    return jsonify(
        reel=name,
        url=url_for(f"reading.reel_{body.coding}", reading=reading, name=name),
        hearUrl=url_for("reading.hear_reel", reading=reading, name=name),
        mime=press.coding.mime,
        size=press.size,
        seconds=press.reel.frames * FRAME / SAMPLE_RATE,
        sample=wound.sample,
    )


@blueprint.post("/readings/<reading>/pocket/<name>")
@allow(Role.HELPER)
@door(Hearing)
def hear_reel(reading: str, name: str, body: Hearing) -> Response:
    """Take note of how far the sound is, and say where it should be."""
    known = services()
    place = pocket.hear(
        known,
        reading,
        name,
        caller(),
        owner=body.owner,
        sample=body.sample,
        may_go_on=lambda: not evening.waits(known, reading),
    )
    if isinstance(place, Refusal):
        return refused(place)
    if place.moved:
        evening.reading_moved(known, place.desk)
    if place.desk.over:
        reels(known).drop(reading)
    kept = reels(known).find(reading, name)
    answer: dict[str, Any] = {
        "state": state_of(place.desk, body.owner),
        "void": place.void,
        "low": place.low,
        "stop": place.stop,
        "marks": place.marks,
        "asks": place.asks,
    }
    return jsonify(answer | (_progress(kept) if kept else {}))


@blueprint.get("/readings/<reading>/pocket/<name>.mp3")
@allow(Role.HELPER)
def reel_mp3(reading: str, name: str) -> Response:
    """Return a piece of the file."""
    return _sound(reading, name, "mp3")


@blueprint.get("/readings/<reading>/pocket/<name>.wav")
@allow(Role.HELPER)
def reel_wav(reading: str, name: str) -> Response:
    """Return a piece of the file for a browser that plays no MP3."""
    return _sound(reading, name, "wav")


def _sound(reading: str, name: str, coding: str) -> Response:
    """Return what was asked for of the file, or the beginning of it.

    Its name is the secret: who knows it could hear the whole order of the cards, and only the page with the sound is
    told it. When another page takes the sound, the file is gone.
    """
    desk = operations.book(services()).load(reading)
    kept = reels(services()).find(reading, name)
    if kept is None or not desk.played_by(kept.owner) or kept.press.coding.name != coding:
        abort(404)
    press = kept.press
    headers = {"Accept-Ranges": "bytes", "Cache-Control": "no-store"}
    if request.range is None:
        _piece(press, 0)  # a voice that fails is told before a length is promised
        headers["Content-Length"] = str(press.size)
        return Response(_all(press), mimetype=press.coding.mime, headers=headers)
    wanted = request.range.range_for_length(press.size)
    if wanted is None:
        return Response(status=416, headers={"Content-Range": f"bytes */{press.size}"})
    data = _piece(press, wanted[0], min(wanted[1] - wanted[0], MOST))
    headers["Content-Range"] = f"bytes {wanted[0]}-{wanted[0] + len(data) - 1}/{press.size}"
    return Response(data, status=206, mimetype=press.coding.mime, headers=headers)


def _piece(press: Press, at: int, size: int = MOST) -> bytes:
    """Return a piece of the file; 503 where the voice fails that it is made with."""
    try:
        return press.read(at, size)
    except VoiceUnavailableError as error:
        abort(503, description=words.no_voice(error.reason))


def _all(press: Press) -> Iterator[bytes]:
    """Yield the whole file for a program that asks for no range; players do."""
    at = 0
    while piece := press.read(at, MOST):
        yield piece
        at += len(piece)


def _progress(kept: Kept) -> dict[str, Any]:
    press = kept.press
    fault = words.no_voice(kept.fault) if kept.fault else ""
    return {"made": press.made, "parts": len(press.reel.stretches), "fault": fault}
