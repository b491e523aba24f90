"""A phone in a pocket that is silent for long may still read on from its file: who takes the sound is warned."""

import threading
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from reader.reel.reel import FRAME, wind
from reader.samples import SAMPLE_RATE
from reader.yomite_state import Phase
from webapp.db.store import EventStore
from webapp.reading.readings import Desk

SLIP = 1.0
AGAIN = 60.0
"""Seconds between which a second try counts as meant: sooner it is a slip of the finger, later another evening's."""


def seconds_left(desk: Desk, now: float) -> float:
    """Return for how long a phone's file can still play what was left when the phone was last heard of; 0 for none.

    A player may have fetched all of it, so it goes on without the server. While a call is held nothing plays.
    """
    state = desk.state
    if (
        not desk.pocket
        or not desk.owner
        or not state.calls
        or state.phase not in (Phase.SPEAKING, Phase.PLAY)
    ):
        return 0.0
    reel = wind(state, round(desk.settings.play_pause * SAMPLE_RATE))
    return max(0.0, desk.told_at + reel.frames * FRAME / SAMPLE_RATE - now)


class Warned:
    """Who was told that the sound may still be with a phone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told: dict[tuple[str, str], float] = {}
        self._lock = threading.Lock()

    def means_it(self, reading: str, actor: str) -> bool:
        """Whether somebody who was warned a moment ago asks again; from now on they have been warned."""
        with self._lock:
            now = self._clock()
            before = self._told.get((reading, actor))
            meant = before is not None and SLIP <= now - before <= AGAIN
            if meant:
                del self._told[reading, actor]
            elif before is None or now - before > AGAIN:
                self._told[reading, actor] = now
            return meant


_WARNED: WeakKeyDictionary[EventStore, Warned] = WeakKeyDictionary()
_MAKING = threading.Lock()


def warned(store: EventStore) -> Warned:
    """Return who was warned by a store's server."""
    with _MAKING:
        return _WARNED.setdefault(store, Warned())
