"""Kinds of stored objects: `{"kind": "settled", "v": 1, …}`. A reader refuses what it does not know by name."""

from collections.abc import Mapping
from typing import TypeVar

from engine.core.document import Node, show

T = TypeVar("T")


def kind_of(node: Node, kinds: Mapping[str, T], version: int, oldest: int | None = None) -> T:
    """Return what an object's `kind` means; versions from `oldest` on are read, by default the newest alone.

    Raises `DocumentError` for an unknown kind, or another version of it.
    """
    kind = node.need("kind")
    found = kinds.get(kind.text())
    if found is None:
        kind.fail(f"{show(kind.value)} is no kind of event")
    v = node.need("v")
    if type(v.value) is not int or not (version if oldest is None else oldest) <= v.value <= version:
        v.fail(f"version {show(v.value)} of {kind.value} is not known; this program reads {version}")
    return found
