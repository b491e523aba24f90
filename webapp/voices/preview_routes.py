"""Trying a voice out: a half is made, and its address answered."""

from flask import Response, jsonify, url_for

from reader.voices.faults import NoSuchVoiceError, VoiceUnavailableError
from webapp.access.roles import Role, allow
from webapp.door import door
from webapp.live.command import refused
from webapp.services import services
from webapp.voices import words
from webapp.voices.auditions import BusyError, auditions
from webapp.voices.blueprint import blueprint
from webapp.voices.clip_routes import sent
from webapp.voices.forms import Preview
from webapp.voices.operations import NoSuchPack


@blueprint.post("/previews")
@allow(Role.HELPER)
@door(Preview)
def preview(body: Preview) -> Response:
    """Make a half with a voice; 409 while another one is being made."""
    try:
        made = auditions(services()).make(body.voice, body.poem, body.part)
    except BusyError:
        response = refused(words.busy())
        response.status_code = 409
        return response
    except (VoiceUnavailableError, NoSuchVoiceError) as error:
        return refused(words.no_voice(error.reason))
    return jsonify(
        url=url_for("voices.preview_sound", file=made.name), credit=made.credit, precision=made.precision
    )


@blueprint.get("/previews/<file>")
@allow(Role.HELPER)
def preview_sound(file: str) -> Response:
    """Return a half that was made, as `HASH.flac` or `.wav`."""
    name, _, kind = file.partition(".")
    path = auditions(services()).sound(name)
    if path is None:
        raise NoSuchPack(file)
    return sent(path, kind)
