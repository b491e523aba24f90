"""Languages: Japanese, English and Russian, chosen in the page's head, else as the browser asks."""

import json
from collections.abc import Mapping
from types import MappingProxyType

from babel.dates import LOCALTZ
from flask import Blueprint, Flask, request
from flask_babel import Babel, format_decimal
from flask_babel import get_locale as babel_locale
from markupsafe import Markup
from pydantic import Field
from werkzeug.wrappers import Response

from webapp.access.roles import Role, allow
from webapp.door import Body, form
from webapp.redirects import back_to

LANGUAGES: Mapping[str, str] = MappingProxyType({"ja": "日本語", "en": "English", "ru": "Русский"})
"""Each language's own name by its code."""
SOURCE = "en"
"""The language that the texts in the code are written in."""
COOKIE = "language"
YEAR = 365 * 24 * 3600

blueprint = Blueprint("language", __name__)


class Choice(Body):
    """A press on a language's name."""

    language: str = Field(pattern="^(ja|en|ru)$")
    back: str = Field(default="/", max_length=2000)


@blueprint.post("/language")
@allow(Role.GUEST)
@form(Choice)
def choose(choice: Choice) -> Response:
    """Remember the language in a cookie and return to the page."""
    response = back_to(choice.back)
    response.set_cookie(
        COOKIE, choice.language, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
    )
    return response


def select_locale() -> str:
    """Return the cookie's language, else the first of ours that the browser accepts, else English."""
    chosen = request.cookies.get(COOKIE)
    if chosen is not None and chosen in LANGUAGES:
        return chosen
    best: str | None = request.accept_languages.best_match(list(LANGUAGES))
    return best or SOURCE


def language() -> str:
    """Return the code of the language at work."""
    locale = babel_locale()
    return str(locale.language) if locale is not None else SOURCE


def decimal(value: float, places: int) -> str:
    """Return a number with so many decimal places, with the comma or the point of the request's language."""
    return str(format_decimal(value, format=f"0.{'0' * places}" if places else "0"))


def strings_island(strings: Mapping[str, object]) -> Markup:
    """Return translated texts for a page's script, as JSON that is data and never runs.

    `{{ strings_island({"saved": _("Saved")}) }}`; the script reads it by `document.getElementById("strings")`.
    """
    text = json.dumps({key: str(value) for key, value in strings.items()}, ensure_ascii=False)
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup('<script type="application/json" id="strings">{}</script>').format(Markup(safe))  # noqa: S704


def install(app: Flask) -> None:
    """Give the app its languages, the route to choose one, and what templates need of them."""
    app.config.setdefault("BABEL_DEFAULT_LOCALE", SOURCE)
    # times are shown by this machine's clock: the hall is where the server is
    Babel(app, locale_selector=select_locale, timezone_selector=lambda: LOCALTZ)
    app.jinja_env.globals.update(
        languages=list(LANGUAGES.items()), get_locale=language, strings_island=strings_island, decimal=decimal
    )
    app.register_blueprint(blueprint)
