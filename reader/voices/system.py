"""The system's own Japanese voice, through pyttsx3: second choice, for where the bundled voice cannot speak.

Every request runs in a process of its own that is killed when it takes too long; one request at a time. An engine that
cannot say two things in one process is asked again, one line a process.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import soundfile

from reader.clip import Clip, Samples
from reader.reason import Reason, from_dict
from reader.verse import Verse
from reader.voices import Precision, VoiceUnavailableError
from reader.voices.faults import Cure, Missing, VoiceFlaw, silent
from reader.voices.system_fit import UnusableSoundError, fit, resampled, trimmed

NAME: Final = "system"

LIMIT: Final = 10.0
"""Seconds within which a verse must have been spoken."""

REMEMBERED: Final = 30.0
"""Seconds for which an engine that could not be found is not looked for again: who asks meanwhile waits for nothing."""

_REVISION: Final = 1
"""Goes up whenever the fitting changes the sound."""

_KANA: Final = re.compile(r"[ァ-ヴー]+")

_CHILD: Final = (sys.executable, "-m", "reader.voices.system_child")


@dataclass(frozen=True, slots=True)
class SystemEngine:
    """The engine and the voice that a system speaks Japanese with."""

    driver: str
    voice: str
    name: str
    version: str


class SystemVoice:
    """Chants with the system's Japanese voice; lines have their exact length, the morae in them are estimates."""

    name = NAME
    language = "ja"
    credit = ""
    precision: Precision = "approximate"

    def __init__(self, limit: float = LIMIT, first_limit: float = LIMIT / 2) -> None:
        """Give up after `limit` seconds, and on one process for all lines of a verse after `first_limit`."""
        self._limit = limit
        self._first_limit = min(first_limit, limit)
        self._turn = threading.Lock()
        self._engine: SystemEngine | None = None
        self._refusal: Reason | str = ""
        self._refused_at = 0.0

    @property
    def engine(self) -> SystemEngine:
        """What speaks. Raises VoiceUnavailableError with what to install."""
        with self._turn:
            if self._engine is None:
                self._engine = self._found()
            return self._engine

    def _found(self) -> SystemEngine:
        if self._refusal and time.monotonic() - self._refused_at < REMEMBERED:
            raise VoiceUnavailableError(self._refusal)
        try:
            reply = self._ask([], Path(), self._limit)
        except VoiceUnavailableError as error:
            self._refusal, self._refused_at = error.reason, time.monotonic()
            raise
        return SystemEngine(reply["driver"], reply["voice"], reply["name"], reply["version"])

    @property
    def version(self) -> str:
        """Engine, voice and fitting: whatever decides the samples. Raises VoiceUnavailableError."""
        engine = self.engine
        return f"{engine.driver} {engine.voice} {engine.version} fit {_REVISION}"

    def render(self, verse: Verse) -> Clip:
        """Speak the verse's lines and fit them to its length. Raises VoiceUnavailableError."""
        lines = verse.phonetic
        # An engine spells out what it does not know; it is given kana and nothing else.
        assert all(_KANA.fullmatch(line) for line in lines), lines
        deadline = time.monotonic() + self._limit
        with self._turn:
            try:
                sounds = self._spoken(lines, self._first_limit)
            except (VoiceUnavailableError, UnusableSoundError):
                # One process may say one thing well and hang at the next; a fresh one often does not.
                sounds = self._one_by_one(lines, deadline)
        return fit(sounds, verse)

    def _one_by_one(self, lines: Sequence[str], deadline: float) -> list[Samples]:
        try:
            return [self._spoken([line], deadline - time.monotonic())[0] for line in lines]
        except UnusableSoundError as error:
            raise silent(VoiceFlaw.SYSTEM_UNUSABLE, why=error.reason) from error

    def _spoken(self, lines: Sequence[str], limit: float) -> list[Samples]:
        """Return the sound of each line, from one process. Raises VoiceUnavailableError, UnusableSoundError."""
        with tempfile.TemporaryDirectory(prefix="naniwazu-") as folder:
            reply = self._ask(lines, Path(folder), limit)
            return [trimmed(_loaded(Path(folder) / name)) for name in reply["files"]]

    def _ask(self, texts: Sequence[str], folder: Path, limit: float) -> dict[str, Any]:
        request = json.dumps({"texts": list(texts), "folder": str(folder)})
        try:
            done = subprocess.run(  # noqa: S603 - this program's own module
                _CHILD,
                input=request,
                capture_output=True,
                text=True,
                timeout=max(0.1, limit),
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise silent(VoiceFlaw.SYSTEM_LATE, seconds=f"{self._limit:g}") from error
        except OSError as error:
            raise silent(VoiceFlaw.SYSTEM_NOT_STARTED, detail=error.strerror) from error
        try:
            reply: dict[str, Any] = json.loads(done.stdout)
        except ValueError as error:
            raise silent(VoiceFlaw.SYSTEM_BROKE, status=done.returncode) from error
        if "missing" in reply:
            why = from_dict(Missing, reply["missing"])
            raise silent(VoiceFlaw.SYSTEM_MISSING, why=why, cure=Reason(CURE))
        if "error" in reply:
            raise silent(VoiceFlaw.SYSTEM_FAILED, detail=reply["error"])
        return reply

    def __reduce__(self) -> tuple[type["SystemVoice"], tuple[float, float]]:
        return type(self), (self._limit, self._first_limit)


def _loaded(path: Path) -> Samples:
    try:
        sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UnusableSoundError(Reason(VoiceFlaw.NO_FILE)) from error
    mono: Samples = sound.mean(axis=1)
    return resampled(mono, int(rate))


CURE: Final = {"linux": Cure.LINUX, "darwin": Cure.MACOS, "win32": Cure.WINDOWS}.get(
    sys.platform, Cure.ELSEWHERE
)
"""What to do where no Japanese voice is installed."""
