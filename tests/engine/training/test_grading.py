"""Automatic grades: right or wrong decides, speed only tells passes apart, EASY is rare."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.grading import FEWEST, MOST_EASY, Graded, Reason, grade, history
from engine.training.trial import DelaySource, Exercise, Grade, Sound, Trial
from tests.engine.training.makers import DAY, trial

NOTHING = history([])


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        # 50 (きみがためお) is read; 15 is its partner
        ({"rt_ms": 2900.0}, Graded(Grade.HARD, Reason.OVER_LIMIT)),
        ({"rt_ms": 300.0, "correct": False, "chosen": 15}, Graded(Grade.AGAIN, Reason.WRONG)),
        ({"rt_ms": None, "correct": False, "chosen": None}, Graded(Grade.AGAIN, Reason.NO_ANSWER)),
        ({"rt_ms": 900.0, "touched": (15,)}, Graded(Grade.AGAIN, Reason.TOUCHED_ANOTHER)),
        ({"rt_ms": 900.0, "touched": (50,)}, Graded(Grade.GOOD, Reason.IN_BETWEEN)),
        ({"rt_ms": 200.0, "hint": True}, Graded(Grade.AGAIN, Reason.HINT)),
        ({"rt_ms": 200.0}, Graded(Grade.GOOD, Reason.IN_BETWEEN)),
        ({"rt_ms": 2500.0}, Graded(Grade.GOOD, Reason.IN_BETWEEN)),
        ({"rt_ms": -40.0}, Graded(None, Reason.ANTICIPATED)),
        ({"rt_ms": 300.0, "interrupted": True}, Graded(None, Reason.INTERRUPTED)),
        ({"correct": None}, Graded(None, Reason.NOT_JUDGED)),
        ({"rt_ms": 9000.0, "self_judged": True}, Graded(Grade.GOOD, Reason.IN_BETWEEN)),
        ({"rt_ms": 2900.0, "sound": Sound("mei")}, Graded(Grade.HARD, Reason.OVER_LIMIT)),
    ],
)
def test_what_each_answer_is_worth(fields: dict[str, Any], expected: Graded) -> None:
    assert grade(trial(poem=50, **fields), NOTHING) == expected


@given(st.floats(-150, 5000), st.integers(1, 100), st.booleans())
def test_speed_never_makes_a_wrong_answer_a_pass(rt: float, chosen: int, hint: bool) -> None:
    found = grade(trial(poem=50, correct=False, chosen=chosen, rt_ms=rt, hint=hint), NOTHING)
    assert found.grade in (Grade.AGAIN, None)
    slow = grade(trial(poem=50, rt_ms=abs(rt)), NOTHING)
    assert slow.grade is not Grade.AGAIN


def usual(count: int, first: float = 400.0, step: float = 10.0, **fields: Any) -> list[Trial]:
    return [
        trial(number, rt_ms=first + step * number, auto_grade=Grade.GOOD, **fields) for number in range(count)
    ]


def test_a_time_that_measures_nothing_is_neither_slow_nor_fast() -> None:
    late = DAY + timedelta(days=9)
    past = history(usual(FEWEST))
    slow = trial(99, day=late, rt_ms=1500.0)
    assert grade(slow, past).reason is Reason.SLOW_FOR_YOU
    unmeasured = replace(slow, sound=Sound("mei", delay_source=DelaySource.BROWSER))
    assert grade(unmeasured, past).reason is Reason.IN_BETWEEN


def test_until_thirty_times_only_the_fixed_limits_hold() -> None:
    late = DAY + timedelta(days=9)
    for count, expected in ((FEWEST - 1, Reason.IN_BETWEEN), (FEWEST, Reason.SLOW_FOR_YOU)):
        past = history(usual(count))
        assert grade(trial(day=late, rt_ms=1500.0), past).reason is expected
    past = history(usual(FEWEST - 1))
    assert grade(trial(day=late, rt_ms=100.0), past).reason is Reason.IN_BETWEEN


def test_the_slowest_fifth_is_hard_and_the_fastest_quarter_easy() -> None:
    past = history(usual(60))  # 400 to 990 ms
    late = DAY + timedelta(days=9)
    reasons = {
        rt: grade(trial(day=late, rt_ms=rt), past).reason for rt in (410.0, 480.0, 700.0, 860.0, 900.0)
    }
    assert reasons == {
        410.0: Reason.FAST,
        480.0: Reason.FAST,
        700.0: Reason.IN_BETWEEN,
        860.0: Reason.IN_BETWEEN,
        900.0: Reason.SLOW_FOR_YOU,
    }


def test_other_devices_and_exercises_do_not_count() -> None:
    past = history([*usual(60), *usual(60, exercise=Exercise.FULL_MAT)])
    late = DAY + timedelta(days=9)
    assert grade(trial(day=late, rt_ms=2000.0, exercise=Exercise.GHOST), past).reason is Reason.IN_BETWEEN


def test_easy_must_be_earned() -> None:
    late = DAY + timedelta(days=9)
    fast = trial(day=late, rt_ms=410.0)
    assert grade(fast, history(usual(60))).grade is Grade.EASY
    # over the absolute goal, however fast for this player
    assert grade(trial(day=late, rt_ms=1010.0), history(usual(60, first=1000))).reason is Reason.IN_BETWEEN
    # in the first week of the item
    assert grade(trial(day=DAY + timedelta(days=6), rt_ms=410.0), history(usual(60))).grade is Grade.GOOD
    # never met before, or failed one of the last two times
    assert grade(trial(day=late, poem=18, rt_ms=410.0), history(usual(60))).grade is Grade.GOOD
    failed = [*usual(59), trial(60, auto_grade=Grade.AGAIN, correct=False)]
    assert grade(fast, history(failed)).grade is Grade.GOOD


def test_at_most_fifteen_in_a_hundred_are_easy() -> None:
    trials = usual(60)
    for number in range(60):
        one = trial(number, day=DAY + timedelta(days=9), rt_ms=400.0 + number % 3)
        given_grade = grade(one, history(trials)).grade
        trials.append(trial(number, day=one.practice_day, rt_ms=one.rt_ms, auto_grade=given_grade))
    easy = [one for one in trials[-60:] if one.auto_grade is Grade.EASY]
    assert 0 < len(easy) <= MOST_EASY * 60


def test_a_slow_evening_is_taken_off() -> None:
    past = history(usual(60, warmup_median_ms=300.0))
    late = DAY + timedelta(days=9)
    assert grade(trial(day=late, rt_ms=1200.0, warmup_median_ms=300.0), past).reason is Reason.SLOW_FOR_YOU
    assert grade(trial(day=late, rt_ms=1200.0, warmup_median_ms=600.0), past).reason is Reason.IN_BETWEEN
    # and a slow headset does not make everything HARD by the fixed limit
    assert grade(trial(day=late, rt_ms=2600.0, warmup_median_ms=900.0), past).reason is not Reason.OVER_LIMIT
