"""The words of a recording without its pauses: what is laid against a voice that makes none."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.clip import Clip, Samples
from reader.samples import SAMPLE_RATE

_STEP: Final = SAMPLE_RATE // 200
"""Samples of one look at the level: 5 ms."""
_PAUSE: Final = 28
"""Looks (140 ms): no stop keeps silent for longer."""
_KEPT: Final = 6
"""Looks (30 ms) of a pause that are left at either end."""
_BELOW_LOUD: Final = -38.0
"""Decibels under the loud parts, where a pause lies in a quiet room."""
_ABOVE_NOISE: Final = 4.0
_NEVER: Final = -18.0
"""Decibels under the loud parts that a pause is softer at any rate, however loud the room is."""
_HELD: Final = SAMPLE_RATE // 10
"""Samples of the last vowel that are taken along: its beginning is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The sound of the words, and for each of its samples where that lies in the clip."""

    sound: Samples
    at: NDArray[np.int64]


def words_of(clip: Clip, hold: int | None = None) -> Words:
    """Return a clip's words. `hold` is the sample from which its last vowel is only held, where that is known."""
    end = clip.voice_end if hold is None else min(clip.voice_end, hold + _HELD)
    at = np.arange(clip.voice_start, end)
    kept = np.ones(len(at), np.bool_)
    for begin, stop in _pauses(clip.samples[clip.voice_start : end]):
        kept[(begin + _KEPT) * _STEP : (stop - _KEPT) * _STEP] = False
    at = at[kept]
    return Words(clip.samples[at], at)


def _pauses(sound: Samples) -> list[tuple[int, int]]:
    """Return where nothing is said for longer than any stop, in looks."""
    looks = len(sound) // _STEP
    if looks < _PAUSE:
        return []
    power = (sound[: looks * _STEP].astype(np.float64) ** 2).reshape(looks, _STEP).mean(axis=1)
    level = 10 * np.log10(np.convolve(power, np.ones(3) / 3, "same") + 1e-12)
    floor, loud = np.percentile(level, (3, 90))
    quiet = level < max(loud + _BELOW_LOUD, min(floor + _ABOVE_NOISE, loud + _NEVER))
    edges = np.flatnonzero(np.diff(np.concatenate([[0], quiet.astype(np.int8), [0]])))
    runs = zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
    return [(begin, stop) for begin, stop in runs if stop - begin >= _PAUSE]
