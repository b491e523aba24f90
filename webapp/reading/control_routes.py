"""Pages that work or follow a reading from elsewhere: the remote control, its search for a poem, and the captions."""

from dataclasses import asdict

from flask import Response, jsonify, render_template, request, url_for

from reader import jump
from webapp.access.roles import Role, allow
from webapp.reading import control_words, operations
from webapp.reading.answers import island_of, view_of
from webapp.reading.blueprint import blueprint
from webapp.reading.captions import caption_view
from webapp.reading.settings import draw_of
from webapp.services import services

LONGEST = 60
"""Letters of a text that is looked for: longer than any line."""


@blueprint.get("/readings/<reading>/remote")
@allow(Role.HELPER)
def remote(reading: str) -> str:
    """Show the buttons that work a reading from any phone in the hall."""
    desk = operations.book(services()).load(reading)
    island = island_of(desk, view_of(desk, "")) | {"findUrl": url_for("reading.find", reading=reading)}
    return render_template("reading/remote.html", desk=desk, island=island, words=control_words.remote())


@blueprint.get("/readings/<reading>/find")
@allow(Role.HELPER)
def find(reading: str) -> Response:
    """Return the poems that a text finds, and whether each can still come."""
    desk = operations.book(services()).load(reading)
    text = request.args.get("q", "")[:LONGEST]
    hits = jump.find(desk.state, draw_of(desk.settings), text) if text.strip() else ()
    return jsonify(hits=[asdict(hit) | {"can_come": hit.can_come} for hit in hits])


@blueprint.get("/readings/<reading>/captions")
@allow(Role.SPECTATOR)
def captions(reading: str) -> str:
    """Show what is heard as text, for whoever cannot hear it."""
    desk = operations.book(services()).load(reading)
    more = {"captionsUrl": url_for("reading.captions_now", reading=reading)}
    island = island_of(desk, view_of(desk, "")) | more
    return render_template("reading/captions.html", desk=desk, island=island, words=control_words.captions())


@blueprint.get("/readings/<reading>/captions.json")
@allow(Role.SPECTATOR)
def captions_now(reading: str) -> Response:
    """Return what has sounded by now."""
    known = services()
    return jsonify(asdict(caption_view(known, operations.book(known).load(reading))))
