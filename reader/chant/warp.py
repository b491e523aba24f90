"""From the lengths the voice would choose to the lengths the plan gives: which source frame sounds when."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.hts_engine import FRAME, Parameters

Span = tuple[int, int]

_STEADY: Final = 0.3  # the share of a sound that may be drawn out
_MARGIN: Final = 0.15  # the share at either end that always keeps its natural speed
_NEARLY_DB: Final = (
    4.0  # a vowel is clearest in its middle, which is left only for a stretch louder than this
)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Frames `low` to `high` of a source; `steady_low` to `steady_high` is what is drawn out when it lasts longer."""

    low: int
    steady_low: float
    steady_high: float
    high: int


def whole(span: Span, levels: NDArray[np.floating] | None = None) -> Stretch:
    """Return a span as a stretch; its steady part is the loudest stretch inside, or the middle without `levels`.

    A vowel stands steady in its middle, but a ん before a stop dies away into it, and drawn out there it would be lost.
    """
    low, high = span
    width, margin = _STEADY * (high - low), _MARGIN * (high - low)
    middle = (low + high - width) / 2
    starts = [middle, *np.arange(low + margin, high - margin - width)]
    if levels is not None:
        softest = [levels[int(s) : int(s + width) + 1].min() for s in starts]
        starts = [s for s, level in zip(starts, softest, strict=True) if level >= max(softest) - _NEARLY_DB]
    start = min(starts, key=lambda s: abs(s - middle))
    return Stretch(low, start, start + width, high)


def follow(
    sounds: Sequence[Stretch], output: Sequence[Span], times: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the source position (in frames) that sounds at each of `times` (in samples).

    `output` has the span of samples that each sound fills. The path never steps back or jumps, so a hold of any
    length is a slow drift through the steady part of the vowel, without a seam.
    """
    knots: list[tuple[float, float]] = []
    for sound, (start, end) in zip(sounds, output, strict=True):
        knots.append((start, sound.low))
        if (end - start) / FRAME > sound.high - sound.low:
            knots.append((start + (sound.steady_low - sound.low) * FRAME, sound.steady_low))
            knots.append((end - (sound.high - sound.steady_high) * FRAME, sound.steady_high))
        knots.append((end, sound.high))
    at, frame = np.array(knots).T
    positions: NDArray[np.float64] = np.interp(times, at, frame)
    return positions


def sample(parameters: Parameters, positions: NDArray[np.float64]) -> Parameters:
    """Return the parameters at fractional frame positions."""
    low = np.clip(np.floor(positions).astype(int), 0, len(parameters.cepstrum) - 2)
    weight = np.clip(positions - low, 0.0, 1.0).astype(np.float32)[:, None]

    def blend(frames: NDArray[np.float32]) -> NDArray[np.float32]:
        blended: NDArray[np.float32] = (1 - weight) * frames[low] + weight * frames[low + 1]
        return blended

    return Parameters(blend(parameters.cepstrum), blend(parameters.low_pass))
