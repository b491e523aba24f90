"""How long a tap takes to a thousand screens, and what the server spends on it: a real server, over loopback.

The followers are one process with one event loop, so their own waiting is in the latencies too: they are upper
bounds. The server's processor time is exact.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from webapp.bench.figure import Figure
from webapp.db.database import Database
from webapp.db.store import EventStore, NewEvent, Stream
from webapp.server import allow_connections

RATE = 10
"""Events a second."""
SECONDS = 8
"""How long is measured."""
PATIENCE = 60
"""Seconds after which a measurement that hangs is given up."""
TOPIC = Stream("match", "bench")


def run() -> list[Figure]:
    """Measure the log, then 200 and 1,000 followers at 10 events a second; takes about half a minute."""
    return [*appends(), *(figure for count in (200, 1000) for figure in followers(count))]


def appends() -> list[Figure]:
    """Measure durable appends by one caller after another."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'club.sqlite3'}")
        store = EventStore(database)
        event = NewEvent("tapped", {"by": "A", "text": "x" * 200})
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 2:
            store.append(TOPIC, [event])
            count += 1
        rate = count / (time.perf_counter() - start)
        database.close()
    return [
        Figure(
            "durable appends",
            rate,
            "events/s",
            "one caller, each on the disk before the next; at least 1,000 where a disk syncs in 0.1 ms",
        )
    ]


def followers(count: int) -> list[Figure]:
    """Measure `count` followers of one match."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), count) as (process, port):
        seen = asyncio.run(asyncio.wait_for(measure(port, count), PATIENCE))
        memory = resident(process.pid)
    cuts = quantiles(seen.latencies, n=100, method="inclusive")
    wanted = count * RATE * SECONDS
    name = f"{count:,} followers at {RATE} events/s"
    return [
        Figure(f"{name}: delivered", 100 * len(seen.latencies) / wanted, "%", f"of {wanted:,} messages"),
        Figure(f"{name}: median", 1000 * cuts[49], "ms", "from the commit's start to the follower's read"),
        Figure(f"{name}: 99 of 100", 1000 * cuts[98], "ms", "below 30" if count <= 200 else "below 100"),
        Figure(f"{name}: server", 100 * seen.processor / seen.seconds, "% of a core", "below 40"),
        Figure(f"{name}: memory", memory, "MB", "resident"),
    ]


@dataclass
class Seen:
    """What the followers saw: seconds from append to read, and the server's processor time meanwhile."""

    latencies: list[float] = field(default_factory=list)
    processor: float = 0.0
    seconds: float = 1.0


async def measure(port: int, count: int) -> Seen:
    """Open the followers, tell the server to begin, and collect what it sends."""
    allow_connections()
    seen = Seen()
    lines = [await follow(port) for _ in range(count)]
    listeners = [asyncio.create_task(listen(reader, seen)) for reader, _writer in lines]
    _done, late = await asyncio.wait(listeners, timeout=PATIENCE / 2)
    for task in late:
        task.cancel()
    for _reader, writer in lines:
        writer.close()
    return seen


async def follow(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open one stream and read its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /stream?topics={TOPIC} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"retry: 500\n\n")
    return reader, writer


async def listen(reader: asyncio.StreamReader, seen: Seen) -> None:
    """Note when each event arrives, until the last one, which carries the server's processor time."""
    while True:
        line = await reader.readline()
        arrived = time.monotonic()
        if not line:
            return
        if line.startswith(b"data: "):
            payload = json.loads(line[6:])["payload"]
            if "processor" in payload:
                seen.processor, seen.seconds = payload["processor"], payload["seconds"]
                return
            seen.latencies.append(arrived - payload["at"])


@contextlib.contextmanager
def serving(folder: Path, count: int) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run this module as a server that begins once `count` followers are there, and end it."""
    output = folder / "out"
    command = [
        sys.executable,
        "-m",
        "webapp.bench.web_server",
        str(folder),
        str(count),
        str(RATE),
        str(SECONDS),
    ]
    with output.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - this very module
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
        )
    try:
        yield process, port_of(process, output)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def port_of(process: subprocess.Popen[bytes], output: Path) -> int:
    """Wait until the server says where it listens."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        if found := re.search(rb"port (\d+)", output.read_bytes()):
            return int(found[1])
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {output.read_text(errors='replace')}")


def resident(process: int) -> float:
    """Return a process's memory in MB; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0
