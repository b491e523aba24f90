"""What is heard in a recording: where its voice begins and ends.

A recording is mono at 48 kHz here, and positions are in samples from its start. The voice is what stands out of the
room's own noise in some band of hearing and is not far softer than the loudest moment. Bands matter: a soft s or h is
lost in the noise as a whole, and stands out of it at 5 kHz.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.clip import Samples
from reader.samples import SAMPLE_RATE

HOP: Final = SAMPLE_RATE // 1000
"""Samples from one look at the recording to the next: a millisecond."""
_WINDOW: Final = 256
"""Samples that are looked at: five milliseconds, faded at both ends."""
_EDGES: Final = (80, 300, 700, 1_400, 2_400, 3_600, 5_200, 7_000, 9_000)
"""Hertz between the bands; hum lies below them, hiss above."""
_ABOVE_NOISE: Final = 10.0
"""Decibels by which a voice stands out of the room's noise in one band at least."""
_BELOW_PEAK: Final = -40.0
"""Decibels: what lies further under the loudest moment is not heard in a hall."""
_LASTS: Final = 12
"""Milliseconds for which it does so; a click is shorter."""
_BREAK: Final = 400
"""Milliseconds of silence that a voice makes inside a half at most; short sounds beyond it are none of its own."""
_SPECK: Final = 150
"""Milliseconds: a cough, a tongue or a mouse lasts no longer."""
_BREATH: Final = (-25.0, 40)
"""Decibels under the loudest moment, and milliseconds of quiet after it: a breath before the first sound."""
SILENT: Final = -60.0
"""dBFS: a recording whose loudest moment is softer holds no voice."""
_CHUNK: Final = 1 << 13

Levels = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Heard:
    """Where a voice lies: its first and its one-after-last sample; `noise` and `peak` are levels in dBFS."""

    on: int
    off: int
    noise: float
    peak: float


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A recording looked at every millisecond: its level in dBFS, and whether a voice stands out there."""

    level: Levels
    voice: NDArray[np.bool_]
    noise: float

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The stretches of voice in milliseconds; those shorter than a click is are left out."""
        edges = np.flatnonzero(np.diff(np.concatenate([[0], self.voice.astype(np.int8), [0]])))
        pairs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
        joined: list[tuple[int, int]] = []
        for start, end in pairs:
            if joined and start - joined[-1][1] <= _LASTS // 4:
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        return [run for run in joined if run[1] - run[0] >= _LASTS]


def heard(sound: Samples) -> Heard | None:
    """Return where the voice lies in a recording; None where there is none."""
    seen = look(sound)
    if seen is None:
        return None
    runs = _without_breath(_without_specks(seen.runs), seen.level)
    if not runs:
        return None
    on = max(0, runs[0][0] * HOP)
    off = min(len(sound), runs[-1][1] * HOP)
    return Heard(on, max(on + 1, off), seen.noise, float(seen.level.max()))


def look(sound: Samples) -> Look | None:
    """Look at a recording; None where nothing in it is loud enough to be a voice."""
    if len(sound) < _WINDOW:
        return None
    bands = _bands(sound)
    total = bands.sum(axis=1)
    level = _decibels(total)
    if level.max() < SILENT:
        return None
    quiet = np.argsort(total)[: max(20, len(total) // 20)]
    noise = bands[quiet].mean(axis=0) + 1e-11
    out = (bands / noise).max(axis=1) > 10 ** (_ABOVE_NOISE / 10)
    own = _decibels(np.maximum(bands - noise, 0.0).sum(axis=1))
    return Look(level, out & (own > level.max() + _BELOW_PEAK), float(_decibels(noise.sum())))


def _bands(sound: Samples) -> NDArray[np.float64]:
    """Return the power in each band, one row a millisecond, centred on it."""
    window = np.hanning(_WINDOW)
    hertz = np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE)
    edges = np.searchsorted(hertz, _EDGES)
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(sound, (_WINDOW // 2, _WINDOW // 2)), _WINDOW)[
        ::HOP
    ]
    rows = []
    for begin in range(0, len(frames), _CHUNK):  # a minute at once would take hundreds of megabytes
        power = np.abs(np.fft.rfft(frames[begin : begin + _CHUNK] * window, axis=1)) ** 2
        rows.append(np.add.reduceat(power[:, : edges[-1]], edges[:-1], axis=1))
    scale = 2 / (_WINDOW * float((window**2).sum()))
    return np.asarray(np.concatenate(rows) * scale, np.float64)


def _decibels(power: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    return np.asarray(10 * np.log10(np.maximum(power, 1e-12)))


def _without_specks(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out short sounds at either end that lie far from the rest."""
    while len(runs) > 1 and _is_speck(runs[0], runs[1][0] - runs[0][1]):
        runs = runs[1:]
    while len(runs) > 1 and _is_speck(runs[-1], runs[-1][0] - runs[-2][1]):
        runs = runs[:-1]
    return runs


def _is_speck(run: tuple[int, int], gap: int) -> bool:
    return run[1] - run[0] < _SPECK and gap > _BREAK


def _without_breath(runs: list[tuple[int, int]], level: Levels) -> list[tuple[int, int]]:
    """Leave out a soft sound before the voice with quiet after it: the reader breathes in."""
    soft, quiet = _BREATH
    while len(runs) > 1:
        (start, end), (after, _) = runs[0], runs[1]
        if after - end < quiet or level[start:end].max() > level.max() + soft:
            break
        runs = runs[1:]
    return runs
