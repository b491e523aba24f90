"""What the fields of views and events are marked as: a seat, a card, a set of cards."""

from dataclasses import fields, is_dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints


def hints_of(value: object) -> dict[str, Any]:
    """Return the types of the fields of a view, an event or a named tuple in one, in their order."""
    cls: Any = type(value)
    return _hints(cls)


def marks_of(value: object) -> dict[str, str]:
    """Return `seat`, `card` or `cards` for each field that is so marked, and `list` for a tuple of cards."""
    cls: Any = type(value)
    return _marks(cls)


@cache
def _hints(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls, include_extras=True)
    names = [one.name for one in fields(cls)] if is_dataclass(cls) else cls._fields
    return {name: hints[name] for name in names}


@cache
def _marks(cls: Any) -> dict[str, str]:
    found = {name: mark_of(hint) for name, hint in _hints(cls).items()}
    return {name: mark for name, mark in found.items() if mark is not None}


def mark_of(hint: Any) -> str | None:
    """Return the mark of a type, also of one that may be None."""
    if get_origin(hint) is Annotated:
        mark: str = get_args(hint)[1]
        return mark
    inner = [one for one in get_args(hint) if get_origin(one) is Annotated]
    if not inner:
        return None
    if get_origin(hint) is tuple:
        return "list" if mark_of(inner[0]) == "card" else None
    return mark_of(inner[0])
