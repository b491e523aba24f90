"""Two ids as a key, whoever comes first."""

from typing import TypeAlias

Edge: TypeAlias = tuple[str, str]
"""Two ids, the smaller first."""


def edge(one: str, other: str) -> Edge:
    """Return two ids as a key."""
    return (one, other) if one < other else (other, one)
