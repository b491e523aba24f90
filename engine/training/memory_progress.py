"""What a player can read of how they memorise: laps, the order in which they recall, and how sure they were.

As in `engine.training.progress`, views are pure folds over settled trials, and nothing is told by too few.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from engine.training.exercises.laps import MOST, laps_of
from engine.training.exercises.memorising import CONFIDENCES
from engine.training.interval import median
from engine.training.mat_progress import MAT, Corner, places, where
from engine.training.progress import FEWEST_SHARE, FEWEST_TIMES, right
from engine.training.rows import Row, row
from engine.training.trial import Exercise, Trial

LAPS_TOGETHER: Final = ((0, 0), (1, 2), (3, 4), (5, MOST))
"""Numbers of laps that are looked at together."""
PARTS: Final = 3
"""The parts of a recall that are compared: what came first, then, and last."""


def confidence(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of right answers at each confidence, the surest first; what was not said is in none."""
    every = list(trials)
    return tuple(
        row(f"sure {sure}", right([one for one in every if one.confidence == sure]), "share", FEWEST_SHARE)
        for sure in CONFIDENCES
    )


def lap_times(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the median time of the first lap round the open mat, of the second and so on, in milliseconds."""
    by: dict[int, list[float]] = defaultdict(list)
    for trial in trials:
        marked = laps_of(trial)
        for number, seconds in enumerate(() if marked is None else marked.laps_s, 1):
            by[number].append(1000 * seconds)
    return tuple(row(f"lap {number}", median(by[number]), "ms", FEWEST_TIMES) for number in sorted(by))


def laps_a_run(trials: Iterable[Trial]) -> Row:
    """Return the median number of laps in a run that had any; whoever marks none may go round all the same."""
    counts = [len(marked.laps_s) for trial in trials if (marked := laps_of(trial)) and marked.laps_s]
    return row("laps", median(counts), "laps", FEWEST_TIMES)


def places_by_laps(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of places remembered at once, by how many laps were marked before."""
    every = list(trials)
    counts = {one.seed: len(marked.laps_s) for one in every if (marked := laps_of(one)) is not None}
    own = [one for one in places(every) if one.seed in counts and not one.level]
    rows = []
    for low, high in LAPS_TOGETHER:
        part = [one for one in own if low <= counts[one.seed] <= high]
        name = str(low) if low == high else f"{low}-{high}" if high < MOST else f"{low}+"
        rows.append(row(f"{name} laps", right(part), "share", FEWEST_SHARE))
    return tuple(rows)


def recall_parts(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of places that were right in the first, second and last third of a recall."""
    parts: list[list[Trial]] = [[] for _ in range(PARTS)]
    for run in _recalls(trials):
        for one, at in run:
            parts[min(int(at * PARTS), PARTS - 1)].append(one)
    return tuple(
        row(f"recalled {number}", right(own), "share", FEWEST_SHARE) for number, own in enumerate(parts, 1)
    )


def recall_order(trials: Iterable[Trial]) -> tuple[Corner, ...]:
    """Return how far through a recall each end of each row came: the median, as a share, near 0 for the first."""
    by: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for run in _recalls(trials):
        for one, at in run:
            by[where(one)].append(at)
    return tuple(
        Corner(half, at, end, row(f"{half} {at} {end}", median(by[half, at, end]), "share", FEWEST_SHARE))
        for half, rows, ends in MAT
        for at, end in product(rows, ends)
    )


def _recalls(trials: Iterable[Trial]) -> list[list[tuple[Trial, float]]]:
    """Return the recalls in an order of the player's own, each card with how far through it came, from 0 to under 1."""
    runs: dict[tuple[str, float | None], list[Trial]] = defaultdict(list)
    for one in trials:
        if one.exercise is Exercise.MEMORISING and one.recalled is not None and not one.interrupted:
            runs[one.seed, one.level].append(one)
    return [[(one, _through(one, own)) for one in own] for own in runs.values()]


def _through(one: Trial, run: Sequence[Trial]) -> float:
    place = one.recalled or 1
    return (place - 0.5) / max(len(run), *(other.recalled or 1 for other in run))
