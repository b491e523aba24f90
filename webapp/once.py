"""Forms that are sent twice lead twice to where they led, and do what they do once.

A double click sends a form again before the next page is there; whoever pressed sees only the second answer. A form
that uses up what it is about finds no draft, set or class any more, or everybody entered already. One that makes
something new would make it again: its page gives it an address of its own (`once_url`), so that the same page sent
twice is told from two pages that are filled in alike.
"""

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from flask import current_app, make_response, request, session, url_for
from werkzeug.datastructures import FileStorage
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

PAGE: Final = "once"
"""What tells one page with a form from another, in the form's address."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a form led, what was said there, and the cookies of the answer."""

    where: str
    said: tuple[Any, ...]
    cookies: tuple[str, ...]


def once_url(endpoint: str, **values: Any) -> str:
    """Return the address of a form that makes something new, for one page of it."""
    return url_for(endpoint, once=secrets.token_hex(8), **values)


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
            if key in known and PAGE in request.args:
                return _again(known[key], before)
            try:
                answer: Response = make_response(view(*args, **kwargs))
            except (Absent, NotFound, Conflict):
                if key not in known:
                    raise
                return _again(known[key], before)
            if answer.status_code == 409 and key in known:
                return _again(known[key], before)
            if answer.status_code == 303:
                said = session.get(_FLASHES, [])[len(before) :]
                known[key] = Outcome(
                    answer.headers["Location"], tuple(said), tuple(answer.headers.getlist("Set-Cookie"))
                )
                while len(known) > KEPT:
                    known.popitem(last=False)
            return answer

    return led


def _outcomes() -> OrderedDict[str, Outcome]:
    found: OrderedDict[str, Outcome] = current_app.extensions.setdefault("naniwazu-once", OrderedDict())
    return found


def _key() -> str:
    """Return what two requests have in common that are one form sent twice by one browser."""
    fields = sorted((name, values) for name, values in request.form.lists() if name != "csrf_token")
    files = sorted((name, file.filename, _digest(file)) for name, file in request.files.items(multi=True))
    browser = visitor().actor, session.get("csrf_token")
    form = browser, request.path, request.args.get(PAGE), fields, files
    return hashlib.sha256(repr(form).encode()).hexdigest()


def _digest(file: FileStorage) -> str:
    found = hashlib.sha256(file.stream.read()).hexdigest()
    file.stream.seek(0)
    return found


def _again(outcome: Outcome, before: list[Any]) -> Response:
    session[_FLASHES] = [*before, *(one for one in outcome.said if one not in before)]
    answer = current_app.redirect(outcome.where, code=303)
    for cookie in outcome.cookies:
        answer.headers.add("Set-Cookie", cookie)
    return answer
