"""When all cards will be known: a range, which is held against what came."""

import random
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.forecast import DAYS, came_true, forecast, minutes_a_day, scored
from engine.training.items import Item, Skill
from engine.training.schedule import Memory, Schedule
from engine.training.trial import Exercise, Grade
from tests.engine.training.makers import DAY, trial


def learned(days: int, each: int, *, skip: int = 1) -> Schedule:
    """Return what is known of somebody who met so many cards on every day, or every other one."""
    met = [DAY + timedelta(days=skip * day) for day in range(days) for _ in range(each)]
    return known(met)


def known(met: list[date]) -> Schedule:
    return Schedule(
        {
            Item(card, Skill.SOUND): Memory(3.0, 5.0, day, day, 1, 0, Grade.GOOD)
            for card, day in enumerate(met, start=1)
        }
    )


def test_a_forecast_is_a_range() -> None:
    today = DAY + timedelta(days=9)
    told = forecast(learned(10, 4), Skill.SOUND, today)
    assert told is not None
    assert told.cards == 60
    assert told.earliest < told.latest
    assert told.earliest <= today + timedelta(days=15) <= told.latest
    assert told.in_four_weeks == (60, 60)
    assert came_true(told, told.earliest, today) is True
    assert came_true(told, told.latest + timedelta(days=1), today) is False
    assert came_true(told, None, told.latest) is None
    assert came_true(told, None, told.latest + timedelta(days=1)) is False


def test_nothing_is_told_by_too_little_or_of_what_is_over() -> None:
    assert forecast(learned(4, 4), Skill.SOUND, DAY + timedelta(days=3)) is None
    assert forecast(learned(20, 5), Skill.SOUND, DAY + timedelta(days=19)) is None
    assert forecast(learned(10, 4), Skill.FACE, DAY + timedelta(days=9)) is None
    assert scored(Schedule(), Skill.SOUND, DAY) == ()


def test_a_forecast_is_scored_when_its_four_weeks_are_over() -> None:
    even = learned(40, 1)
    assert scored(even, Skill.SOUND, DAY + timedelta(days=DAYS + 3)) == ()
    found = scored(even, Skill.SOUND, DAY + timedelta(days=39))
    assert [(one.day, one.came) for one in found] == [(DAY + timedelta(days=ago), 28) for ago in (11, 4)]
    assert all(one.held for one in found)
    stopped = learned(10, 3)
    (last, *_rest) = scored(stopped, Skill.SOUND, DAY + timedelta(days=DAYS + 9))
    assert (last.day, last.came, last.held) == (DAY + timedelta(days=9), 0, False)


def test_minutes_are_what_lies_between_questions() -> None:
    assert minutes_a_day((), DAY) is None
    days = [
        *(trial(20 * n, 17) for n in range(4)),
        trial(5000, 17),
        *(trial(n, 17, DAY - timedelta(days=1)) for n in range(2)),
        trial(0, 17, DAY - timedelta(days=DAYS)),
        trial(9000, 17, exercise=Exercise.MATCH),
    ]
    found = minutes_a_day(days, DAY)
    assert found is not None
    assert (found.n, found.low, found.high) == (2, 0.1, pytest.approx((3 * 20 + 30 + 5) / 60))


@pytest.mark.parametrize(("share", "each"), [(0.5, 1), (0.3, 2), (0.6, 1)])
def test_what_is_told_for_four_weeks_comes_true_as_often_as_a_range_should(share: float, each: int) -> None:
    """The next days vary by themselves too, not only what is known of the mean: 95 of 100 and not 90."""
    rng, told, held = random.Random(11), 0, 0
    while told < 400:
        days = [day for day in range(2 * DAYS) if rng.random() < share]
        met = known([DAY + timedelta(days=day) for day in days for _ in range(each)][:100])
        today = DAY + timedelta(days=2 * DAYS - 1)
        for one in scored(met, Skill.SOUND, today)[:1]:
            told, held = told + 1, held + one.held
    assert held >= 0.93 * told


@settings(max_examples=60)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=100), st.integers(28, 100))
def test_a_scored_forecast_is_the_one_that_was_told(ago: list[int], today: int) -> None:
    met = sorted(DAY + timedelta(days=day) for day in ago)
    for one in scored(known(met), Skill.SOUND, DAY + timedelta(days=today)):
        then = known([day for day in met if day <= one.day])
        told = forecast(then, Skill.SOUND, one.day)
        assert told is not None
        assert (one.low, one.high) == told.in_four_weeks
        assert one.came == sum(one.day < day <= one.day + timedelta(days=DAYS) for day in met)
