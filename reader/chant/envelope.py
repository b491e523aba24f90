"""How a half begins and ends: at once, and fading to nothing exactly where the plan ends."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.samples import SAMPLE_RATE

LEAD: Final = 240
TAIL: Final = 240
"""Samples of digital silence before and after the voice: 5 ms, so that a player never begins inside a sound."""

_ATTACK: Final = SAMPLE_RATE // 1000  # 1 ms: no click, and still heard where the plan says
_HELD_RELEASE: Final = SAMPLE_RATE // 4
_RELEASE: Final = SAMPLE_RATE * 60 // 1000  # a half that is not held ends like a word
_RELEASE_SHAPE: Final = 0.7  # falls late, so that the sound lasts as long as the plan says


def envelope(words: int, hold: int, fade_db: float) -> NDArray[np.float32]:
    """Return the gain of every sample from the voice's first to its last."""
    length = words + hold
    gain = np.ones(length)
    gain[:_ATTACK] = 0.5 - 0.5 * np.cos(np.pi * (np.arange(_ATTACK) + 0.5) / _ATTACK)
    if hold:
        gain[words:] *= 10 ** (-fade_db / 20 * np.arange(hold) / hold)
    release = min(_HELD_RELEASE, hold) if hold else _RELEASE
    release = max(release, _RELEASE)
    gain[-release:] *= ((release - np.arange(release)) / release) ** _RELEASE_SHAPE
    return gain.astype(np.float32)
