"""The beat grid: exact sums, weights, and vowels that always have room."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.anthology import OPENER, POEMS
from reader.chant.durations import spread
from reader.chant.phonemes import line_morae
from reader.chant.style import Rhythm

HALVES = [lines for poem in (OPENER, *POEMS) for lines in (poem.phonetic[:3], poem.phonetic[3:])]
EVEN = Rhythm(inner=1, line_end=1, half_end=1)


@given(
    st.sampled_from(HALVES),
    st.integers(96_000, 1_440_000),
    st.integers(0, 720_000),
    st.data(),
)
def test_morae_fill_the_half_exactly_one_after_the_other(
    half: tuple[str, ...], words: int, hold: int, data: st.DataObject
) -> None:
    lines = [line_morae(line) for line in half]
    count = sum(map(len, lines))
    consonants = data.draw(st.lists(st.integers(0, 10_000), min_size=count, max_size=count))
    times = spread(lines, words, hold, consonants, Rhythm())
    assert len(times) == count
    assert times[0].start == 0
    assert times[-1].end == words + hold
    assert all(one.end == other.start for one, other in pairwise(times))
    for time, consonant in zip(times, consonants, strict=True):
        assert 0 <= time.vowel - time.start <= consonant
        assert time.end - time.vowel >= 0.39 * (time.end - time.start)


def test_inner_morae_are_equal_and_line_ends_linger() -> None:
    lines = [line_morae(line) for line in ("チハヤブル", "カミヨモキカズ", "タツタガワ")]
    times = spread(lines, 192_000, 0, [0] * 17, Rhythm(inner=1, line_end=1.5, half_end=2.2))
    lengths = [time.end - time.start for time in times]
    unit = 192_000 / (14 + 1.5 + 1.5 + 2.2)
    assert [round(length / unit, 2) for length in lengths] == [*[1] * 4, 1.5, *[1] * 6, 1.5, *[1] * 4, 2.2]


def test_a_hold_is_added_to_the_last_mora_alone() -> None:
    lines = [line_morae("アイウエオ")]
    plain = spread(lines, 100_000, 0, [0] * 5, EVEN)
    held = spread(lines, 100_000, 50_000, [0] * 5, EVEN)
    assert [t.end for t in held] == [*[t.end for t in plain[:-1]], 150_000]
    assert held[-1].start == plain[-1].start


@pytest.mark.parametrize(("consonant", "vowel"), [(0, 0), (5_000, 5_000), (12_000, 12_000), (40_000, 12_000)])
def test_a_consonant_has_its_length_up_to_its_share(consonant: int, vowel: int) -> None:
    (first, _) = spread([line_morae("カカ")], 40_000, 0, [consonant, 0], EVEN)
    assert (first.vowel, first.end) == (vowel, 20_000)
