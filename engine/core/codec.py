"""Events, views and logs as JSON and back: one codec, driven by the fields' types.

Cards are written by their codes and sets of cards as lists of codes, HIDDEN as `?`, NOBODY as null. What is read is
checked against the type, and every fault names its place. The same value always gives the same bytes.
"""

import json
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from engine.core.deck import HIDDEN, UNSEEN, Deck, NotationError
from engine.core.document import DocumentError, Json, Node
from engine.core.events import NOBODY, Event, type_name
from engine.core.flaws import Flaw

LARGEST: Final = 10**15
"""No number of an event or a view is further from 0: more than any options let a session score."""

T = TypeVar("T")
Encode = Callable[[Any, Deck], Json]
Decode = Callable[[Node, Deck], Any]


def encode(value: object, deck: Deck) -> dict[str, Json]:
    """Return a dataclass (a view, an event) as a JSON object, its fields in their order."""
    cls: Any = type(value)
    return cast("dict[str, Json]", _codec(cls)[0](value, deck))


def decode(cls: type[T], node: Node, deck: Deck) -> T:
    """Return the value of a JSON object that `encode` made. Raises DocumentError with the place."""
    hint: Any = cls
    return cast("T", _codec(hint)[1](node, deck))


def encode_event(event: Event, deck: Deck) -> dict[str, Json]:
    """Return an event as a JSON object with its `type`."""
    return {"type": type_name(type(event)), **encode(event, deck)}


def decode_event(node: Node, kinds: Mapping[str, type[Event]], deck: Deck) -> Event:
    """Return the event of a JSON object; `kinds` are the types of the game by name. Raises DocumentError."""
    kind = kinds[node.need("type").choice(*kinds)]
    rest = {key: value for key, value in node.fields().items() if key != "type"}
    return decode(kind, Node(rest, node.place), deck)


def kinds(event_types: Iterable[type[Event]]) -> dict[str, type[Event]]:
    """Return event types by their names."""
    return {type_name(cls): cls for cls in event_types}


def dumps(document: Json) -> str:
    """Return JSON text on one line; the same document always gives the same text."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


@cache
def _codec(hint: Any) -> tuple[Encode, Decode]:
    """Return the encoder and the decoder of a type; TypeError for one that is no JSON."""
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _object(cast("type[Any]", hint))
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _MARKED[arguments[1]]
    if origin in (Union, types.UnionType) and len(arguments) == 2 and type(None) in arguments:
        return _optional(*_codec(next(one for one in arguments if one is not type(None))))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return _sequence(arguments[0])
    if origin is tuple:
        return _fixed([_codec(one) for one in arguments])
    if hint in _PLAIN:
        return _PLAIN[hint]
    raise TypeError(f"{hint} has no form in JSON")


def _object(cls: type[Any]) -> tuple[Encode, Decode]:
    hints = get_type_hints(cls, include_extras=True)
    names = _field_names(cls)
    parts = {name: _codec(hints[name]) for name in names}
    coded = [(name, part[0]) for name, part in parts.items() if part[0] is not _plain]
    values = _values_of(cls, names)

    def encode_(value: Any, deck: Deck) -> Json:
        out = dict(zip(names, values(value), strict=True))
        for name, code in coded:
            out[name] = code(out[name], deck)
        return out

    def decode_(node: Node, deck: Deck) -> Any:
        for key in node.fields():
            if key not in parts:
                raise DocumentError(node.below(key), "is unknown here")
        return cls(**{name: part[1](node.need(name), deck) for name, part in parts.items()})

    return encode_, decode_


def _values_of(cls: type[Any], names: tuple[str, ...]) -> Callable[[Any], Iterable[Any]]:
    """Return what gives the values of fields in their order; a named tuple is that already."""
    if not is_dataclass(cls):
        return iter
    if len(names) > 1:
        return cast("Callable[[Any], tuple[Any, ...]]", attrgetter(*names))
    return lambda value: (getattr(value, name) for name in names)


def _field_names(cls: type[Any]) -> tuple[str, ...]:
    """Return the fields of a dataclass or a named tuple."""
    return tuple(one.name for one in fields(cls)) if is_dataclass(cls) else cls._fields


def _optional(encode_: Encode, decode_: Decode) -> tuple[Encode, Decode]:
    return (
        lambda value, deck: None if value is None else encode_(value, deck),
        lambda node, deck: None if node.value is None else decode_(node, deck),
    )


def _sequence(hint: Any) -> tuple[Encode, Decode]:
    encode_, decode_ = _codec(hint)

    def decode_all(node: Node, deck: Deck) -> Any:
        return tuple(decode_(one, deck) for one in node.items())

    if encode_ is _plain:  # views and records are mostly lists of numbers and of cards
        return lambda value, _deck: list(value), decode_all
    if get_origin(hint) is Annotated and get_args(hint)[1] == "card":
        return lambda value, deck: list(map(deck.code, value)), _card_list
    return lambda value, deck: [encode_(one, deck) for one in value], decode_all


def _fixed(parts: list[tuple[Encode, Decode]]) -> tuple[Encode, Decode]:
    def decode_(node: Node, deck: Deck) -> Any:
        items = node.items()
        if len(items) != len(parts):
            node.refuse(Flaw.LIST_OF_WANTED, count=len(parts))
        return tuple(part[1](one, deck) for part, one in zip(parts, items, strict=True))

    return (
        lambda value, deck: [part[0](one, deck) for part, one in zip(parts, value, strict=True)],
        decode_,
    )


def _card(node: Node, deck: Deck) -> int:
    code = node.text()
    if code == UNSEEN:
        return HIDDEN
    try:
        return deck.number(code)
    except NotationError as error:
        node.fail(str(error))


def _card_list(node: Node, deck: Deck) -> tuple[int, ...]:
    """Return cards in order; where a code comes again, the next card alike."""
    items = node.items()
    shown = [(one, code) for one in items if (code := one.text()) != UNSEEN]
    try:
        numbers = iter(deck.numbers_of(code for _, code in shown))
    except NotationError as error:
        shown[error.index][0].fail(str(error))
    return tuple(HIDDEN if one.value == UNSEEN else next(numbers) for one in items)


def _cards(node: Node, deck: Deck) -> int:
    mask = 0
    for one in node.items():
        bit = 1 << _card(one, deck)
        if mask & bit:
            one.fail("comes twice")
        mask |= bit
    return mask


def _boolean(node: Node, _deck: Deck) -> bool:
    if not isinstance(node.value, bool):
        node.refuse(Flaw.TRUTH_WANTED)
    return node.value


def _integer(node: Node, _deck: Deck) -> int:
    return node.whole(-LARGEST, LARGEST)


def _plain(value: Any, _deck: Deck) -> Json:
    return cast("Json", value)


_PLAIN: dict[Any, tuple[Encode, Decode]] = {
    int: (_plain, _integer),
    str: (_plain, lambda node, _deck: node.text()),
    bool: (_plain, _boolean),
}
_MARKED: dict[str, tuple[Encode, Decode]] = {
    "card": (lambda value, deck: deck.code(value), _card),
    "cards": (lambda value, deck: list(deck.codes(value)), _cards),
    "seat": (
        lambda value, _deck: None if value == NOBODY else value,
        lambda node, _deck: NOBODY if node.value is None else node.whole(0, 99, "a seat"),
    ),
}
