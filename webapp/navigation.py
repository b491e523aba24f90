"""The links in every page's head: those features that name one and that the visitor may use."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app, request, url_for
from flask_babel import lazy_gettext as _l

from webapp.security import visitor

LINKS: Mapping[str, Any] = {
    "home.tonight": _l("Tonight"),
    "reading.index": _l("Reading"),
    "matches.list": _l("Tables"),
    "tournaments.list": _l("Tournaments"),
    "practice.list": _l("Practice"),
    "drills.today": _l("Drills"),
    "club.members": _l("Club"),
    "matches.hall": _l("Hall"),
    "access.hall": _l("Entry"),
}
"""Label by endpoint, in the order of the page; an endpoint that this server lacks is left out."""
BELONGS = {
    "prints": "tournaments",
    "figures": "club",
    "exchange": "club",
    "voices": "reading",
    "teiichi": "drills",
    "ghosts": "drills",
    "hearing": "drills",
}
"""Features without a link of their own, by the feature whose link their pages stand under."""
NEAR = 3
"""Links that stand side by side on a phone, in the longest of our languages."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link of the page's head."""

    url: str
    label: str
    current: bool
    near: bool
    """Whether a phone has room for it; the others stand behind one word there."""


def navigation() -> list[Link]:
    """Return the links for the visitor of this request; the one to its own feature is `current`."""
    shown = {endpoint: label for endpoint, label in LINKS.items() if _open(endpoint)}
    here = _current(request.endpoint or "", tuple(shown))
    near = _near(tuple(shown), here)
    return [
        Link(url_for(endpoint), str(label), endpoint == here, endpoint in near)
        for endpoint, label in shown.items()
    ]


def _near(shown: tuple[str, ...], here: str) -> tuple[str, ...]:
    """Return the links that a phone shows: the first few, with the one that the page belongs to among them."""
    first = shown[:NEAR]
    return first if here in first or not here else (*first[: NEAR - 1], here)


def _current(endpoint: str, shown: tuple[str, ...]) -> str:
    """Return the link that a page belongs to: its own, else the first one of its feature."""
    if endpoint in shown:
        return endpoint
    feature = endpoint.partition(".")[0]
    feature = BELONGS.get(feature, feature)
    return next((link for link in shown if link.partition(".")[0] == feature), "")


def _open(endpoint: str) -> bool:
    view = current_app.view_functions.get(endpoint)
    if view is None or any(rule.arguments for rule in current_app.url_map.iter_rules(endpoint)):
        return False
    return visitor().may_use(view)


def theme() -> dict[str, str | None]:
    """Return the theme chosen in a cookie; None lets the browser's own setting decide."""
    chosen = request.cookies.get("theme")
    return {"theme": chosen if chosen in ("light", "dark") else None}


def install(app: Flask) -> None:
    """Give templates what the page's head needs: `navigation()` and `theme`."""
    app.jinja_env.globals["navigation"] = navigation
    app.context_processor(theme)
