"""What a page is told of a reading, by who it is."""

from dataclasses import asdict
from itertools import chain
from typing import Any

from flask import request, url_for
from flask_babel import gettext as _

from reader.yomite_state import Phase
from webapp import evening
from webapp.access.roles import Role
from webapp.i18n import language
from webapp.reading import operations, words
from webapp.reading.anthology import anthology_version
from webapp.reading.device import device_name
from webapp.reading.log import stream_of
from webapp.reading.operations import Caller
from webapp.reading.readings import Desk
from webapp.reading.studio import studio
from webapp.reading.views import CallView, Follower, ReadingView, call_view, never_read, reading_view
from webapp.reading.wishes import fingerprint
from webapp.security import visitor
from webapp.services import services

PAGE = "X-Page"
"""The header in which a page gives its secret name, where the address is kept by browsers."""


def caller() -> Caller:
    """Return who makes this request, and what their device is for people."""
    known = visitor()
    return Caller(known.actor, device_name(request.user_agent.string, known.address))


def followers_of(desk: Desk) -> list[Follower]:
    """Return the tables that follow a reading."""
    return [
        Follower(
            code=table.code,
            names=" – ".join(name or _("guest") for name in table.state.opened.names),
            url=url_for("matches.watch", code=table.code),
            hand_up=table.state.holds_reader,
            owes=evening.unfinished(table) if desk.state.phase is Phase.PLAY else "",
            never=never_read(desk.settings, chain(*table.state.opened.deal)),
        )
        for table in evening.tables_of(services(), desk.id)
    ]


def asking_page() -> str:
    """Return the fingerprint of the page that asks; no page's where it gives no name, or may not have the sound."""
    secret = request.headers.get(PAGE) or request.args.get("owner", "")
    return fingerprint(secret) if secret and visitor().may(Role.HELPER) else ""


def view_of(desk: Desk, asking: str) -> ReadingView:
    """Return what everybody may know of a reading."""
    known = services()
    progress = studio(known).progress(desk.id)
    fault = words.no_voice(progress.fault) if progress is not None and progress.fault else ""
    here = operations.has_sound(known, desk)
    return reading_view(
        desk,
        followers_of(desk),
        progress,
        fault=fault,
        here=here,
        yours=desk.played_by(asking),
        abandoned=operations.abandoned(known, desk),
    )


def island_of(desk: Desk, view: ReadingView) -> dict[str, Any]:
    """Return what the script of every page needs that follows a reading."""
    stream = stream_of(desk.id)
    return {
        "id": desk.id,
        "view": asdict(view),
        "topic": str(stream),
        "mark": services().mark({stream: desk.seq}),
        "stateUrl": url_for("reading.state", reading=desk.id),
        "commandsUrl": url_for("reading.command", reading=desk.id),
        "poemsUrl": url_for("reading.poems", language=language(), v=anthology_version(language())),
    }


def state_of(desk: Desk, asking: str) -> dict[str, Any]:
    """Return the reading for the page that asks, by its fingerprint."""
    found = asdict(view_of(desk, asking))
    found["call"] = None
    if found["yours"]:
        call = call_of(desk)
        found["call"] = asdict(call) if call else None
    return found


def call_of(desk: Desk) -> CallView | None:
    """Return what the page with the sound plays now."""
    made = studio(services())
    clips = {
        verse: url_for(
            "reading.flac", reading=desk.id, name=made.key(desk.settings.voice, verse)
        ).removesuffix(".flac")
        for verse in operations.verses_wanted(desk)
    }
    return call_view(desk, clips)
