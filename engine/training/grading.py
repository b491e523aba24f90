"""The automatic grade: right or wrong decides whether it was recalled, speed only tells passes apart.

Grades add little to the forecast of recall, so they are given with care: a wrong answer is never made a pass by its
speed, a slow right one is never a failure, and EASY is rare. Every grade has its reason, and can be put right once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from engine.training.interval import quantile
from engine.training.items import Item
from engine.training.times import Kind, effects, kind
from engine.training.trial import Exercise, Grade, Trial

WINDOW: Final = 60
"""The last timed trials of a kind by which fast and slow are told."""
FEWEST: Final = 30
"""Timed trials of a kind until which only the fixed limits hold."""
SLOW_MS: Final = 2500.0
SLOW_SHARE: Final = 0.80
FAST_SHARE: Final = 0.25
MOST_EASY: Final = 0.15
FIRST_WEEK: Final = timedelta(days=7)

GOALS_MS: Final[Mapping[Exercise, float]] = {
    Exercise.FUDANAGASHI: 900.0,
    Exercise.SOUND: 500.0,
    Exercise.REACTION: 350.0,
    Exercise.FULL_MAT: 500.0,
    Exercise.GHOST: 500.0,
}
"""How fast a fast answer is at least, for those without a goal of their own."""
GOAL_MS: Final = 1200.0
"""The same for the other exercises."""


class Reason(StrEnum):
    """Why a trial got its grade, or none."""

    INTERRUPTED = "interrupted"
    ANTICIPATED = "anticipated"
    NOT_JUDGED = "not_judged"
    WRONG = "wrong"
    NO_ANSWER = "no_answer"
    HINT = "hint"
    TOUCHED_ANOTHER = "touched_another"
    OVER_LIMIT = "over_limit"
    SLOW_FOR_YOU = "slow_for_you"
    IN_BETWEEN = "in_between"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Graded:
    """A grade and its reason; no grade where the trial tells nothing."""

    grade: Grade | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class History:
    """What grading looks back on: recent times by kind, and of each item its first day and its latest grades."""

    recent: Mapping[Kind, tuple[Trial, ...]] = field(default_factory=dict)
    first_day: Mapping[Item, date] = field(default_factory=dict)
    last_two: Mapping[Item, tuple[Grade, ...]] = field(default_factory=dict)
    grades: tuple[Grade, ...] = ()
    """The latest grades of all items, as many as `WINDOW`."""


def history(trials: Iterable[Trial]) -> History:
    """Return the fold of settled trials."""
    recent: dict[Kind, list[Trial]] = {}
    first_day: dict[Item, date] = {}
    last_two: dict[Item, tuple[Grade, ...]] = {}
    grades: list[Grade] = []
    for trial in trials:
        if trial.timed:
            recent.setdefault(kind(trial), []).append(trial)
        given, item = trial.grade, trial.item
        if given is not None and item is not None:
            first_day.setdefault(item, trial.practice_day)
            last_two[item] = (*last_two.get(item, ()), given)[-2:]
            grades.append(given)
    windows = {which: tuple(found[-WINDOW:]) for which, found in recent.items()}
    return History(windows, first_day, last_two, tuple(grades[-WINDOW:]))


def grade(trial: Trial, past: History, goals_ms: Mapping[Exercise, float] = GOALS_MS) -> Graded:
    """Return the automatic grade of a trial after what came before."""
    if trial.interrupted:
        return Graded(None, Reason.INTERRUPTED)
    if trial.anticipatory:
        return Graded(None, Reason.ANTICIPATED)
    if trial.correct is None:
        return Graded(None, Reason.NOT_JUDGED)
    if not trial.correct:
        nothing = not trial.response and trial.chosen is None
        return Graded(Grade.AGAIN, Reason.NO_ANSWER if nothing else Reason.WRONG)
    if trial.hint:
        return Graded(Grade.AGAIN, Reason.HINT)
    if any(card != trial.chosen for card in trial.touched):
        return Graded(Grade.AGAIN, Reason.TOUCHED_ANOTHER)
    return _passed(trial, past, goals_ms)


def _passed(trial: Trial, past: History, goals_ms: Mapping[Exercise, float]) -> Graded:
    """Tell the passes apart by speed, as far as there is one."""
    between = Graded(Grade.GOOD, Reason.IN_BETWEEN)
    if trial.rt_ms is None or trial.self_judged:
        return between
    recent = past.recent.get(kind(trial), ())
    found = effects(recent)
    adjusted = trial.rt_ms if found is None else found.adjusted_ms(trial)
    if adjusted > SLOW_MS:
        return Graded(Grade.HARD, Reason.OVER_LIMIT)
    if found is None or len(recent) < FEWEST or not trial.measured:
        return between
    own = [found.residual(one) for one in recent]
    this = found.residual(trial)
    if this > quantile(own, SLOW_SHARE):
        return Graded(Grade.HARD, Reason.SLOW_FOR_YOU)
    goal = goals_ms.get(trial.exercise, GOAL_MS)
    if this <= quantile(own, FAST_SHARE) and adjusted <= goal and _may_be_easy(trial, past):
        return Graded(Grade.EASY, Reason.FAST)
    return between


def _may_be_easy(trial: Trial, past: History) -> bool:
    """Whether an item is old and sure enough, and not too many were easy lately."""
    item = trial.item
    if item is None or item not in past.first_day:
        return False
    settled = trial.practice_day - past.first_day[item] >= FIRST_WEEK
    last = past.last_two.get(item, ())
    sure = len(last) == 2 and all(one.passed for one in last)
    easy = sum(one is Grade.EASY for one in past.grades) + 1
    return settled and sure and easy <= MOST_EASY * (len(past.grades) + 1)
