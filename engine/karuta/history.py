"""Undo and redo: which events of a log count. Nothing is ever deleted from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.karuta.events import UNDOABLE, Called, Event, Redone, Undone


@dataclass(frozen=True, slots=True)
class History:
    """Positions in the log: what can be undone, what can be redone (the last first to go), what counts no more."""

    undoable: tuple[int, ...]
    redoable: tuple[int, ...]
    dead: frozenset[int]


def history(log: Sequence[Event]) -> History:
    """Return what a log's undos and redos come to. Something new entered makes what was undone final."""
    undoable: list[int] = []
    redoable: list[int] = []
    dead: set[int] = set()
    for position, event in enumerate(log):
        if isinstance(event, UNDOABLE):
            undoable.append(position)
            redoable.clear()
        elif isinstance(event, Called) and any(isinstance(log[one], Called) for one in redoable):
            # another poem in the place of one that was taken back
            redoable.clear()
        elif isinstance(event, Undone):
            dead.update(event.positions)
            undoable = [one for one in undoable if one not in dead]
            redoable.extend(event.positions)
        elif isinstance(event, Redone):
            dead.difference_update(event.positions)
            redoable = [one for one in redoable if one in dead]
            undoable.extend(event.positions)
    return History(tuple(undoable), tuple(redoable), frozenset(dead))


def last_call(log: Sequence[Event], called: int | None) -> int | None:
    """Return the position of the call of the poem being read; None where something that can be undone came after it."""
    past = history(log)
    calls = [at for at, event in enumerate(log) if event == Called(called or 0) and at not in past.dead]
    return calls[-1] if calls and all(at <= calls[-1] for at in past.undoable) else None


def standing(log: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events that count, in order."""
    dead = history(log).dead
    return tuple(
        event
        for position, event in enumerate(log)
        if position not in dead and not isinstance(event, (Undone, Redone))
    )
