"""Where a recording of a whole poem is cut in two: at the silence between the upper and the lower half."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from poems.anthology import poem
from reader.clip import Samples
from reader.packs.listening import HOP, heard, look
from reader.samples import SAMPLE_RATE

SHORTEST: Final = 150
"""Milliseconds of quiet that may be the silence between the halves; a stop inside a word takes less."""
_UNLIKELY: Final = 0.3
"""How far from the middle of the words, as a share of the voice, the cut is not looked for."""
_TWICE: Final = 0.6
"""Another silence that counts so much as the chosen one makes the cut doubtful."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The two voices of a whole poem, in samples: the upper half's first and one-after-last, and the lower's.

    `sure` tells whether one silence stood out; a cut that is not sure is looked at by a person.
    """

    kami: tuple[int, int]
    shimo: tuple[int, int]
    sure: bool


def cut(sound: Samples, number: int) -> Cut | None:
    """Propose where to cut a recording of poem `number`; None where no voice is in it."""
    whole = heard(sound)
    seen = look(sound)
    if whole is None or seen is None:
        return None
    runs = [run for run in seen.runs if run[0] * HOP >= whole.on and run[1] * HOP <= whole.off]
    expected = _share(number)
    found = []
    for (_, end), (start, _) in pairwise(runs):
        if start - end >= SHORTEST:
            middle = ((end + start) / 2 * HOP - whole.on) / (whole.off - whole.on)
            weight = 1 - abs(middle - expected) / _UNLIKELY
            if weight > 0:
                found.append(((start - end) * weight, end * HOP, start * HOP))
    if not found:
        middle = whole.on + round(expected * (whole.off - whole.on))
        half = SAMPLE_RATE // 100
        return Cut((whole.on, middle - half), (middle + half, whole.off), sure=False)
    ranked = sorted(found, reverse=True)
    best = ranked[0]
    sure = len(ranked) < 2 or ranked[1][0] < _TWICE * best[0]
    return Cut((whole.on, best[1]), (best[2], whole.off), sure=sure)


def cut_at(sound: Samples, at: int) -> Cut | None:
    """Cut a recording of a whole poem at a sample that a person points to; None where one side holds no voice."""
    upper, lower = heard(sound[:at]), heard(sound[at:])
    if upper is None or lower is None:
        return None
    return Cut((upper.on, upper.off), (at + lower.on, at + lower.off), sure=True)


def _share(number: int) -> float:
    """Return which part of a poem its upper half is, by its morae; the lower half's held vowel counts as five."""
    lines = [len(line) for line in poem(number).morae]
    return sum(lines[:3]) / (sum(lines) + 5)
