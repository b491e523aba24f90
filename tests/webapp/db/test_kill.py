"""What was acknowledged is still there after the process was killed in the middle of its work."""

import multiprocessing
import multiprocessing.connection
import os
import random
import signal
import threading
from pathlib import Path

from webapp.db.database import Database
from webapp.db.store import EventStore, NewEvent, Stream

KILLS = 20
TAPPERS = 4


def tap_for_ever(url: str, told: multiprocessing.connection.Connection) -> None:
    """Append from several threads and tell every acknowledged number; runs until killed."""
    store = EventStore(Database(url))
    lock = threading.Lock()

    def tap(name: str) -> None:
        stream = Stream("match", name)
        while True:
            seqs = store.append(stream, [NewEvent("tapped", {"text": "x" * 200})] * 2).seqs
            with lock:
                told.send((name, seqs))

    threads = [threading.Thread(target=tap, args=(f"m{number}",)) for number in range(TAPPERS)]
    for thread in threads:
        thread.start()
    threads[0].join()


def acknowledged(told: multiprocessing.connection.Connection) -> dict[str, int]:
    """Return the highest number told by stream, once the process has gone."""
    highest: dict[str, int] = {}
    try:
        while True:
            name, seqs = told.recv()
            highest[name] = max(highest.get(name, 0), *seqs)
    except (EOFError, OSError):
        return highest


def test_kill_9_loses_no_acknowledged_event(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    Database(url).close()
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["webapp.db.store"])
    chance = random.Random(9)
    total = 0
    for _ in range(KILLS):
        hear, tell = processes.Pipe(duplex=False)
        process = processes.Process(target=tap_for_ever, args=(url, tell))
        process.start()
        tell.close()
        for _ in range(chance.randrange(3, 40)):
            assert hear.poll(30)
            total += len(hear.recv()[1])
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        highest = acknowledged(hear)
        process.join()
        process.close()
        hear.close()
        check(url, highest)
    assert total > KILLS * 6


def check(url: str, highest: dict[str, int]) -> None:
    """All that was acknowledged is there, in numbers without gaps; a command's two events came both or not at all."""
    database = Database(url)
    store = EventStore(database)
    for name, seq in highest.items():
        assert store.head(Stream("match", name)) >= seq
    for stream in store.streams("match"):
        store.verify(stream)
        assert store.head(stream) % 2 == 0
    database.close()
