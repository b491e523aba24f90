"""Where clips are made: voices by name, the cache on disk, and what is being prepared for which reading."""

import hashlib
import json
import re
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import soundfile

from reader.cache import ClipCache
from reader.clip import Clip
from reader.reason import Reason
from reader.rendering import Prefetch, Renderer
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import Precision, Voice, VoiceUnavailableError
from reader.voices.faults import NoSuchVoiceError, why
from reader.voices.known import Voices
from reader.voices.recorded import check_can
from webapp.per_server import PerServer
from webapp.services import Services

SOON = 2.0
"""Seconds that a request waits for a voice to say what it is."""

_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of a reading's clips are there, of how many; `fault` says why no more will come."""

    ready: int
    total: int
    fault: Reason | str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """A reading's clips being made, with one voice."""

    voice: str
    work: Prefetch


@dataclass(frozen=True, slots=True)
class GoneVoice:
    """What stands in for a voice that is not there, as when its pack was removed while it reads.

    Whatever is asked of it raises VoiceUnavailableError, as of a voice that fails; so the page is told why, and offered
    another one.
    """

    name: str
    reason: Reason
    language: str = "ja"
    precision: Precision = "exact"

    @property
    def version(self) -> str:
        """Raise VoiceUnavailableError."""
        raise VoiceUnavailableError(self.reason)

    @property
    def credit(self) -> str:
        """Raise VoiceUnavailableError."""
        raise VoiceUnavailableError(self.reason)

    def render(self, verse: Verse) -> Clip:
        """Raise VoiceUnavailableError."""
        raise VoiceUnavailableError(self.reason)


class Studio:
    """Makes clips in the background, for any number of readings; nothing runs before something is asked for."""

    def __init__(self, folder: Path, voices: Voices) -> None:
        self.cache = ClipCache(folder)
        self._voices = voices
        self._renderers: dict[str, Renderer] = {}
        self._jobs: dict[str, _Job] = {}
        self._known: dict[str, Future[str]] = {}
        self._hurried: list[Prefetch] = []
        self._warm = False
        self._lock = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether clips are being made."""
        with self._lock:
            self._hurried = [job for job in self._hurried if _running(job)]
            return bool(self._hurried) or any(_running(job.work) for job in self._jobs.values())

    @property
    def voices(self) -> tuple[str, ...]:
        """The names of the voices."""
        return self._voices.names()

    def instead_of(self, voice: str) -> str:
        """Return the voice to offer where this one fails."""
        return self._voices.instead_of(voice)

    def prepare(self, reading: str, voice: str, verses: Iterable[Verse]) -> None:
        """Make a reading's clips ready in this order, in the background, unless that is being done or was done."""
        with self._lock:
            job = self._jobs.get(reading)
            if job is not None and job.voice == voice and not _fault(job.work):
                return
            self._jobs[reading] = _Job(voice, self._renderer(voice).prefetch(verses))
        if job is not None:
            job.work.cancel()

    def warm(self, voice: str, verses: Iterable[Verse]) -> None:
        """Load a voice and make its first clips before anybody asks, once; returns at once."""
        with self._lock:
            if not self._warm:
                self._warm = True
                self._hurried.append(self._renderer(voice).prefetch(verses))

    def hurry(self, voice: str, verses: Iterable[Verse]) -> None:
        """Make clips that are wanted now before the rest of whatever is being prepared."""
        with self._lock:
            renderer = self._renderer(voice)
        missing = list(verses)
        if self._answers(voice, renderer.voice):
            missing = [verse for verse in missing if not self.cache.has(renderer.voice, verse)]
        if missing:
            with self._lock:
                self._hurried.append(renderer.prefetch(missing))

    def check(self, voice: str, verses: Iterable[Verse]) -> None:
        """Raise VoiceUnavailableError where a recorded voice is known to lack one of these verses."""
        with self._lock:
            made = self._renderer(voice).voice
        if isinstance(made, GoneVoice):
            raise VoiceUnavailableError(made.reason)
        check_can(made, verses)

    def clip(self, voice: str, verse: Verse) -> Clip:
        """Return a clip, waiting for it where it must be made first. Raises VoiceUnavailableError."""
        with self._lock:
            renderer = self._renderer(voice)
        return renderer.clip(verse)

    def progress(self, reading: str) -> Progress | None:
        """Return how far a reading's clips are; None where nothing was prepared."""
        with self._lock:
            job = self._jobs.get(reading)
        if job is None:
            return None
        return Progress(job.work.done, job.work.total, _fault(job.work))

    def drop(self, reading: str) -> None:
        """Prepare no more for this reading."""
        with self._lock:
            job = self._jobs.pop(reading, None)
        if job is not None:
            job.work.cancel()

    def key(self, voice: str, verse: Verse) -> str:
        """Return the name of a clip, whether it is there or not; of a voice that does not answer none ever is."""
        with self._lock:
            renderer = self._renderer(voice)
        if not self._answers(voice, renderer.voice):
            return hashlib.sha256(f"no clip of {voice}: {verse}".encode()).hexdigest()
        return self.cache.key(renderer.voice, verse)

    def credit(self, voice: str) -> str:
        """Return whose voice it is, in the words that must go with its sound. Raises VoiceUnavailableError."""
        with self._lock:
            return self._renderer(voice).voice.credit

    def sound(self, name: str) -> Path | None:
        """Return where a clip's FLAC file lies; None for one that is not there."""
        marks = self._file(name, "json")
        sound = self._file(name, "flac")
        # the marks are put in place last, so a clip that has them is whole
        return sound if marks and sound else None

    def marks(self, name: str) -> Mapping[str, Any] | None:
        """Return what is known of a clip: where its voice and its morae lie, in samples; None where it is missing."""
        if self.sound(name) is None:
            return None
        document = json.loads((self.cache.folder / f"{name}.json").read_text(encoding="utf-8"))
        return {
            "sampleRate": SAMPLE_RATE,
            "length": soundfile.info(self.cache.folder / f"{name}.flac").frames,
            "voiceStart": document["voice_start"],
            "voiceEnd": document["voice_end"],
            "morae": [[mark[0], mark[-1]] for mark in document["marks"]],
        }

    def close(self) -> None:
        """End the background work."""
        with self._lock:
            jobs = [*(job.work for job in self._jobs.values()), *self._hurried]
            self._jobs, self._hurried = {}, []
            renderers, self._renderers = list(self._renderers.values()), {}
        for job in jobs:
            job.cancel()
        for renderer in renderers:
            renderer.close()

    def _file(self, name: str, kind: str) -> Path | None:
        path = self.cache.folder / f"{name}.{kind}"
        return path if _NAME.fullmatch(name) and path.exists() else None

    def _answers(self, name: str, voice: Voice) -> bool:
        """Whether a voice says what it is, as far as that can be known soon: no request waits longer for an engine."""
        with self._lock:
            asked = self._known.get(name)
            if asked is None or (asked.done() and asked.exception()):
                asked = self._known[name] = _asked(voice)
        try:
            asked.result(SOON)
        except (VoiceUnavailableError, TimeoutError):
            return False
        return True

    def _renderer(self, voice: str) -> Renderer:
        if voice not in self._renderers:
            try:
                made = self._voices.make(voice)
            except NoSuchVoiceError as error:
                # not kept: the pack may come back
                return Renderer(self.cache, GoneVoice(voice, error.reason))
            self._renderers[voice] = Renderer(self.cache, made)
        return self._renderers[voice]


def _asked(voice: Voice) -> Future[str]:
    """Ask a voice for its version in a thread of its own: a speech engine may take ten seconds to fail."""
    answer: Future[str] = Future()

    def ask() -> None:
        try:
            answer.set_result(voice.version)
        except Exception as error:  # noqa: BLE001 - handed to whoever waits
            answer.set_exception(error)

    threading.Thread(target=ask, name="voice", daemon=True).start()
    return answer


def _running(job: Prefetch) -> bool:
    """Whether a job still makes clips."""
    try:
        return not job.wait(0)
    except Exception:  # noqa: BLE001 - whatever ended it, it is told as the job's fault
        return False


def _fault(job: Prefetch) -> Reason | str:
    """Return what ended a job before its time, empty for nothing."""
    try:
        job.wait(0)
    except Exception as error:  # noqa: BLE001 - a full disk, a killed process: the page shows it and offers to try again
        return why(error)
    return ""


_STUDIOS = PerServer(
    lambda services: Studio(services.config.folder / "clips", Voices(services.config.voices_folder))
)


def studio(services: Services) -> Studio:
    """Return the server's studio, made at the first need and closed with the server."""
    return _STUDIOS.of(services)


def use(services: Services, made: Studio) -> None:
    """Let a server use this studio."""
    _STUDIOS.use(services, made)
