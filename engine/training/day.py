"""The practice day: it begins at 04:00 in the club's zone, so that an evening past midnight is one day.

A day is stored with each trial as it was counted then. Moving to another zone does not rewrite past days.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

BEGINS: Final = time(4)


def practice_day(at: datetime, zone: tzinfo, begins: time = BEGINS) -> date:
    """Return the practice day of a moment. Raises ValueError for a time without a zone."""
    if at.tzinfo is None:
        raise ValueError("a moment without a zone belongs to no day")
    day = at.astimezone(zone).date()
    return day if start_of(day, zone, begins) <= at else day - timedelta(days=1)


def start_of(day: date, zone: tzinfo, begins: time = BEGINS) -> datetime:
    """Return the first moment of a practice day, in UTC: when clocks first show 04:00 or later on that date.

    Where the clocks jump over 04:00 it is the moment of the jump, and where they show it twice the first time, so days
    follow each other without a gap and without going back.
    """
    wall = datetime.combine(day, begins)
    found = wall.replace(tzinfo=zone).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wall:
        return found
    before = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)
    return _jump(before, found, zone, wall)


def _jump(before: datetime, after: datetime, zone: tzinfo, wall: datetime) -> datetime:
    """Return the first whole second at which clocks show `wall` or later; it lies after the first, by the second."""
    low, high = 0, int((after - before).total_seconds())
    while high - low > 1:
        middle = (low + high) // 2
        shown = (before + timedelta(seconds=middle)).astimezone(zone).replace(tzinfo=None)
        low, high = (low, middle) if shown >= wall else (middle, high)
    return before + timedelta(seconds=high)
