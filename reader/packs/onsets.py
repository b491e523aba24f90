"""Where exactly a sound begins, near the place at which it is known to lie.

The sound before and the sound after the place are compared, and what counts is where the one begins to turn into the
other. A stop is heard when it bursts: where the high bands rise after the quiet of its closure.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.clip import Samples
from reader.samples import SAMPLE_RATE

Frames = NDArray[np.float64]
"""Decibels of each band every millisecond: [milliseconds, bands]."""

STEP: Final = SAMPLE_RATE // 1000
"""Samples between two looks: a millisecond."""
PLAIN: Final = 6.0
"""Decibels by which two sounds differ over the bands, where an eye would see that one gives way to the other."""
_WINDOW: Final = 288
"""Samples of a look (6 ms)."""
_POINTS: Final = 1_024
_BANDS: Final = 21
_LOWEST, _HIGHEST = 100.0, 7_500.0
_FLOOR, _MOST_NOISE = 1e-5, 1e-2
"""Shares of the loudest band: nothing softer is told apart, and no louder room is taken for one."""
_QUIETEST: Final = 40
"""One look in so many is the room alone."""
_SMOOTHED: Final = np.hanning(11)[1:-1] / np.hanning(11).sum()
"""Looks are blurred by some 5 ms, so that no single period of a low voice counts as a change."""
_REACH, _WEIGHT = 20, 12.0
"""Milliseconds to either side in which a change is looked for; the nearer the likelier."""
_BEFORE, _AFTER = (15, 40), (10, 40)
"""Milliseconds from the place within which the sound before it, and the one after, are themselves."""
_BEGUN: Final = 0.4
"""The share of the way from one to the other at which the other has begun."""
_HIGH: Final = 1_000.0
"""Hertz: the murmur of a voiced stop is lower, and the same in g, b and d."""
_CLOSED: Final = (10, 20)
"""Milliseconds before a stop's beginning and after its vowel's within which its closure is looked for."""
_SOUNDED: Final = 60
"""Milliseconds before the middle of a closure within which the sound before it is still heard."""
_CLOSES: Final = 4.0
"""Decibels by which the sound before falls in the closure, where it was not silent, at least."""
_STILL: Final = 2
"""One look in fifty at least is the room alone: what is no louder by more than that is silent."""
_LOUD: Final = 15
"""Milliseconds after that within which it is as loud as it comes."""
_BURST: Final = 8.0
"""Decibels by which a burst rises over its closure at least."""
_BURSTING: Final = 0.3
"""The share of that rise at which it is heard."""


def levels(sound: Samples) -> Frames:
    """Return how loud each band is every millisecond, in decibels; the room's own noise is the least."""
    lifted = np.append(sound[:1], sound[1:] - 0.97 * sound[:-1]).astype(np.float64)
    looks = np.lib.stride_tricks.sliding_window_view(np.pad(lifted, (_WINDOW // 2, _WINDOW)), _WINDOW)[::STEP]
    power = np.abs(np.fft.rfft(looks * np.hanning(_WINDOW), _POINTS, axis=1)) ** 2
    edges = np.searchsorted(np.fft.rfftfreq(_POINTS, 1 / SAMPLE_RATE), _edges())
    found = np.add.reduceat(power[:, : edges[-1]], edges[:-1], axis=1) / np.diff(edges)
    found /= max(float(np.percentile(found.max(axis=1), 99)), 1e-12)
    quiet = np.argsort(found.sum(axis=1))[: max(20, len(found) // _QUIETEST)]
    room = np.minimum(found[quiet].mean(axis=0), _MOST_NOISE) + _FLOOR
    own = np.maximum(found - room, 0.0)
    blurred = np.stack([np.convolve(one, _SMOOTHED, "same") for one in own.T], axis=1)
    return np.asarray(10 * np.log10(blurred + room))


def begins(seen: Frames, near: float) -> int | None:
    """Return the millisecond at which the sound near one begins; None where none plainly gives way to another there."""
    first, last = _BEFORE[1], len(seen) - _AFTER[1]
    places = [at for at in range(round(near) - _REACH, round(near) + _REACH + 1) if first <= at < last]
    if not places:
        return None
    changes = [float(np.sqrt(((_after(seen, at) - _before(seen, at)) ** 2).mean())) for at in places]
    likely = [
        one * np.exp(-(((at - near) / _WEIGHT) ** 2) / 2) for one, at in zip(changes, places, strict=True)
    ]
    best = int(np.argmax(likely))
    return _begun(seen, places[best]) if likely[best] >= PLAIN else None


def bursts(seen: Frames, start: float, vowel: float) -> int | None:
    """Return the millisecond at which a stop between these two bursts; None where its closure is not plain."""
    high = seen[:, _edges()[:-1] >= _HIGH].mean(axis=1)
    first, last = max(0, round(start) - _CLOSED[0]), min(len(high), round(vowel) + _CLOSED[1])
    if first >= last:
        return None
    closed = first + int(np.argmin(high[first:last]))
    fall = float(high[max(0, closed - _SOUNDED) : closed + 1].max() - high[closed])
    rise = float(high[closed : last + _LOUD].max() - high[closed])
    silent = high[closed] <= np.percentile(high, _STILL) + _CLOSES
    if rise < _BURST or (fall < _CLOSES and not silent):
        return None
    return closed + int(np.argmax(high[closed:] >= high[closed] + _BURSTING * rise))


def _begun(seen: Frames, at: int) -> int:
    before = _before(seen, at)
    way = _after(seen, at) - before
    looks = np.arange(at - _BEFORE[1], at + _AFTER[1])
    share = (seen[looks] - before) @ way / (way @ way)
    place = int(np.argmax(share >= 0.5))
    while place > 0 and share[place - 1] > _BEGUN:
        place -= 1
    return int(looks[place])


def _before(seen: Frames, at: int) -> Frames:
    return np.asarray(seen[at - _BEFORE[1] : at - _BEFORE[0]].mean(axis=0))


def _after(seen: Frames, at: int) -> Frames:
    return np.asarray(seen[at + _AFTER[0] : at + _AFTER[1]].mean(axis=0))


def _edges() -> Frames:
    mel = np.linspace(2595 * np.log10(1 + _LOWEST / 700), 2595 * np.log10(1 + _HIGHEST / 700), _BANDS + 1)
    return np.asarray(700 * (10 ** (mel / 2595) - 1))
