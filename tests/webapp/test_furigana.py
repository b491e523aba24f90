"""Furigana: every line of the anthology can be read back from its stretches."""

import pytest

from poems.anthology import OPENER, POEMS
from webapp.furigana import Ruby, furigana, lines


@pytest.mark.parametrize("poem", [OPENER, *POEMS], ids=lambda poem: str(poem.number))
def test_both_texts_of_a_poem_come_back_from_its_stretches(poem) -> None:
    for kanji, kana, divided in zip(poem.kanji, poem.kana_historical, lines(poem), strict=True):
        assert "".join(ruby.text for ruby in divided) == kanji
        assert "".join(ruby.reading or ruby.text for ruby in divided) == kana


def test_no_line_falls_back_to_one_reading_over_kana_and_kanji() -> None:
    for poem in (OPENER, *POEMS):
        for divided in lines(poem):
            for ruby in divided:
                if ruby.reading:
                    assert not any("ぁ" <= character <= "ゟ" for character in ruby.text), (poem.number, ruby)


@pytest.mark.parametrize(
    ("kanji", "kana", "readings"),
    [
        ("神代も聞かず", "かみよもきかず", [("神代", "かみよ"), ("も", ""), ("聞", "き"), ("かず", "")]),
        # the kana between could be taken for a part of either reading
        ("吉野の里に", "よしののさとに", [("吉野", "よしの"), ("の", ""), ("里", "さと"), ("に", "")]),
        ("小野の篠原", "をののしのはら", [("小野", "をの"), ("の", ""), ("篠原", "しのはら")]),
        ("香に匂ひける", "かににほひける", [("香", "か"), ("に", ""), ("匂", "にほ"), ("ひける", "")]),
        ("人の命の", "ひとのいのちの", [("人", "ひと"), ("の", ""), ("命", "いのち"), ("の", "")]),
        ("紅葉踏み分け", "もみぢふみわけ", [("紅葉踏", "もみぢふ"), ("み", ""), ("分", "わ"), ("け", "")]),
        ("古き軒端の", "ふるきのきばの", [("古", "ふる"), ("き", ""), ("軒端", "のきば"), ("の", "")]),
    ],
)
def test_readings_stand_over_their_kanji(kanji, kana, readings) -> None:
    assert furigana(kanji, kana) == tuple(Ruby(text, reading) for text, reading in readings)


def test_a_line_that_cannot_be_divided_keeps_its_reading_whole() -> None:
    assert furigana("花の色", "つきかげ") == (Ruby("花の色", "つきかげ"),)
