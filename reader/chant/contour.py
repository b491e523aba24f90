"""Where the pitch is at every moment, and where the pulses of the voice fall."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.style import Contour
from reader.samples import SAMPLE_RATE

Times = NDArray[np.float64]

_STEP: Final = 48  # samples between points of the pitch curve: 1 ms follows a vibrato to 0.01 cents


def pitch(contour: Contour, times: Times, words: int, hold: int) -> Times:
    """Return the pitch in Hz at `times`, all in samples from the voice's start; `hold` follows after `words`."""
    t = np.maximum(times, 0.0) / SAMPLE_RATE
    body, held = words / SAMPLE_RATE, hold / SAMPLE_RATE
    cents = contour.onset_cents * np.exp(-t / contour.onset_s)
    cents += contour.arch_cents * np.sin(np.pi * np.minimum(t / body, 1.0))
    cents += contour.drift_cents * np.minimum(t / body, 1.0)
    if hold:
        late = np.maximum(t - body, 0.0)
        cents += contour.fall_cents * np.minimum(late / held, 1.0)
        depth = contour.vibrato_cents * np.minimum(late / contour.vibrato_s, 1.0)
        cents += depth * np.sin(2 * np.pi * contour.vibrato_hz * late)
    return np.asarray(contour.base_hz * 2 ** (cents / 1200))


def pulses(contour: Contour, words: int, hold: int, voiced: Sequence[tuple[int, int]]) -> tuple[Times, Times]:
    """Return the time of every glottal pulse and the period there, in samples.

    `voiced` are the stretches in which the folds swing; in each the first pulse falls on its first sample, so that
    a voiced sound begins where the plan says and not up to a period later.
    """
    grid = np.arange(0, words + hold + 2 * _STEP, _STEP, dtype=np.float64)
    period = SAMPLE_RATE / pitch(contour, grid, words, hold)
    swings = np.concatenate([[0.0], np.cumsum(_STEP * 2 / (period[1:] + period[:-1]))])
    times = []
    for start, end in voiced:
        first, last = np.interp((start, end), grid, swings)
        count = int(np.ceil(last - first))
        times.append(np.interp(first + np.arange(count), swings, grid))
    every = np.concatenate(times) if times else np.zeros(0)
    return every, np.interp(every, grid, period)
