"""How well the decision points of recordings are found: of recordings made of a voice that knows where they are.

The recordings go the whole way of a pack: silence before them, a room's noise, another level, a lossy file, the import,
the fitting to a pace. Their speakers are two settings of the bundled voice, at several tempos. A person's voice differs
by more than they do.
"""

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import numpy as np
import soundfile

from engine.training.decision import cue
from engine.training.trial import MOST_LABEL_SPREAD_MS
from reader.chant.settings import SETTINGS
from reader.clip import Clip, MoraMark, Samples
from reader.packs.document import PackClip
from reader.packs.fitting import fit
from reader.packs.measured import Measured
from reader.packs.worker import answer
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices.bundled import BundledVoice
from reader.voices.labelled import estimated
from webapp.bench.figure import Figure

POEMS: Final = tuple(range(2, 100, 4))
SPEAKERS: Final = ("mei-falling", "mei-level")
WAYS: Final = (("OGG", "VORBIS", -60.0), ("MP3", "MPEG_LAYER_III", -60.0), ("WAV", "PCM_16", -50.0))
"""File types, and the room's noise in dBFS."""
LENGTH: Final = 6 * SAMPLE_RATE
_MS: Final = SAMPLE_RATE / 1000


def run(poems: Sequence[int] = POEMS) -> list[Figure]:
    """Measure how far found decision points lie from the true ones; takes two minutes."""
    found = [one for number, poem in enumerate(poems) for one in _errors(poem, number)]
    ranked = sorted(abs(off) for off, spread in found if spread <= MOST_LABEL_SPREAD_MS)
    note = f"{len(ranked)} of {len(found)} recordings of {len(SPEAKERS)} speakers"
    return [
        Figure(
            "decision points that are sure",
            100 * len(ranked) / len(found),
            "%",
            f"{note}; others are marked by hand",
        ),
        Figure("decision points off, median", median(ranked), "ms", f"{note}; at most 15"),
        Figure("decision points off, 95 of 100", ranked[int(0.95 * len(ranked))], "ms", note),
        Figure("decision points off, most", ranked[-1], "ms", f"{note}; at most 50"),
    ]


def _errors(poem: int, number: int) -> list[tuple[float, float]]:
    """Return how far the found decision point of a poem is off for each speaker, and thought to be, in milliseconds."""
    luck = random.Random(f"{poem} {number}")  # noqa: S311 - the same recordings on every machine
    styles = {one.name: one.style for one in SETTINGS}
    found = []
    for place, speaker in enumerate(SPEAKERS):
        length = round(luck.uniform(4.6, 6.4) * SAMPLE_RATE)
        truth = BundledVoice(styles[speaker], speaker).render(Verse(poem, "kami", length))
        lead = round(luck.uniform(0.05, 0.9) * SAMPLE_RATE)
        measured, sound = _imported(truth, lead, poem, WAYS[(number + place) % len(WAYS)])
        made = fit(sound, PackClip("a.flac", "", measured), Verse(poem, "kami", LENGTH))
        marked = estimated(made, Verse(poem, "kami", LENGTH), made.marks[-1].vowel)
        there = _decision(marked.marks, poem) - made.voice_start + measured.on
        spread = marked.spreads[cue(poem, 0).length - 1]
        found.append(((there - (_decision(truth.marks, poem) + lead)) / _MS, spread / _MS))
    return found


def _decision(marks: Sequence[MoraMark], poem: int) -> int:
    which = cue(poem, 0)
    mark = marks[which.length - 1]
    return mark.vowel if which.vowel else mark.audible


def _imported(clip: Clip, lead: int, poem: int, way: tuple[str, str, float]) -> tuple[Measured, Samples]:
    """Return a clip as a pack takes it in from a file: what was measured, and the levelled sound."""
    kind, subtype, noise = way
    quiet = np.pad(clip.samples, (lead, SAMPLE_RATE // 4))
    sound = quiet + np.random.default_rng(poem).standard_normal(len(quiet)) * 10 ** (noise / 20)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "a.bin", Path(folder) / "b.flac"
        soundfile.write(source, sound, SAMPLE_RATE, format=kind, subtype=subtype)
        reply = answer({"source": str(source), "target": str(target), "poem": poem, "whole": False})
        levelled, _ = soundfile.read(target, dtype="float32")
    return Measured(**reply["halves"][0]), levelled
