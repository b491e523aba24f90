"""The server that `webapp.bench.web` measures: begins to append when enough followers are there, then ends itself."""

import sys
import threading
import time
from pathlib import Path

from webapp.asgi import Site, build
from webapp.bench.web import PATIENCE, TOPIC
from webapp.config import Config
from webapp.db.store import NewEvent
from webapp.server import bind, run


def feed(site: Site, count: int, rate: float, seconds: float) -> None:
    """Append `rate` events a second, each with the moment of its beginning, then one with the processor's time."""
    hub, store = site.services.hub, site.services.store
    deadline = time.monotonic() + PATIENCE
    while hub.followers() < count and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    start, used = time.monotonic(), time.process_time()
    for number in range(round(rate * seconds)):
        time.sleep(max(0.0, start + number / rate - time.monotonic()))
        store.append(TOPIC, [NewEvent("tapped", {"at": time.monotonic(), "text": "x" * 150})])
    time.sleep(0.5)
    figures = {"processor": time.process_time() - used, "seconds": time.monotonic() - start}
    store.append(TOPIC, [NewEvent("measured", figures)])


def main(folder: Path, count: int, rate: float, seconds: float) -> None:
    """Serve until killed."""
    url = f"sqlite:///{folder / 'club.sqlite3'}"
    site = build(Config(folder=folder, database_url=url, secret_key="bench" * 8))
    bound = bind("127.0.0.1", 0)
    sys.stdout.write(f"port {bound.getsockname()[1]}\n")
    sys.stdout.flush()
    threading.Thread(target=feed, args=(site, count, rate, seconds), daemon=True).start()
    run(site, bound)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
