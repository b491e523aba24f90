"""A foreign voice made to keep the pace: each line trimmed, stretched to its share, joined, the last vowel held.

Stretching is by waveform similarity (WSOLA): pieces of the sound are laid closer or further apart, each picked where it
continues the one before it, so pitch stays as it was.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from reader.chant.durations import MoraTime, spread
from reader.chant.phonemes import line_morae
from reader.chant.style import DEFAULT
from reader.clip import Clip, MoraMark, Samples
from reader.loudness import normalised
from reader.reason import Reason, ReasonedError
from reader.samples import SAMPLE_RATE
from reader.verse import Verse
from reader.voices.faults import VoiceFlaw

_PIECE: Final = 1_920
"""Samples (40 ms) of a piece: four periods of a low man's voice."""
_HOP: Final = _PIECE // 2
_SEARCH: Final = 480
"""Samples (10 ms) to either side in which the next piece is looked for."""

_QUIET: Final = 10 ** (-40 / 20)
"""What lies further below a line's loudest moment is not the voice."""
_LEVEL_WINDOW: Final = SAMPLE_RATE // 200

_VOWEL: Final = (0.12, 0.04)
"""Seconds before a line's end between which its last vowel is steady, and is held."""

_EDGE: Final = SAMPLE_RATE // 1000
_RELEASE: Final = (0.06, 0.25)
"""Seconds in which the voice dies away at the end of a half, without and with a hold."""


class UnusableSoundError(ReasonedError, ValueError):
    """What the engine said cannot be used; the message says why."""


def fit(lines: Sequence[Samples], verse: Verse) -> Clip:
    """Return the clip of a verse from the sound of its lines, one each. Raises UnusableSoundError.

    Line borders are where the plan has them; the morae within a line are estimates.
    """
    morae = [line_morae(line) for line in verse.phonetic]
    times = spread(morae, verse.words, verse.hold, [0] * sum(map(len, morae)), DEFAULT.rhythm)
    edges = [0]
    for line in morae:
        edges.append(edges[-1] + len(line))
    pieces = []
    for place, sound in enumerate(lines):
        first, last = times[edges[place]], times[edges[place + 1] - 1]
        held = verse.hold if place == len(lines) - 1 else 0
        pieces.append(_held(trimmed(sound), last.end - held - first.start, held))
    return _clip(_joined(pieces), verse, times)


def trimmed(sound: Samples) -> Samples:
    """Return the voice without the silence around it. Raises UnusableSoundError for silence or next to nothing."""
    if len(sound) < SAMPLE_RATE // 4:
        raise UnusableSoundError(Reason.of(VoiceFlaw.SNIPPET, seconds=f"{len(sound) / SAMPLE_RATE:.2f}"))
    power = np.convolve(sound.astype(np.float64) ** 2, np.ones(_LEVEL_WINDOW) / _LEVEL_WINDOW, "same")
    level = np.sqrt(np.maximum(power, 0.0))
    if level.max() < 0.001:
        raise UnusableSoundError(Reason(VoiceFlaw.NOTHING_HEARD))
    loud = np.flatnonzero(level > level.max() * _QUIET)
    return sound[loud[0] : loud[-1] + 1]


def resampled(sound: Samples, rate: float, to: int = SAMPLE_RATE) -> Samples:
    """Return a sound of a rate at another, by its spectrum; at the reader's own if nothing else is said."""
    if rate == to or not len(sound):
        return sound
    length = round(len(sound) * to / rate)
    spectrum = np.fft.rfft(sound.astype(np.float64))
    bins = min(len(spectrum), length // 2 + 1)
    out = np.zeros(length // 2 + 1, np.complex128)
    out[:bins] = spectrum[:bins]
    return (np.fft.irfft(out, length) * (length / len(sound))).astype(np.float32)


def stretched(sound: Samples, source: Sequence[float], target: Sequence[int]) -> Samples:
    """Lay the sound anew so that its sample `source[i]` comes at `target[i]`, without a change of pitch.

    Both ascend; `target` starts at 0 and ends with the length of the result.
    """
    length = target[-1]
    padded = np.pad(sound, (_HOP + _SEARCH, _PIECE + 2 * _SEARCH)).astype(np.float64)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(_PIECE) + 0.5) / _PIECE)
    out = np.zeros(length + 2 * _PIECE)
    at = None
    for begin in range(0, length + _HOP, _HOP):
        # A piece is centred on the sample it stands for.
        wanted = round(float(np.interp(begin, target, source))) + _SEARCH
        wanted = min(wanted, len(padded) - _PIECE - 2 * _SEARCH)
        at = wanted if at is None else _best(padded, at + _HOP, wanted)
        out[begin : begin + _PIECE] += padded[at : at + _PIECE] * window
    return out[_HOP : _HOP + length].astype(np.float32)


def _best(sound: np.ndarray, goes_on: int, wanted: int) -> int:
    """Return where, near `wanted`, a piece continues best what the last one was about to say."""
    natural = sound[goes_on : goes_on + _PIECE]
    if len(natural) < _PIECE:
        return wanted
    low = max(0, wanted - _SEARCH)
    around = sound[low : wanted + _SEARCH + _PIECE]
    likeness = np.correlate(around[::2], natural[::2], "valid")
    energy = np.cumsum(np.concatenate([[0.0], around[::2] ** 2]))
    size = _PIECE // 2
    power = energy[size:] - energy[:-size]
    return low + 2 * int(np.argmax(likeness / np.sqrt(power[: len(likeness)] + 1e-9)))


def _held(line: Samples, words: int, hold: int) -> Samples:
    """Stretch a line to its share, and its last steady vowel over the hold after it."""
    if not hold:
        return stretched(line, [0, len(line)], [0, words])
    begin = max(len(line) // 2, len(line) - round(_VOWEL[0] * SAMPLE_RATE))
    end = max(begin + 1, len(line) - round(_VOWEL[1] * SAMPLE_RATE))
    return stretched(line, [0, begin, end], [0, words, words + hold])


def _joined(pieces: Sequence[Samples]) -> Samples:
    """Put the lines one after the other; each fades over a millisecond, so that no join clicks."""
    ramp = np.linspace(0, 1, _EDGE, dtype=np.float32)
    out = []
    for piece in pieces:
        rounded = piece.copy()
        rounded[:_EDGE] *= ramp
        rounded[-_EDGE:] *= ramp[::-1]
        out.append(rounded)
    return np.concatenate(out)


def _clip(sound: Samples, verse: Verse, times: Sequence[MoraTime]) -> Clip:
    release = round(_RELEASE[verse.hold > 0] * SAMPLE_RATE)
    sound = sound.copy()
    sound[-release:] *= np.linspace(1, 0, release, dtype=np.float32) ** 0.7
    marks = tuple(
        MoraMark(kana, time.start, time.start, time.vowel, time.end)
        for kana, time in zip(verse.morae, times, strict=True)
    )
    assert all(before.end == after.start for before, after in pairwise(marks))
    return Clip(normalised(sound), 0, verse.length, verse.words, marks)
