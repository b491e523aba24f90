"""Whether the page that plays a reading is still there: it says so every few seconds, and only memory notes it."""

import threading
import time
from collections.abc import Callable
from weakref import WeakKeyDictionary

from webapp.db.store import EventStore

GONE = 15.0
"""Seconds of silence after which a page counts as gone; a browser may call a hidden page only every other second."""
POCKET = 120.0
"""The same for a phone in a pocket, whose sound goes on while its page sleeps."""
ASLEEP = 12.0
"""Seconds of silence after which a phone in a pocket is taken to sleep: it plays on, and no wish reaches it."""


class Presence:
    """Who was heard of when. After a restart of the server everybody has the same grace again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._seen: dict[tuple[str, str], float] = {}
        self._in_pocket: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def note(self, reading: str, owner: str, *, pocket: bool = False) -> None:
        """Say that a page is there; `pocket` that from now on it may sleep while it plays."""
        with self._lock:
            self._seen[reading, owner] = self._clock()
            if pocket:
                self._in_pocket.add((reading, owner))

    def forget(self, reading: str, owner: str) -> None:
        """Say that a page has gone."""
        with self._lock:
            self._seen[reading, owner] = self._since - GONE
            self._in_pocket.discard((reading, owner))

    def here(self, reading: str, owner: str) -> bool:
        """Whether a page is there; no page at all never is."""
        if not owner:
            return False
        grace = POCKET if (reading, owner) in self._in_pocket else GONE
        return self._silence(reading, owner) < grace

    def asleep(self, reading: str, owner: str) -> bool:
        """Whether a phone in a pocket plays on without hearing what is wished."""
        sleeps = (reading, owner) in self._in_pocket and self.here(reading, owner)
        return sleeps and self._silence(reading, owner) >= ASLEEP

    def _silence(self, reading: str, owner: str) -> float:
        with self._lock:
            return self._clock() - self._seen.get((reading, owner), self._since)


_PRESENCES: WeakKeyDictionary[EventStore, Presence] = WeakKeyDictionary()
_MAKING = threading.Lock()


def presence(store: EventStore) -> Presence:
    """Return the presence of the pages of a store's server."""
    with _MAKING:
        return _PRESENCES.setdefault(store, Presence())
