"""How fast a player is with each card: an estimate with its spread, after what is not the card's is taken off.

A card's residual is pulled toward its group's, and the group's toward all: five trials of a card say little alone.
Recent trials weigh more. The goal is met when even the upper end of the 80 % interval is under it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import pvariance
from typing import Final

from engine.training.times import Effects, Kind, by_kind, effects, unscaled
from engine.training.trial import Trial
from poems.anthology import POEMS
from poems.kimariji import full

HALF_LIFE: Final = 20
"""After so many later trials of a card an older one counts half."""
FEWEST: Final = 5
"""Trials below which a card's speed is unknown."""
Z80: Final = 1.2816
_PULL: Final = 4.0
"""Trials that a group's mean weighs in its members' estimate."""
_LEAST_SPREAD: Final = 0.05
"""Standard deviation of a scaled time that nobody falls below."""


class Pace(StrEnum):
    """What may be said of a card's speed."""

    UNKNOWN = "unknown"
    """Fewer than five trials."""
    FAST = "fast"
    SLOW = "slow"
    """Even the lower end is over the goal."""
    BETWEEN = "between"
    """The trials do not tell."""


@dataclass(frozen=True, slots=True)
class CardSpeed:
    """A card's decision time on a usual day in milliseconds, its 80 % interval, and the trials behind it."""

    card: int
    ms: float
    low_ms: float
    high_ms: float
    n: int

    def pace(self, goal_ms: float) -> Pace:
        """Return what may be said against a goal."""
        if self.n < FEWEST:
            return Pace.UNKNOWN
        if self.high_ms < goal_ms:
            return Pace.FAST
        return Pace.SLOW if self.low_ms > goal_ms else Pace.BETWEEN


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted mean: `weight` in trials as good as new."""

    mean: float
    weight: float
    n: int


def speeds(trials: Iterable[Trial], which: Kind) -> dict[int, CardSpeed]:
    """Return the speed of every card that has timed trials of one kind (settled, in order)."""
    own = [trial for trial in by_kind(trials).get(which, ()) if trial.poem is not None]
    found = effects(own)
    if found is None:
        return {}
    residuals: dict[int, list[float]] = {}
    for trial in own:
        residuals.setdefault(trial.poem or 0, []).append(found.residual(trial))
    spread = max(sqrt(pvariance([one for each in residuals.values() for one in each])), _LEAST_SPREAD)
    groups = _pulled({card: weighted(values) for card, values in residuals.items()})
    return {
        card: _speed(card, values, groups[_group(card)], found, spread)
        for card, values in sorted(residuals.items())
    }


def group_residuals(
    trials: Iterable[Trial], which: Kind, group_of: Callable[[int], str | None]
) -> Mapping[str, Weighted]:
    """Return the mean residual of each group of cards, pulled toward none: by prefix, or by sound class."""
    own = [trial for trial in by_kind(trials).get(which, ()) if trial.poem is not None]
    found = effects(own)
    if found is None:
        return {}
    by_group: dict[str, list[float]] = {}
    for trial in own:
        group = group_of(trial.poem or 0)
        if group is not None:
            by_group.setdefault(group, []).append(found.residual(trial))
    return {group: shrunk(weighted(values), 0.0) for group, values in by_group.items()}


def weighted(values: Sequence[float]) -> Weighted:
    """Return the exponentially weighted mean of values in order, the last weighing one."""
    total = weight = 0.0
    for value in values:
        total, weight = total * _DECAY + value, weight * _DECAY + 1
    return Weighted(total / weight if weight else 0.0, weight, len(values))


def shrunk(own: Weighted, toward: float) -> Weighted:
    """Return a mean pulled toward another by a few trials' weight."""
    mean = (own.mean * own.weight + toward * _PULL) / (own.weight + _PULL)
    return Weighted(mean, own.weight, own.n)


def _pulled(cards: Mapping[int, Weighted]) -> dict[str, float]:
    """Return the mean of each group of a first kana, pulled toward that of all."""
    sums: dict[str, list[Weighted]] = {}
    for card, one in cards.items():
        sums.setdefault(_group(card), []).append(one)
    return {group: shrunk(_joined(ones), 0.0).mean for group, ones in sums.items()}


def _joined(ones: Sequence[Weighted]) -> Weighted:
    weight = sum(one.weight for one in ones)
    return Weighted(sum(one.mean * one.weight for one in ones) / weight, weight, sum(one.n for one in ones))


def _speed(card: int, values: Sequence[float], group: float, found: Effects, spread: float) -> CardSpeed:
    estimate = shrunk(weighted(values), group)
    usual = found.level + found.of_length(len(full(card)))
    error = Z80 * spread / sqrt(estimate.weight + _PULL)
    low, middle, high = (unscaled(usual + estimate.mean + by * error) for by in (-1, 0, 1))
    return CardSpeed(card, middle, low, high, len(values))


def _group(card: int) -> str:
    return POEMS[card - 1].first_kana


_DECAY: Final = 0.5 ** (1 / HALF_LIFE)
