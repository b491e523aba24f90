"""When which sample of a stream is heard: a device's reports about its clock, made steady."""

from collections import deque
from statistics import median
from typing import Final

from reader.samples import SAMPLE_RATE

_APART: Final = SAMPLE_RATE // 20
"""Samples from one report to the next that is looked at: a device that fills its store tells the same many times."""

_REPORTS: Final = 64
"""Reports that the clock is taken from: some seconds of them. A sound server's are off by 20 ms now and then."""

_SETTLING: Final = 8
"""Reports at the start of a stream that are forgotten: the device is still filling its store."""

_SURE: Final = 3
"""Reports after a hole that tell how long it was. The one at the hole itself counts the device's whole store in."""

_AGREEING: Final = 5
_TOGETHER: Final = 0.005
_STEP: Final = 0.03
"""So many reports in a row, so close together and so far from all before, tell of a hole that was not told.

On a busy machine a sound server's reports wander by some 10 ms for a while without any hole.
"""

_TREMOR: Final = SAMPLE_RATE // 500
"""Samples (2 ms) below which a hole cannot be told from the reports' own spread."""


class Timeline:
    """Maps samples, counted from the stream's start, to seconds.

    Between two holes a stream runs evenly, so one number describes a stretch of it: when its sample 0 would have been
    heard. It is the median of what the device reported.
    """

    def __init__(self) -> None:
        self._stretches: deque[tuple[int, float]] = deque(maxlen=32)
        self._reports: deque[float] = deque(maxlen=_REPORTS)
        self._settling = _SETTLING
        self._before_hole: float | None = None
        self._latest: deque[tuple[int, float]] = deque(maxlen=_AGREEING)
        self._next = 0

    def note(self, sample: int, at: float, *, broken: bool = False) -> int:
        """Learn that the device says when a sample is heard; `broken` says that it ran dry before it.

        Returns how many samples of silence it put in, some reports after it did so, as far as that can be told.
        """
        if sample < self._next and not broken:
            return 0
        self._next = sample + _APART
        epoch = at - sample / SAMPLE_RATE
        if self._settling:
            self._settling -= 1
            self._reports.clear()
        elif broken:
            self._break()
            self._latest.clear()
        self._reports.append(epoch)
        self._latest.append((sample, epoch))
        if broken or not self._stretches:
            self._stretches.append((sample, epoch))
            self._reports.clear()
        elif self._stepped():
            self._break()
            self._reports.extend(late for _, late in self._latest)
            self._stretches.append((self._latest[0][0], median(self._reports)))
        else:
            self._stretches[-1] = (self._stretches[-1][0], median(self._reports))
        return self._hole() if len(self._reports) >= _SURE else 0

    def _break(self) -> None:
        """Begin to measure anew."""
        if self._before_hole is None:
            self._before_hole = self._stretches[-1][1]
        self._reports.clear()

    def _stepped(self) -> bool:
        """Whether the latest reports agree with each other and not with those before: a hole that nobody told of."""
        epochs = [epoch for _, epoch in self._latest]
        if len(epochs) < _AGREEING or len(self._reports) < 2 * _AGREEING:
            return False
        together = max(epochs) - min(epochs) < _TOGETHER
        return together and abs(median(epochs) - self._stretches[-1][1]) > _STEP

    def _hole(self) -> int:
        """Return how long the last hole was, once."""
        before, self._before_hole = self._before_hole, None
        if before is None:
            return 0
        hole = round((self._stretches[-1][1] - before) * SAMPLE_RATE)
        return hole if hole > _TREMOR else 0

    def heard_at(self, sample: int) -> float | None:
        """Return when a sample is heard; None before the device has said anything."""
        epoch = next((epoch for first, epoch in reversed(self._stretches) if first <= sample), None)
        return None if epoch is None else epoch + sample / SAMPLE_RATE
