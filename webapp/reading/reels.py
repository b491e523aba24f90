"""The reels of the phones that play a reading from one file: made in the background, kept while they are played."""

import logging
import secrets
import threading
from dataclasses import dataclass, field

from reader.reason import Reason
from reader.reel.press import Press
from reader.voices.faults import why
from webapp.per_server import PerServer
from webapp.services import Services

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Kept:
    """A press with its secret name, the page it is for, and how its making goes.

    `fitted` is the number of the reading's event up to which the press was seen to be what is left of it.
    """

    name: str
    owner: str
    press: Press
    fault: Reason | str = ""
    fitted: int = -1
    stopped: threading.Event = field(default_factory=threading.Event)

    def make(self, first: int) -> None:
        """Make every stretch, from the one that is played first on; to be run in a thread."""
        order = [*range(first, len(self.press.reel.stretches)), *range(first)]
        try:
            for number in order:
                if self.stopped.is_set():
                    return
                self.press.make(number)
        except Exception as error:  # noqa: BLE001 - the page says so; a player's own request tries again
            self.fault = why(error)
            log.warning("a reel was not finished: %s", self.fault)


class Reels:
    """One reel a reading: whoever winds another lets go of the one before."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}
        self._lock = threading.Lock()

    def keep(self, reading: str, owner: str, press: Press, first: int) -> Kept:
        """Keep a press under a new name, which nobody can guess, and begin to make it; returns at once."""
        kept = Kept(secrets.token_hex(16), owner, press)
        with self._lock:
            before, self._kept[reading] = self._kept.get(reading), kept
        if before is not None:
            before.stopped.set()
            press.adopt(before.press)
        threading.Thread(target=kept.make, args=(first,), name="reel", daemon=True).start()
        return kept

    def find(self, reading: str, name: str) -> Kept | None:
        """Return a reading's reel if it has this name."""
        with self._lock:
            kept = self._kept.get(reading)
        same = kept is not None and secrets.compare_digest(kept.name.encode(), name.encode())
        return kept if same else None

    def last(self, reading: str) -> Kept | None:
        """Return a reading's reel, whatever its name."""
        with self._lock:
            return self._kept.get(reading)

    def drop(self, reading: str) -> None:
        """Forget a reading's reel."""
        with self._lock:
            kept = self._kept.pop(reading, None)
        if kept is not None:
            kept.stopped.set()

    def close(self) -> None:
        """End the making."""
        for reading in list(self._kept):
            self.drop(reading)


_REELS = PerServer(lambda _services: Reels())


def reels(services: Services) -> Reels:
    """Return the server's reels."""
    return _REELS.of(services)
