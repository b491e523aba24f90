"""Whose device a request comes from: the cookie that makes a learner of it."""

import hashlib
import hmac

from flask import request, session
from werkzeug.wrappers import Response

from webapp.drills import log
from webapp.drills.log import Person
from webapp.services import services

COOKIE = "naniwazu_drills"
KEPT_S = 400 * 24 * 3600
"""As long as browsers keep a cookie."""


def learner() -> Person | None:
    """Return whose device this is; None for one that never practised here."""
    token = request.cookies.get(COOKIE)
    return log.find(services().database, token) if token else None


def entered() -> tuple[Person, str | None]:
    """Return whose device this is; one that never practised here becomes a learner's, by the token beside it.

    The token follows from the browser's session, which no address holds. So what is sent at once from two pages, or
    again because the cookie was lost on the way, makes one learner, and no other browser ever gets its token.
    """
    person = learner()
    if person is not None:
        return person, None
    token, person = log.begin(services().database, _token_of(session.get("csrf_token")))
    return person, token


def _token_of(browser: str | None) -> str | None:
    """Return the token of a browser by what tells its session; None where there is none."""
    if browser is None:
        return None
    key = services().config.secret_key.encode()
    return hmac.new(key, f"learner in {browser}".encode(), hashlib.sha256).hexdigest()


def remember(answer: Response, token: str | None) -> Response:
    """Return the answer with the cookie of a new learner."""
    if token is not None:
        answer.set_cookie(
            COOKIE, token, max_age=KEPT_S, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return answer
