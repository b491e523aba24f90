"""The pace: what people may type, what it means in samples, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reader.pace import DEFAULT, PRESETS, Pace


def test_the_presets_are_the_classic_pace_and_that_of_2021() -> None:
    assert [str(pace) for pace in PRESETS] == ["4-3-1-5", "5-3-1-6"]
    assert str(DEFAULT) == "5-3-1-6"


def test_a_pace_counts_samples_at_48_khz() -> None:
    pace = Pace.parse("4.5-3-0.25-5.125")
    assert (pace.lower, pace.hold, pace.gap, pace.upper) == (216_000, 144_000, 12_000, 246_000)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("5-3-1-6", "5-3-1-6"),
        (" 5-3-1-6\n", "5-3-1-6"),
        ("5.0-3.00-1.000-6", "5-3-1-6"),
        ("５－３－１－６", "5-3-1-6"),
        ("05-3-1-06", "5-3-1-6"),
        ("2-0-0-2", "2-0-0-2"),
        ("30-15-60-30", "30-15-60-30"),
    ],
)
def test_a_pace_is_read_as_people_type_it(typed: str, meant: str) -> None:
    assert str(Pace.parse(typed)) == meant


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("", "four numbers"),
        ("5-3-1", "four numbers"),
        ("5-3-1-6-7", "four numbers"),
        ("-5-3-1-6", "four numbers"),
        ("5-3-1-x", "upper half (U) 'x' is not a number"),
        ("5-3--6", "gap (G) '' is not a number"),
        ("5,5-3-1-6", "lower half (L) '5,5' is not a number"),
        ("5-3-1-6e1", "'6e1' is not a number"),
        ("5-3-1-nan", "'nan' is not a number"),
        ("5.12345-3-1-6", "'5.12345' is not a number"),
        ("5-³-1-6.", "'6.' is not a number"),
        ("1.9-3-1-6", "lower half (L) is 1.9 s; it may be 2 to 30 s"),
        ("5-16-1-6", "hold (H) is 16 s; it may be 0 to 15 s"),
        ("5-3-61-6", "gap (G) is 61 s; it may be 0 to 60 s"),
        ("5-3-1-9999", "upper half (U) is 9999 s; it may be 2 to 30 s"),
    ],
)
def test_a_bad_pace_is_refused_with_its_reason(typed: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="pace") as refusal:
        Pace.parse(typed)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


milliseconds = st.integers(2000, 30_000)


@given(milliseconds, st.integers(0, 15_000), st.integers(0, 60_000), milliseconds)
def test_every_pace_in_milliseconds_is_written_and_read_back(
    lower: int, hold: int, gap: int, upper: int
) -> None:
    pace = Pace(*(48 * part for part in (lower, hold, gap, upper)))
    assert Pace.parse(str(pace)) == pace
