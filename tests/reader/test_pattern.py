"""What is read at each call."""

import pytest

from reader.pattern import NAMED, Half, Pattern, opener


def _short(halves: tuple[Half, ...]) -> str:
    """Write halves as `0k 0s 17k`."""
    return " ".join(f"{half.poem}{half.part[0]}" for half in halves)


@pytest.mark.parametrize(
    ("pattern", "first", "next_", "closing"),
    [
        ("competition", "5k", "5s 9k", "9s"),
        ("beginner", "5k", "5s 5s 9k", "9s"),
        ("full", "5k 5s", "9k 9s", ""),
        ("full-twice", "5k 5s 5s", "9k 9s 9s", ""),
        ("kami", "5k", "9k", ""),
        ("shimo", "5s", "9s", ""),
        ("CUR2 NEXT1", "5k", "5s 9k", "9s"),
        ("cur2_next1_next2", "5k 5s", "5s 9k 9s", ""),
        ("CUR1 CUR2 NEXT1", "5k", "5k 5s 9k", "9s"),
        ("CUR1, CUR2, NEXT1, NEXT2", "5k 5s", "5k 5s 9k 9s", ""),
        ("CUR2 NEXT2", "5s", "5s 9s", ""),
        ("NEXT1", "5k", "9k", ""),
        ("ＣＵＲ２ NEXT1", "5k", "5s 9k", "9s"),
    ],
)
def test_calls_without_an_opener(pattern: str, first: str, next_: str, closing: str) -> None:
    read = Pattern.parse(pattern)
    assert _short(read.call(None, 5)) == first
    assert _short(read.call(5, 9)) == next_
    assert _short(read.closing(9)) == closing


@pytest.mark.parametrize(
    ("pattern", "times", "first"),
    [
        ("competition", (1, 2), "0k 0s 0s 5k"),
        ("competition", (1, 1), "0k 0s 5k"),
        ("competition", (0, 0), "5k"),
        ("competition", (2, 0), "0k 0k 5k"),
        ("competition", (0, 1), "0s 5k"),
        ("beginner", (1, 2), "0k 0s 0s 5k"),
        ("beginner", (2, 2), "0k 0k 0s 0s 5k"),
        ("full", (1, 1), "0k 0s 5k 5s"),
        ("kami", (1, 2), "0k 0s 0s 5k"),
        ("shimo", (1, 1), "0k 0s 5s"),
        ("shimo", (1, 0), "0k 5s"),
        ("CUR1 CUR2 NEXT1 NEXT2", (1, 2), "0k 0s 0s 5k 5s"),
    ],
)
def test_the_opener_stands_in_for_the_card_before_the_first(
    pattern: str, times: tuple[int, int], first: str
) -> None:
    assert _short(Pattern.parse(pattern).call(None, 5, opener=opener(*times))) == first


@pytest.mark.parametrize("pattern", NAMED)
def test_the_opener_comes_before_the_first_card_only(pattern: str) -> None:
    read = Pattern.parse(pattern)
    assert read.call(5, 9, opener=opener(1, 2)) == read.call(5, 9)
    assert all(half.poem for half in read.call(5, 9, opener=opener(1, 2)))


@pytest.mark.parametrize(
    ("pattern", "played", "times", "again"),
    [
        ("competition", 5, (1, 2), "5s 9k"),
        ("competition", None, (1, 2), "0s 9k"),
        ("competition", None, (2, 0), "0k 9k"),
        ("competition", None, (0, 0), "9k"),
        ("beginner", 5, (0, 0), "5s 9k"),
        ("CUR1 CUR2 NEXT1", 5, (0, 0), "5s 9k"),
        ("full", 5, (1, 2), "9k 9s"),
    ],
)
def test_a_broken_call_starts_again_with_the_lower_half_before_it(
    pattern: str, played: int | None, times: tuple[int, int], again: str
) -> None:
    assert _short(Pattern.parse(pattern).again(played, 9, opener=opener(*times))) == again


@pytest.mark.parametrize("name", NAMED)
def test_named_patterns_keep_their_names(name: str) -> None:
    assert str(Pattern.parse(name)) == name
    assert str(Pattern.parse(name.upper())) == name


def test_tokens_are_written_in_one_way() -> None:
    assert str(Pattern.parse(" cur2,next1 ")) == "CUR2 NEXT1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "use competition"),
        ("sideways", "'SIDEWAYS' is no token"),
        ("CUR3", "'CUR3' is no token"),
        ("CUR2 NEXT", "'NEXT' is no token"),
        ("NEXT1 CUR2", "comes before what is next"),
        ("CUR1 " * 13, "use competition"),
    ],
)
def test_what_is_no_pattern_is_refused_with_what_is(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Pattern.parse(text)
