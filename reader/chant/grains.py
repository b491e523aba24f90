"""One verse from a finished waveform, cut into grains and laid anew: the fallback.

Voiced sounds are grains of two periods, laid at the plan's pulses (pitch-synchronous overlap-add), so the half has the
exact length and the contour of the other way; voiceless ones are overlapped pieces. A held vowel repeats few grains
and sounds plainer. Marks inside the half are estimates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.assembly import finished, marks, path, places, voiced_stretches, voicing
from reader.chant.contour import pulses
from reader.chant.durations import MoraTime, spread
from reader.chant.hts_engine import FRAME
from reader.chant.labels import Lines, full_context
from reader.chant.levels import Decibels, gains
from reader.chant.phonemes import Mora, line_morae
from reader.chant.pitch_marks import pitch_marks
from reader.chant.plain_engine import PlainEngine
from reader.chant.style import Style
from reader.chant.utterance import label_spans, trimmed
from reader.chant.warp import Span, Stretch, follow
from reader.clip import Clip
from reader.samples import SAMPLE_RATE
from reader.verse import Verse

Sound = NDArray[np.float32]
Way = tuple[list[Stretch], list[Span]]

_REACH: Final = 480  # samples to either side of a pulse: two periods of the lowest note
_WINDOW: Final = (0.5 - 0.5 * np.cos(np.pi * (np.arange(2 * FRAME) + 0.5) / FRAME)).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Source:
    """What the voice said by itself: each mora's consonant and nucleus in frames, and the pulses in samples."""

    sound: Sound
    levels: Decibels
    consonants: tuple[Span, ...]
    nuclei: tuple[Span, ...]
    pulses: tuple[NDArray[np.int64], ...]
    """One array a voiced stretch."""


def chant(engine: PlainEngine, style: Style, verse: Verse) -> Clip:
    """Return the verse's clip; the same arguments give the same samples. Raises `EngineError`.

    The style's `formants` have no effect: a waveform keeps the resonances it has.
    """
    lines = [line_morae(line) for line in verse.phonetic]
    morae = [mora for line in lines for mora in line]
    source = _speak(engine, lines, style.contour.base_hz)
    consonants = [(end - start) * FRAME for start, end in source.consonants]
    times = spread(lines, verse.words, verse.hold, consonants, style.rhythm)
    stretches = voiced_stretches(morae, times)
    way = path(source.consonants, source.nuclei, source.levels, times)
    out = np.zeros(verse.length + 2 * _REACH + 4 * FRAME, np.float32)
    _lay_voiced(out, source, way, pulses(style.contour, verse.words, verse.hold, stretches)[0])
    _lay_voiceless(out, source, way, voicing(stretches, verse.length // FRAME + 2))
    sound, levels = _levelled(out[_REACH : _REACH + verse.length], morae, times)
    return finished(sound, verse, style.hold_fade_db, marks(verse, morae, times, levels))


def _speak(engine: PlainEngine, lines: Lines, around_hz: float) -> _Source:
    labels = full_context(lines)
    lengths = engine.natural_lengths(labels)
    sound = engine.speak(labels, around_hz)
    levels = _levels(sound, sum(lengths))
    consonants, nuclei = trimmed(lines, levels, *label_spans(lines, lengths))
    spoken = [
        MoraTime(consonant[0] * FRAME, nucleus[0] * FRAME, nucleus[1] * FRAME)
        for consonant, nucleus in zip(consonants, nuclei, strict=True)
    ]
    stretches = voiced_stretches([mora for line in lines for mora in line], spoken)
    period = round(SAMPLE_RATE / around_hz)
    return _Source(
        sound, levels, consonants, nuclei, tuple(pitch_marks(sound, stretch, period) for stretch in stretches)
    )


def _lay_voiced(out: Sound, source: _Source, way: Way, times: NDArray[np.float64]) -> None:
    """Lay one grain at every pulse time: the mean of the two source grains around it, by their nearness."""
    wanted = follow(*way, times) * FRAME
    ends = np.array([run[-1] for run in source.pulses])
    for time, position in zip(times, wanted, strict=True):
        run = source.pulses[min(int(np.searchsorted(ends, position)), len(ends) - 1)]
        low = int(np.clip(np.searchsorted(run, position) - 1, 0, max(0, len(run) - 2)))
        high = min(low + 1, len(run) - 1)
        period = int(run[high] - run[low]) or FRAME
        weight = float(np.clip((position - run[low]) / period, 0, 1))
        at = int(time)
        grain = (1 - weight) * _grain(source.sound, run[low], period, time - at)
        grain += weight * _grain(source.sound, run[high], period, time - at)
        out[at + _REACH - period : at + _REACH + period + 1] += grain


def _grain(sound: Sound, mark: int, period: int, delay: float) -> Sound:
    """Return one pulse with a period to either side, rounded off and `delay` (below one sample) later."""
    piece = sound[mark - period - 1 : mark + period + 1]
    shifted = (1 - delay) * piece[1:] + delay * piece[:-1]
    window = 0.5 + 0.5 * np.cos(np.pi * (np.arange(-period, period + 1) - delay) / (period + 1))
    return np.asarray(shifted * window, np.float32)


def _lay_voiceless(out: Sound, source: _Source, way: Way, voiced: NDArray[np.float32]) -> None:
    """Lay overlapping pieces of 10 ms where nothing swings."""
    frames = np.flatnonzero(voiced == 0)
    for frame, position in zip(frames, follow(*way, np.asarray(frames * FRAME, np.float64)), strict=True):
        at = round(position * FRAME)
        start = frame * FRAME + _REACH - FRAME
        out[start : start + 2 * FRAME] += source.sound[at - FRAME : at + FRAME] * _WINDOW


def _levelled(sound: Sound, morae: Sequence[Mora], times: Sequence[MoraTime]) -> tuple[Sound, Decibels]:
    frames = len(sound) // FRAME + 2
    levels = _levels(sound, frames)
    gain = gains(levels, places(morae, times))
    curve = np.interp(np.arange(len(sound)), np.arange(frames) * FRAME, gain)
    return np.asarray(sound * 10 ** (curve / 20), np.float32), levels + gain


def _levels(sound: Sound, frames: int) -> Decibels:
    """Return the level around every frame's own sample in dB."""
    power = np.concatenate([[0.0], np.cumsum(sound.astype(np.float64) ** 2)])
    middle = np.arange(frames) * FRAME
    low, high = (np.clip(middle + side, 0, len(sound)) for side in (-FRAME, FRAME))
    return np.asarray(10 * np.log10((power[high] - power[low]) / (2 * FRAME) + 1e-12))
