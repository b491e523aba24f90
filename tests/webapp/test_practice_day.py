"""The day of an evening, in zones with and without summer time: the web's is the engine's, by the machine's clock."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.training.day import practice_day as by_zone
from webapp.practice_day import practice_day

STEP = timedelta(minutes=10)
pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system cannot change its zone")


@pytest.fixture
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ZoneInfo]:
    """Return a zone, and let it be the machine's."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield ZoneInfo(request.param)
    monkeypatch.undo()
    time.tzset()


def _changes(zone: ZoneInfo) -> list[datetime]:
    """Return the hours of 2026 in which a zone's clocks are put forward or back."""
    hours = [datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=n) for n in range(365 * 24)]
    return [
        at
        for at in hours
        if at.astimezone(zone).utcoffset() != (at + timedelta(hours=1)).astimezone(zone).utcoffset()
    ]


@pytest.mark.parametrize(
    "zone",
    [
        "Asia/Tokyo",
        "Europe/Berlin",
        "America/New_York",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "Pacific/Kiritimati",
        "Antarctica/Troll",
    ],
    indirect=True,
)
def test_a_day_begins_at_four_by_the_clock_on_the_wall(zone: ZoneInfo) -> None:
    starts = [*_changes(zone), datetime(2026, 11, 30, tzinfo=UTC)]
    for start in starts:
        for n in range(-150, 300):
            at = start + n * STEP
            assert practice_day(at) == by_zone(at, zone), at
    local = datetime(2026, 7, 1, 3, 59, 59, tzinfo=zone)
    assert practice_day(local).day == 30
    assert practice_day(local + timedelta(seconds=1)).day == 1
