"""Where the last vowel of a half is only held: the stretch before its end in which the sound's colour stays."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.clip import Samples
from reader.samples import SAMPLE_RATE

_HOP: Final = SAMPLE_RATE // 100
_WINDOW: Final = 2_048
"""Samples (43 ms): two dozen milliseconds apart, yet fine enough to tell vowels."""
_BANDS: Final = 26
_LOWEST, _HIGHEST = 150.0, 6_500.0
_REFERENCE: Final = 20
"""Looks (200 ms) before the voice dies away, whose colour is the vowel's."""
_DIES: Final = 14.0
"""Decibels under the vowel's level at which it dies away."""
_UNLIKE: Final = 6.5
"""Decibels by which the bands differ, on average, where it is another sound."""
_LAPSE: Final = 4
"""Looks that may be unlike in a row, as a voice may crack."""
LEAST: Final = SAMPLE_RATE // 8
"""Samples that are called a hold at least."""


def hold_start(sound: Samples, on: int, off: int) -> int:
    """Return where, in a voice from `on` to `off`, the last vowel has begun and is only held from there."""
    begin = max(on, off - 12 * SAMPLE_RATE)
    colour, level = _looks(sound[begin:off])
    if len(level) <= _REFERENCE:
        return max(on, off - LEAST)
    top = float(np.median(level[-2 * _REFERENCE :]))
    body = np.flatnonzero(level > top - _DIES)
    last = int(body[-1]) if len(body) else len(level) - 1
    vowel = np.median(colour[max(0, last - _REFERENCE) : last + 1], axis=0)
    unlike = np.sqrt(((colour - vowel) ** 2).mean(axis=1)) > _UNLIKE
    first, lapses = last, 0
    for place in range(last, -1, -1):
        if unlike[place] or level[place] < top - _DIES:
            lapses += 1
            if lapses > _LAPSE:
                break
        else:
            first, lapses = place, 0
    found = begin + first * _HOP + _WINDOW // 2 if first else begin
    return max(on, min(found, off - LEAST))


def _looks(sound: Samples) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the colour (decibels in bands, without the level) and the level every ten milliseconds."""
    if len(sound) < _WINDOW:
        return np.zeros((0, _BANDS)), np.zeros(0)
    frames = np.lib.stride_tricks.sliding_window_view(sound, _WINDOW)[::_HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(_WINDOW), axis=1)) ** 2
    bands = np.log10(np.maximum(power @ _filters().T, 1e-9)) * 10
    level = bands.max(axis=1)
    # what lies 40 dB under the strongest band is the room's
    clear = np.maximum(bands, level[:, None] - 40)
    return clear - clear.mean(axis=1, keepdims=True), level


def _filters() -> NDArray[np.float64]:
    """Return overlapping bands of equal width on a scale that is nearly logarithmic, as the ear's."""
    hertz = np.fft.rfftfreq(_WINDOW, 1 / SAMPLE_RATE)
    mel = np.linspace(_mel(_LOWEST), _mel(_HIGHEST), _BANDS + 2)
    edges = 700 * (10 ** (mel / 2595) - 1)
    rows = []
    for low, middle, high in zip(edges, edges[1:], edges[2:], strict=False):
        rise, fall = (hertz - low) / (middle - low), (high - hertz) / (high - middle)
        rows.append(np.clip(np.minimum(rise, fall), 0, None))
    return np.asarray(rows)


def _mel(hertz: float) -> float:
    return float(2595 * np.log10(1 + hertz / 700))
