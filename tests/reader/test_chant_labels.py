"""The labels against those that Open JTalk's own frontend writes."""

import contextlib
import io
from typing import Any

import pytest

from poems.anthology import OPENER, POEMS
from poems.kana import morae
from reader.chant.labels import full_context
from reader.chant.phonemes import line_morae


@pytest.fixture(scope="module")
def make_label() -> Any:
    """The frontend of the wheel, asked with words of our own making."""
    with contextlib.redirect_stdout(io.StringIO()):
        import pyopenjtalk  # noqa: PLC0415 - prints hints about its extras

    def make(lines: tuple[str, ...]) -> list[str]:
        labels: list[str] = pyopenjtalk.make_label([_noun(line) for line in lines])
        return labels

    return make


def _noun(line: str) -> dict[str, object]:
    return {
        "string": line,
        "pos": "名詞",
        "pos_group1": "一般",
        "pos_group2": "*",
        "pos_group3": "*",
        "ctype": "*",
        "cform": "*",
        "orig": line,
        "read": line,
        "pron": line,
        "acc": 0,
        "mora_size": len(morae(line)),
        "chain_rule": "*",
        "chain_flag": 0,
        "is_reading_protected": True,
        "is_reading_rewritten": False,
    }


def test_all_halves_have_the_labels_of_the_frontend(make_label: Any) -> None:
    for poem in (OPENER, *POEMS):
        for lines in (poem.phonetic[:3], poem.phonetic[3:]):
            assert full_context([line_morae(line) for line in lines]) == make_label(lines), poem.number


@pytest.mark.parametrize("lines", [("ア",), ("キャッカ",), ("シャーリュミョー", "ピョン", "ア", "ギャ")])
def test_other_lines_do_too(make_label: Any, lines: tuple[str, ...]) -> None:
    assert full_context([line_morae(line) for line in lines]) == make_label(lines)
