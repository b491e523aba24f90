"""From events to the state: `fold(log)`. It trusts its log; `engine.karuta.match` is where events are checked."""

from collections.abc import Iterable

from engine.karuta.events import Event, Opened, Redone, Undone
from engine.karuta.history import standing
from engine.karuta.state import MatchState
from engine.karuta.tally import STEPS, Tally


def fold(log: Iterable[Event], start: MatchState | None = None) -> MatchState:
    """Return the state after these events, from the opening or from an earlier state.

    Raises ValueError where a match does not begin with its opening, or is opened twice.
    """
    new = tuple(log)
    if start is None:
        return _run(new).state(new)
    whole = start.log + new
    tally = Tally.of(start) if not _takes_back(new) else None
    if tally is None or not _step(tally, new):
        tally = _again(whole)
    return tally.state(whole)


def _takes_back(log: tuple[Event, ...]) -> bool:
    """Whether these events begin with an undo or a redo, so that there is nothing to go on from."""
    return bool(log) and isinstance(log[0], (Undone, Redone))


def _run(log: tuple[Event, ...]) -> Tally:
    if not log or not isinstance(log[0], Opened):
        raise ValueError("a match begins with its opening")
    tally = Tally(log[0], log[0].layout)
    return tally if _step(tally, log[1:]) else _again(log)


def _again(log: tuple[Event, ...]) -> Tally:
    """Fold what counts of a whole log."""
    opened = log[0]
    assert isinstance(opened, Opened), "a state's log begins with its opening"
    tally = Tally(opened, opened.layout)
    _step(tally, standing(log)[1:])
    return tally


def _step(tally: Tally, log: tuple[Event, ...]) -> bool:
    """Fold events into a tally; False where something earlier was undone, so that the fold has to begin again."""
    steps = STEPS
    for event in log:
        step = steps.get(type(event))
        if step is None:
            if isinstance(event, (Undone, Redone)):
                return False
            raise ValueError("a match is opened once")
        step(tally, event)
    return True
