"""A plan turned into samples, block by block: clips laid so that their voices fall where the plan says."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from reader.clip import Clip, Samples
from reader.plan import Plan, Segment
from reader.samples import SAMPLE_RATE, to_seconds
from reader.verse import Verse

MARGIN: Final = SAMPLE_RATE // 5
"""Samples around a voice within which its clip may have silence (or the last of its breath) of its own."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A clip in the plan: its samples from `start` on."""

    start: int
    samples: Samples

    @property
    def end(self) -> int:
        return self.start + len(self.samples)


class Mix:
    """The sound of a plan, read in order; only the clips around the place read are kept.

    `clip` yields the sound of a verse, and whatever it raises comes through. A clip whose voice has not the length
    that the plan gives it raises ValueError: it would shift every gap after it.
    """

    def __init__(self, plan: Plan, clip: Callable[[Verse], Clip]) -> None:
        self.plan = plan
        self.position = 0
        self._clip = clip
        self._voiced = plan.voiced
        self._placed: dict[int, _Placed] = {}

    def read(self, count: int) -> Samples:
        """Return the next samples: `count` of them, or as many as are left."""
        start, end = self.position, min(self.position + count, self.plan.length)
        out = np.zeros(end - start, np.float32)
        for placed in self._around(start, end):
            first, last = max(start, placed.start), min(end, placed.end)
            if first < last:
                out[first - start : last - start] += placed.samples[
                    first - placed.start : last - placed.start
                ]
        self.position = end
        return out

    def blocks(self, count: int) -> Iterator[Samples]:
        """Yield the rest in blocks of `count` samples, the last one shorter."""
        while self.position < self.plan.length:
            yield self.read(count)

    def silent_until(self) -> int:
        """Return the sample up to which nothing sounds from here on: the next voice's, or the plan's end."""
        for segment in self._voiced:
            if segment.voice_end > self.position:
                return max(self.position, segment.voice_start)
        return self.plan.length

    def _around(self, start: int, end: int) -> Iterator[_Placed]:
        """Yield the clips that may sound between two samples, and forget those that are over."""
        near = [
            place
            for place, segment in enumerate(self._voiced)
            if segment.voice_start - MARGIN < end and start < segment.voice_end + MARGIN
        ]
        self._placed = {
            place: self._placed.get(place) or _place(self._voiced[place], self._clip) for place in near
        }
        yield from self._placed.values()


def _place(segment: Segment, clip: Callable[[Verse], Clip]) -> _Placed:
    assert segment.verse is not None
    sound = fitting(segment.verse, clip(segment.verse))
    before = max(0, sound.voice_start - MARGIN)
    return _Placed(
        segment.voice_start - (sound.voice_start - before), sound.samples[before : sound.voice_end + MARGIN]
    )


def fitting(verse: Verse, clip: Clip) -> Clip:
    """Return the clip if its voice has the length asked for; raises ValueError otherwise."""
    length = clip.voice_end - clip.voice_start
    if length != verse.length:
        raise ValueError(
            f"poem {verse.poem} {verse.part}: the voice takes {to_seconds(length):.3f} s,"
            f" the pace gives it {to_seconds(verse.length):.3f} s"
        )
    return clip
