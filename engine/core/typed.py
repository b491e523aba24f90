"""Stored rows as plain JSON objects, read by the types of their fields: what codecs of dataclasses share.

How an object is read is the codec's own affair: which keys may be left out, and what a field means by its name.
"""

import types
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any, Final, Union, get_args, get_origin

from engine.core.document import DocumentError, Json, Node
from engine.core.flaws import Flaw
from engine.core.kinds import kind_of

LARGEST: Final = 10**9
"""No number of a row is further from 0."""

Reader = Callable[[Node], Any]

PLAIN: Final[Mapping[Any, Reader]] = {
    int: lambda node: node.whole(-LARGEST, LARGEST),
    str: lambda node: node.text(),
}
"""What reads numbers and texts."""


def row_of(
    document: Json,
    kinds: Mapping[str, type[Any]],
    version: int,
    reader: Callable[[Any], Reader],
    *,
    oldest: int | None = None,
) -> Any:
    """Return the row of `{"kind": …, "v": …, …}`; `reader` reads what is beside these two, by the kind's class.

    Versions from `oldest` on are read, by default the newest alone.
    Raises `DocumentError` naming the place of what is wrong.
    """
    node = Node(document)
    cls = kind_of(node, kinds, version, oldest)
    body = {key: value for key, value in node.fields().items() if key not in ("kind", "v")}
    return reader(cls)(Node(body, node.place))


def reader_of(hint: Any, simple: Mapping[Any, Reader], reader: Callable[[Any], Reader]) -> Reader:
    """Return what reads a type that is no dataclass: an optional one, a tuple, an enumeration, or one of `simple`.

    `reader` reads what it is made of. Raises KeyError for a type that is no JSON.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        inner = reader(next(one for one in arguments if one is not type(None)))
        return lambda node: None if node.value is None else inner(node)
    if origin is tuple and arguments[-1] is ...:
        each = reader(arguments[0])
        return lambda node: tuple(each(one) for one in node.items())
    if origin is tuple:
        return _fixed([reader(one) for one in arguments])
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return lambda node: hint(node.choice(*hint))
    return simple[hint]


def refuse_others(node: Node, known: Collection[str]) -> None:
    """Raise `DocumentError` where the object has a key that is not known."""
    for key in node.fields():
        if key not in known:
            raise DocumentError(node.below(key), "is unknown here")


def _fixed(parts: list[Reader]) -> Reader:
    def read(node: Node) -> Any:
        items = node.items()
        if len(items) != len(parts):
            node.refuse(Flaw.LIST_OF_WANTED, count=len(parts))
        return tuple(part(one) for part, one in zip(parts, items, strict=True))

    return read
