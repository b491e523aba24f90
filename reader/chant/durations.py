"""When each mora sounds: a grid of beats over the exact length of the half."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from reader.chant.labels import Lines
from reader.chant.style import Rhythm

_CONSONANT_SHARE: Final = 0.6
"""At most this much of a mora is consonant; the rest stays for the vowel, which carries the chant."""


@dataclass(frozen=True, slots=True)
class MoraTime:
    """One mora's place in samples from the first sound: its start, its vowel's start, its end."""

    start: int
    vowel: int
    end: int


def spread(
    lines: Lines, words: int, hold: int, consonants: Sequence[int], rhythm: Rhythm
) -> tuple[MoraTime, ...]:
    """Lay the morae over `words` samples by weight and hold the last vowel `hold` samples more.

    `consonants` are the lengths in samples that each mora's consonant would like, 0 where it has none.
    """
    beats = np.cumsum(_weights(lines, held=hold > 0, rhythm=rhythm))
    edges = [0, *np.rint(beats / beats[-1] * words).astype(int).tolist()]
    times = []
    for (start, end), consonant in zip(pairwise(edges), consonants, strict=True):
        vowel = start + min(consonant, round(_CONSONANT_SHARE * (end - start)))
        times.append(MoraTime(start, vowel, end))
    last = times[-1]
    return (*times[:-1], MoraTime(last.start, last.vowel, last.end + hold))


def _weights(lines: Lines, *, held: bool, rhythm: Rhythm) -> list[float]:
    """Return the beats of every mora. A held half ends in its hold, so its last mora needs no lingering before it."""
    weights = [w for line in lines for w in [rhythm.inner] * (len(line) - 1) + [rhythm.line_end]]
    opening = len(lines[0])
    weights[:opening] = [rhythm.first_line * weight for weight in weights[:opening]]
    weights[-1] = rhythm.inner if held else rhythm.half_end
    return weights
