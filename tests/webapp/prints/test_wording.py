"""The words of certificates."""

import datetime as dt

import pytest

from webapp.prints.wording import filled, japanese_class, japanese_day, japanese_place, kanji


@pytest.mark.parametrize(
    ("day", "wanted"),
    [
        (dt.date(2026, 11, 29), "令和八年十一月二十九日"),
        (dt.date(2019, 5, 1), "令和元年五月一日"),
        (dt.date(2019, 4, 30), "平成三十一年四月三十日"),
        (dt.date(1988, 12, 31), "一九八八年十二月三十一日"),
    ],
)
def test_days_have_their_era(day: dt.date, wanted: str) -> None:
    assert japanese_day(day) == wanted


def test_numbers_are_written_in_kanji() -> None:
    assert [kanji(number) for number in (1, 10, 11, 20, 99)] == ["一", "十", "十一", "二十", "九十九"]
    assert [japanese_place(place) for place in (1, 2, 3, 12)] == ["優勝", "準優勝", "第三位", "第十二位"]


def test_classes_are_written_wide() -> None:
    assert [japanese_class(name) for name in ("A", "d1", "Ｄ１２", "Ａ級", "団体", "シニア")] == [
        "Ａ級",
        "Ｄ１級",
        "Ｄ１２級",
        "Ａ級",
        "団体",
        "シニア",
    ]


def test_only_what_is_known_is_filled_in() -> None:
    assert filled("{name} {x} {", {"name": "{x}"}) == "{x} {x} {"
