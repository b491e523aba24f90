"""What every way of chanting shares: where sounds lie in the half, its marks, its beginning and end."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reader.chant.durations import MoraTime
from reader.chant.envelope import LEAD, TAIL, envelope
from reader.chant.hts_engine import FRAME
from reader.chant.levels import Decibels, Place, audible
from reader.chant.phonemes import Mora, murmured, voiced
from reader.chant.warp import Span, Stretch, whole
from reader.clip import Clip, MoraMark, on_grid
from reader.loudness import normalised
from reader.verse import Verse


def path(
    consonants: Sequence[Span], nuclei: Sequence[Span], levels: Decibels, times: Sequence[MoraTime]
) -> tuple[list[Stretch], list[Span]]:
    """Return every sound of the source and the samples it fills, in order; `levels` are the source's, in dB a frame."""
    sounds, output = [], []
    for consonant, nucleus, time in zip(consonants, nuclei, times, strict=True):
        if time.vowel > time.start:
            sounds.append(whole(consonant))
            output.append((time.start, time.vowel))
        sounds.append(whole(nucleus, levels))
        output.append((time.vowel, time.end))
    return sounds, output


def voiced_stretches(morae: Sequence[Mora], times: Sequence[MoraTime]) -> list[Span]:
    """Return the spans of samples in which the vocal folds swing, joined where they touch."""
    stretches: list[Span] = []
    for mora, time in zip(morae, times, strict=True):
        if not voiced(mora.nucleus):
            continue
        start = time.start if mora.consonant and voiced(mora.consonant) else time.vowel
        if stretches and stretches[-1][1] == start:
            start = stretches.pop()[0]
        stretches.append((start, time.end))
    return stretches


def voicing(stretches: Sequence[Span], frames: int) -> NDArray[np.float32]:
    """Return 1 for every frame whose own sample is voiced, else 0."""
    flags = np.zeros(frames, np.float32)
    for start, end in stretches:
        flags[-(-start // FRAME) : -(-end // FRAME)] = 1
    return flags


def places(morae: Sequence[Mora], times: Sequence[MoraTime]) -> list[Place]:
    """Return the morae on the frame grid, for levelling."""
    return [_place(mora, time) for mora, time in zip(morae, times, strict=True)]


def _place(mora: Mora, time: MoraTime) -> Place:
    start, vowel, end = (round(t / FRAME) for t in (time.start, time.vowel, time.end))
    return Place(start, vowel, end, voiceless=mora.consonant is not None and not voiced(mora.consonant))


def marks(
    verse: Verse, morae: Sequence[Mora], times: Sequence[MoraTime], levels: Decibels
) -> tuple[MoraMark, ...]:
    """Return the marks of all morae, counted from the clip's start; `levels` in dB a frame.

    A murmur tells g, b and d from other sounds but not from each other: they are heard when the mouth opens, which is
    within 10 ms of the vowel in this voice.
    """
    heard = [
        t.vowel if murmured(mora.consonant) else audible(levels, t.start, t.vowel)
        for mora, t in zip(morae, times, strict=True)
    ]
    heard[0] = 0  # the voice starts with its first audible sound
    return tuple(
        MoraMark(kana, LEAD + t.start, LEAD + a, LEAD + t.vowel, LEAD + t.end)
        for kana, t, a in zip(verse.morae, times, heard, strict=True)
    )


def finished(sound: NDArray[np.float32], verse: Verse, fade_db: float, morae: tuple[MoraMark, ...]) -> Clip:
    """Give the voiced part its beginning, end, loudness and the silence around it."""
    gain = envelope(verse.words, verse.hold, fade_db)
    samples = normalised(np.pad(sound * gain, (LEAD, TAIL)))
    end = LEAD + verse.length
    return Clip(on_grid(samples), LEAD, end, end - verse.hold, morae)
