"""The files that every page is made of: scripts, styles, fonts. They are the same for all and hold no secret.

A page names them by `/static/of-VERSION/…`, where VERSION is the hash of all of them, so that a browser keeps them for
good and asks for none of them again before the program is another one. Scripts and styles name each other by relative
addresses and so stay within their version. Texts are sent compressed. Pages are not: what a visitor typed stands in
them beside a token, and the size of a compressed answer would give the token away.
"""

import datetime as dt
import gzip
import hashlib
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, request, send_from_directory
from werkzeug.security import safe_join

FOLDER = Path(__file__).with_name("static")
ENDPOINT = "static"
KEPT = "public, max-age=31536000, immutable"
KEPT_BY_BROWSERS = "private, max-age=31536000, immutable"
"""For what is shown to some roles only."""
ASKED = "no-cache"
"""For an address without a version, or of another one: a browser asks whether its copy is still right."""
TEXTS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}
"""What is compressed, with its type: a system's own list may call a script something that no browser runs."""
SMALLEST = 500
"""Bytes from which compressing is worth it."""


@cache
def version() -> str:
    """Return the hash of all files and their names."""
    whole = hashlib.sha256()
    for name, path in files():
        content = path.read_bytes()
        whole.update(f"{name}\0{len(content)}\0".encode())
        whole.update(content)
    return whole.hexdigest()[:12]


def files() -> Iterator[tuple[str, Path]]:
    """Yield every file with its name below the folder, in the order of the names."""
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            yield path.relative_to(FOLDER).as_posix(), path


def asset(filename: str, of: str | None = None) -> Response:
    """Return a file, compressed where it is a text and the browser takes that; 404 where there is none."""
    kind = TEXTS.get(Path(filename).suffix)
    response = None
    if kind is not None and request.accept_encodings["gzip"] > 0:
        response = _compressed(filename, kind)
    if response is None:
        response = send_from_directory(FOLDER, filename, mimetype=kind)
    if kind is not None:
        response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = KEPT if of == version() else ASKED
    return response


def _compressed(filename: str, kind: str) -> Response | None:
    """Return a text compressed; None where it is not worth it, or not there."""
    path = safe_join(str(FOLDER), filename)
    try:
        found = Path(path).stat() if path is not None else None
    except (OSError, ValueError):
        return None
    if path is None or found is None or found.st_size < SMALLEST:
        return None
    response = Response(packed(path, found.st_mtime_ns), mimetype=kind)
    response.content_encoding = "gzip"
    response.set_etag(f"{found.st_mtime_ns:x}-{found.st_size:x}-gzip")
    response.last_modified = dt.datetime.fromtimestamp(found.st_mtime, dt.UTC)
    response.make_conditional(request)
    return response


@lru_cache(maxsize=512)
def packed(path: str, _changed: int) -> bytes:
    """Return a file compressed; a few hundred kilobytes for all of them."""
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


def kept_json(text: str) -> Response:
    """Return a JSON text that is the same for all, holds no secret, and whose address changes when it does."""
    taken = request.accept_encodings["gzip"] > 0
    response = Response(_packed_text(text) if taken else text, mimetype="application/json")
    if taken:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = KEPT_BY_BROWSERS
    return response


@lru_cache(maxsize=16)
def _packed_text(text: str) -> bytes:
    return gzip.compress(text.encode(), 9, mtime=0)


def install(app: Flask) -> None:
    """Serve the files; `url_for("static", filename=…)` gives the address with the version."""
    app.add_url_rule("/static/<path:filename>", ENDPOINT, asset)
    app.add_url_rule("/static/of-<of>/<path:filename>", ENDPOINT, asset)

    @app.url_defaults
    def with_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == ENDPOINT:
            values.setdefault("of", version())
