"""Telling targets from others: hits, false alarms, and d′, which a cautious or an eager hand does not change."""

from dataclasses import dataclass
from math import exp, pi, sqrt
from statistics import NormalDist
from typing import Final

from engine.training.interval import Z95, Interval

_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True)
class GoNoGo:
    """Counts of one run: targets that were hit, and others that were hit by mistake."""

    hits: int
    targets: int
    false_alarms: int
    others: int

    def __post_init__(self) -> None:
        if not (0 <= self.hits <= self.targets and 0 <= self.false_alarms <= self.others):
            raise ValueError("more hits than reads")

    @property
    def d_prime(self) -> Interval | None:
        """d′, with half a count added to each cell so that a run without faults is no infinity.

        None before there is a target and another. The interval is the usual approximation from the two rates.
        """
        if not self.targets or not self.others:
            return None
        hit, wrong = self._rate(self.hits, self.targets), self._rate(self.false_alarms, self.others)
        value = _NORMAL.inv_cdf(hit) - _NORMAL.inv_cdf(wrong)
        error = sqrt(_variance(hit, self.targets) + _variance(wrong, self.others))
        return Interval(value, value - Z95 * error, value + Z95 * error, self.targets + self.others)

    @property
    def bias(self) -> float | None:
        """The criterion c: above 0 the hand waits, below 0 it goes; None where there is no d′."""
        if not self.targets or not self.others:
            return None
        hit, wrong = self._rate(self.hits, self.targets), self._rate(self.false_alarms, self.others)
        return -(_NORMAL.inv_cdf(hit) + _NORMAL.inv_cdf(wrong)) / 2

    @staticmethod
    def _rate(count: int, of: int) -> float:
        return (count + 0.5) / (of + 1)


def _variance(rate: float, count: int) -> float:
    """Return the variance of a normal quantile of a rate."""
    z = _NORMAL.inv_cdf(rate)
    density = exp(-z * z / 2) / sqrt(2 * pi)
    return rate * (1 - rate) / (count * density * density)
