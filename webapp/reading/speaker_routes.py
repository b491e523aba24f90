"""The server's own loudspeakers: HTTP in and out."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal

from flask import Response, abort, jsonify, render_template, url_for
from pydantic import Field

from reader.outputs.owner import SpeakersInUseError
from reader.outputs.sink import SpeakersUnavailableError
from reader.outputs.tuning import (
    HIGHEST_TRIM,
    LONGEST_DELAY,
    LONGEST_LEAD_IN,
    LOWEST_TRIM,
    STORES,
    Tuning,
)
from reader.voices import VoiceUnavailableError
from reader.voices.known import DEFAULT
from webapp import evening, loudspeakers
from webapp.access.roles import Role, allow
from webapp.door import Body, door
from webapp.live.command import Refusal, refused
from webapp.reading import operations, speaker_words, words
from webapp.reading.answers import asking_page, caller, state_of
from webapp.reading.blueprint import blueprint
from webapp.reading.operations import Done
from webapp.reading.speaker_rooms import rooms
from webapp.reading.speaker_trial import VERSE
from webapp.reading.speaker_views import room_view
from webapp.reading.studio import studio
from webapp.services import services
from webapp.wav import as_wav

Name = Annotated[str, Field(min_length=1, max_length=300)]
"""A loudspeaker's name as the system gives it."""


class RoomWish(Body):
    """Open a loudspeaker for a reading, let it begin or take the reading, or let go of it."""

    do: Literal["ready", "start", "take", "leave"]
    device: Annotated[str, Field(max_length=300)] = ""


class TrialWish(Body):
    """Let the trial verse be heard."""

    device: Name


class TuningWish(Body):
    """A loudspeaker's settings; milliseconds, dB and seconds."""

    device: Name
    delay: Annotated[int, Field(ge=0, le=round(LONGEST_DELAY * 1000))]
    trim: Annotated[float, Field(ge=LOWEST_TRIM, le=HIGHEST_TRIM)]
    awake: bool
    lead_in: Annotated[float, Field(ge=0, le=LONGEST_LEAD_IN)]
    store: Literal[100, 400]
    heard: bool

    def tuning(self) -> Tuning:
        """Return it as it is kept."""
        assert self.store / 1000 in STORES
        return Tuning(self.delay / 1000, self.trim, self.awake, self.lead_in, self.store / 1000, self.heard)


@blueprint.before_request
def hold_what_was_cut_off() -> None:
    """See that what a server was reading when it was killed is held, before anything is said of it."""
    rooms(services())


@blueprint.get("/readings/<reading>/room")
@allow(Role.HELPER)
def room(reading: str) -> Response:
    """Return the loudspeakers of the server."""
    operations.book(services()).load(reading)
    return jsonify(asdict(room_view(rooms(services()), reading)))


@blueprint.post("/readings/<reading>/room")
@allow(Role.HELPER)
@door(RoomWish)
def use_room(reading: str, body: RoomWish) -> Response:
    """Open, use or let go of a loudspeaker for a reading, or say why not."""
    known = services()
    operations.book(known).load(reading)
    made = rooms(known)
    try:
        if body.do == "leave":
            made.leave(reading, caller())
        elif body.do == "ready":
            made.get_ready(reading, _device(body.device))
        else:
            evening.count_hands(known, reading)
            answer = made.start(reading, _device(body.device), caller(), start=body.do == "start")
            if isinstance(answer, Refusal):
                return refused(answer)
            if isinstance(answer, Done):
                made.tunings.choose(body.device)
    except SpeakersUnavailableError as error:
        return _unavailable(body.device, error)
    desk = operations.book(known).load(reading)
    return jsonify(state=state_of(desk, asking_page()), room=asdict(room_view(made, reading)))


@blueprint.get("/readings/trial.<kind>")
@allow(Role.SPECTATOR)
def trial_clip(kind: str) -> Response:
    """Return the trial verse for a page: its marks, or its sound; 202 while it is being made."""
    made = studio(services())
    name = made.key(DEFAULT, VERSE)
    path = made.sound(name)
    if kind not in ("json", "flac", "wav"):
        abort(404)
    if path is None:
        made.hurry(DEFAULT, [VERSE])
        return Response(status=202, headers={"Retry-After": "1"})
    if kind == "json":
        return jsonify(made.marks(name))
    if kind == "flac":
        return Response(path.read_bytes(), mimetype="audio/flac")
    return Response(as_wav(path), mimetype="audio/wav")


@blueprint.get("/readings/sound")
@allow(Role.SPECTATOR)
def own_sound() -> str:
    """Show the page on which a device's delay is measured."""
    return render_template("reading/own_sound.html", words=speaker_words.calibration_words())


@blueprint.post("/readings/speakers/trial")
@allow(Role.HELPER)
@door(TrialWish)
def try_speaker(body: TrialWish) -> Response:
    """Let the trial verse be heard, and answer in how many seconds it is over."""
    try:
        return jsonify(seconds=rooms(services()).try_out(_device(body.device)))
    except SpeakersUnavailableError as error:
        return _unavailable(body.device, error)
    except VoiceUnavailableError as error:
        return refused(Refusal("no_voice", words.no_voice(error.reason)))


@blueprint.post("/readings/speakers/tuning")
@allow(Role.HELPER)
@door(TuningWish)
def tune(body: TuningWish) -> Response:
    """Keep a loudspeaker's settings; they count from its next opening."""
    try:
        rooms(services()).tunings.put(body.device, body.tuning())
    except OSError as error:
        return refused(Refusal("no_room", speaker_words.not_kept(error.strerror or str(error))))
    return jsonify(kept=True)


def _device(name: str) -> str:
    """Return the whole name of a loudspeaker. Raises SpeakersUnavailableError for one that is not there."""
    return loudspeakers.find(name).name


def _unavailable(device: str, error: SpeakersUnavailableError) -> Response:
    """Answer 409 where somebody else has the loudspeaker, 422 where there is none."""
    if isinstance(error, SpeakersInUseError):
        response = refused(Refusal("in_use", speaker_words.speakers_in_use(device, error.holder)))
        response.status_code = 409
        return response
    return refused(Refusal("no_speakers", speaker_words.no_speakers(error)))


def sound_island(reading: str) -> Mapping[str, Any]:
    """Return what the reading page's script needs for choosing where the sound comes from."""
    return {
        "roomUrl": url_for("reading.room", reading=reading),
        "trialUrl": url_for("reading.try_speaker"),
        "tuningUrl": url_for("reading.tune"),
        "trialClip": url_for("reading.trial_clip", kind="x").removesuffix(".x"),
        "words": speaker_words.sound_words(),
    }
