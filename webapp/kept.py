"""What is worked out from everything that is stored, kept until anything is written: so it is never out of date."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from webapp.db.database import Database

T = TypeVar("T")


class Kept(Generic[T]):
    """One such value for each database; safe to use from several threads."""

    def __init__(self) -> None:
        self._found: WeakKeyDictionary[Database, tuple[str, T]] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def of(self, database: Database, work: Callable[[], T]) -> T:
        """Return what `work` returns, or returned since the last thing that was written."""
        version = database.version()
        if version is None:
            return work()
        with self._lock:
            known = self._found.get(database)
        if known is not None and known[0] == version:
            return known[1]
        value = work()  # what is written from here on makes another version
        with self._lock:
            self._found[database] = (version, value)
        return value
