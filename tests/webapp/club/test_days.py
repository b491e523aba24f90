"""Days as people write them."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.club.days import parse_day

DAYS = st.dates(dt.date(1926, 1, 1), dt.date(2099, 12, 31))


@given(
    DAYS,
    st.sampled_from(
        ["{0:%Y-%m-%d}", "{0:%Y/%m/%d}", "{0.year}.{0.month}.{0.day}", "{0.year}年{0.month}月{0.day}日"]
    ),
)
def test_every_day_comes_back(day: dt.date, form: str) -> None:
    """August and September too: 08 and 09 are no octal numbers."""
    typed = form.format(day)
    assert parse_day(typed) == day
    assert parse_day(typed.translate(str.maketrans("0123456789", "０１２３４５６７８９"))) == day


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("令和8年4月1日", dt.date(2026, 4, 1)),
        ("令和元年5月1日", dt.date(2019, 5, 1)),
        ("R8.4.1", dt.date(2026, 4, 1)),
        ("平成30年8月9日", dt.date(2018, 8, 9)),
        ("S63/1/8", dt.date(1988, 1, 8)),
        ("2026年4月", dt.date(2026, 4, 1)),
        ("2026-02-29", None),
        ("26/4/1", None),
        ("昨日", None),
        ("", None),
        ("2026", None),
    ],
)
def test_eras_months_and_what_is_no_day(typed: str, day: dt.date | None) -> None:
    assert parse_day(typed) == day
