"""What guards every request: the host's name, the visitor's role, the CSRF token, and the headers of the answer."""

import logging
from collections.abc import Callable
from typing import TypeVar

from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask_wtf.csrf import CSRFProtect
from werkzeug.exceptions import BadRequest, Forbidden, Unauthorized
from werkzeug.wrappers import Response as BaseResponse

from webapp.access.hosts import host_name, is_loopback, is_ours
from webapp.access.roles import Role, needed_role
from webapp.access.sessions import COOKIE
from webapp.access.visitor import Visitor, identify
from webapp.errors import wants_json
from webapp.services import services

log = logging.getLogger(__name__)

OPENER_POLICY = "Cross-Origin-Opener-Policy"
"""Browsers heed it, without a complaint, only where they trust the way: HTTPS, and this machine itself."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src 'self' blob:; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: everything from this server, nothing written into the page."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
}

csrf = CSRFProtect()


def visitor() -> Visitor:
    """Return who makes this request; found out once a request."""
    if "visitor" not in g:
        known = services()
        g.visitor = identify(
            known.sessions,
            address=request.remote_addr or "",
            token=request.cookies.get(COOKIE),
            headers={name.lower(): value for name, value in request.headers.items()},
            public=known.config.public,
        )
    found = g.visitor
    assert isinstance(found, Visitor)
    return found


T = TypeVar("T")
LIMIT = "body_limit"
OWN_FRAMES = "own_frames"
FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-src 'self'; frame-ancestors 'self'")
"""The policy of the few pages that hold a page of this server in a frame, or are held in one; by no other site."""
FORM_PIECES = 1 << 20
"""Bytes of a form that are held in memory where files may be sent."""


def takes(limit: int) -> Callable[[T], T]:
    """Mark a view whose requests may have a body of so many bytes, where others may have `BODY_LIMIT`."""

    def mark(view: T) -> T:
        setattr(view, LIMIT, limit)
        return view

    return mark


def in_own_frames(view: T) -> T:
    """Mark a view whose page may hold a frame of this server, or stand in one; nobody else's page may hold it."""
    setattr(view, OWN_FRAMES, True)
    return view


def set_limit() -> None:
    """Let the view's limit hold before anything looks into the body, as the search for the CSRF token does."""
    limit = getattr(current_app.view_functions.get(request.endpoint or ""), LIMIT, None)
    if limit is not None:
        request.max_content_length = limit
        # a file is read piece by piece, and a piece is held back as long as it may be the beginning of the next field
        request.max_form_memory_size = FORM_PIECES


def is_asset() -> bool:
    """Whether the request is for a file that every page is made of: the same for all, and no secret."""
    return request.endpoint is not None and request.endpoint.rpartition(".")[2] == "static"


def check_host() -> None:
    """Refuse a request that was made to another site's name."""
    if not is_ours(request.headers.get("Host", ""), services().config.names):
        raise BadRequest("this server has another name")


def check_role() -> BaseResponse | None:
    """Let the visitor pass if the view's mark says so; a view without a mark is closed to all."""
    if request.endpoint is None or is_asset():
        return None
    view = current_app.view_functions[request.endpoint]
    if needed_role(view) is None:
        log.error("the view %s has no role", request.endpoint)
        raise Forbidden
    if visitor().may_use(view):
        return None
    if visitor().role > Role.GUEST:
        raise Forbidden
    if wants_json() or request.method not in ("GET", "HEAD"):
        raise Unauthorized
    return redirect(url_for("access.join", next=request.full_path), code=303)


def set_headers(response: Response) -> Response:
    """Add the headers that every answer carries; pages are not kept by browsers or anything in between."""
    response.headers.update(HEADERS)
    if getattr(current_app.view_functions.get(request.endpoint or ""), OWN_FRAMES, False):
        response.headers.update({"Content-Security-Policy": FRAMED_POLICY, "X-Frame-Options": "SAMEORIGIN"})
    name = host_name(request.headers.get("Host", "")) or ""
    if request.is_secure or name == "localhost" or is_loopback(name):
        response.headers[OPENER_POLICY] = "same-origin"
    if not is_asset():
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def install(app: Flask) -> None:
    """Put the guards in front of every view."""
    app.config.update(
        SESSION_COOKIE_NAME="naniwazu",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_TIME_LIMIT=None,  # a page stays open for a tournament day
    )
    app.before_request(check_host)
    app.before_request(check_role)
    app.before_request(set_limit)
    csrf.init_app(app)
    app.after_request(set_headers)
    app.jinja_env.globals["visitor"] = visitor
    app.jinja_env.globals["Role"] = Role
