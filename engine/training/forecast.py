"""When all cards will be known, as a range; and what became of the ranges that were told before.

The pace of the last four weeks is carried on as it varied: two standard errors of a day's mean to either side, and as
much again as the days to come will vary by themselves.
What was told on an earlier day follows from the cards that were known then, so none has to be kept to be scored.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from math import ceil, floor, inf
from typing import Final

from engine.training.interval import Interval, median
from engine.training.items import Skill
from engine.training.schedule import Schedule
from engine.training.trial import Exercise, Trial

CARDS: Final = 100
DAYS: Final = 28
"""Days by which the pace of learning is told, and after which a forecast is scored."""
FEWEST_DAYS: Final = 5
"""Days with new cards before which nothing is told."""
LONGEST_PAUSE_S: Final = 30.0
"""Seconds between two questions beyond which somebody did something else."""
_LAST_S: Final = 5.0
"""What the last question of a day is taken for."""
EVERY: Final = 7
"""Days between two forecasts that are scored."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """When all 100 cards are expected to be known, between two days; and the pace it rests on, in cards a day."""

    earliest: date
    latest: date
    cards: int
    """How many are left."""
    days: int
    low_a_day: float
    high_a_day: float
    in_four_weeks: tuple[int, int]
    """How many more cards will be known in four weeks, at least and at most."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A forecast for four weeks that was told on a day: so many new cards at least and at most; and what came."""

    day: date
    low: int
    high: int
    came: int

    @property
    def held(self) -> bool:
        """Whether it came true."""
        return self.low <= self.came <= self.high


def forecast(schedule: Schedule, skill: Skill, today: date) -> Forecast | None:
    """Return when all cards will have been met, by the last four weeks; always a range.

    None when all are met, and before there are five practice days with new cards.
    """
    return _forecast(_first(schedule, skill), today)


def scored(schedule: Schedule, skill: Skill, today: date) -> tuple[Scored, ...]:
    """Return the forecasts of every seventh day whose four weeks are over, the latest first."""
    first = _first(schedule, skill)
    out, day = [], today - timedelta(days=DAYS)
    while first and day >= min(first):
        told = _forecast(first, day)
        if told is not None:
            came = sum(day < one <= day + timedelta(days=DAYS) for one in first)
            out.append(Scored(day, *told.in_four_weeks, came))
        day -= timedelta(days=EVERY)
    return tuple(out)


def minutes_a_day(trials: Iterable[Trial], today: date) -> Interval | None:
    """Return the minutes of a day with practice, the median of the last four weeks; None without any.

    They are what lies between one question and the next, a pause of more than half a minute counting as half a minute.
    """
    shown: dict[date, list[datetime]] = {}
    for trial in trials:
        if 0 <= (today - trial.practice_day).days < DAYS and trial.exercise is not Exercise.MATCH:
            shown.setdefault(trial.practice_day, []).append(trial.shown_at)
    return median([_minutes(sorted(moments)) for moments in shown.values()])


def _minutes(moments: Sequence[datetime]) -> float:
    gaps = (min((later - one).total_seconds(), LONGEST_PAUSE_S) for one, later in pairwise(moments))
    return sum(gaps, start=_LAST_S) / 60


def came_true(told: Forecast, known_on: date | None, today: date) -> bool | None:
    """Return whether a forecast came true; None while it still can."""
    if known_on is not None:
        return told.earliest <= known_on <= told.latest
    return False if today > told.latest else None


def _first(schedule: Schedule, skill: Skill) -> list[date]:
    """Return the days on which cards were met."""
    return [memory.first for item, memory in schedule.memories.items() if item.skill is skill]


def _forecast(first: Collection[date], today: date) -> Forecast | None:
    """Return the forecast of a day, from what was met till then."""
    left = CARDS - sum(day <= today for day in first)
    ago = [(today - day).days for day in first if 0 <= (today - day).days < DAYS]
    if not left or len(set(ago)) < FEWEST_DAYS:
        return None
    days = max(ago) + 1
    each = [ago.count(day) for day in range(days)]
    mean = len(ago) / days
    spread = sum((one - mean) ** 2 for one in each) / max(days - 1, 1)
    slow, fast = _paces(mean, spread, days, left / mean)
    fewest, most = _paces(mean, spread, days, DAYS)
    return Forecast(
        today + timedelta(days=round(left / fast)),
        today + timedelta(days=round(left / slow) + 1),
        left,
        days,
        *_paces(mean, spread, days),
        (min(floor(DAYS * fewest), left), min(ceil(DAYS * most), left)),
    )


def _paces(mean: float, spread: float, days: int, ahead: float = inf) -> tuple[float, float]:
    """Return the least and the most cards a day, over so many days ahead; the pace as such where there is no end.

    A mean of few days ahead strays by itself, beside what the mean of the days that were is unsure. At least a third
    of the pace is counted on, or the latest day would be none at all.
    """
    error = 2 * (spread / days + spread / ahead) ** 0.5
    return max(mean - error, mean / 3), mean + error
