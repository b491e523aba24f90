"""How loud each sound is beside the others, as a gain in dB for every frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.hts_engine import FRAME

Decibels = NDArray[np.floating]

AUDIBLE_DB: Final = -12.0
"""A sound is heard from where it is within this of its own plateau: stops hide a closure, vowels a quiet start."""

APPROACH: Final = 2
"""Frames at the end of a sound that already rise towards the next one and tell nothing of its own plateau."""

_EVENNESS: Final = (
    0.8  # how far vowels are brought to their median: a hall needs every mora, a voice its shades
)
_MOST_CUT_DB, _MOST_BOOST_DB = -12.0, 15.0
_VOICELESS_BOOST_DB: Final = 2.0  # more would make hiss and bursts leap out before a quiet vowel
_CONSONANT_DB: Final = -4.0  # consonants stay this far below the vowels, which leaves headroom at -23 LUFS
_FLOOR_DB: Final = (
    -22.0
)  # no consonant is softer: the voice says f, h and k so softly that a hall would lose them
_HEAD_FRAMES, _TAIL_FRAMES = 20, 10  # where a vowel has its gain; between two of them it moves evenly
_SETTLED_FRAMES: Final = 3
_LOUD_PERCENTILE: Final = 80
_LOOK: Final = 24  # samples: audible starts are found to half a millisecond


@dataclass(frozen=True, slots=True)
class Place:
    """One mora on the frame grid: consonant `start` to `vowel`, nucleus `vowel` to `end`."""

    start: int
    vowel: int
    end: int
    voiceless: bool
    """Whether it begins with a voiceless consonant."""


def gains(levels: Decibels, places: Sequence[Place]) -> Decibels:
    """Return dB to add to every frame: even vowels, no consonant above them, no unheard beginning."""
    loudness = np.array([np.percentile(levels[p.vowel : p.end], _LOUD_PERCENTILE) for p in places])
    common = float(np.median(loudness))
    gain = _even_vowels(len(levels), places, np.asarray(_EVENNESS * (common - loudness)))
    gain += _cap_consonants(levels + gain, places, common + _CONSONANT_DB)
    return gain + _lift_consonants(levels + gain, places, common + _FLOOR_DB)


def audible(levels: Decibels, start: int, end: int) -> int:
    """Return the first sample of `start` to `end` whose level is within 12 dB of the plateau there.

    `levels` has one value a frame; between two frames the sound fades from one's amplitude to the other's.
    """
    times = np.arange(start, max(end - APPROACH * FRAME, start + 1), _LOOK)
    frame = np.minimum(times // FRAME, len(levels) - 2)
    weight = np.sin(np.pi / 2 * (times / FRAME - frame)) ** 2
    amplitude = 10 ** (levels / 20)
    heard = (1 - weight) * amplitude[frame] + weight * amplitude[frame + 1]
    return int(times[np.argmax(heard >= heard.max() * 10 ** (AUDIBLE_DB / 20))])


def _even_vowels(frames: int, places: Sequence[Place], wanted: Decibels) -> Decibels:
    knots: list[tuple[float, float]] = []
    for p, gain in zip(places, np.clip(wanted, _MOST_CUT_DB, _MOST_BOOST_DB), strict=True):
        if p.voiceless:
            knots.append(((p.start + p.vowel) / 2, min(gain, _VOICELESS_BOOST_DB)))
            knots.append((p.vowel + _SETTLED_FRAMES, gain))
        half = (p.end - p.vowel) / 2
        knots.append((p.vowel + min(half, _HEAD_FRAMES), gain))
        knots.append(
            (p.end - min(half, _TAIL_FRAMES), gain)
        )  # a long vowel does not lean towards the next one
    at, gain_at = np.array(sorted(knots)).T
    curve: Decibels = np.interp(np.arange(frames), at, gain_at)
    return curve


def _lift_consonants(levels: Decibels, places: Sequence[Place], least: float) -> Decibels:
    """Return the boost that brings each consonant's plateau to the least level, with rounded corners."""
    boost = np.zeros(len(levels))
    for p in places:
        if p.vowel > p.start:
            own = slice(p.start, max(p.vowel - APPROACH, p.start + 1))
            boost[own] = np.clip(least - float(levels[own].max()), 0.0, _MOST_BOOST_DB)
    padded = np.pad(boost, 1, mode="edge")
    return (padded[:-2] + padded[1:-1] + padded[2:]) / 3


def _cap_consonants(levels: Decibels, places: Sequence[Place], limit: float) -> Decibels:
    """Return the cut that keeps every frame of a consonant under the limit, with rounded corners."""
    cut = np.zeros(len(levels))
    for p in places:
        cut[p.start : p.vowel] = np.minimum(0.0, limit - levels[p.start : p.vowel])
    padded = np.pad(cut, 2, mode="edge")
    lowest = np.minimum(np.minimum(padded[:-2], padded[1:-1]), padded[2:])
    return (lowest[:-2] + lowest[1:-1] + lowest[2:]) / 3
