"""The four roles, and the mark that says who may use a page."""

from collections.abc import Callable
from enum import IntEnum
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Role(IntEnum):
    """What a visitor may do; each role may do all that the lower ones may."""

    GUEST = 0
    """Not let in: sees the door."""
    SPECTATOR = 1
    """Follows readings and matches."""
    HELPER = 2
    """Referees a board, works the reader."""
    ORGANISER = 3
    """Runs the club and its evening: whoever sits at the server, or holds the organiser's code."""

    @property
    def word(self) -> str:
        """The role as files, addresses and the database spell it."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> "Role":
        """Read a role's word; KeyError for any other."""
        return cls[word.upper()]


MARK = "needed_role"
PRIVATE = "private"


def allow(role: Role, *, private: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a view with the lowest role that may use it. A view without a mark is refused to everybody.

    `private`: also where the club plays in public, only those who came in by a code see it.
    """

    def mark(view: Callable[P, R]) -> Callable[P, R]:
        setattr(view, MARK, role)
        setattr(view, PRIVATE, private)
        return view

    return mark


def needed_role(view: object) -> Role | None:
    """Return a view's mark, None where it has none."""
    role = getattr(view, MARK, None)
    return role if isinstance(role, Role) else None


def is_private(view: object) -> bool:
    """Return whether a view is closed to the public."""
    return bool(getattr(view, PRIVATE, False))
