"""All routes of sound in the drills: clips with their marks, and the page that measures a device's delay."""

from flask import Response, jsonify, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound

from reader.voices.faults import NoSuchVoiceError, VoiceUnavailableError
from webapp.access.roles import Role, allow
from webapp.assets import KEPT_BY_BROWSERS
from webapp.hearing import views
from webapp.hearing.blueprint import blueprint
from webapp.hearing.library import SPEEDS, library
from webapp.live.command import Refusal, refused
from webapp.services import services
from webapp.voices import words as voice_words
from webapp.voices.clip_routes import sent

__all__ = ["blueprint"]

SOON = 120
"""Milliseconds after which a page asks again for what is not there yet."""


@blueprint.get("/clips")
@allow(Role.SPECTATOR)
def clips() -> Response:
    """Return what a run needs to know of its clips: `?voice=mei&speed=100&cards=1,5,17`.

    `there` has the clips by card, `missing` the cards whose clips are being made: ask again for those.
    """
    voice = request.args.get("voice", "")[:120]
    try:
        found = library(services()).ask(voice, _cards(), _speed())
    except _QueryError as error:
        return refused(Refusal("query", str(error)))
    except (VoiceUnavailableError, NoSuchVoiceError) as error:
        return refused(voice_words.no_voice(error.reason))
    there = {
        str(card): {**clip, "url": url_for("hearing.sound", file=f"{clip['key']}.flac")}
        for card, clip in found.there.items()
    }
    return jsonify(there=there, missing=list(found.missing), again=SOON)


class _QueryError(ValueError):
    """What was asked for cannot be; the message is for people."""


def _cards() -> tuple[int, ...]:
    """Return the cards that are asked for. Raises _QueryError."""
    found = []
    for text in request.args.get("cards", "").split(",")[:101]:
        if not (text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= 100):
            sentence = _(
                "cards: %(found)s is no card; write numbers from 1 to 100, as in 1,5,17", found=text[:20]
            )
            raise _QueryError(sentence)
        found.append(int(text))
    return tuple(dict.fromkeys(found))


def _speed() -> int:
    """Return the speed that is asked for, in percent. Raises _QueryError."""
    text, known = request.args.get("speed", str(SPEEDS[0])), [str(one) for one in SPEEDS]
    if text not in known:
        sentence = _(
            "speed: %(found)s is no speed; there is %(known)s", found=text[:20], known=", ".join(known)
        )
        raise _QueryError(sentence)
    return int(text)


@blueprint.get("/clips/<file>")
@allow(Role.SPECTATOR)
def sound(file: str) -> Response:
    """Return a clip's sound, as `HASH.flac` or `.wav`; a browser keeps it for good."""
    name, _dot, kind = file.partition(".")
    path = library(services()).sound(name)
    if path is None:
        raise NotFound
    response = sent(path, kind)
    response.headers["Cache-Control"] = KEPT_BY_BROWSERS
    return response


@blueprint.get("/delay")
@allow(Role.SPECTATOR)
def delay() -> str:
    """Show the page that measures the device's delay in twenty seconds; it is kept in the browser."""
    return render_template(
        "hearing/delay.html", words=views.delay_words(), back=views.back(request.args.get("back", ""))
    )
