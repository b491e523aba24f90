"""Kimari-ji as an answer, in every spelling that learners meet."""

import pytest

from poems.answer import names_card, opening
from poems.anthology import POEMS
from poems.kana import hiragana, katakana
from poems.poem import Poem

EVERY = pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("おおこ", 44),
        ("あふこ", 44),
        ("おうこ", 44),
        ("オオコ", 44),
        ("オーコ", 44),
        ("ｵｵｺ", 44),
        ("ooko", 44),
        ("ōko", 44),
        ("oko", 44),
        ("あふ", None),
        ("おお", None),
        ("あうこ", None),
        ("おぐ", 26),
        ("をぐ", 26),
        ("ogu", 26),
        ("wogu", 26),
        ("を", None),
        ("おく", 5),
        ("おおえ", 60),
        ("おほえ", 60),
        ("ooe", 60),
        ("ōe", 60),
        ("OOE", 60),
        ("あはれ", 45),
        ("あわれ", 45),
        ("あわじ", 78),
        ("あはぢ", 78),
        ("awaji", 78),
        ("ahadi", 78),
        ("あは", None),
        ("ひとは", 35),
        ("ひとわ", 35),
        ("こひ", 41),
        ("こい", 41),
        ("やへ", 47),
        ("やえ", 47),
        ("yū", 71),
        ("yu", None),
        ("ゆふ", 71),
        ("む", 87),
        ("むらさめ", 87),
        ("あさぼらけ", None),
        ("あさぼらけあ", 31),
        ("あさほらけあ", 31),
        ("かせを", 48),
        ("ちきりお", 75),
        ("xyz", None),
        ("44", None),
        ("", None),
    ],
)
def test_answers(text: str, card: int | None) -> None:
    assert names_card(text) == card


def openings(one: Poem, length: int) -> set[str]:
    written = (one.kana_historical, one.kana_modern, one.phonetic)
    spelled = [one.kimariji_key, *("".join(lines[Poem.kami]) for lines in written)]
    return {hiragana(text)[:length] for text in spelled}


@EVERY
def test_every_spelling_names_its_card(one: Poem) -> None:
    for text in openings(one, one.kimariji_length) | set(one.kimariji_variants):
        assert names_card(text) == names_card(katakana(text)) == one.number


@EVERY
def test_one_kana_less_is_too_short(one: Poem) -> None:
    for text in openings(one, one.kimariji_length - 1):
        assert names_card(text) is None


@EVERY
def test_more_than_the_kimariji_is_fine(one: Poem) -> None:
    for text in openings(one, 12):
        assert names_card(text) == one.number


@pytest.mark.parametrize(
    ("card", "text", "kana"),
    [
        (60, "おお", 2),
        (60, "おほ", 2),
        (60, "ooe", 3),
        (44, "あふこ", 3),
        (44, "あふ", 2),
        (31, "アサボ", 3),
        (31, "asa", 2),
        (31, "き", 0),
        (31, "", 0),
        (50, "きみがため", 5),
        (50, "きみがためは", 0),
    ],
)
def test_how_many_kana_an_opening_has(card: int, text: str, kana: int) -> None:
    assert opening(card, text) == kana
