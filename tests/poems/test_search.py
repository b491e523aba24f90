"""Finding poems by what people type."""

import pytest

from poems.anthology import POEMS
from poems.kana import katakana, unvoiced
from poems.poem import Poem
from poems.search import Found, Hit, search

EVERY = pytest.mark.parametrize("one", POEMS, ids=lambda one: str(one.number))


def found(text: str) -> list[int]:
    return [hit.number for hit in search(text)]


@pytest.mark.parametrize(
    ("text", "number"), [("008", 8), ("09", 9), ("9", 9), ("９", 9), (" 12 ", 12), ("100", 100)]
)
def test_number_finds_that_poem_alone(text: str, number: int) -> None:
    assert search(text) == (Hit(number, Found.NUMBER),)


@pytest.mark.parametrize(
    "text", ["①", "1.5", "-3", "101", "0", "000", "〇", "1a", "", " ", "。", "'", "xyz", "ж", "🂡"]
)
def test_what_makes_no_sense_finds_nothing(text: str) -> None:
    assert search(text) == ()
    assert search(text * 500) == ()


def test_opener_only_when_asked_for() -> None:
    assert search("000", opener=True) == (Hit(0, Found.NUMBER),)
    assert search("なにわづに", opener=True) == (Hit(0, Found.OPENING),)
    assert search("いまははるべと", opener=True) == (Hit(0, Found.LINE),)
    assert search("さくやこの") == ()
    assert search("王仁", opener=True) == (Hit(0, Found.AUTHOR),)


@EVERY
def test_every_line_finds_its_poem_in_every_spelling(one: Poem) -> None:
    for line in one.kana_historical + one.kana_modern + one.phonetic + one.kanji:
        for text in (line, katakana(line), unvoiced(line), f" {line} "):
            assert one.number in found(text)


@EVERY
def test_whole_halves_find_only_their_poem(one: Poem) -> None:
    for lines in (one.kana_historical, one.kana_modern, one.phonetic, one.kanji):
        for half in (Poem.kami, Poem.shimo):
            assert found("".join(lines[half])) == [one.number]
            assert found("\u3000".join(lines[half])) == [one.number]


@EVERY
def test_kimariji_puts_its_card_first(one: Poem) -> None:
    for text in (one.kimariji, one.kimariji_historical, katakana(one.kimariji)):
        assert search(text)[0] == Hit(one.number, Found.KIMARIJI)


@EVERY
def test_author(one: Poem) -> None:
    for name in (one.author.name, one.author.kana, one.author.romaji, one.author.romaji_macron):
        assert one.number in found(name)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("こひすてふ", [41]),  # either spelling, and the two mixed
        ("こいすちょう", [41]),
        ("こひすちょう", [41]),
        ("koisuchō", [41]),
        ("koisuchou", [41]),
        ("koisutyo", [41]),
        ("kohisutefu", [41]),
        ("あふさか", [10, 25, 62]),
        ("おうさか", [10, 25, 62]),
        ("おおさか", [10, 25, 62]),
        ("オーサカ", [10, 25, 62]),
        ("Ōsaka", [10, 25, 62]),
        ("osaka", [10, 25, 62]),
        ("逢坂", [10, 25, 62]),
        ("逢う", [44, 56]),  # modern okurigana after a kanji
        ("逢ふ", [44, 56]),
        ("龍田", [17, 69]),  # another form of the kanji
        ("竜田", [17, 69]),
        ("難波", [19, 88, 20]),
        ("ヲグラ", [26]),
        ("をくら", [26]),
        ("ogura", [26]),
        ("wogura", [26]),
        ("ﾋｻｶﾀﾉ", [33, 76]),
        ("hisakata", [33, 76]),
        ("tihayaburu", [17]),
        ("chihayaburu", [17]),
        ("いづこも", [70]),
        ("いづくも", [70]),
        ("よるはもえて", [49]),  # a rejected reading still finds its poem
        ("紫式部", [57]),
        ("むらさき", [57]),
        ("murasaki", [57]),
        ("teika", [97]),
        ("定家", [97]),
        ("hosshoji", [76]),
        ("hossyouzi", [76]),
        ("安倍仲麻呂", [7]),
        ("阿倍仲麻呂", [7]),
    ],
)  # fmt: skip
def test_some_texts(text: str, numbers: list[int]) -> None:
    assert found(text) == numbers


def test_best_match_comes_first_and_then_the_number() -> None:
    assert search("しのぶれど") == (Hit(40, Found.KIMARIJI), Hit(39, Found.LINE))
    assert [hit.found for hit in search("あり")] == sorted(hit.found for hit in search("あり"))
    assert search("きみがため") == (Hit(15, Found.OPENING), Hit(50, Found.OPENING))
    assert search("花")[:2] == (Hit(9, Found.OPENING), Hit(96, Found.OPENING))


def test_plain_kana_find_voiced_ones_but_not_the_other_way_round() -> None:
    assert 26 in found("おくら")
    assert 5 not in found("おぐや")


def test_endless_marked_vowels_do_not_multiply() -> None:
    assert search("ō" * 200) == ()
