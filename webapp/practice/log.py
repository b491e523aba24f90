"""Practices as they are stored: folded, kept in memory, and brought up to date when asked for."""

import threading
from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from webapp.absent import Absent
from webapp.db.store import Conflict, EventStore, Stream
from webapp.practice.events import KIND, Event, decode, encode
from webapp.practice.session import Session, folded

TRIES = 20
"""How often something is decided anew where somebody else was faster."""


class NoSuchPractice(Absent):
    """No practice has this code."""


class Practices:
    """Loads practices from a store and appends to them; safe to use from several threads."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._kept: dict[str, Session] = {}
        self._lock = threading.Lock()

    def load(self, code: str) -> Session:
        """Return a practice as it stands. Raises NoSuchPractice."""
        known = self._known(code)
        new = self._store.load(stream_of(code), known.seq if known else 0)
        session = folded(code, ((one.seq, one.at, decode(one)) for one in new), known)
        if session is None:
            raise NoSuchPractice(code)
        with self._lock:
            self._kept[code] = session
        return session

    def all(self) -> tuple[Session, ...]:
        """Return every practice, the latest day first. Those in which nothing happened since are not read again."""
        found = [self._at(stream.id, head) for stream, head in self._store.heads(KIND).items()]
        latest = sorted(enumerate(found), key=lambda one: (one[1].plan.day, one[0]), reverse=True)
        return tuple(session for _, session in latest)

    def _known(self, code: str) -> Session | None:
        with self._lock:
            return self._kept.get(code)

    def _at(self, code: str, head: int) -> Session:
        known = self._known(code)
        return known if known is not None and known.seq >= head else self.load(code)

    def change(self, code: str, decide: Callable[[Session], Iterable[Event]], actor: str) -> Session:
        """Store what is to happen in a practice as it stands; decided anew where somebody else was faster.

        Raises NoSuchPractice, and whatever `decide` raises.
        """
        for _ in range(TRIES):
            session = self.load(code)
            new = tuple(map(encode, decide(session)))
            if not new:
                return session
            try:
                self._store.append(stream_of(code), new, session.seq, actor=actor)
            except Conflict:
                continue
            return self.load(code)
        raise TimeoutError(f"practice {code} is written to without a pause")

    def begin(self, code: str, first: Event, actor: str) -> None:
        """Begin a practice. Raises Conflict where there is one of this code."""
        self._store.append(stream_of(code), (encode(first),), 0, actor=actor)


_PRACTICES: WeakKeyDictionary[EventStore, Practices] = WeakKeyDictionary()
_MAKING = threading.Lock()


def practices(store: EventStore) -> Practices:
    """Return the practices of a store; the same for every caller."""
    with _MAKING:
        return _PRACTICES.setdefault(store, Practices(store))


def stream_of(code: str) -> Stream:
    """Return the stream of a practice."""
    return Stream(KIND, code)
