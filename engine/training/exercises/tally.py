"""What every run shows: how many, how many right, how fast, and which mistakes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.training.exercises.question import Answered
from engine.training.interval import Interval, median, quartiles, share
from engine.training.trial import EARLIEST_MS, LATEST_MS, ErrorKind


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of a run. `median_ms` and `quartiles_ms` are of right answers whose time counts."""

    n: int
    right: Interval | None
    median_ms: Interval | None
    quartiles_ms: tuple[float, float] | None
    early: int
    errors: Mapping[ErrorKind, int]


def tally(done: Sequence[Answered]) -> Tally:
    """Return the figures of what was answered; what was interrupted is left out."""
    counted = [one for one in done if not one.response.interrupted and one.verdict.correct is not None]
    right = sum(one.verdict.correct is True for one in counted)
    times = [one.response.rt_ms for one in counted if _timed(one) and one.response.rt_ms is not None]
    errors = Counter(one.verdict.error for one in counted if one.verdict.error is not None)
    early = sum(one.response.rt_ms is not None and one.response.rt_ms < 0 for one in counted)
    return Tally(
        len(counted), share(right, len(counted)), median(times), quartiles(times), early, dict(errors)
    )


def recent_share(done: Sequence[Answered], count: int) -> float | None:
    """Return the share of right answers among the last so many; None before there are that many."""
    last = [one for one in done if not one.response.interrupted][-count:]
    return None if len(last) < count else sum(one.verdict.correct is True for one in last) / count


def climbed(done: Sequence[Answered], level: int, most: int, *, right: float, last: int) -> int:
    """Return the level after these answers: a share of right ones among the last so many brings one more, up to `most`.

    After a step the answers are counted anew.
    """
    start = 0
    for end in range(last, len(done) + 1):
        share_now = recent_share(done[start:end], last) if level < most else None
        if share_now is not None and share_now >= right:
            level, start = level + 1, end
    return level


def _timed(one: Answered) -> bool:
    rt = one.response.rt_ms
    return (
        one.verdict.correct is True
        and rt is not None
        and EARLIEST_MS <= rt <= LATEST_MS
        and not one.response.hint
    )
