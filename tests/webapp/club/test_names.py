"""People's names: found whatever way they are typed, listed by kana, told apart."""

import pytest

from webapp.club.names import folded, matches, sort_key


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("高橋", "髙橋"),
        ("渡辺", "渡邉"),
        ("たかはし", "タカハシ"),
        ("ﾀｶﾊｼ", "たかはし"),
        ("小野 小町", "小野　小町"),
        ("ONO", "ono"),
        ("Ｏｎｏ", "ono"),
        ("が", "か\u3099"),
        ("小町", "小野小町"),
    ],
)
def test_accidents_of_typing_hide_nobody(typed: str, name: str) -> None:
    assert matches(typed, name)


@pytest.mark.parametrize(("typed", "name"), [("か", "が"), ("小町", "小待"), ("たかはしさん", "たかはし")])
def test_different_names_stay_different(typed: str, name: str) -> None:
    assert not matches(typed, name)


def test_lists_go_by_kana_and_those_without_come_last() -> None:
    people = [("", "Zoe"), ("おの", "小野"), ("アリワラ", "在原"), ("", "Ann"), ("いせ", "伊勢")]
    assert [name for _, name in sorted(people, key=lambda one: sort_key(*one))] == [
        "在原",
        "伊勢",
        "小野",
        "Ann",
        "Zoe",
    ]
    assert folded("アリワラ") == "ありわら"
