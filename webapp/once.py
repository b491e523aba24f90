"""Forms that use up what they are about: sent twice, they lead twice to where they led.

A double click sends a form again before the next page is there. The second finds no draft, set or class any more, or
everybody entered already; whoever pressed sees only its answer.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from flask import current_app, make_response, request, session
from werkzeug.exceptions import Conflict, NotFound
from werkzeug.wrappers import Response

from webapp.absent import Absent
from webapp.security import visitor

P = ParamSpec("P")
R = TypeVar("R")

KEPT: Final = 64
"""How many outcomes a server remembers."""
_FLASHES: Final = "_flashes"
"""Where Flask keeps what the next page says."""

Outcome = tuple[str, list[Any]]
"""Where a form led, and what was said there."""


def once(view: Callable[P, R]) -> Callable[P, Response]:
    """Answer a form that was sent again, and cannot be done twice, as it was answered the first time.

    Stands below the marks of a view and above what checks the form's fields. Of one view one request at a time runs, so
    that the second knows what became of the first.
    """
    gate = threading.Lock()

    @wraps(view)
    def led(*args: P.args, **kwargs: P.kwargs) -> Response:
        with gate:
            known, key = _outcomes(), _key()
            before = list(session.get(_FLASHES, ()))
            try:
                answer: Response = make_response(view(*args, **kwargs))
            except (Absent, NotFound, Conflict):
                if key not in known:
                    raise
                return _again(known[key], before)
            if answer.status_code == 409 and key in known:
                return _again(known[key], before)
            if answer.status_code == 303:
                known[key] = answer.headers["Location"], session.get(_FLASHES, [])[len(before) :]
                while len(known) > KEPT:
                    known.popitem(last=False)
            return answer

    return led


def _outcomes() -> OrderedDict[str, Outcome]:
    found: OrderedDict[str, Outcome] = current_app.extensions.setdefault("naniwazu-once", OrderedDict())
    return found


def _key() -> str:
    """Return what two requests have in common that are one form sent twice."""
    fields = sorted((name, values) for name, values in request.form.lists() if name != "csrf_token")
    return hashlib.sha256(repr((visitor().actor, request.path, fields)).encode()).hexdigest()


def _again(outcome: Outcome, before: list[Any]) -> Response:
    where, said = outcome
    session[_FLASHES] = [*before, *(one for one in said if one not in before)]
    return current_app.redirect(where, code=303)
