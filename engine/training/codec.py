"""Rows of the log as plain JSON objects and back: `{"kind": "trial", "v": 2, …}`.

Driven by the types of the fields; a field that has its default is left out. Every fault names its place. Cards that
could come are stored as a list of numbers, moments in UTC, days as dates.
"""

import math
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

from engine.core.document import Json, Node
from engine.core.events import type_name
from engine.core.flaws import Flaw
from engine.core.typed import LARGEST, PLAIN, Reader, reader_of, refuse_others, row_of
from engine.training.trial import OLDEST, VERSION, Row, Trial
from poems.cards import mask, numbers

_MASKS: Final = frozenset({"unread"})
"""Fields that are masks of cards."""


def to_json(row: Row) -> dict[str, Json]:
    """Return the JSON object of a row."""
    body = cast("dict[str, Json]", _plain(row))
    body.pop("version", None)
    return {"kind": type_name(type(row)), "v": getattr(row, "version", VERSION), **body}


def from_json(document: Json) -> Row:
    """Return the row of a JSON object, a trial with the version by which it was written.

    Raises `DocumentError` naming the place of what is wrong.
    """
    row = cast("Row", row_of(document, KINDS, VERSION, _reader, oldest=OLDEST))
    version = cast("dict[str, Any]", document)["v"]
    return replace(row, version=version) if isinstance(row, Trial) and version != VERSION else row


KINDS: Final[dict[str, type[Any]]] = {type_name(cls): cls for cls in get_args(Row)}
"""Every kind of row by its name."""


def _plain(value: Any) -> Json:
    if is_dataclass(value):
        return {one.name: _field(one, getattr(value, one.name)) for one in fields(value) if _says(one, value)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, StrEnum) else cast("Json", value)


def _field(one: "Field[Any]", value: Any) -> Json:
    return list(numbers(value)) if one.name in _MASKS else _plain(value)


def _says(one: "Field[Any]", owner: Any) -> bool:
    return one.default is MISSING or getattr(owner, one.name) != one.default


@cache
def _reader(hint: Any) -> Reader:
    """Return what reads a type; KeyError for one that is no JSON."""
    return _object(cast("type[Any]", hint)) if is_dataclass(hint) else reader_of(hint, _SIMPLE, _reader)


def _object(cls: type[Any]) -> Reader:
    hints = get_type_hints(cls)
    parts = {one.name: _part(one, hints[one.name]) for one in fields(cls)}
    required = [one.name for one in fields(cls) if one.default is MISSING]

    def read(node: Node) -> Any:
        refuse_others(node, parts)
        for name in required:
            node.need(name)
        found = ((name, node.get(name)) for name in parts)
        return cls(**{name: parts[name](value) for name, value in found if value is not None})

    return read


def _part(one: "Field[Any]", hint: Any) -> Reader:
    if one.name in _MASKS:
        return lambda node: None if node.value is None else mask(_card(each) for each in node.items())
    if one.name == "poem":
        return lambda node: None if node.value is None else _card(node)
    return _reader(hint)


def _card(node: Node) -> int:
    return node.whole(1, 100, "a card")


def _number(node: Node) -> float:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        node.refuse(Flaw.NUMBER_WANTED, what="a number", low=-LARGEST, high=LARGEST)
    return float(value)


def _truth(node: Node) -> bool:
    if not isinstance(node.value, bool):
        node.refuse(Flaw.TRUTH_WANTED)
    return node.value


def _moment(node: Node) -> datetime:
    text = node.text()
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        node.fail("is no moment: write it as 2026-01-31T14:30:00Z")
    if found.tzinfo is None:
        node.fail("is a moment without a zone: write it as 2026-01-31T14:30:00Z")
    return found.astimezone(UTC)


def _day(node: Node) -> date:
    try:
        return date.fromisoformat(node.text())
    except ValueError:
        node.fail("is no day: write it as 2026-01-31")


_SIMPLE: Final[dict[Any, Reader]] = {
    **PLAIN,
    float: _number,
    bool: _truth,
    datetime: _moment,
    date: _day,
}
