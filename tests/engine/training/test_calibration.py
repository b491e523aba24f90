"""How good forecasts are: made from the past alone, scored as published, grades kept only where they help."""

import random
from datetime import timedelta
from math import log

import pytest

from engine.training.calibration import (
    FEWEST,
    Forecast,
    average_loss,
    calibration,
    forecasts,
    judge_grades,
    log_loss,
)
from engine.training.items import Item, Skill
from engine.training.schedule import Schedule
from engine.training.trial import Grade, Trial
from tests.engine.training.makers import DAY, trial


def test_a_forecast_is_made_before_its_review() -> None:
    item = Item(17, Skill.SOUND)
    trials = [
        trial(0, day=DAY, auto_grade=Grade.GOOD),
        trial(1, day=DAY, auto_grade=Grade.AGAIN, correct=False),
        trial(2, day=DAY + timedelta(days=3), auto_grade=Grade.GOOD),
    ]
    (told,) = forecasts(trials)
    before = Schedule().after(item, Grade.GOOD, DAY).after(item, Grade.AGAIN, DAY)
    assert told == Forecast(before.recall(item, DAY + timedelta(days=3)) or 0.0, recalled=True)


def test_losses_by_hand() -> None:
    told = [Forecast(0.8, recalled=True), Forecast(0.6, recalled=False)]
    assert log_loss(told) == pytest.approx(-(log(0.8) + log(0.4)) / 2)
    assert average_loss(told) == pytest.approx(log(2))
    assert log_loss([]) is None
    assert average_loss([]) is None
    assert log_loss([Forecast(1.0, recalled=False)]) == pytest.approx(-log(1e-6))


def test_a_true_forecast_is_calibrated() -> None:
    rng = random.Random(2)
    told = [Forecast(chance := rng.uniform(0.3, 1.0), rng.random() < chance) for _ in range(4000)]
    bins = calibration(told)
    assert sum(one.recalled.n for one in bins) == 4000
    assert all(abs(one.told - one.recalled.value) < 0.06 for one in bins)
    assert calibration([Forecast(1.0, recalled=True)])[0].high == 1.0


def graded(hard_means_forgetting: bool) -> list[Trial]:
    """Return reviews of many items; HARD either foretells a failure, or says the opposite of what comes."""
    rng, out = random.Random(7), []
    for poem in range(1, 101):
        day = DAY
        for number in range(6):
            hard = rng.random() < 0.5
            out.append(trial(number, poem, day, auto_grade=Grade.HARD if hard else Grade.EASY))
            day += timedelta(days=4)
            recalled = rng.random() < (0.2 if hard is hard_means_forgetting else 0.98)
            out.append(
                trial(number, poem, day, auto_grade=Grade.GOOD if recalled else Grade.AGAIN, correct=recalled)
            )
            day += timedelta(days=4)
    return sorted(out, key=lambda one: one.practice_day)


def test_grades_are_kept_only_where_they_help() -> None:
    good, bad = (
        judge_grades(graded(hard_means_forgetting=True)),
        judge_grades(graded(hard_means_forgetting=False)),
    )
    assert good is not None
    assert bad is not None
    assert good.graded - good.pass_fail < bad.graded - bad.pass_fail
    assert not bad.keep_grades
    assert good.n == bad.n > FEWEST // 2
    assert judge_grades(graded(hard_means_forgetting=True)[:40]) is None
