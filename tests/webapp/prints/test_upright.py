"""Texts from top to bottom."""

import pytest

from webapp.prints.upright import Cell, Turn, cells


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("ルー", [Cell("ル"), Cell("ー", Turn.LYING)]),
        ("「か」、", [Cell("﹁"), Cell("か"), Cell("﹂"), Cell("︑")]),
        ("きょ", [Cell("き"), Cell("ょ", small=True)]),
        ("10月", [Cell("10"), Cell("月")]),
        ("Anna Petrova 殿", [Cell("Anna Petrova", Turn.LYING), Cell("殿")]),
        ("Ａ級 優勝", [Cell("Ａ"), Cell("級"), Cell("\u3000"), Cell("優"), Cell("勝")]),
        ("葛\U000e0100", [Cell("葛")]),
        ("か\u3099", [Cell("が")]),
        ("", []),
    ],
)
def test_signs_stand_and_words_lie(text: str, wanted: list[Cell]) -> None:
    assert cells(text) == wanted
