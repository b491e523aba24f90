"""Every sign of a name is drawn, or named."""

import pytest

from webapp.prints.signs import Font, code_points, coverage, font_of, missing, runs


def test_every_kanji_that_names_can_have_in_the_japanese_standard_is_drawn() -> None:
    ranges = (*range(0x3400, 0xA000), *range(0xF900, 0xFB00), *range(0x20000, 0x2A6E0))
    standard = set()
    for point in ranges:
        try:
            chr(point).encode("euc_jisx0213")
        except UnicodeEncodeError:
            continue
        standard.add(point)
    assert len(standard) > 10_000
    assert standard <= coverage()[Font.JAPANESE]


@pytest.mark.parametrize(
    "name", ["髙﨑 𠮷子", "渡邉・マリー", "Łukasz Żółć", "Ирина Ёлкина", "Їжак", "ÅŐő", "カード゛ー"]
)
def test_names_are_drawn_sign_by_sign(name: str) -> None:
    assert missing([name]) == ()
    assert "".join(part for _, part in runs(name)) == name


def test_what_no_font_has_is_a_geta_and_is_named() -> None:
    assert missing(["a\U00031350b", "\U00031350"]) == ("\U00031350",)
    assert "".join(part for _, part in runs("a\U00031350b")) == "a〓b"
    assert code_points("\U00031350") == "U+31350"
    assert font_of("\U00031350") is None


def test_a_chosen_variant_is_drawn_as_its_usual_form_and_named() -> None:
    assert missing(["葛\U000e0100城"]) == ("葛\U000e0100",)
    assert "".join(part for _, part in runs("葛\U000e0100城")) == "葛城"
    assert code_points("葛\U000e0100") == "U+845B U+E0100"


def test_each_part_has_one_font() -> None:
    assert list(runs("山Łu田")) == [(Font.JAPANESE, "山"), (Font.LETTERS, "Ł"), (Font.JAPANESE, "u田")]
