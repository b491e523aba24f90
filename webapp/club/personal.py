"""What other features keep about people, so that a person's data can be handed out whole, and forgotten whole.

A feature that keeps a name, or anything else of a person, adds a `Holder` as its routes are loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

Numbers = frozenset[int]
"""Every number that a person ever had: merged entries have several."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands: what the place is called, and the address of the page that changes it."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Holder:
    """A feature that keeps something about people."""

    name: str
    """What its part of somebody's data is called, as a file: `tournaments`."""
    rows: Callable[[Session, Numbers], list[dict[str, Any]]]
    """Return what is kept of a person, as rows of a table that all have the same columns."""
    forget: Callable[[Session, Numbers], None]
    """Take the person's name and data out, in a session that writes; what they played stays under their number."""
    holds: Callable[[Session, Numbers], bool]
    """Return whether anything refers to the person, so that their number must stay."""
    met: Callable[[Session, Numbers, Numbers], bool] = lambda _session, _ours, _theirs: False
    """Return whether two people played each other, so that they cannot be one."""
    typed: Callable[[Session, frozenset[str]], list[Place]] = lambda _session, _names: []
    """Return where one of these names (folded) was typed and belongs to nobody, so that `forget` does not reach it."""


HOLDERS: Final[list[Holder]] = []


def add_holder(holder: Holder) -> None:
    """Let a feature be asked for its part; one of the same name is replaced."""
    HOLDERS[:] = [*(one for one in HOLDERS if one.name != holder.name), holder]
