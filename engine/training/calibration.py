"""How good the schedule's forecasts are, on reviews a day or more apart: log loss, calibration, and a yardstick.

Every forecast is made from what came before it, so nothing is judged by what it was made from. Grades that do not
forecast better than right and wrong alone are better left out for that player.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final

from engine.training.interval import Interval, share
from engine.training.schedule import Schedule, reviews
from engine.training.trial import Trial

FEWEST: Final = 100
"""Reviews before which grades are not held against passes and failures."""
BINS: Final = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
_LEAST: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Forecast:
    """A review: the chance of recall that was told before it, and whether it was recalled."""

    chance: float
    recalled: bool


def forecasts(
    trials: Iterable[Trial], weights: tuple[float, ...] = (), *, pass_fail: bool = False
) -> tuple[Forecast, ...]:
    """Return the forecasts of all reviews a day or more after the last, in order (settled trials)."""
    out = []
    for one in reviews(trials, weights, pass_fail=pass_fail):
        if one.before is not None and one.day > one.before.last:
            chance = Schedule({one.item: one.before}, weights).recall(one.item, one.day)
            assert chance is not None
            out.append(Forecast(chance, one.grade.passed))
    return tuple(out)


def log_loss(told: Sequence[Forecast]) -> float | None:
    """Return the mean log loss in nats; None of nothing."""
    if not told:
        return None
    chances = ((min(max(one.chance, _LEAST), 1 - _LEAST), one.recalled) for one in told)
    return -sum(log(chance if recalled else 1 - chance) for chance, recalled in chances) / len(told)


def average_loss(told: Sequence[Forecast]) -> float | None:
    """Return the log loss of always telling the player's own average, which is known afterwards only."""
    if not told:
        return None
    rate = sum(one.recalled for one in told) / len(told)
    return log_loss([Forecast(rate, one.recalled) for one in told])


@dataclass(frozen=True, slots=True)
class Bin:
    """Forecasts between two chances: their mean, and how many were recalled."""

    low: float
    high: float
    told: float
    recalled: Interval


def calibration(told: Sequence[Forecast]) -> tuple[Bin, ...]:
    """Return the calibration by bins; an empty bin is left out."""
    out = []
    for low, high in pairwise(BINS):
        own = [one for one in told if low <= one.chance < high or one.chance == high == 1.0]
        recalled = share(sum(one.recalled for one in own), len(own))
        if recalled is not None:
            out.append(Bin(low, high, sum(one.chance for one in own) / len(own), recalled))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a player's grades are worth having: the log loss with them, and with passes and failures alone."""

    graded: float
    pass_fail: float
    n: int

    @property
    def keep_grades(self) -> bool:
        """Whether the forecast is the better for the grades."""
        return self.graded < self.pass_fail


def judge_grades(trials: Sequence[Trial]) -> Judged | None:
    """Return how a player's grades do on the later half of their reviews; None while there are too few."""
    graded, plain = forecasts(trials), forecasts(trials, pass_fail=True)
    if len(graded) < FEWEST:
        return None
    half = len(graded) // 2
    own, alone = log_loss(graded[half:]), log_loss(plain[half:])
    assert own is not None
    assert alone is not None
    return Judged(own, alone, len(graded) - half)
