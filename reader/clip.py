"""A clip: the sound of one verse and where its morae lie in it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Mono samples at 48 kHz, full scale ±1."""

FULL_SCALE: Final = 32_768
"""Steps of the 16-bit grid that all clips lie on.

At -23 LUFS its rounding noise is 75 dB below the voice, far under any hall's own; 24 bits would more than double the
files, as their last bits are noise that no coder can shorten.
"""


@dataclass(frozen=True, slots=True)
class MoraMark:
    """Where one mora lies, in samples from the clip's start.

    `start` is where the mora's turn begins and `end` where the next one's does. `audible` is the first moment at which
    its own sound can be heard (a stop is silent before its burst), and `vowel` where its vowel begins; where there is
    none (ん, っ) it is the mora's own start. Players hear the consonant, so a reaction is counted from `audible`.
    """

    kana: str
    start: int
    audible: int
    vowel: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The sound of one verse: float32 mono samples at 48 kHz with at most a few milliseconds of silence around it.

    `voice_start` is the first audible sample, `voice_end` the first one after the voice, `hold_start` where the last
    vowel's hold begins (`voice_end` where nothing is held). `marks` has one entry a mora, in order. `spreads`, where
    the marks were estimated by `reader.packs.aligning`, has for each mora how far its sound may lie from there, in
    samples; 0 where a person set it.
    """

    samples: Samples
    voice_start: int
    voice_end: int
    hold_start: int
    marks: tuple[MoraMark, ...]
    spreads: tuple[int, ...] = ()

    def kimariji_end(self, length: int) -> int:
        """Return the sample at which the first `length` morae have been voiced (`docs/rules/karuta.md §8`)."""
        return self.marks[length - 1].end


def on_grid(samples: Samples) -> Samples:
    """Round to the 16-bit grid, so that a clip read back from its file equals the fresh one to the bit."""
    steps = np.clip(np.rint(samples * np.float32(FULL_SCALE)), -FULL_SCALE, FULL_SCALE - 1)
    return np.asarray(steps / np.float32(FULL_SCALE) + 0, np.float32)  # +0: a file knows no negative zero
