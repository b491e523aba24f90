"""Where the pulses of the voice lie in a waveform."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.warp import Span

Sound = NDArray[np.float32]

_WIDEST: Final = 1.6  # how far a period may lie from the usual one; below an octave, so that none is mistaken
_SLACK: Final = 0.2  # how much the next period may differ from the last one


def pitch_marks(sound: Sound, span: Span, usual: int) -> NDArray[np.int64]:
    """Return the samples of the pulses in a voiced span: the same point of every period, in order.

    `usual` is about how long a period is, in samples.
    """
    start, end = span
    middle = start + (end - start) // 2
    shortest, longest = round(usual / _WIDEST), round(usual * _WIDEST)
    period = _period(sound, middle, shortest, longest)
    first = middle + int(np.argmax(np.abs(sound[middle : middle + period])))
    bounds = shortest, longest
    ahead = _walk(sound, first, period, bounds, end)
    behind = _walk(sound, first, period, bounds, start)
    return np.array([*reversed(behind), first, *ahead], np.int64)


def _walk(sound: Sound, mark: int, period: int, bounds: tuple[int, int], limit: int) -> list[int]:
    """Step from pulse to pulse up to the limit: the next one lies where one period's shape fits best."""
    marks: list[int] = []
    sign = 1 if limit > mark else -1
    while True:
        slack = max(2, round(_SLACK * period))
        guess = mark + sign * period
        at = _best_fit(sound, mark, guess, slack, period)
        if at is None or (at - limit) * sign >= 0:
            return marks
        marks.append(at)
        period = int(np.clip(abs(at - mark), *bounds))
        mark = at


def _best_fit(sound: Sound, mark: int, guess: int, slack: int, period: int) -> int | None:
    half = period // 2
    low, high = guess - slack - half, guess + slack + half
    if low < 0 or high > len(sound) or mark - half < 0 or mark + half > len(sound):
        return None
    shape = sound[mark - half : mark + half]
    around = np.lib.stride_tricks.sliding_window_view(sound[low:high], 2 * half)
    norm = np.sqrt((around * around).sum(axis=1)) + 1e-9
    return guess - slack + int(np.argmax(np.einsum("ij,j->i", around, shape) / norm))


def _period(sound: Sound, middle: int, shortest: int, longest: int) -> int:
    """Return the period around a sample: the lag between the bounds at which the sound is most like itself."""
    start = max(0, min(middle, len(sound) - 2 * longest))
    piece = sound[start : start + 2 * longest].astype(np.float64)
    head = piece[:longest]
    later = np.lib.stride_tricks.sliding_window_view(piece, longest)[shortest:]
    norm = np.sqrt((later**2).sum(axis=1)) + 1e-12
    return shortest + int(np.argmax(np.einsum("ij,j->i", later, head) / norm))
