"""The clips that drills are heard with: upper halves with the times of their morae, each made once.

They lie in a folder of their own, apart from those of readings: which of those are there would tell the order of the
cards. A process makes them and ends when nobody has asked for a while.
"""

import json
import os
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reader.cache import ClipCache
from reader.pace import DEFAULT
from reader.rendering import Prefetch, Renderer
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import Voice, VoiceUnavailableError
from reader.voices.faults import NoSuchVoiceError, why
from reader.voices.known import Voices
from reader.voices.labelled import labelled, plain
from reader.voices.recorded import check_can
from webapp.per_server import PerServer
from webapp.services import Services

CAP: Final = 256 << 20
"""Bytes: some thousand clips."""
IDLE: Final = 120.0
"""Seconds after which the processes that make clips are ended."""
UNKNOWN: Final = 10 * SAMPLE_RATE
"""How far off times may be of which nothing is known."""
SPEEDS: Final = (100, 125)
"""In percent of the pace that certified readers keep."""
_NAME: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Found:
    """The clips that are there, by card, and the cards whose clips are still being made."""

    there: Mapping[int, dict[str, Any]]
    missing: tuple[int, ...]


class DrillVoices(Voices):
    """The voices, each with the best times of its morae that can be had."""

    def make(self, name: str) -> Voice:
        """Return the voice of this name. Raises NoSuchVoiceError."""
        return labelled(super().make(name))


class Library:
    """Makes clips in the background, and says what is known of those that are there. Safe to share between threads."""

    def __init__(self, folder: Path, voices: Voices) -> None:
        self._cache = ClipCache(folder, CAP)
        self._voices = voices
        self._lock = threading.Lock()
        self._renderers: dict[str, Renderer] = {}
        self._jobs: dict[str, dict[Verse, Prefetch]] = {}
        self._idle: threading.Timer | None = None
        self._speaking: set[str] = set()

    @property
    def voices(self) -> Voices:
        """The voices that there are."""
        return self._voices

    def speaks(self, voice: str) -> bool:
        """Whether a voice works on this machine; one that did is not asked again."""
        if voice not in self._speaking:
            try:
                self._voices.make(voice).version  # noqa: B018 - it is the asking that tells
            except (NoSuchVoiceError, VoiceUnavailableError):
                return False
            self._speaking.add(voice)
        return True

    def ask(self, voice: str, cards: Iterable[int], speed: int = 100) -> Found:
        """Return the clips that are there, and begin to make the others.

        Raises NoSuchVoiceError, and VoiceUnavailableError for a voice that cannot say these cards.
        """
        verses = {card: verse_of(card, speed) for card in cards}
        with self._lock:
            renderer = self._renderer(voice)
            self._wait_idle()
        check_can(plain(renderer.voice), verses.values())
        keys = {card: self._cache.key(renderer.voice, verse) for card, verse in verses.items()}
        there = {card: found for card, key in keys.items() if (found := self._known(key)) is not None}
        missing = tuple(card for card in verses if card not in there)
        if missing:
            self._make(voice, renderer, [verses[card] for card in missing])
        return Found(there, missing)

    def sound(self, name: str) -> Path | None:
        """Return where a clip lies; None for one that is not there."""
        path = self._cache.folder / f"{name}.flac"
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def close(self) -> None:
        """End the processes."""
        with self._lock:
            if self._idle is not None:
                self._idle.cancel()
                self._idle = None
            renderers, self._renderers, self._jobs = list(self._renderers.values()), {}, {}
        for renderer in renderers:
            renderer.close()

    def _make(self, voice: str, renderer: Renderer, wanted: list[Verse]) -> None:
        """Begin to make clips that are not on their way. Raises VoiceUnavailableError for what ended an earlier try."""
        with self._lock:
            jobs = self._jobs.setdefault(voice, {})
            ended = {jobs.pop(verse) for verse in wanted if verse in jobs and not _running(jobs[verse])}
            fault = next(filter(None, map(_fault, ended)), None)
            new = [verse for verse in wanted if verse not in jobs]
            if new and fault is None:
                jobs.update(dict.fromkeys(new, renderer.prefetch(new)))
        if fault is not None:
            raise VoiceUnavailableError(why(fault))

    def _renderer(self, voice: str) -> Renderer:
        if voice not in self._renderers:
            self._renderers[voice] = Renderer(self._cache, self._voices.make(voice))
        return self._renderers[voice]

    def _known(self, key: str) -> dict[str, Any] | None:
        """Return what drills need to know of a clip; None where it is not there."""
        marks = self._cache.folder / f"{key}.json"
        try:
            document = json.loads(marks.read_bytes())
            os.utime(marks)  # used now
        except (OSError, ValueError):
            return None
        return None if self.sound(key) is None else described(key, document)

    def _wait_idle(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = threading.Timer(IDLE, self.close)
        self._idle.daemon = True
        self._idle.start()


def verse_of(card: int, speed: int = 100) -> Verse:
    """Return the upper half of a card at a speed in percent."""
    return Verse(card, "kami", DEFAULT.upper * 100 // speed)


def described(key: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a clip as the pages' scripts know it, times in milliseconds from its first sample.

    `morae` has for each its kana, where it is first heard, where its vowel begins, where it ends, and how far that may
    be off. `source` says whose the times are; where that is 0 in a clip that was not synthesised, a person's. Times
    that nobody vouches for may be off by any amount, so that clip has no decision point.
    """
    exact = document["precision"] == "exact"
    spreads = document.get("spreads") or [0 if exact else UNKNOWN] * len(document["marks"])
    return {
        "key": key,
        "hash": document["sha256"],
        "source": "synthesiser" if exact else "aligner",
        "end": _ms(document["voice_end"]),
        "credit": document.get("credit", ""),
        "morae": [
            [kana, _ms(audible), _ms(vowel), _ms(end), _ms(spread)]
            for (kana, _start, audible, vowel, end), spread in zip(document["marks"], spreads, strict=True)
        ],
    }


def _ms(samples: int) -> float:
    return round(samples * 1000 / SAMPLE_RATE, 2)


def _running(job: Prefetch) -> bool:
    return _fault(job) is None and not job.wait(0)


def _fault(job: Prefetch) -> Exception | None:
    """Return what ended a job before its time."""
    try:
        job.wait(0)
    except Exception as error:  # noqa: BLE001 - a full disk, a killed process: whoever asks again is told
        return error
    return None


_LIBRARIES = PerServer(
    lambda services: Library(
        services.config.folder / "drill-clips", DrillVoices(services.config.voices_folder)
    )
)


def library(services: Services) -> Library:
    """Return the server's library, made at the first need and closed with the server."""
    return _LIBRARIES.of(services)


def use(services: Services, made: Library) -> None:
    """Let a server use this library."""
    _LIBRARIES.use(services, made)
