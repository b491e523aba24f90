"""Takes stored events from the writer's thread into the event loop, to every channel that follows them."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress

from webapp.db.store import StoredEvent, Stream
from webapp.live.channel import Channel

KEEP_ALIVE = 15.0
"""Seconds between comments on a quiet stream."""


class Hub:
    """All channels of this process. `publish` may be called from any thread, the rest in the event loop."""

    def __init__(self, epoch: str) -> None:
        self.epoch = epoch
        self.closing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channels: dict[tuple[Stream, ...], Channel] = {}
        self._following: dict[Stream, list[Channel]] = {}
        self._tasks: dict[str, set[asyncio.Task[None]]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def attach(self) -> None:
        """Begin to deliver, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(KEEP_ALIVE, self._keep_alive)

    def publish(self, events: tuple[StoredEvent, ...]) -> None:
        """Hand events over in the order they were stored; called after the commit."""
        self._call(self._deliver, events)

    def cut(self, *sessions: str) -> None:
        """End the streams of sessions that were ended; from any thread."""
        self._call(self._cut, sessions)

    def close(self) -> None:
        """Tell every follower to come back in a second, and let them go."""
        self.closing = True
        if self._timer is not None:
            self._timer.cancel()
        for channel in self._channels.values():
            channel.wake()

    def followers(self) -> int:
        """Return how many streams are open."""
        return sum(channel.followers for channel in self._channels.values())

    def join(self, topics: tuple[Stream, ...], heads: Mapping[Stream, int]) -> Channel:
        """Return the channel of these topics; `heads` are their last stored numbers, for a new channel."""
        assert self._loop is not None
        channel = self._channels.get(topics)
        if channel is None:
            channel = self._channels[topics] = Channel(self.epoch, heads, self._loop)
            for topic in topics:
                self._following.setdefault(topic, []).append(channel)
        return channel

    def leave(self, topics: tuple[Stream, ...], channel: Channel) -> None:
        """Forget a channel whose last follower has gone."""
        if channel.followers == 0 and self._channels.get(topics) is channel:
            del self._channels[topics]
            for topic in topics:
                self._following[topic].remove(channel)
                if not self._following[topic]:
                    del self._following[topic]

    def register(self, session: str | None, task: "asyncio.Task[None]") -> None:
        """Note whose stream a task is, so that `cut` finds it."""
        if session is not None:
            tasks = self._tasks.setdefault(session, set())
            tasks.add(task)
            task.add_done_callback(lambda done: self._unregister(session, done))

    def _unregister(self, session: str, task: "asyncio.Task[None]") -> None:
        tasks = self._tasks.get(session, set())
        tasks.discard(task)
        if not tasks:
            self._tasks.pop(session, None)

    def _call(self, function: object, argument: object) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended: nobody follows any more
                self._loop.call_soon_threadsafe(function, argument)  # type: ignore[arg-type]

    def _deliver(self, events: tuple[StoredEvent, ...]) -> None:
        for event in events:
            if channels := self._following.get(event.stream):
                data = encode(event)
                for channel in channels:
                    channel.publish(event.stream, event.seq, data)

    def _cut(self, sessions: tuple[str, ...]) -> None:
        for session in sessions:
            for task in self._tasks.get(session, ()):
                task.cancel()

    def _keep_alive(self) -> None:
        assert self._loop is not None
        for channel in self._channels.values():
            channel.keep_alive()
        self._timer = self._loop.call_later(KEEP_ALIVE, self._keep_alive)


def encode(event: StoredEvent) -> str:
    """Return an event as followers get it: JSON on one line."""
    return json.dumps(event.public(), ensure_ascii=False, separators=(",", ":"))
