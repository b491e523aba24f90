"""Events of tournaments as plain JSON objects and back: `{"kind": "recorded", "v": 1, …}`.

One codec for brackets, leagues, team matches and title matches, driven by the types of the fields. `v` is the version
of a kind; a reader refuses what it does not know by name. Every fault names its place.
"""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias, cast, get_args, get_type_hints

from engine.core.document import Json, Node
from engine.core.events import type_name
from engine.core.typed import PLAIN, Reader, reader_of, refuse_others, row_of
from engine.tournament import best_of, events, league, teams

VERSION: Final = 1

Event: TypeAlias = events.Event | league.Event | teams.Event | best_of.Event


def to_json(event: Event) -> dict[str, Json]:
    """Return the JSON object of an event."""
    body = cast("dict[str, Json]", _plain(event))
    return {"kind": type_name(type(event)), "v": VERSION, **body}


def from_json(document: Json) -> Event:
    """Return the event of a JSON object. Raises `DocumentError` naming the place of what is wrong."""
    return cast("Event", row_of(document, KINDS, VERSION, _reader))


KINDS: Final[dict[str, type[Any]]] = {type_name(cls): cls for cls in get_args(Event)}
"""Every kind of event by its name."""


def _plain(value: Any) -> Json:
    if is_dataclass(value):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, StrEnum) else cast("Json", value)


@cache
def _reader(hint: Any) -> Reader:
    """Return what reads a type; KeyError for one that is no JSON."""
    return _object(cast("type[Any]", hint)) if is_dataclass(hint) else reader_of(hint, PLAIN, _reader)


def _object(cls: type[Any]) -> Reader:
    hints = get_type_hints(cls)
    parts = {one.name: _reader(hints[one.name]) for one in fields(cls)}

    def read(node: Node) -> Any:
        refuse_others(node, parts)
        return cls(**{name: part(node.need(name)) for name, part in parts.items()})

    return read
