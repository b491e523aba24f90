"""The gaps of a whole reading with the bundled voice, measured from its sound alone."""

from itertools import pairwise

import numpy as np
import pytest

from reader.gaps import USUAL, Gaps, gaps_of
from reader.outputs.mix import Mix
from reader.pace import DEFAULT, Pace
from reader.pattern import Pattern
from reader.plan import plan
from reader.programme import Programme
from reader.voices.bundled import BundledVoice
from tests.support.acoustics import envelope

RATE = 48_000

# First sounds of every kind that is hard to place: a vowel, a nasal, s, k, h, f.
CARDS = (9, 87, 30, 57, 77, 22)


def _voices(sound: np.ndarray) -> list[tuple[int, int]]:
    """Return where voices begin and end: 45 dB under the loudest, divided by half a second of silence.

    It knows nothing of plans, clips or marks.
    """
    level = envelope(sound)
    loud = np.flatnonzero(level > level.max() * 10 ** (-45 / 20))
    breaks = np.flatnonzero(np.diff(loud) > RATE // 2)
    starts, ends = [loud[0], *loud[breaks + 1]], [*loud[breaks], loud[-1]]
    return [(int(start), int(end)) for start, end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("pattern", "joka", "pace", "gaps", "silences"),
    [
        ("competition", 2, DEFAULT, USUAL, [1, 1, 1, *[2, 1] * 5, 2]),
        (
            "CUR2 NEXT1 NEXT2",
            1,
            Pace.parse("4-3-1-5"),
            gaps_of({"half_gap": 0.75, "poem_gap": 1.5}),
            [0.75, 1.5, 0.75, *[2, 1.5, 0.75] * 5],
        ),
    ],
)
def test_gaps_are_heard_to_ten_milliseconds(
    pattern: str, joka: int, pace: Pace, gaps: Gaps, silences: list[float]
) -> None:
    programme = Programme(CARDS, Pattern.parse(pattern), pace, joka, 2 * RATE, gaps=gaps)
    laid = plan(programme)
    voices = _voices(Mix(laid, BundledVoice().render).read(laid.length))
    heard = [(after[0] - before[1]) / RATE for before, after in pairwise(voices)]
    assert heard == pytest.approx(silences, abs=0.010)
    for (begin, end), segment in zip(voices, laid.voiced, strict=True):
        assert abs(begin - segment.voice_start) <= 2 * RATE // 1000
        assert abs(end - segment.voice_end) <= 10 * RATE // 1000
