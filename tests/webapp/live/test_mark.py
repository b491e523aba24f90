"""Marks are read as they are written, and never from something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.db.store import Stream
from webapp.live.mark import Mark, furthest

Streams = st.builds(
    Stream,
    st.from_regex("[a-z][a-z-]{0,31}", fullmatch=True),
    st.from_regex("[A-Za-z0-9_-]{1,64}", fullmatch=True),
)
Marks = st.builds(
    Mark,
    st.from_regex("[0-9a-f]{8}", fullmatch=True),
    st.dictionaries(Streams, st.integers(0, 10**9), max_size=5),
)


@given(Marks)
def test_a_mark_is_read_as_it_is_written(mark: Mark) -> None:
    assert Mark.parse(str(mark)) == mark
    assert "\n" not in str(mark)


@given(st.text())
def test_other_text_is_refused_or_harmless(text: str) -> None:
    try:
        mark = Mark.parse(text)
    except ValueError:
        return
    assert str(Mark.parse(str(mark))) == str(mark)


@pytest.mark.parametrize(
    "text", ["e,match:a", "e,match:a=", "e,match:a=-1", "e,match:a=１", "e,=3", "e,a=3", "e,,"]
)
def test_a_broken_mark_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        Mark.parse(text)


def test_the_furthest_of_two_marks_counts_and_another_history_does_not() -> None:
    a, b = Stream("match", "a"), Stream("match", "b")
    marks = [Mark("e", {a: 3, b: 1}), Mark("e", {a: 2, b: 5}), Mark("old", {a: 99})]
    assert furthest(marks, "e") == {a: 3, b: 5}
