"""A figure with its interval and the trials it rests on: no figure is shown without them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

Z95: Final = 1.96
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with its 95 % interval, and the trials it rests on."""

    value: float
    low: float
    high: float
    n: int


def share(count: int, of: int) -> Interval | None:
    """Return a share with its 95 % interval by Wilson; None of nothing. Raises ValueError for more than all."""
    if not 0 <= count <= of:
        raise ValueError(f"{count} of {of}")
    if not of:
        return None
    p, z2 = count / of, Z95**2
    centre = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * sqrt(p * (1 - p) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return Interval(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)), of)


def median(values: Sequence[float]) -> Interval | None:
    """Return the median with its 95 % interval by order statistics, which asks nothing of how values are spread.

    None of nothing; of fewer than six values the interval is their whole range, and covers less than 95 % (of five
    94 %). Of more it never covers less.
    """
    ordered, n = sorted(values), len(values)
    if not n:
        return None
    middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
    reach = Z95 * sqrt(n) / 2
    low = int(max((n - 1) / 2 - reach, 0))
    return Interval(middle, ordered[low], ordered[n - 1 - low], n)


def quartiles(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the first and third quartile, between which half of the values lie; None of fewer than two."""
    if len(values) < 2:
        return None
    return quantile(values, 0.25), quantile(values, 0.75)


def quantile(values: Sequence[float], q: float) -> float:
    """Return a quantile by linear interpolation. Raises ValueError of nothing."""
    if not values:
        raise ValueError("nothing has no quantile")
    ordered = sorted(values)
    at = q * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)
