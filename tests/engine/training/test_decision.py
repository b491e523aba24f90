"""The decision point: from times of morae, for any set of unread poems, against the plain definition."""

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.decision import MoraTime, cue, decision_point, onset, parting
from poems.anthology import poem
from poems.cards import ALL_CARDS, mask, numbers
from poems.kana import hiragana, morae
from poems.kimariji import current, full

CARD = {full(number): number for number in range(1, 101)}


def times_of(card: int, step: float = 200.0) -> list[MoraTime]:
    """Return morae of equal length whose own sound begins 10 ms into their turn, and their vowel 60 ms."""
    said = [mora for line in poem(card).phonetic[poem(card).kami] for mora in morae(hiragana(line))]
    return [
        MoraTime(kana, start + 10, start + 60, start + step)
        for kana, start in zip(said, accumulate([0.0] + [step] * len(said)), strict=False)
    ]


def kana(*openings: str) -> int:
    return mask(CARD[one] for one in openings)


@pytest.mark.parametrize(
    ("read", "card", "length", "at"),
    [
        ((), "む", 1, 60.0),  # み and も begin with an m too
        (("みかき", "みかの", "みせ", "みち", "みよ", "もも", "もろ", "め"), "む", 1, 10.0),
        ((), "あきか", 3, 410.0),
        (("あきの",), "あきか", 2, 260.0),  # あけ
        (("あきの", "あけ"), "あきか", 2, 210.0),
        ((), "なげき", 3, 460.0),
        ((), "おく", 2, 210.0),
        (("きみがためは", "きり"), "きみがためお", 1, 60.0),
    ],
)
def test_worked_points(read: tuple[str, ...], card: str, length: int, at: float) -> None:
    found = decision_point(CARD[card], kana(*read), times_of(CARD[card]))
    assert found.length == length
    assert found.kimariji_end == length * 200.0
    assert found.at == at


def test_the_same_consonant_waits_for_the_vowel() -> None:
    # なげき and なげけ: k in both, so the vowel tells
    point = decision_point(CARD["なげき"], 0, times_of(CARD["なげき"]))
    assert (point.at, point.rivals) == (460.0, kana("なげけ"))
    alike = kana("せ", "さ")
    alone = decision_point(CARD["す"], 0, times_of(CARD["す"]))
    assert (alone.at, alone.rivals) == (60.0, alike)
    assert decision_point(CARD["す"], alike, times_of(CARD["す"])).at == 10.0


@pytest.mark.parametrize(
    ("mora", "consonant"),
    [("か", "k"), ("キ", "k"), ("し", "sh"), ("す", "s"), ("あ", ""), ("を", ""), ("ん", "n")],
)
def test_onsets(mora: str, consonant: str) -> None:
    assert onset(mora) == consonant


@given(st.integers(1, 100), st.sets(st.integers(1, 100)))
def test_it_is_where_the_last_rival_parts(card: int, read_cards: set[int]) -> None:
    read = mask(read_cards - {card})
    times = times_of(card)
    found = decision_point(card, read, times)
    rivals = [other for other in numbers(ALL_CARDS & ~read) if other != card]
    assert found.length == len(current(card, read))
    if rivals:
        plain = {other: parting(card, other, times) for other in rivals}
        assert found.at == max(plain.values())
        assert found.rivals == mask(other for other, at in plain.items() if at == found.at)
    else:
        assert (found.at, found.rivals) == (times[0].audible, 0)
    assert found.at < found.kimariji_end


@settings(max_examples=10)
@given(st.integers(1, 100), st.permutations(range(1, 101)))
def test_it_never_moves_back_as_poems_are_read(card: int, order: list[int]) -> None:
    read, before = 0, float("inf")
    times = times_of(card)
    for other in order:
        if other != card and not read.bit_count() % 5:
            at = decision_point(card, read, times).at
            assert at <= before
            before = at
        read |= (1 << other) & ~(1 << card)


def test_too_few_times_are_refused_and_so_is_a_poem_against_itself() -> None:
    with pytest.raises(ValueError, match="times of 2 morae; 6 are wanted"):
        decision_point(CARD["あさぼらけあ"], 0, times_of(CARD["あさぼらけあ"])[:2])
    with pytest.raises(ValueError, match="does not part"):
        parting(5, 5, times_of(5))


@given(st.integers(1, 100), st.sets(st.integers(1, 100)))
def test_which_kana_decides_is_known_before_any_sound(card: int, read_cards: set[int]) -> None:
    read = mask(read_cards - {card})
    times = times_of(card)
    found, point = cue(card, read), decision_point(card, read, times)
    last = times[found.length - 1]
    assert (found.length, found.rivals) == (point.length, point.rivals)
    assert point.at == (last.vowel if found.vowel else last.audible)
