"""One log of ready-made messages for all pages that follow the same topics.

Publishing costs the same for one follower and for a thousand: the message is framed once, and each follower
wakes, sends what it has not sent and waits again. Followers are woken in slices, so that the tap that caused
the message is answered in between.
"""

import asyncio
from collections.abc import Generator, Mapping
from typing import NamedTuple

from webapp.db.store import Stream
from webapp.live.mark import Mark

SLICES = 8
SLICE_PAUSE = 0.0005
"""Seconds between two slices' wake-ups."""
LAG = 2000
"""Messages that a follower may be behind before it is cut off; it comes back with its mark and catches up."""


class Entry(NamedTuple):
    """A message as sent; keep-alives have no topic."""

    topic: Stream | None
    seq: int
    frame: bytes


def frame(mark: Mark, data: str) -> bytes:
    """Return one event-stream message; `data` is JSON on one line."""
    return f"id: {mark}\ndata: {data}\n\n".encode()


class Channel:
    """The log, who waits for it, and how far each topic has come. Used in the event loop only."""

    def __init__(self, epoch: str, heads: Mapping[Stream, int], loop: asyncio.AbstractEventLoop) -> None:
        self.followers = 0
        self._epoch = epoch
        self._loop = loop
        # every follower reads the store after it joined, so it has at least these numbers
        self._seen = dict(heads)
        self._log: list[Entry] = []
        self._first = 0
        self._ticks = [loop.create_future() for _ in range(SLICES)]
        self._turn = 0

    @property
    def end(self) -> int:
        """The number of the next message."""
        return self._first + len(self._log)

    def join(self) -> int:
        """Count a follower in and return its slice."""
        self.followers += 1
        self._turn = (self._turn + 1) % SLICES
        return self._turn

    def leave(self) -> None:
        """Count a follower out."""
        self.followers -= 1

    def publish(self, topic: Stream, seq: int, data: str) -> None:
        """Add an event and wake everybody."""
        self._seen[topic] = max(seq, self._seen.get(topic, 0))
        self._add(Entry(topic, seq, frame(Mark(self._epoch, self._seen), data)))

    def keep_alive(self) -> None:
        """Add a comment, so that nothing in between takes a quiet evening for a dead line."""
        self._add(Entry(None, 0, b": still here\n\n"))

    def since(self, number: int) -> list[Entry] | None:
        """Return the messages from `number` on; None when they are no longer kept."""
        return None if number < self._first else self._log[number - self._first :]

    def wait(self, part: int) -> "Tick":
        """Return what to await for the next message."""
        return Tick(self._ticks[part], self._loop)

    def wake(self, part: int = 0) -> None:
        """Wake one slice of the followers, and the others shortly after."""
        tick, self._ticks[part] = self._ticks[part], self._loop.create_future()
        tick.set_result(None)
        if part + 1 < SLICES:
            self._loop.call_later(SLICE_PAUSE, self.wake, part + 1)

    def _add(self, entry: Entry) -> None:
        self._log.append(entry)
        if len(self._log) > 2 * LAG:
            del self._log[:LAG]
            self._first += LAG
        self.wake()


class Tick:
    """Awaits a shared future; cancelling the waiter leaves the future to the others, without a task for each."""

    __slots__ = ("_loop", "_tick")

    def __init__(self, tick: "asyncio.Future[None]", loop: asyncio.AbstractEventLoop) -> None:
        self._tick = tick
        self._loop = loop

    def __await__(self) -> Generator[object, None, None]:
        waiter = self._loop.create_future()
        self._tick.add_done_callback(lambda _: None if waiter.done() else waiter.set_result(None))
        yield from waiter
