"""A reading's facts as plain dicts, so that they can be stored as JSON and read back."""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from typing import Any, Final, get_args, get_type_hints

from reader.gaps import NAMES, Gaps
from reader.pace import Pace
from reader.pattern import Half, Pattern
from reader.programme import Programme
from reader.yomite_facts import CallKind, Fact, HoldReason

_KINDS: Final = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Fact)}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}

FACTS: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(field.name for field in fields(kind)) for name, kind in _KINDS.items()
}
"""The keys of every kind of fact, by its name."""


def to_dict(fact: Fact) -> dict[str, Any]:
    """Return the fact as a dict of JSON values; `fact` names its kind."""
    values = {field.name: _plain(getattr(fact, field.name)) for field in fields(fact)}
    return {"fact": _NAMES[type(fact)], **values}


def from_dict(raw: Mapping[str, Any]) -> Fact:
    """Return the fact that `to_dict` wrote. Raises ValueError that names the key at fault."""
    kind = _KINDS.get(raw.get("fact", ""))
    if kind is None:
        raise ValueError(f"fact {raw.get('fact')!r} is unknown")
    hints = get_type_hints(kind)
    known = {"fact", *hints}
    if extra := sorted(set(raw) - known):
        raise ValueError(f"{_NAMES[kind]} has no key {extra[0]!r}")
    values = {}
    for name, hint in hints.items():
        if name not in raw:
            raise ValueError(f"{_NAMES[kind]} lacks the key {name!r}")
        try:
            values[name] = _READERS[hint](raw[name])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{_NAMES[kind]}.{name} cannot be {raw[name]!r}: {error}") from error
    fact: Fact = kind(**values)
    return fact


def _plain(value: object) -> object:
    match value:
        case Half():
            return [value.poem, value.part]
        case tuple():
            return [_plain(item) for item in value]
        case Programme():
            return {
                "cards": list(value.cards),
                "pattern": str(value.pattern),
                "pace": str(value.pace),
                "joka": value.joka,
                "play_pause": value.play_pause,
                "wording": value.wording,
                "joka_upper": value.joka_upper,
                "gaps": asdict(value.gaps),
            }
        case HoldReason():
            return value.value
        case _:
            return value


def _typed(*types: type) -> Callable[[Any], Any]:
    def read(value: object) -> object:
        # True is an int to Python, but never a number in a log.
        if type(value) not in types:
            raise TypeError(f"{' or '.join(kind.__name__ for kind in types)} is needed")
        return value

    return read


_integer: Final = _typed(int)
_number_or_none: Final = _typed(int, type(None))
_text: Final = _typed(str)


def _half(raw: Any) -> Half:
    poem, part = raw
    if part not in ("kami", "shimo"):
        raise ValueError(f"{part!r} is no half")
    return Half(_integer(poem), part)


def _kind(raw: Any) -> CallKind:
    if raw not in get_args(CallKind):
        raise ValueError(f"a call is one of {', '.join(get_args(CallKind))}")
    kind: CallKind = raw
    return kind


def _programme(raw: Any) -> Programme:
    return Programme(
        tuple(_integer(card) for card in raw["cards"]),
        Pattern.parse(_text(raw["pattern"])),
        Pace.parse(_text(raw["pace"])),
        _integer(raw["joka"]),
        _integer(raw["play_pause"]),
        _text(raw["wording"]),
        # an older log has only one gap, and one upper half of the opener
        _number_or_none(raw.get("joka_upper")),
        _gaps(raw.get("gaps", {})),
    )


def _gaps(raw: Any) -> Gaps:
    given = {name: samples for name, samples in dict(raw).items() if samples is not None}
    return Gaps(**{name: _integer(given[name]) for name in NAMES if name in given})


_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    float: lambda raw: float(_typed(int, float)(raw)),
    int: _integer,
    int | None: _number_or_none,
    str: _text,
    bool: _typed(bool),
    Half: _half,
    tuple[Half, ...]: lambda raw: tuple(map(_half, raw)),
    CallKind: _kind,
    HoldReason: HoldReason,
    Programme: _programme,
}
