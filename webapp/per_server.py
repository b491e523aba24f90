"""What each running server has one of, made at the first need and closed with the server."""

import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar
from weakref import WeakKeyDictionary

from webapp.db.store import EventStore
from webapp.services import Services


class Closing(Protocol):
    """Something that is closed with its server."""

    def close(self) -> None:
        """End whatever it began."""


T = TypeVar("T", bound=Closing)


class PerServer(Generic[T]):
    """One thing for each server. Methods may be called from any thread."""

    def __init__(self, make: Callable[[Services], T]) -> None:
        self._make = make
        self._made = WeakKeyDictionary[EventStore, T]()
        self._making = threading.Lock()

    def of(self, services: Services) -> T:
        """Return a server's own, made now where it has none yet."""
        with self._making:
            made = self._made.get(services.store)
            if made is None:
                made = self._make(services)
                self.use(services, made)
            return made

    def use(self, services: Services, made: T) -> None:
        """Let a server have this one."""
        self._made[services.store] = made
        services.when_closing(made.close)
