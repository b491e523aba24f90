"""A pack on its way in or out: a zip."""

import os
import secrets
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from flask import Response, jsonify, request, url_for
from pydantic import ValidationError
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound, UnsupportedMediaType
from werkzeug.wrappers import Response as BaseResponse

from reader.packs.exporting import export
from reader.packs.faults import PackError
from webapp.access.roles import Role, allow
from webapp.security import takes
from webapp.services import services
from webapp.voices import operations, words
from webapp.voices.blueprint import blueprint
from webapp.voices.forms import NewPack
from webapp.voices.uploads import Upload, uploads

LARGEST = 1 << 30
"""Bytes of a zip: 202 halves in WAV at CD quality take a quarter of it."""
PIECE = 1 << 18


@blueprint.post("/uploads")
@allow(Role.ORGANISER)
@takes(LARGEST)
def upload() -> Response | tuple[Response, int]:
    """Take a zip and begin to listen to it; answers where its progress is found."""
    if request.mimetype != "multipart/form-data":
        raise UnsupportedMediaType
    fields = {name: request.form.get(name, "") for name in ("title", "credit", "licence")}
    file = request.files.get("file")
    try:
        asked = NewPack.model_validate_strings({name: text for name, text in fields.items() if text})
    except ValidationError:
        return refused("title")
    if file is None or not file.filename:
        return refused("file")
    known = uploads(services())
    if known.busy:
        return jsonify(refused="busy", message=words.upload_busy()), 409
    zipped = kept(file)
    started = None
    try:
        started = known.start(zipped, asked.title, asked.credit, asked.licence.strip())
    except PackError as error:
        return jsonify(refused="pack", message=words.not_taken(error)), 422
    finally:
        if started is None:
            zipped.unlink(missing_ok=True)
    if started is None:
        return jsonify(refused="busy", message=words.upload_busy()), 409
    return jsonify(progressUrl=url_for("voices.progress", upload=started.id))


def refused(field: str) -> tuple[Response, int]:
    """Answer that something is missing in the form."""
    return jsonify(refused=field, message=words.missing_field(field)), 422


def kept(file: FileStorage) -> Path:
    """Put what was sent into a file of ours in the data folder, where there is room for packs."""
    folder = services().config.voices_folder
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f".{secrets.token_hex(8)}.upload"
    file.save(path)
    return path


@blueprint.get("/uploads/<upload>")
@allow(Role.ORGANISER)
def progress(upload: str) -> Response:
    """Return how far a pack is."""
    found = uploads(services()).of(upload)
    if found is None:
        raise NotFound
    return jsonify(progress_view(found))


def progress_view(found: Upload) -> dict[str, object]:
    """Return an upload as its page's script reads it."""
    return {
        "done": found.done,
        "total": found.total,
        "fault": words.not_taken(found.fault) if found.fault else "",
        "url": page_of(found) if found.name else "",
    }


def page_of(found: Upload) -> str:
    """Return the page of a pack that was taken in; where files gave nothing it says which."""
    taken = found.id if found.unread else None
    return url_for("voices.page", name=found.name, taken=taken)


@blueprint.get("/<name>/export.zip")
@allow(Role.ORGANISER)
def hand_on(name: str) -> BaseResponse:
    """Return a pack as a zip."""
    pack = operations.pack(services(), name)
    descriptor, text = tempfile.mkstemp(suffix=".zip", prefix="naniwazu-")
    os.close(descriptor)
    path = Path(text)
    try:
        export(pack, path)
    except (PackError, zipfile.BadZipFile):
        path.unlink(missing_ok=True)
        raise
    size = path.stat().st_size
    response = Response(pieces(path), mimetype="application/zip")
    response.headers["Content-Length"] = str(size)
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.zip")
    return response


def pieces(path: Path) -> Iterator[bytes]:
    """Yield a file and delete it."""
    try:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                yield piece
    finally:
        path.unlink(missing_ok=True)
