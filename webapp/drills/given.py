"""What a page sends as an answer, read back into the value that an exercise judges: the inverse of `written`."""

from engine.karuta.field import Slot
from engine.karuta.player import Side
from engine.training.exercises import laps
from engine.training.exercises.question import Card, Cards, Given, Kana, Laps, Place, Present, Press, Told
from poems.cards import ALL_CARDS

_SIDES = {side.label: side for side in Side}


def understood(answer: Given, text: str, *, told: bool = False) -> Given | None:
    """Return what a text says to a question with this answer; None for what says nothing to it.

    With `told` the player judges themselves: `right` or `wrong`.
    """
    if told or isinstance(answer, Told):
        return Told(right=text == "right") if text in ("right", "wrong") else None
    match answer:
        case Kana():
            return Kana(text) if text.strip() else None
        case Card():
            return Card(int(text)) if text.isascii() and text.isdigit() and int(text) <= 100 else None
        case Press():
            return Press(pressed=text == "press") if text in ("press", "wait") else None
        case Present():
            return Present(here=text == "here") if text in ("here", "away") else None
        case Cards():
            return _cards(text)
        case Place():
            return _place(text)
        case Laps():
            return laps.understood(text)


def _cards(text: str) -> Cards | None:
    try:
        found = int(text, 16)
    except ValueError:
        return None
    return Cards(found) if found >= 0 and not found & ~ALL_CARDS else None


def _place(text: str) -> Place | None:
    """Return the place that `A lower left 3` names, as `written` puts it."""
    owner, _, slot = text.partition(" ")
    if owner not in _SIDES:
        return None
    try:
        return Place(_SIDES[owner], Slot.parse(slot))
    except ValueError:
        return None
