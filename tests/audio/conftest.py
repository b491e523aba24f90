"""All halves as the bundled voice chants them, rendered once and measured from their samples."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reader.cache import ClipCache
from reader.chant.contour import pitch as planned_pitch
from reader.chant.phonemes import line_morae
from reader.chant.style import DEFAULT
from reader.clip import Clip
from reader.loudness import integrated
from reader.pace import Pace
from reader.verse import Part, Verse
from reader.voices.bundled import BundledVoice
from tests.support.acoustics import cents, envelope, heard, pitch, true_peak_db
from tests.support.server import SHARED_CLIPS

PACE = Pace.parse("5-3-1-6")
MILLISECOND = 48
PARTS: tuple[Part, Part] = ("kami", "shimo")
_SETTLED = 25 * MILLISECOND  # a pitch window reaches this far into the neighbouring sound


@dataclass(frozen=True)
class Measured:
    """What was measured of one half; errors in milliseconds and cents."""

    verse: Verse
    clip: Clip | None
    digest: str
    start_error: float
    length_error: float
    pitch_errors: NDArray[np.float64]
    aperiodicity: NDArray[np.float64]
    loudness: float
    peak: float

    @property
    def name(self) -> str:
        return f"{self.verse.poem} {self.verse.part} {self.verse.wording}".strip()


def measure(verse: Verse, clip: Clip, *, keep: bool = False) -> Measured:
    """Measure a clip against its verse and the default contour; `keep` keeps its samples."""
    start, end = heard(clip.samples)
    track = pitch(clip.samples, hop=960)
    vowel = np.zeros(len(track.times), bool)
    for mark in clip.marks:
        vowel |= (track.times > mark.vowel + _SETTLED) & (track.times < mark.end - _SETTLED)
    wanted = planned_pitch(DEFAULT.contour, track.times - clip.voice_start, verse.words, verse.hold)
    return Measured(
        verse,
        clip if keep else None,
        digest(clip),
        (start - clip.voice_start) / MILLISECOND,
        (end - start - verse.length) / MILLISECOND,
        np.abs(cents(track.hz, wanted))[vowel],
        track.aperiodicity[vowel],
        integrated(clip.samples),
        true_peak_db(clip.samples),
    )


def audible_errors(clip: Clip, verse: Verse, consonants: set[str]) -> list[float]:
    """Return by how many milliseconds each of these consonants is heard later than its mark, the first mora's apart."""
    level = np.roll(envelope(clip.samples, 2 * MILLISECOND), MILLISECOND)
    morae = [mora for line in verse.phonetic for mora in line_morae(line)]
    errors = []
    for mora, mark in list(zip(morae, clip.marks, strict=True))[1:]:
        if mora.consonant not in consonants:
            continue
        inside = level[mark.start : mark.vowel - 10 * MILLISECOND]
        fifth = len(inside) // 5  # the vowel before still rings
        plateau = fifth + int(np.argmax(inside[fifth:]))
        closed = int(np.argmin(inside[: plateau + 1]))
        start = mark.start + closed + int(np.argmax(inside[closed:] >= inside[plateau] * 10 ** (-12 / 20)))
        errors.append((start - mark.audible) / MILLISECOND)
    return errors


def digest(clip: Clip) -> str:
    """Identify a clip's samples and marks to the bit."""
    return hashlib.sha256(clip.samples.tobytes() + repr(clip.marks).encode()).hexdigest()


def all_halves() -> list[Verse]:
    """Return the 202 halves, and the opener's lower half in its other wording."""
    halves = [Verse.at_pace(poem, part, PACE) for poem in range(101) for part in PARTS]
    return [*halves, Verse.at_pace(0, "shimo", PACE, "kokin_kanajo")]


@pytest.fixture(scope="session")
def clip_folder() -> Path:
    """Where the run's clips are kept: some of them a server of this run has voiced already."""
    return Path(os.environ[SHARED_CLIPS])


@pytest.fixture(scope="session")
def halves(clip_folder: Path) -> list[Measured]:
    """Every half as this run voiced, stored and measured it; the clips of every tenth poem are kept in memory."""
    cache, voice = ClipCache(clip_folder), BundledVoice()
    return [
        measure(verse, cache.clip(voice, verse), keep=verse.poem % 10 == 7 and not verse.wording)
        for verse in all_halves()
    ]
