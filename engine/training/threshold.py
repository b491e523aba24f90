"""The hearing threshold of a contrast: how many milliseconds past the decision point must be heard for 71 % right.

71 % is where a staircase of two down and one up comes to rest, whatever the number of buttons. Two buttons are right by
a guess half of the time, three a third of the time. Three cards are asked the same 71 %: whoever only tells one of
them from the other two is right in two of three, so less would say nothing of those two.

What is believed of the threshold is kept on a grid, and each sound is cut a little above the middle of it, where an
answer tells the most; every fifth one is clearer, which tells whoever hears from whoever guesses. `naniwazu bench
drills` holds it against a plain staircase, which comes near enough less often with as many answers.

A threshold is only told where the answers speak for one: `Threshold.standing`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Final, TypeAlias

from engine.training.interval import Interval

START_MS: Final = 300.0
FLOOR_MS: Final = -100.0
CEILING_MS: Final = 600.0
STEP_MS: Final = 10
LONGEST: Final = 30
"""Answers of one run."""
FEWEST: Final = 12
"""Answers before which no run ends and no threshold is told."""
NARROW_MS: Final = 50.0
"""A run ends when the 95 % interval is no wider."""
RIGHT: Final = sqrt(0.5)
"""The share of right answers at the threshold, 71 %, where two right ones in a row are as likely as not."""
SURE: Final = 20.0
"""How many times likelier the answers must be by hearing than by guessing before a threshold is told.

Of people who guess at most one in twenty is ever told one, however often they look (Ville's inequality).
"""

_SLIP: Final = 0.02
"""Answers that are wrong though everything was heard."""
_SPREADS_MS: Final = (10.0, 20.0, 40.0, 70.0)
"""How gradually hearing sets in."""
_ABOVE: Final = 0.4
"""How far above the middle a cut is set, in spreads."""
_CLEAR: Final = 1.5
"""How far above it every fifth cut is set."""
_CLEAR_EVERY: Final = 5
_GRID: Final = tuple(range(int(FLOOR_MS), int(CEILING_MS) + 1, STEP_MS))
_NORMAL: Final = NormalDist()

Cell: TypeAlias = tuple[int, float]
"""A threshold and a spread."""
_CELLS: Final[tuple[Cell, ...]] = tuple((at, spread) for at in _GRID for spread in _SPREADS_MS)


class Standing(StrEnum):
    """What may be told of a threshold."""

    OPEN = "open"
    """Nothing: there are too few answers, or guesses alone would do as well."""
    BELOW = "below"
    """So much as the shortest sound is enough, or nearly: it lies under the upper end of its interval."""
    ABOVE = "above"
    """It lies over the lower end of its interval; a longer sound was never asked."""
    FOUND = "found"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a sound that was cut so many milliseconds after the decision point, among so many cards."""

    cut_ms: float
    right: bool
    choices: int = 2


@dataclass(frozen=True, slots=True)
class Threshold:
    """What is known after some answers: the log of how likely each threshold and spread is, and mere guessing."""

    answers: int = 0
    belief: Mapping[Cell, float] = field(default_factory=lambda: dict.fromkeys(_CELLS, 0.0))
    guessing: float = 0.0

    def after(self, answer: Answer) -> "Threshold":
        """Return what is known after one more answer."""
        which, guess = (0, 1 / answer.choices) if answer.right else (1, 1 - 1 / answer.choices)
        belief = {
            (at, spread): old + _logs(answer.cut_ms - at, spread, answer.choices)[which]
            for (at, spread), old in self.belief.items()
        }
        return Threshold(self.answers + 1, belief, self.guessing + log(guess))

    @property
    def next_cut_ms(self) -> float:
        """Where to cut the next sound of a measurement, in steps of 10 ms."""
        return self._cut_ms(_ABOVE if self.answers % _CLEAR_EVERY else _CLEAR)

    @property
    def close_cut_ms(self) -> float:
        """Where to cut a sound that is practised, and measures nothing: always where an answer tells the most."""
        return self._cut_ms(_ABOVE)

    def _cut_ms(self, above: float) -> float:
        if not self.answers:
            return START_MS
        shares = self._shares()
        spread = sum(share * of for (_, of), share in shares.items())
        cut = round((_quantile(shares, 0.5) + above * spread) / STEP_MS) * STEP_MS
        return float(min(max(cut, FLOOR_MS), CEILING_MS))

    @property
    def estimate(self) -> Interval | None:
        """What is believed, in milliseconds with its 95 % interval, told or not; None before twelve answers."""
        if self.answers < FEWEST:
            return None
        shares = self._shares()
        low, middle, high = (_quantile(shares, q) for q in (0.025, 0.5, 0.975))
        return Interval(middle, low, high, self.answers)

    @property
    def standing(self) -> Standing:
        """What may be told of it."""
        found = self.estimate
        if found is None or self._evidence < log(SURE):
            return Standing.OPEN
        if found.high >= CEILING_MS:
            return Standing.ABOVE
        return Standing.BELOW if found.low <= FLOOR_MS else Standing.FOUND

    @property
    def found(self) -> Interval | None:
        """The threshold with its interval where it may be told."""
        return self.estimate if self.standing is Standing.FOUND else None

    @property
    def over(self) -> bool:
        """Whether a run needs no more answers."""
        found = self.estimate
        return self.answers >= LONGEST or (found is not None and found.high - found.low <= NARROW_MS)

    @property
    def _evidence(self) -> float:
        """The log of how many times likelier the answers are by hearing than by guessing, all cells weighing alike."""
        most = max(self.belief.values())
        return (
            most + log(sum(exp(value - most) for value in self.belief.values()) / len(_CELLS)) - self.guessing
        )

    def _shares(self) -> dict[Cell, float]:
        most = max(self.belief.values())
        weights = {cell: exp(value - most) for cell, value in self.belief.items()}
        total = sum(weights.values())
        return {cell: weight / total for cell, weight in weights.items()}


def fold(answers: Iterable[Answer]) -> Threshold:
    """Return what some answers say; they may come from several runs."""
    known = Threshold()
    for answer in answers:
        known = known.after(answer)
    return known


def rules(choices: int = 2) -> dict[str, float | list[float]]:
    """Return what the belief goes by, for a page that has to cut sounds by itself, without asking."""
    return {
        "grid": [float(at) for at in _GRID],
        "spreads": list(_SPREADS_MS),
        "guess": 1 / choices,
        "slip": _SLIP,
        "above": _ABOVE,
        "clear": _CLEAR,
        "clearEvery": _CLEAR_EVERY,
        "atThreshold": _at_threshold(choices),
        "start": START_MS,
        "step": STEP_MS,
        "floor": FLOOR_MS,
        "ceiling": CEILING_MS,
        "fewest": FEWEST,
        "longest": LONGEST,
        "narrow": NARROW_MS,
        "sure": log(SURE),
    }


def right_share(over_ms: float, spread_ms: float, choices: int = 2) -> float:
    """Return how often a listener is right who hears so much more than the threshold, among so many cards."""
    guess = 1 / choices
    return guess + (1 - guess - _SLIP) * _NORMAL.cdf(over_ms / spread_ms + _at_threshold(choices))


@cache
def _at_threshold(choices: int) -> float:
    """Return where on the normal curve the threshold lies: the share that is heard there, the rest being guessed."""
    return _NORMAL.inv_cdf((RIGHT - 1 / choices) / (1 - 1 / choices - _SLIP))


@cache
def _logs(over_ms: float, spread_ms: float, choices: int) -> tuple[float, float]:
    right = right_share(over_ms, spread_ms, choices)
    return log(right), log(1 - right)


def _quantile(shares: Mapping[Cell, float], q: float) -> float:
    """Return the threshold below which the true one lies with chance q, between two of the grid."""
    by_threshold = dict.fromkeys(_GRID, 0.0)
    for (at, _), share in shares.items():
        by_threshold[at] += share
    below = 0.0
    for at, share in by_threshold.items():
        if below + share >= q:
            return at + STEP_MS * ((q - below) / share - 0.5)
        below += share
    return float(_GRID[-1])
