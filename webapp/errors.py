"""When something goes wrong: a page for people, JSON for scripts, an id for the log, never a traceback."""

import logging
import secrets
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from markupsafe import escape
from werkzeug.exceptions import HTTPException, NotFound

from webapp.absent import Absent
from webapp.door import BodyRefused, refused_json

log = logging.getLogger(__name__)


def wants_json() -> bool:
    """Whether the client is a script: it sends JSON, or asks for it before HTML."""
    if request.mimetype == "application/json":
        return True
    best = request.accept_mimetypes.best_match(["text/html", "application/json"], "text/html")
    return best == "application/json"


def describe(status: int) -> tuple[str, str]:
    """Return an error's title and what to do about it."""
    known = {
        400: (_("This request makes no sense here"), _("Go back, load the page again, and try once more.")),
        401: (_("Please enter first"), _("Type the code that the host shows, or scan it.")),
        403: (_("This is not open to you"), _("Ask the organiser for a code that opens it, and enter it.")),
        404: (
            _("There is no such page"),
            _("The address may be mistyped, or the match belongs to another club.")
            if request.path.startswith("/matches/")
            else _("The address may be mistyped, or what was there is gone."),
        ),
        405: (_("This request makes no sense here"), _("Go back, load the page again, and try once more.")),
        413: (_("That is too much at once"), _("Send a smaller file or a shorter text.")),
        415: (_("This request makes no sense here"), _("Go back, load the page again, and try once more.")),
        422: (_("This was not understood"), _("Go back and check what was entered.")),
        429: (_("Too many tries"), _("Wait a minute, then try again.")),
    }
    fault = (
        _("Something went wrong here"),
        _("It was noted. Load the page again; nothing that was saved is lost."),
    )
    return known.get(status, fault)


def answer(status: int, code: str, number: str | None = None, detail: str | None = None) -> Response:
    """Return an error as the client can read it."""
    title, advice = describe(status)
    if wants_json():
        response = jsonify(error=code, message=f"{title}. {advice}", id=number)
    else:
        response = make_response(_page(title, advice, number, detail, enter=status == 403))
    response.status_code = status
    return response


def _page(title: str, advice: str, number: str | None, detail: str | None, *, enter: bool) -> str:
    """Return the page; in plain HTML when the fault lies in what every page is made of."""
    try:
        return render_template(
            "error.html",
            title=title,
            advice=advice,
            number=number,
            detail=detail,
            enter=enter,
            back=came_from() if request.method == "POST" else None,
        )
    except Exception:
        log.exception("the error page itself")
        return f"<!doctype html><title>{escape(title)}</title><p>{escape(title)}. {escape(advice)} {number or ''}"


def came_from() -> str | None:
    """Return the page of this server that a form was sent from, None where the browser does not say."""
    asked, here = urlsplit(request.referrer or ""), urlsplit(request.host_url)
    if not asked.path.startswith("/") or asked.path.startswith("//") or asked[:2] != here[:2]:
        return None
    return f"{asked.path}?{asked.query}" if asked.query else asked.path


def http_error(error: HTTPException) -> Response:
    """Answer what Flask or a view refused."""
    if error.response is not None and error.code is not None and error.code < 400:
        return make_response(error.response)
    status = error.code or 500
    response = answer(status, error.name.lower().replace(" ", "-"))
    for name, value in error.get_headers():
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def absent(_error: Absent) -> Response:
    """Answer an address of what this club does not have."""
    return http_error(NotFound())


def body_refused(error: BodyRefused) -> Response:
    """Answer a body that does not fit, with the places."""
    if wants_json():
        return refused_json(error)
    return answer(422, "body", detail=error.description)


def csrf_error(error: CSRFError) -> Response:
    """Answer a missing or foreign token: the page is too old, or the request comes from elsewhere."""
    return answer(400, "csrf", detail=error.description)


def unexpected(error: Exception) -> Response:
    """Answer a fault of ours; its id leads to the traceback in the log."""
    number = secrets.token_hex(4)
    log.error("fault %s at %s %s", number, request.method, request.path, exc_info=error)
    return answer(500, "fault", number)


def install(app: Flask) -> None:
    """Answer every error in this way."""
    app.register_error_handler(CSRFError, csrf_error)
    app.register_error_handler(BodyRefused, body_refused)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Absent, absent)
    app.register_error_handler(Exception, unexpected)
