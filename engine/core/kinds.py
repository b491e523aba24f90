"""Kinds of stored objects: `{"kind": "settled", "v": 1, …}`. A reader refuses what it does not know by name."""

from collections.abc import Mapping
from typing import TypeVar

from engine.core.document import Node, show

T = TypeVar("T")


def kind_of(node: Node, kinds: Mapping[str, T], version: int) -> T:
    """Return what an object's `kind` means. Raises `DocumentError` for an unknown one, or another version of it."""
    kind = node.need("kind")
    found = kinds.get(kind.text())
    if found is None:
        kind.fail(f"{show(kind.value)} is no kind of event")
    v = node.need("v")
    if v.value != version or type(v.value) is not int:
        v.fail(f"version {show(v.value)} of {kind.value} is not known; this program reads {version}")
    return found
