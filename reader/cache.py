"""Clips on disk, each rendered once: found by the hash of all that decides the sound, and never half-written.

A clip is two files, `HASH.flac` and `HASH.json` (its marks). The second is put in place last and names the first one's
digest, so a crash at any moment leaves either a whole clip or one that is noticed and rendered again.
"""

import contextlib
import hashlib
import json
import logging
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import astuple, replace
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from reader.clip import Clip, MoraMark, on_grid
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices import Voice

log = logging.getLogger(__name__)

FORMAT: Final = "naniwazu-clip/1"

DEFAULT_CAP: Final = 512 << 20
"""Bytes. All halves at one pace take about 60 MB, so a club's usual paces and voices fit."""

_STALE_TEMPORARY: Final = 3600.0  # seconds after which an unfinished file belongs to nobody


class ClipCache:
    """A folder of clips. Threads and processes may share it; what was not used for longest goes first.

    A folder that cannot be written is no reason to fall silent: the clip is rendered and a warning logged.
    """

    def __init__(self, folder: Path, cap: int = DEFAULT_CAP) -> None:
        self.folder = folder
        self.cap = cap
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    def clip(self, voice: Voice, verse: Verse) -> Clip:
        """Return the clip, from disk or rendered now and stored. Raises what the voice raises."""
        key = self.key(voice, verse)
        with self._lock_of(key):
            clip = self._load(key)
            if clip is None:
                clip = voice.render(verse)
                clip = replace(clip, samples=on_grid(clip.samples))
                self._store(key, clip, voice)
            return clip

    def has(self, voice: Voice, verse: Verse) -> bool:
        """Tell whether the clip is there, without reading it."""
        key = self.key(voice, verse)
        return self._marks_path(key).exists() and self._sound_path(key).exists()

    def path(self, voice: Voice, verse: Verse) -> Path:
        """Return where the clip's FLAC file lies once it has been asked for."""
        return self._sound_path(self.key(voice, verse))

    def key(self, voice: Voice, verse: Verse) -> str:
        """Return the hash of all that decides the samples: voice, words and lengths."""
        parts = (
            FORMAT,
            voice.name,
            voice.version,
            "/".join(verse.phonetic),
            "/".join(verse.morae),
            f"{verse.length} {verse.hold} {SAMPLE_RATE}",
        )
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def _sound_path(self, key: str) -> Path:
        return self.folder / f"{key}.flac"

    def _marks_path(self, key: str) -> Path:
        return self.folder / f"{key}.json"

    @contextlib.contextmanager
    def _lock_of(self, key: str) -> Iterator[None]:
        """Let one thread at a time make a clip; other processes may make the same one, to the same bytes."""
        with self._guard:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            yield

    def _load(self, key: str) -> Clip | None:
        """Return the stored clip; None where there is none, or one that is not whole."""
        try:
            document = json.loads(self._marks_path(key).read_bytes())
            sound = self._sound_path(key)
            if document["format"] != FORMAT or document["sha256"] != _digest(sound):
                return None
            samples, _ = soundfile.read(sound, dtype="float32")
            with contextlib.suppress(OSError):  # a folder that may only be read still serves its clips
                os.utime(self._marks_path(key))  # used now
            return Clip(
                np.asarray(samples, np.float32),
                document["voice_start"],
                document["voice_end"],
                document["hold_start"],
                tuple(MoraMark(*mark) for mark in document["marks"]),
                tuple(document.get("spreads", ())),
            )
        except (OSError, ValueError, KeyError, TypeError, soundfile.LibsndfileError):
            return None

    def _store(self, key: str, clip: Clip, voice: Voice) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with _put_in_place(self._sound_path(key)) as unfinished:
                _write_flac(unfinished, clip, voice.credit)
                digest = _digest(unfinished)
            with _put_in_place(self._marks_path(key)) as unfinished:
                unfinished.write_text(_document(clip, voice, digest), encoding="utf-8")
            self._make_room(key)
        except OSError as error:
            log.warning("clip not kept in %s: %s", self.folder, error)

    def _make_room(self, newest: str) -> None:
        """Delete what was used longest ago until the folder is under its cap, and what a crash left behind."""
        sizes: dict[str, int] = {}
        used: dict[str, float] = {}
        now = time.time()
        for entry in os.scandir(self.folder):
            with contextlib.suppress(FileNotFoundError):  # another process makes room too
                key, _, kind = entry.name.partition(".")
                status = entry.stat()
                if kind in ("flac", "json"):
                    sizes[key] = sizes.get(key, 0) + status.st_size
                    used[key] = max(used.get(key, 0.0), status.st_mtime)
                elif kind.endswith("tmp") and now - status.st_mtime > _STALE_TEMPORARY:
                    Path(entry.path).unlink()
        total = sum(sizes.values())
        for key in sorted(sizes, key=lambda k: (k == newest, used[k])):
            if total <= self.cap or key == newest:
                return
            self._delete(key)
            total -= sizes[key]

    def _delete(self, key: str) -> None:
        for path in (
            self._marks_path(key),
            self._sound_path(key),
        ):  # the marks first: they make the clip whole
            with contextlib.suppress(FileNotFoundError, PermissionError):  # open elsewhere: next time
                path.unlink()


@contextlib.contextmanager
def _put_in_place(path: Path) -> Iterator[Path]:
    """Give a temporary file to write, then move it to `path` in one step; on an exception nothing stays."""
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".tmp", dir=path.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _write_flac(path: Path, clip: Clip, credit: str) -> None:
    """Write 16-bit FLAC: lossless, so the clip read back is the one rendered, and half the size of WAV."""
    with soundfile.SoundFile(
        path, "w", samplerate=SAMPLE_RATE, channels=1, format="FLAC", subtype="PCM_16"
    ) as file:
        if credit:
            file.copyright = credit
        file.write(clip.samples)


def _document(clip: Clip, voice: Voice, digest: str) -> str:
    document: dict[str, object] = {
        "format": FORMAT,
        "sha256": digest,
        "sample_rate": SAMPLE_RATE,
        "voice": voice.name,
        "voice_version": voice.version,
        "precision": voice.precision,
        "credit": voice.credit,
        "voice_start": clip.voice_start,
        "voice_end": clip.voice_end,
        "hold_start": clip.hold_start,
        "marks": [astuple(mark) for mark in clip.marks],
    }
    if clip.spreads:
        document["spreads"] = clip.spreads
    return json.dumps(document, ensure_ascii=False)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
