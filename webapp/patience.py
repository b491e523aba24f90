"""Stands between the network and the threads that make pages: no thread waits for a phone that is slow or gone.

There are few threads, and phones walk out of a hall in the middle of a request. So a request's body is gathered before
a thread is asked, and what a thread has to say it says at once; only large files go past this, piece by piece.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from webapp.live.stream import Message, Receive, Scope, Send

Pages = Callable[[Scope, Receive, Send], Awaitable[None]]

GATHERED: Final = 1 << 20
"""Bytes of a body that are gathered. Forms and commands have less; those who may send more are few."""
KEPT: Final = 4 << 20
"""Bytes of an answer that wait for the network before its thread has to."""
PATIENCE: Final = 30.0
"""Seconds without a byte after which a request is given up."""

GIVEN_UP: Final[Message] = {"type": "http.disconnect"}


class Patient:
    """The pages behind a desk that does the waiting."""

    def __init__(self, pages: Pages, patience: float = PATIENCE) -> None:
        self._pages = pages
        self._clock = _Clock(patience)

    def close(self) -> None:
        """Wait for no body any more: the server stops."""
        self._clock.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; 408 where its body does not come."""
        incoming = _Incoming(receive, self._clock)
        if not await incoming.gather(_length(scope)):
            await _too_slow(send)
            return
        outgoing = _Outgoing(send)
        posting = asyncio.create_task(outgoing.post())
        try:
            await self._pages(scope, incoming.receive, outgoing.send)
            outgoing.end()
            await posting
        finally:
            posting.cancel()


class _Clock:
    """How long there is patience: for everybody alike, and until the server stops."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._running: set[asyncio.Timeout] = set()

    async def next_of(self, receive: Receive) -> Message:
        """Return what comes next, GIVEN_UP where nothing does."""
        limit = asyncio.timeout(self._patience)
        self._running.add(limit)
        try:
            async with limit:
                return await receive()
        except TimeoutError:
            return GIVEN_UP
        finally:
            self._running.discard(limit)

    def stop(self) -> None:
        """Let whoever waits wait no longer, and nobody who comes."""
        self._patience = 0
        for limit in self._running:
            limit.reschedule(0)


class _Incoming:
    """A request's body, as far as it has come."""

    def __init__(self, receive: Receive, clock: _Clock) -> None:
        self._receive = receive
        self._clock = clock
        self._here: deque[Message] = deque()

    async def gather(self, length: int | None) -> bool:
        """Wait for a body of so many bytes (None: it does not say) unless it is large; False if it does not come."""
        if length is not None and not 0 < length <= GATHERED:
            return True
        size, more = 0, True
        while more and size <= GATHERED:
            message = await self._clock.next_of(self._receive)
            if message["type"] == "http.disconnect":
                return False
            self._here.append(message)
            size += len(message.get("body", b""))
            more = message.get("more_body", False)
        return True

    async def receive(self) -> Message:
        """Return the next piece, one that is here already if there is any."""
        return self._here.popleft() if self._here else await self._clock.next_of(self._receive)


class _Outgoing:
    """An answer on its way: what is said waits here for the network, and not whoever said it."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: asyncio.Queue[Message | None] = asyncio.Queue()
        self._size = 0
        self._room = asyncio.Event()

    async def send(self, message: Message) -> None:
        """Take a piece of the answer; wait only where very much is on its way already."""
        self._size += len(message.get("body", b""))
        self._waiting.put_nowait(message)
        while self._size > KEPT:
            self._room.clear()
            await self._room.wait()

    def end(self) -> None:
        """Say that nothing more comes."""
        self._waiting.put_nowait(None)

    async def post(self) -> None:
        """Send everything until the end."""
        while (message := await self._waiting.get()) is not None:
            await self._send(message)
            self._size -= len(message.get("body", b""))
            self._room.set()


def _length(scope: Scope) -> int | None:
    """Return how many bytes a request's body says it has; 0 where it has none, None where it does not say."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    told: Any = headers.get(b"content-length", b"0")
    return int(told) if told.isdigit() else 0


async def _too_slow(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body", "body": b"the request did not come to its end\n"})
