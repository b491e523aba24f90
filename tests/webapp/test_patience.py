"""No thread of the server waits for a phone that is slow or gone: there are eight, and a hall has a thousand phones."""

import asyncio
import contextlib
from collections import deque
from typing import Any

import pytest

from tests.support.own_thread import in_a_loop
from tests.support.server import LiveServer
from webapp.asgi import THREADS
from webapp.live.stream import Message, Receive, Scope, Send
from webapp.patience import GATHERED, KEPT, Patient

HALF_A_FORM = (
    b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100\r\n\r\nlanguage="
)


def test_phones_that_stop_in_the_middle_of_a_form_hold_up_no_page(server: LiveServer) -> None:
    with contextlib.ExitStack() as phones:
        for _ in range(THREADS + 2):
            phone = phones.enter_context(contextlib.closing(server.connect()))
            phone.connect()
            phone.sock.sendall(HALF_A_FORM)
        assert server.get("/credits")[0] == 200


def test_a_server_that_stops_waits_for_no_form(server: LiveServer) -> None:
    with contextlib.closing(server.connect()) as phone:
        phone.connect()
        phone.sock.sendall(HALF_A_FORM)
        assert server.get("/credits")[0] == 200
        assert server.stop() == 0
    assert "Traceback" not in server.output


class Line:
    """A line to a phone: what it sends, then nothing; what it is sent, as far as it takes it."""

    def __init__(self, *pieces: Message, takes: int = 10**9) -> None:
        self.pieces = deque(pieces)
        self.taken: list[Message] = []
        self._takes = takes

    async def receive(self) -> Message:
        return self.pieces.popleft() if self.pieces else await asyncio.Future()

    async def send(self, message: Message) -> None:
        if len(self.taken) == self._takes:
            await asyncio.Future()
        self.taken.append(message)


def piece(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def scope(**headers: str) -> Scope:
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"type": "http", "headers": named}


async def echo(_scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the body, as a thread would."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        await send({"type": "http.response.body", "body": message.get("body", b""), "more_body": more})


def answered(line: Line, asked: Scope, **options: Any) -> list[Message]:
    in_a_loop(lambda: Patient(echo, **options)(asked, line.receive, line.send))
    return line.taken


@pytest.mark.parametrize("headers", [{"content_length": "4"}, {"transfer_encoding": "chunked"}])
def test_a_body_comes_through_whole(headers: dict[str, str]) -> None:
    taken = answered(Line(piece(b"ab", more=True), piece(b"cd")), scope(**headers))
    assert b"".join(one.get("body", b"") for one in taken) == b"abcd"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content_length": "4"}, 408),
        ({"transfer_encoding": "chunked"}, 408),
        ({"content_length": str(GATHERED + 1)}, 200),  # a thread has begun; it hears that there is no more
    ],
)
def test_a_body_that_stops_coming_is_given_up(headers: dict[str, str], status: int) -> None:
    taken = answered(Line(piece(b"ab", more=True)), scope(**headers), patience=0.01)
    assert taken[0]["status"] == status
    assert not taken[-1].get("more_body", False)


def test_a_phone_that_takes_nothing_holds_nobody() -> None:
    said = asyncio.Event()

    async def pages(_scope: Scope, _receive: Receive, send: Send) -> None:
        for _ in range(8):
            await send({"type": "http.response.body", "body": b"x" * (KEPT // 8), "more_body": True})
        said.set()

    async def asked() -> None:
        line = Line(takes=1)
        waiting = asyncio.create_task(Patient(pages)(scope(), line.receive, line.send))
        await said.wait()
        assert len(line.taken) == 1
        waiting.cancel()

    in_a_loop(asked)


def test_of_a_large_file_only_so_much_waits_in_memory() -> None:
    taken = 0

    async def pages(_scope: Scope, _receive: Receive, send: Send) -> None:
        for number in range(1, 65):
            await send({"type": "http.response.body", "body": b"x" * (KEPT // 4), "more_body": number < 64})
            assert number - taken <= 5

    async def take(_message: Message) -> None:
        nonlocal taken
        await asyncio.sleep(0)
        taken += 1

    in_a_loop(lambda: Patient(pages)(scope(), Line().receive, take))
    assert taken == 64
