"""Where recordings from the pages are judged: a decoding process that stays while somebody records."""

import threading
from pathlib import Path
from typing import Final

from reader.packs.decoder import Decoder, Undecodable
from reader.packs.measured import Measured
from webapp.per_server import PerServer
from webapp.services import Services

PATIENCE: Final = 20.0
"""Seconds that a recording of one half may take to be judged."""
IDLE: Final = 120.0
"""Seconds after the last recording at which the process is ended."""


class Booth:
    """Judges one recording after the other; a second person waits for the first one's second."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._decoder = Decoder(PATIENCE)
        self._idle: threading.Timer | None = None

    def judge(self, source: Path, levelled: Path, poem: int) -> tuple[Measured, ...] | Undecodable:
        """Write a recording's levelled sound and return what was measured of it."""
        with self._turn:
            if self._idle is not None:
                self._idle.cancel()
            answer = self._decoder.decode(source, levelled, poem, whole=False)
            self._idle = threading.Timer(IDLE, self.close)
            self._idle.daemon = True
            self._idle.start()
            return answer

    def close(self) -> None:
        """End the process; the next recording starts another one."""
        with self._turn:
            if self._idle is not None:
                self._idle.cancel()
                self._idle = None
            self._decoder.close()


_BOOTHS = PerServer(lambda _services: Booth())


def booth(services: Services) -> Booth:
    """Return the server's booth, made at the first need and closed with the server."""
    return _BOOTHS.of(services)
