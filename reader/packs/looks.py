"""What a sound looks like from moment to moment: the shape of its spectrum, and how that changes."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.clip import Samples
from reader.samples import SAMPLE_RATE

Frames = NDArray[np.float64]

HOP: Final = SAMPLE_RATE // 200
"""Samples between two looks: 5 ms."""
KEPT: Final = 13
"""Coefficients of the spectrum's shape that are compared; finer ones tell the voice rather than the word."""
_WINDOW: Final = 1_024
"""Samples of a look (21 ms)."""
_BANDS: Final = 28
_LOWEST, _HIGHEST = 120.0, 7_000.0
_FLOOR: Final = 1e-5
"""What lies 50 dB under the loudest band is the room's."""
_MOST_NOISE: Final = 1e-2
"""A room that is louder than 20 dB under the loudest band is no room any more."""
_QUIETEST: Final = 40
"""One look in so many is the room alone: the closure of a stop, a breath between two lines."""
_EDGE: Final = 4
"""Looks at either end that see beyond the sound."""
_REACH: Final = 3
"""Looks to either side by which a change is measured: 15 ms, about what a sound takes to become another."""
_CHANGE: Final = 4.0
"""How much more a change counts than a colour: speakers differ in colours, and change them at the same place."""


def power(sound: Samples) -> Frames:
    """Return the spectrum of a sound every 5 ms."""
    padded = np.pad(sound, (_WINDOW // 2, _WINDOW // 2 + HOP))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::HOP]
    return np.asarray(np.abs(np.fft.rfft(frames * np.hanning(_WINDOW), axis=1)) ** 2, np.float64)


def bands(spectrum: Frames, scale: float) -> Frames:
    """Return a spectrum in bands, seen through a scale; 1 is the loudest of them."""
    found = spectrum @ _filters(scale).T
    return np.asarray(found / max(float(np.percentile(found.max(axis=1), 99)), 1e-12))


def noise(found: Frames) -> Frames:
    """Return the room's share in each band."""
    inner = found[_EDGE:-_EDGE] if len(found) > 4 * _EDGE else found
    quiet = np.argsort(inner.sum(axis=1))[: max(4, len(inner) // _QUIETEST)]
    return np.asarray(np.minimum(inner[quiet].mean(axis=0), _MOST_NOISE))


def shape(found: Frames) -> Frames:
    """Return the shape of the spectrum at every look, in units of its own spread."""
    drawn = np.log(found + _FLOOR) @ _cosines().T
    return np.asarray(np.clip((drawn - drawn.mean(axis=0)) / (drawn.std(axis=0) + 1e-6), -3, 3))


def moving(shapes: Frames) -> Frames:
    """Return shapes with how they change beside them."""
    padded = np.pad(shapes, ((_REACH, _REACH), (0, 0)), mode="edge")
    size = len(shapes)
    total = sum(
        step * (padded[_REACH + step :][:size] - padded[_REACH - step :][:size])
        for step in range(1, _REACH + 1)
    )
    return np.hstack([shapes, _CHANGE * total / (2 * sum(step * step for step in range(1, _REACH + 1)))])


@cache
def _filters(scale: float) -> Frames:
    """Return overlapping bands of equal width on a scale that is nearly the ear's."""
    hertz = np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE)
    mel = np.linspace(_mel(_LOWEST), _mel(_HIGHEST), _BANDS + 2)
    edges = 700 * (10 ** (mel / 2595) - 1) * scale
    low, middle, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rise, fall = (hertz - low) / (middle - low), (high - hertz) / (high - middle)
    return np.asarray(np.clip(np.minimum(rise, fall), 0, None))


@cache
def _cosines() -> Frames:
    """Return what turns bands into coefficients of their shape, the coarsest first."""
    place = (np.arange(_BANDS) + 0.5) / _BANDS
    return np.asarray(np.cos(np.pi * np.arange(KEPT)[:, None] * place) * np.sqrt(2 / _BANDS))


def _mel(hertz: float) -> float:
    return float(2595 * np.log10(1 + hertz / 700))
