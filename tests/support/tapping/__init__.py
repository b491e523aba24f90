"""The smallest feature with a board's shape: a page, a stream and commands. Shows and tests the live plumbing."""

from collections.abc import Sequence
from typing import Literal

from flask import Blueprint, Response, render_template

from webapp.access.roles import Role, allow
from webapp.db.store import NewEvent, StoredEvent, Stream
from webapp.door import Body, CommandBody, door
from webapp.live.command import Refusal, run_command
from webapp.services import services

blueprint = Blueprint(
    "tapping", __name__, template_folder="templates", static_folder="static", url_prefix="/taps"
)


class Tap(Body):
    by: Literal["A", "B"]
    times: int = 1


@blueprint.get("/<code>")
@allow(Role.SPECTATOR)
def page(code: str) -> str:
    stream = Stream("match", code)
    log = services().store.load(stream)
    taps = [event.payload["by"] for event in log]
    return render_template("taps.html", code=code, taps=taps, mark=services().mark({stream: len(log)}))


@blueprint.post("/<code>/commands")
@allow(Role.HELPER)
@door(CommandBody[Tap])
def commands(code: str, body: CommandBody[Tap]) -> Response:
    return run_command(Stream("match", code), body, lambda log: decide(log, body.command))


def decide(log: Sequence[StoredEvent], tap: Tap) -> Sequence[NewEvent] | Refusal:
    """Nobody taps three times in a row."""
    row = [event.payload["by"] for event in log][-2:] + [tap.by] * tap.times
    if any(row[at : at + 3] in (["A"] * 3, ["B"] * 3) for at in range(len(row) - 2)):
        return Refusal("three-in-a-row", "Nobody taps three times in a row.")
    return [NewEvent("tapped", {"by": tap.by})] * tap.times
