"""The shared log behind the streams: who is too slow is let go, and nobody else notices."""

import asyncio
from contextlib import suppress
from typing import Any

from tests.support.own_thread import in_a_loop
from webapp.access.roles import Role
from webapp.access.visitor import Visitor
from webapp.db.store import NewEvent, Stream
from webapp.live.channel import LAG, SLICES, Channel
from webapp.live.mark import Mark
from webapp.live.stream import Follower
from webapp.services import Services

A, B = Stream("match", "a"), Stream("match", "b")


def test_a_message_names_how_far_every_topic_has_come() -> None:
    async def work() -> None:
        channel = Channel("e1", {A: 4, B: 0}, asyncio.get_running_loop())
        channel.publish(B, 1, "{}")
        channel.publish(A, 5, "{}")
        entries = channel.since(0)
        assert entries is not None
        assert [entry.frame for entry in entries] == [
            b"id: e1,match:a=4,match:b=1\ndata: {}\n\n",
            b"id: e1,match:a=5,match:b=1\ndata: {}\n\n",
        ]

    in_a_loop(work)


def test_an_event_that_was_in_the_store_already_does_not_set_the_mark_back() -> None:
    """It was committed before the channel was made, and is published after: all its followers have read it."""

    async def work() -> None:
        channel = Channel("e1", {A: 4}, asyncio.get_running_loop())
        channel.publish(A, 4, "{}")
        entries = channel.since(0)
        assert entries is not None
        assert entries[0].seq == 4
        assert b"match:a=4" in entries[0].frame

    in_a_loop(work)


def test_the_log_is_kept_short_and_says_so() -> None:
    async def work() -> None:
        channel = Channel("e1", {A: 0}, asyncio.get_running_loop())
        for seq in range(1, 2 * LAG + 2):
            channel.publish(A, seq, "{}")
        assert channel.end == 2 * LAG + 1
        assert channel.since(LAG - 1) is None
        entries = channel.since(LAG)
        assert entries is not None
        assert [entry.seq for entry in entries] == list(range(LAG + 1, 2 * LAG + 2))

    in_a_loop(work)


def test_every_slice_is_woken_and_a_cancelled_waiter_takes_nobody_along() -> None:
    async def work() -> None:
        channel = Channel("e1", {A: 0}, asyncio.get_running_loop())
        woken: list[int] = []

        async def wait(part: int) -> None:
            await channel.wait(part)
            woken.append(part)

        tasks = [asyncio.create_task(wait(part)) for part in range(SLICES) for _ in range(2)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        channel.publish(A, 1, "{}")
        for task in tasks[1:]:
            await task
        with suppress(asyncio.CancelledError):
            await tasks[0]
        assert sorted(woken) == sorted([*range(SLICES), *range(1, SLICES)])

    in_a_loop(work)


def test_a_follower_that_does_not_read_is_cut_off_and_catches_up_by_its_mark(services: Services) -> None:
    async def work() -> None:
        services.hub.attach()
        sent: list[bytes] = []
        ended = asyncio.Event()
        gate = asyncio.Event()

        async def send(message: Any) -> None:
            sent.append(message.get("body", b""))
            if len(sent) == 3:
                await gate.wait()  # the line is full
            if message["type"] == "http.response.body" and not message["more_body"]:
                ended.set()

        async def receive() -> Any:
            await asyncio.Event().wait()

        visitor = Visitor(Role.ORGANISER, "127.0.0.1")
        task = asyncio.create_task(Follower(services, (A,), [], visitor).run(receive, send))
        while len(sent) < 2:
            await asyncio.sleep(0.01)
        (channel,) = services.hub._channels.values()
        await asyncio.to_thread(services.store.append, A, [NewEvent("tapped", {})])
        while len(sent) < 3:
            await asyncio.sleep(0.01)
        for seq in range(2, 2 * LAG + 3):
            channel.publish(A, seq, "{}")
        gate.set()
        await ended.wait()
        await task
        assert b"id: " + str(Mark(services.hub.epoch, {A: 1})).encode() in sent[2]
        assert sent[-1] == b"retry: 1000\n\n"
        assert len(sent) == 4
        assert services.hub.followers() == 0
        assert services.hub._channels == {}
        services.hub.close()

    in_a_loop(work)
