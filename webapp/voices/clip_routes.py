"""One half of a pack: its sound, its marks, and new recordings of it."""

import io
from pathlib import Path

import soundfile
from flask import Response, jsonify, request, send_file
from werkzeug.exceptions import NotFound

from reader.packs.checking import UNUSABLE, notes_of
from reader.packs.document import PackClip
from reader.packs.faults import PackError, PackFlaw, unfit
from reader.pattern import Half
from reader.samples import to_seconds
from webapp.access.roles import Role, allow
from webapp.door import Body, carries, door
from webapp.live.command import Refusal
from webapp.live.command import refused as refused_by
from webapp.security import takes
from webapp.services import services
from webapp.voices import operations, views, words
from webapp.voices.auditions import PACE
from webapp.voices.blueprint import blueprint
from webapp.voices.forms import CutAt, Marks
from webapp.voices.operations import Take
from webapp.wav import as_wav

LARGEST = 12 << 20
"""Bytes of one half from a browser: two minutes at 48 kHz."""
KINDS = {"flac": "audio/flac", "wav": "audio/wav"}


@blueprint.get("/<name>/clips/<half>.json")
@allow(Role.HELPER)
def clip(name: str, half: str) -> Response:
    """Return a half's marks."""
    of = operations.half(half)
    return jsonify(drawn(of, operations.pack(services(), name).clips.get(of)))


def drawn(of: Half, found: PackClip | None) -> dict[str, object]:
    """Return a half as the script of its page draws it."""
    notes = words.notes(notes_of(of, found.measured)) if found else ""
    return views.clip_view(of, found, notes)


@blueprint.get("/<name>/sound/<file>")
@allow(Role.HELPER)
def sound(name: str, file: str) -> Response:
    """Return the whole recording in which a half lies, as `017-kami.flac` or `.wav`."""
    half, _, kind = file.partition(".")
    found = operations.clip(services(), name, operations.half(half))
    return sent(operations.shelf(services()).folder / name / found.file, kind)


def sent(path: Path, kind: str) -> Response:
    """Return a FLAC file as it is or as WAV; 404 for another kind or a missing file."""
    if kind not in KINDS or not path.is_file():
        raise NotFound
    if kind == "flac":
        return send_file(
            io.BytesIO(path.read_bytes()), mimetype=KINDS[kind], conditional=True, etag=path.stem
        )
    try:
        data = as_wav(path)
    except (OSError, soundfile.LibsndfileError) as error:
        raise unfit(PackFlaw.CLIP_DAMAGED, file=path.name) from error
    return send_file(io.BytesIO(data), mimetype=KINDS[kind], conditional=True, etag=path.stem)


@blueprint.post("/<name>/clips/<half>/marks")
@allow(Role.ORGANISER)
@door(Marks)
def mark(name: str, half: str, body: Marks) -> Response:
    """Set a half's marks by hand."""
    of = operations.half(half)
    try:
        return jsonify(drawn(of, operations.mark(services(), name, of, body.given())))
    except PackError as error:
        return refused_by(Refusal("marks", words.not_taken(error)))


@blueprint.post("/<name>/clips/<half>/cut")
@allow(Role.ORGANISER)
@door(CutAt)
def cut(name: str, half: str, body: CutAt) -> Response:
    """Cut the recording of a whole poem into its halves."""
    of = operations.half(half)
    try:
        operations.cut(services(), name, of, body.at)
    except PackError as error:
        return refused_by(Refusal("cut", words.not_taken(error)))
    return jsonify(drawn(of, operations.clip(services(), name, of)))


@blueprint.post("/<name>/clips/<half>/remove")
@allow(Role.ORGANISER)
@door(Body)
def drop(name: str, half: str, body: Body) -> Response:
    """Take a half's recording out of a pack."""
    del body
    of = operations.half(half)
    try:
        operations.drop(services(), name, of)
    except PackError as error:
        return refused_by(Refusal("pack", words.not_taken(error)))
    return jsonify(drawn(of, None))


@blueprint.post("/<name>/takes/<half>")
@allow(Role.ORGANISER)
@takes(LARGEST)
@carries("audio/wav")
def take(name: str, half: str, body: bytes) -> Response:
    """Judge a recording that a browser sends; `?keep=1` makes it the pack's own where it can be used."""
    of = operations.half(half)
    try:
        judged = operations.judge(services(), name, of, body, keep=request.args.get("keep") == "1")
    except PackError as error:
        return refused_by(Refusal("pack", words.not_taken(error)))
    return jsonify(take_view(of, judged))


def take_view(of: Half, judged: Take) -> dict[str, object]:
    """Return what is said of a recording."""
    usable = not UNUSABLE & set(judged.notes)
    state = "bad" if not usable else "doubtful" if judged.notes else "good"
    view: dict[str, object] = {"state": state, "notes": words.notes(judged.notes)}
    measured = judged.measured
    if measured is None:
        return view
    spoken = to_seconds(measured.hold - measured.on)
    asked = PACE.upper if of.part == "kami" else PACE.lower + PACE.hold
    length = to_seconds(measured.off - measured.on)
    fits = (
        "slow"
        if spoken + 0.2 > to_seconds(asked)
        else "short"
        if length < 0.75 * to_seconds(asked)
        else "fits"
    )
    return view | {
        "voice": round(length, 1),
        "hold": round(to_seconds(measured.off - measured.hold), 1),
        "loudness": round(measured.loudness),
        "noise": round(measured.noise),
        "on": measured.on,
        "off": measured.off,
        "pace": fits,
    }
