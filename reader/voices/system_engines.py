"""The ways to a system's speech: pyttsx3, and for where it fails the system's own interface, one way a class.

Only the child process uses them. Whatever a way raises is told to the parent; `NoVoiceError` is for what can be
installed.
"""

import contextlib
import ctypes
import importlib
import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from reader.reason import Reason, ReasonedError
from reader.voices.faults import Missing
from reader.voices.system_choice import SystemVoiceInfo

WARM_UP: Final = "ア"
"""The first thing an espeak engine says may come out wrong, so it is thrown away."""

_JAPANESE_LCID: Final = "411"
_WRITE_A_FILE: Final = 3  # SSFMCreateForWrite
_SETTLES: Final = 3.0
"""Seconds within which a file that is written in the background must have stopped growing."""
_LOOK: Final = 0.05

# `say -v ?` prints a line a voice: its name, which may have blanks, its locale, and a sentence after #.
_SAY_LINE: Final = re.compile(r"(?P<name>.+?)\s+(?P<locale>[a-z]{2,3}[_-][A-Z]{2})\s+#")


class NoVoiceError(ReasonedError):
    """This system cannot speak Japanese; the message says why."""


class Engine(Protocol):
    """One way to the system's speech."""

    @property
    def driver(self) -> str:
        """A short name of the way."""

    def voices(self) -> Sequence[SystemVoiceInfo]:
        """Return the voices."""

    def choose(self, voice: SystemVoiceInfo) -> None:
        """Speak with this voice from now on."""

    def say(self, text: str, path: Path) -> None:
        """Write what is said to a sound file; it is whole when this returns."""


@dataclass(frozen=True, slots=True)
class FoundVoice:
    """A voice as the system itself tells of it."""

    id: str
    name: str
    languages: tuple[str, ...] = ()


def ways(platform: str = sys.platform) -> tuple[Callable[[], Engine], ...]:
    """Return the ways to try on a system, the first that speaks is taken."""
    own: dict[str, tuple[Callable[[], Engine], ...]] = {"win32": (SapiEngine,), "darwin": (SayEngine,)}
    return (Pyttsx3Engine, *own.get(platform, ()))


class Pyttsx3Engine:
    """Whatever pyttsx3 finds: espeak-ng, SAPI 5 or NSSpeech."""

    def __init__(self) -> None:
        load_bundled_espeak()
        try:
            import pyttsx3  # noqa: PLC0415 - only the child process may load a speech engine
        except ImportError as error:
            raise NoVoiceError(Reason(Missing.PYTTSX3)) from error
        try:
            self._engine: Any = pyttsx3.init()
        except (OSError, RuntimeError, ImportError, AttributeError, KeyError) as error:
            detail = f"{type(error).__name__}: {error}"
            raise NoVoiceError(Reason.of(Missing.ENGINE, detail=detail)) from error
        self.driver = str(self._engine)
        self._voice = ""

    def voices(self) -> Sequence[SystemVoiceInfo]:
        """Return what pyttsx3 lists; on Windows it raises where one voice speaks two languages."""
        found: Sequence[SystemVoiceInfo] = self._engine.getProperty("voices")
        return found

    def choose(self, voice: SystemVoiceInfo) -> None:
        """Set the voice; with espeak it is set before every text, since it may lose it."""
        self._voice = voice.id
        if self.driver == "espeak":
            self._write(WARM_UP, Path(os.devnull))
        else:
            self._engine.setProperty("voice", voice.id)

    def say(self, text: str, path: Path) -> None:
        """Write a file: WAV, or AIFF from NSSpeech whatever its name says."""
        if self.driver == "espeak":
            self._set_espeak_voice()
        self._write(text, path)
        if self.driver == "nsss":
            settled(path)

    def _write(self, text: str, path: Path) -> None:
        self._engine.save_to_file(text, str(path))
        self._engine.runAndWait()

    def _set_espeak_voice(self) -> None:
        """Settings go through a queue that the engine may drop, so they are made past it, and read back."""
        from pyttsx3.drivers import _espeak  # noqa: PLC0415 - there is no such module on other systems

        driver = self._engine.proxy._driver
        driver.setProperty("voice", self._voice)
        _espeak.Synchronize()
        if driver.getProperty("voice") != self._voice:
            raise RuntimeError("the engine would not take its Japanese voice")


class SapiEngine:
    """Windows' speech by COM: lists voices by language, where pyttsx3 cannot list them at all."""

    driver = "sapi5 com"

    def __init__(self) -> None:
        try:
            com = importlib.import_module("comtypes.client")  # comes with pyttsx3 on Windows only
        except ImportError as error:
            raise NoVoiceError(Reason(Missing.COMTYPES)) from error
        self._make: Callable[[str], Any] = com.CreateObject
        self._speech = self._make("SAPI.SpVoice")

    def voices(self) -> Sequence[SystemVoiceInfo]:
        """Return the voices that speak Japanese; the question is answered by language, so all of them do."""
        tokens = self._speech.GetVoices(f"Language={_JAPANESE_LCID}", "")
        return [FoundVoice(str(token.Id), str(token.GetDescription()), ("ja-JP",)) for token in tokens]

    def choose(self, voice: SystemVoiceInfo) -> None:
        """Speak with this voice from now on."""
        for token in self._speech.GetVoices(f"Language={_JAPANESE_LCID}", ""):
            if str(token.Id) == voice.id:
                self._speech.Voice = token
                return
        raise RuntimeError(f"the voice {voice.name} is gone")

    def say(self, text: str, path: Path) -> None:
        """Write a WAV file; it is spoken to the end before this returns."""
        stream = self._make("SAPI.SpFileStream")
        stream.Open(str(path), _WRITE_A_FILE)
        try:
            self._speech.AudioOutputStream = stream
            self._speech.Speak(text)
        finally:
            stream.Close()


class SayEngine:
    """macOS' command `say`, for where NSSpeech does not answer."""

    driver = "say"

    def __init__(self) -> None:
        self._name = ""

    def voices(self) -> Sequence[SystemVoiceInfo]:
        """Return what the command lists."""
        try:
            listed = _run("say", "-v", "?")
        except FileNotFoundError as error:
            raise NoVoiceError(Reason(Missing.SAY)) from error
        found = map(_SAY_LINE.match, listed.splitlines())
        return [FoundVoice(line["name"], line["name"], (line["locale"],)) for line in found if line]

    def choose(self, voice: SystemVoiceInfo) -> None:
        """Speak with this voice from now on."""
        self._name = voice.name

    def say(self, text: str, path: Path) -> None:
        """Write a WAV file."""
        _run("say", "-v", self._name, "-o", str(path), "--data-format=LEI16@22050", text)


def load_bundled_espeak() -> None:
    """Let pyttsx3 find espeak-ng in the wheel `espeakng-loader`: a library loaded before is taken by its name."""
    if not sys.platform.startswith("linux") or importlib.util.find_spec("espeakng_loader") is None:
        return
    import espeakng_loader  # noqa: PLC0415 - an optional package

    os.environ.setdefault("ESPEAK_DATA_PATH", str(espeakng_loader.get_data_path()))
    with contextlib.suppress(OSError):
        ctypes.CDLL(str(espeakng_loader.get_library_path()), mode=ctypes.RTLD_GLOBAL)


def settled(path: Path) -> None:
    """Wait until a file that is written in the background no longer grows. Raises TimeoutError."""
    deadline = time.monotonic() + _SETTLES
    size = -1
    while time.monotonic() < deadline:
        now = path.stat().st_size if path.exists() else 0
        if now and now == size:
            return
        size = now
        time.sleep(_LOOK)
    raise TimeoutError("the engine did not finish its sound file")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - a fixed command
    if done.returncode:
        raise RuntimeError(f"{command[0]} ended with status {done.returncode}: {done.stderr.strip()}")
    return done.stdout
