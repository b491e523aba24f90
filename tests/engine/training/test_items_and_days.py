"""Items, and the practice day: across midnight, summer time, other zones (problem: tomorrow's cards due at nine)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.day import practice_day, start_of
from engine.training.items import Item, Skill, items

TOKYO, BERLIN, NEW_YORK = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
ZONES = (
    TOKYO,
    BERLIN,
    NEW_YORK,
    ZoneInfo("Pacific/Apia"),
    ZoneInfo("Australia/Lord_Howe"),
    ZoneInfo("Asia/Kathmandu"),
    ZoneInfo("America/Sao_Paulo"),
)
MOMENTS = st.integers(800_000_000, 2_100_000_000).map(lambda second: datetime.fromtimestamp(second, UTC))


def test_items_are_named_and_numbered_for_ever() -> None:
    assert str(Item(17, Skill.FACE)) == "17.face"
    every = list(items(tuple(Skill)))
    assert len(every) == len({one.number for one in every}) == 400
    assert all(Item.parse(str(one)) == one for one in every)
    assert Item(17, Skill.SOUND).number == 1017
    assert len(list(items())) == 200


@pytest.mark.parametrize("key", ["", "17", "17.face ", "0.face", "101.face", "17.nose", "17.FACE", "-1.face"])
def test_other_keys_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        Item.parse(key)


def at(text: str, zone: ZoneInfo = TOKYO) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-01-31T23:50", date(2026, 1, 31)),
        ("2026-02-01T00:30", date(2026, 1, 31)),
        ("2026-02-01T03:59", date(2026, 1, 31)),
        ("2026-02-01T04:01", date(2026, 2, 1)),
        ("2026-02-01T08:59", date(2026, 2, 1)),
        ("2026-02-01T09:01", date(2026, 2, 1)),
    ],
)
def test_an_evening_past_midnight_is_one_day(moment: str, day: date) -> None:
    assert practice_day(at(moment), TOKYO) == day
    assert practice_day(at(moment).astimezone(UTC), TOKYO) == day


def test_a_moment_without_a_zone_belongs_to_no_day() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        practice_day(datetime(2026, 1, 1), TOKYO)  # noqa: DTZ001 - that is the point


def test_days_of_23_and_of_25_hours() -> None:
    spring, autumn = date(2026, 3, 28), date(2026, 10, 24)
    assert start_of(spring + timedelta(1), BERLIN) - start_of(spring, BERLIN) == timedelta(hours=23)
    assert start_of(autumn + timedelta(1), BERLIN) - start_of(autumn, BERLIN) == timedelta(hours=25)
    # 02:30 comes twice in that night, and both belong to the day before
    for fold in (0, 1):
        assert practice_day(at("2026-10-25T02:30", BERLIN).replace(fold=fold), BERLIN) == autumn


def test_a_date_that_a_zone_left_out_still_has_its_day() -> None:
    apia = ZoneInfo("Pacific/Apia")  # 2011-12-30 was never on its clocks
    before, skipped, after = (start_of(date(2011, 12, day), apia) for day in (29, 30, 31))
    assert before < skipped < after
    assert practice_day(skipped, apia) == date(2011, 12, 30)


def test_a_jump_over_the_hour_begins_the_day_at_the_jump() -> None:
    # Berlin's clocks jump from 02:00 to 03:00; were days to begin at 02:30, this one begins at 01:00 UTC
    assert start_of(date(2026, 3, 29), BERLIN, time(2, 30)) == datetime(2026, 3, 29, 1, tzinfo=UTC)


@given(MOMENTS, st.sampled_from(ZONES))
def test_every_moment_lies_in_its_day(moment: datetime, zone: ZoneInfo) -> None:
    day = practice_day(moment, zone)
    assert start_of(day, zone) <= moment < start_of(day + timedelta(days=1), zone)


@given(MOMENTS, st.timedeltas(timedelta(0), timedelta(days=3)), st.sampled_from(ZONES))
def test_days_never_go_back(moment: datetime, later: timedelta, zone: ZoneInfo) -> None:
    assert practice_day(moment, zone) <= practice_day(moment + later, zone)
