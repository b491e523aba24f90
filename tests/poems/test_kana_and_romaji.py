"""Small tables of letters."""

import re

import pytest

from poems.anthology import OPENER, POEMS
from poems.kana import hiragana, katakana, morae, unvoiced
from poems.romaji import hepburn, spellings, vowel


@pytest.mark.parametrize(
    ("text", "divided"),
    [
        ("きょう", ("きょ", "う")),
        ("こいすちょう", ("こ", "い", "す", "ちょ", "う")),
        ("オーコト", ("オ", "ー", "コ", "ト")),
        ("ほっしょうじ", ("ほ", "っ", "しょ", "う", "じ")),
        ("", ()),
    ],
)
def test_morae(text: str, divided: tuple[str, ...]) -> None:
    assert morae(text) == divided


def test_syllabaries_are_each_other() -> None:
    assert hiragana("ヲグラヤマ・ヴー") == "をぐらやま・ゔー"
    for one in POEMS:
        for line in one.kana_modern:
            assert hiragana(katakana(line)) == line
            assert not set(katakana(line)) & set(line)


def test_dakuten_go_and_nothing_else() -> None:
    assert unvoiced("がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ") == (
        "かきくけこさしすせそたちつてとはひふへほはひふへほ"
    )
    assert unvoiced("あきのたのー") == "あきのたのー"


@pytest.mark.parametrize(
    ("mora", "hepburn", "kunrei"),
    [
        ("し", "shi", "si"),
        ("ち", "chi", "ti"),
        ("つ", "tsu", "tu"),
        ("ふ", "fu", "hu"),
        ("じ", "ji", "zi"),
        ("ぢ", "ji", "zi"),
        ("づ", "zu", "zu"),
        ("を", "o", "o"),
        ("ん", "n", "n"),
        ("しょ", "sho", "syo"),
        ("ちょ", "cho", "tyo"),
        ("じゅ", "ju", "zyu"),
        ("きょ", "kyo", "kyo"),
        ("りょ", "ryo", "ryo"),
        ("ゑ", "e", "e"),
        ("わ", "wa", "wa"),
    ],
)
def test_hepburn_comes_first_and_kunrei_is_there(mora: str, hepburn: str, kunrei: str) -> None:
    assert spellings(mora)[0] == hepburn
    assert kunrei in spellings(mora)


def test_every_mora_of_the_anthology_can_be_typed() -> None:
    lines = {line for one in (*POEMS, OPENER) for line in one.kana_historical + one.kana_modern}
    names = {one.author.kana for one in POEMS}
    assert [
        mora for text in lines | names for mora in morae(text) if mora != "っ" and not spellings(mora)
    ] == []


@pytest.mark.parametrize(("mora", "letter"), [("きょ", "o"), ("つ", "u"), ("ん", ""), ("ー", ""), ("x", "")])
def test_vowel(mora: str, letter: str) -> None:
    assert vowel(mora) == letter


@pytest.mark.parametrize(
    ("kana", "romaji"),
    [
        ("チハヤブル", "chihayaburu"),
        ("ミズククルトワ", "mizukukurutowa"),
        ("オーコトノ", "ookotono"),
        ("きょうここのえに", "kyoukokonoeni"),
        ("ゆふ", "yufu"),
        ("", ""),
    ],
)
def test_a_line_in_hepburn(kana: str, romaji: str) -> None:
    assert hepburn(kana) == romaji


def test_every_line_of_the_anthology_has_latin_letters_alone() -> None:
    for poem in (OPENER, *POEMS):
        for line in poem.phonetic:
            assert re.fullmatch("[a-z]+", hepburn(line)), line
