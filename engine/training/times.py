"""Reaction times made comparable: their logarithm, and what the day and the kimari-ji's length add to it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import median
from typing import Final, TypeAlias

from engine.training.trial import DeviceClass, Exercise, Trial

SHIFT_MS: Final = 400.0
"""Added before the logarithm, so that anticipations have one too."""
_PULL: Final = 6.0
"""Trials of one length that weigh as much as the guess that length does not matter."""

Kind: TypeAlias = tuple[Exercise, DeviceClass]
"""Times are compared within one exercise on one kind of device."""


def scaled(rt_ms: float) -> float:
    """Return log(RT + 400 ms). Raises ValueError under -400 ms, where no reaction can be."""
    return log(rt_ms + SHIFT_MS)


def unscaled(value: float) -> float:
    """Return the time in milliseconds of a scaled one."""
    return exp(value) - SHIFT_MS


def kind(trial: Trial) -> Kind:
    """Return what the trial's time can be compared with."""
    return trial.exercise, trial.device


@dataclass(frozen=True, slots=True)
class Effects:
    """What is taken off a scaled time of one kind: its usual level, the length's part, the day's warm-up."""

    level: float
    by_length: Mapping[int, float] = field(default_factory=dict)
    usual_warmup: float | None = None

    def residual(self, trial: Trial) -> float:
        """Return the scaled time of a trial without what is not the card's. Raises ValueError for one without time."""
        if trial.rt_ms is None:
            raise ValueError("the trial has no time")
        return scaled(trial.rt_ms) - self.level - self.of_length(trial.kimariji_length) - self.of_day(trial)

    def of_length(self, length: int | None) -> float:
        """Return what a kimari-ji of this length adds."""
        return self.by_length.get(length, 0.0) if length is not None else 0.0

    def of_day(self, trial: Trial) -> float:
        """Return what the day adds, by its warm-up: a tired evening, a slow headset."""
        if trial.baseline_ms is None or self.usual_warmup is None:
            return 0.0
        return scaled(trial.baseline_ms) - self.usual_warmup

    def adjusted_ms(self, trial: Trial) -> float:
        """Return the time on a usual day, in milliseconds."""
        if trial.rt_ms is None:
            raise ValueError("the trial has no time")
        return unscaled(scaled(trial.rt_ms) - self.of_day(trial))


def effects(trials: Sequence[Trial]) -> Effects | None:
    """Return the effects in timed trials of one kind; None without any. A length with few trials is pulled to none."""
    if not trials:
        return None
    warmups = [scaled(one.baseline_ms) for one in trials if one.baseline_ms is not None]
    plain = Effects(0.0, {}, median(warmups) if warmups else None)
    values = [(one.kimariji_length, plain.residual(one)) for one in trials]
    level = median(value for _, value in values)
    by_length = {}
    for length in sorted({length for length, _ in values if length is not None}):
        own = [value - level for of, value in values if of == length]
        by_length[length] = median(own) * len(own) / (len(own) + _PULL)
    return Effects(level, by_length, plain.usual_warmup)


def by_kind(trials: Iterable[Trial]) -> dict[Kind, list[Trial]]:
    """Return the timed trials by what they can be compared with, in order."""
    out: dict[Kind, list[Trial]] = {}
    for trial in trials:
        if trial.timed:
            out.setdefault(kind(trial), []).append(trial)
    return out
