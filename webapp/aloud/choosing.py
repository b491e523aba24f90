"""Choosing at the keys which poem comes next: what has been typed, and what it finds."""

from typing import Final

from reader.jump import Found, choose, find
from reader.order import Draw
from reader.yomite_commands import Jump, Refused, Why
from reader.yomite_state import Reading

ENTER: Final = ("\n", "\r")
LEAVE: Final = "\x1b"
_BACK: Final = ("\x7f", "\b")
_LONGEST: Final = 60


def typed(text: str, key: str) -> str:
    """Return what stands there after one more key."""
    if key in _BACK:
        return text[:-1]
    return text + key if key.isprintable() and len(text) < _LONGEST else text


def found(state: Reading, draw: Draw, text: str) -> tuple[Found, ...]:
    """Return the poems that a text finds, the likeliest first; none for a text of nothing."""
    return find(state, draw, text) if text else ()


def marked(hits: tuple[Found, ...]) -> Found | None:
    """Return the poem that Enter would choose: the likeliest that can come, or else the likeliest."""
    return next((hit for hit in hits if hit.can_come), hits[0] if hits else None)


def chosen(state: Reading, draw: Draw, text: str) -> Jump | Refused:
    """Return the command that lets the marked poem come next, or why it cannot."""
    hit = marked(found(state, draw, text))
    return choose(state, draw, hit.poem) if hit else Refused(Why.NO_SUCH_CARD)
