"""`GET /stream?topics=match:ab,reading:r1[&since=MARK]`: server-sent events, one stream for all a page follows."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from webapp.access.hosts import is_ours
from webapp.access.roles import Role
from webapp.access.sessions import COOKIE
from webapp.access.visitor import Visitor, identify
from webapp.db.store import StoredEvent, Stream
from webapp.live.channel import Channel, frame
from webapp.live.hub import encode
from webapp.live.mark import Mark, furthest
from webapp.live.topics import may_follow, parse_topics
from webapp.security import HEADERS
from webapp.services import Services

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST = 5000
"""Streams that one process holds open."""

HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
HELLO = b"retry: 500\n\n"
GOODBYE = b"retry: 1000\n\n"


class Refused(Exception):  # noqa: N818 - an answer, not a fault
    """The stream is not opened; `status` and `reason` are the answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


async def serve_stream(services: Services, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for `/stream`."""
    try:
        topics, marks = read_request(services, scope)
        visitor = await asyncio.to_thread(visitor_of, services, scope)
        check(visitor, topics)
    except Refused as refused:
        await answer(send, refused)
        return
    await Follower(services, topics, marks, visitor).run(receive, send)


def check(visitor: Visitor, topics: tuple[Stream, ...]) -> None:
    """Raise Refused unless the visitor may follow all the topics."""
    if not may_follow(visitor, topics):
        raise Refused(401 if visitor.role == Role.GUEST else 403, "these topics are not open to you")


def read_request(services: Services, scope: Scope) -> tuple[tuple[Stream, ...], list[Mark]]:
    """Return the topics and the marks of a request; raises Refused."""
    headers = headers_of(scope)
    if scope["method"] != "GET":
        raise Refused(405, "a stream is followed by GET")
    if not is_ours(headers.get("host", ""), services.config.names):
        raise Refused(400, "this server has another name")
    if services.hub.closing or services.hub.followers() >= MOST:
        raise Refused(503, "the server is full or stopping")
    query = parse_qs(scope["query_string"].decode("latin-1"))
    given = [query.get("since", [""])[-1], headers.get("last-event-id", "")]
    try:
        return parse_topics(query.get("topics", [""])[-1]), [Mark.parse(text) for text in given if text]
    except ValueError as error:
        raise Refused(400, str(error)) from error


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the request's headers by lower-case name."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def visitor_of(services: Services, scope: Scope) -> Visitor:
    """Return who asks."""
    headers = headers_of(scope)
    token = None
    with suppress(CookieError):
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        token = morsel.value if morsel else None
    address = (scope.get("client") or ("", 0))[0]
    public = services.config.public
    return identify(services.sessions, address=address, token=token, headers=headers, public=public)


async def answer(send: Send, refused: Refused) -> None:
    """Send a refusal in plain text, with the headers of every page."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    headers += [(name.lower().encode(), text.encode()) for name, text in HEADERS.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{refused.reason}\n".encode()})


class Follower:
    """One page's stream: what it lacks from the store first, then what happens."""

    def __init__(
        self, services: Services, topics: tuple[Stream, ...], marks: list[Mark], visitor: Visitor
    ) -> None:
        self._services = services
        self._topics = topics
        self._visitor = visitor
        self._stranger = any(mark.epoch != services.hub.epoch for mark in marks)
        seen = furthest(marks, services.hub.epoch)
        self._seen = {topic: seen.get(topic, 0) for topic in topics}

    async def run(self, receive: Receive, send: Send) -> None:
        """Send until the page or the server goes away."""
        hub = self._services.hub
        this = asyncio.current_task()
        assert this is not None
        hub.register(self._visitor.session, this)
        await send({"type": "http.response.start", "status": 200, "headers": HEAD})
        gone = asyncio.ensure_future(watch(receive, this))
        try:
            heads = await asyncio.to_thread(self._heads)
            channel = hub.join(self._topics, heads)
            part = channel.join()
            try:
                # joined first, then read: what is stored in between comes by both ways and is sent once
                number = channel.end
                await send(chunk(HELLO + await asyncio.to_thread(self._replay, heads)))
                await self._follow(channel, part, number, send)
            finally:
                channel.leave()
                hub.leave(self._topics, channel)
        except asyncio.CancelledError:
            if gone.done():
                return
            await send(chunk(b"", more=False))
        finally:
            gone.cancel()

    async def _follow(self, channel: Channel, part: int, number: int, send: Send) -> None:
        hub = self._services.hub
        while True:
            entries = channel.since(number)
            if entries is None or (hub.closing and not entries):
                await send(chunk(GOODBYE, more=False))
                return
            if entries:
                number += len(entries)
                body = b"".join(
                    entry.frame
                    for entry in entries
                    if entry.topic is None or entry.seq > self._seen[entry.topic]
                )
                if body:
                    await send(chunk(body))
            else:
                await channel.wait(part)

    def _heads(self) -> dict[Stream, int]:
        return {topic: self._services.store.head(topic) for topic in self._topics}

    def _replay(self, heads: dict[Stream, int]) -> bytes:
        """Return what the page lacks; a page that followed another history is told to begin again."""
        parts = []
        for topic in self._topics:
            if self._stranger or self._seen[topic] > heads[topic]:
                self._seen[topic] = 0
                parts.append(f'event: reset\ndata: {{"topic":"{topic}"}}\n\n'.encode())
            parts.extend(map(self._frame, self._services.store.load(topic, self._seen[topic])))
        return b"".join(parts)

    def _frame(self, event: StoredEvent) -> bytes:
        self._seen[event.stream] = event.seq
        return frame(Mark(self._services.hub.epoch, self._seen), encode(event))


def chunk(body: bytes, *, more: bool = True) -> Message:
    """Return a part of a response's body."""
    return {"type": "http.response.body", "body": body, "more_body": more}


async def watch(receive: Receive, task: "asyncio.Task[None]") -> None:
    """Cancel `task` when the page goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    task.cancel()
