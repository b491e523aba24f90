"""Trying a voice out: one clip at a time, in a process and a cache of its own.

The clips of readings are kept elsewhere: which of those are there would tell the order of the cards. And a reading's
voice is not asked, so that it is never late because somebody listens to another one.
"""

import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reader.cache import ClipCache
from reader.pace import Pace
from reader.rendering import Renderer
from reader.verse import Part, Verse
from reader.voices.known import Voices
from webapp.per_server import PerServer
from webapp.services import Services

CAP: Final = 48 << 20
"""Bytes: some eighty clips."""
PACE: Final = Pace.parse("5-3-1-6")
IDLE: Final = 60.0
"""Seconds after which the process that makes clips is ended."""
_NAME: Final = re.compile(r"[0-9a-f]{64}")


class BusyError(Exception):
    """Another clip is being made for somebody."""


@dataclass(frozen=True, slots=True)
class Audition:
    """A clip to listen to: its name, whose voice it is, and how far its marks can be trusted."""

    name: str
    credit: str
    precision: str


class Auditions:
    """Makes clips to listen to."""

    def __init__(self, folder: Path, voices: Voices) -> None:
        self._cache = ClipCache(folder, CAP)
        self._voices = voices
        self._turn = threading.Lock()
        self._renderer: Renderer | None = None
        self._idle: threading.Timer | None = None

    def make(self, voice: str, poem: int, part: Part) -> Audition:
        """Return a clip, once it is made. Raises BusyError, VoiceUnavailableError, NoSuchVoiceError."""
        if not self._turn.acquire(blocking=False):
            raise BusyError
        try:
            verse = Verse.at_pace(poem, part, PACE)
            renderer = self._renderer_of(voice)
            renderer.prepare(verse)
            made = renderer.voice
            return Audition(self._cache.key(made, verse), made.credit, made.precision)
        finally:
            self._wait_idle()
            self._turn.release()

    def sound(self, name: str) -> Path | None:
        """Return where a clip lies; None for one that is not there."""
        path = self._cache.folder / f"{name}.flac"
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def close(self) -> None:
        """End the process."""
        with self._turn:
            self._end()

    def _renderer_of(self, voice: str) -> Renderer:
        if self._renderer is None or self._renderer.voice.name != voice:
            self._end()
            self._renderer = Renderer(self._cache, self._voices.make(voice))
        return self._renderer

    def _wait_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = threading.Timer(IDLE, self.close)
        self._idle.daemon = True
        self._idle.start()

    def _end(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        renderer, self._renderer = self._renderer, None
        if renderer is not None:
            renderer.close()


_AUDITIONS = PerServer(
    lambda services: Auditions(services.config.folder / "previews", Voices(services.config.voices_folder))
)


def auditions(services: Services) -> Auditions:
    """Return the server's auditions, made at the first need and closed with the server."""
    return _AUDITIONS.of(services)


def use(services: Services, made: Auditions) -> None:
    """Let a server use these auditions."""
    _AUDITIONS.use(services, made)
