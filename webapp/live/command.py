"""A command against a stream, from the request to the answer: the contract that every board and page keeps.

`POST` with `{"client_id", "expected_seq", "command": {…}}` is answered

- 200 `{"seq", "events", "repeated"}`: stored, now or when the same client id came before;
- 409 `{"conflict": true, "seq", "events"}`: made against an older state; the events are what was missing;
- 422 `{"refused": code, "message"}`: the rules say no; the message is for people, in their language.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Response, jsonify

from webapp.db.store import Conflict, EventStore, NewEvent, StoredEvent, Stream
from webapp.door import CommandBody
from webapp.security import visitor
from webapp.services import services

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rules say no: a code for scripts and a translated message for people."""

    code: str
    message: str


Decide = Callable[[Sequence[StoredEvent]], Sequence[NewEvent] | Refusal]
"""From all that is stored in the stream to what is to be stored next, or why nothing is."""


def run_command(stream: Stream, body: CommandBody[Any], decide: Decide) -> Response:
    """Load the stream, let `decide` judge the command, store what it answers, and answer the client."""
    store = services().store
    if repeated := store.of_command(stream, body.client_id):
        return stored(repeated, repeated=True)
    log = store.load(stream)
    if len(log) != body.expected_seq:
        return conflict(len(log), log[body.expected_seq :])
    decided = decide(log)
    if isinstance(decided, Refusal):
        return refused(decided)
    return append(store, stream, body, decided)


def append(store: EventStore, stream: Stream, body: CommandBody[Any], events: Sequence[NewEvent]) -> Response:
    """Store the events and answer; another command may have come first in the meantime."""
    try:
        appended = store.append(
            stream, events, body.expected_seq, client_id=body.client_id, actor=visitor().actor
        )
    except Conflict as late:
        return conflict(late.head, late.missing)
    return stored(appended.events, repeated=appended.repeated)


def stored(events: Sequence[StoredEvent], *, repeated: bool) -> Response:
    """Answer that the events are safely stored."""
    return jsonify(seq=events[-1].seq, events=[event.public() for event in events], repeated=repeated)


def conflict(head: int, missing: Sequence[StoredEvent]) -> Response:
    """Answer with what the maker of the command had not seen."""
    response = jsonify(conflict=True, seq=head, events=[event.public() for event in missing])
    response.status_code = 409
    return response


def refused(refusal: Refusal) -> Response:
    """Answer that the rules say no."""
    response = jsonify(refused=refusal.code, message=refusal.message)
    response.status_code = 422
    return response
