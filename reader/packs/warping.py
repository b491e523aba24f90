"""Two sounds laid against each other so that they differ the least: dynamic time warping."""

from typing import Final

import numpy as np

from reader.packs.looks import Frames

_PENALTY: Final = 0.1
"""What a look costs more where one sound stands still while the other goes on, in medians of what looks differ by.

Readers hurry and linger where they like; so it is only as much as keeps the way from wandering.
"""
_SKIPPED: Final = 0.4
"""What it costs, in the same unit, to leave out a look at the beginning of the second sound."""
_MOST_SKIPPED: Final = 100
"""Looks that may be left out: half a second of a throat being cleared or a false start."""


def warp(one: Frames, other: Frames) -> Frames:
    """Return for each look at one sound the look at the other that it goes with, ascending."""
    apart = _apart(one, other)
    cost, penalty = _costs(apart), _PENALTY * float(np.median(apart))
    i, j = apart.shape
    sums, counts = np.zeros(i), np.zeros(i)
    while i > 0 and j > 0:
        sums[i - 1] += j - 1
        counts[i - 1] += 1
        ways = (cost[i - 1, j - 1], penalty + cost[i - 1, j], penalty + cost[i, j - 1])
        step = int(np.argmin(ways))
        i, j = (i - (step != 2), j - (step != 1))
    return np.asarray(sums / np.maximum(counts, 1))


def misfit(one: Frames, other: Frames) -> float:
    """Return how badly two sounds go together, however long they are and whatever their looks differ by."""
    apart = _apart(one, other)
    return float(_costs(apart)[-1, -1] / (max(float(np.median(apart)), 1e-12) * sum(apart.shape)))


def _apart(one: Frames, other: Frames) -> Frames:
    """Return how much each look at one sound differs from each at the other."""
    squares = (one**2).sum(1)[:, None] + (other**2).sum(1)[None] - 2 * one @ other.T
    return np.asarray(np.sqrt(np.maximum(0.0, squares)))


def _costs(apart: Frames) -> Frames:
    """Return what the best way costs up to each pair of looks, one diagonal after the other."""
    rows, columns = apart.shape
    unit = float(np.median(apart))
    penalty = _PENALTY * unit
    cost = np.full((rows + 1, columns + 1), np.inf)
    skipped = np.arange(min(_MOST_SKIPPED, columns) + 1)
    cost[0, skipped] = _SKIPPED * unit * skipped
    for diagonal in range(2, rows + columns + 1):
        i = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        j = diagonal - i
        beside = penalty + np.minimum(cost[i - 1, j], cost[i, j - 1])
        cost[i, j] = apart[i - 1, j - 1] + np.minimum(cost[i - 1, j - 1], beside)
    return cost
