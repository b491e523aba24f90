"""What was found out of one half of a recording, as it goes from the worker to the pack."""

from dataclasses import dataclass
from typing import Final

from reader.clip import Samples
from reader.loudness import SILENCE, integrated
from reader.packs.hold import hold_start

NOTHING: Final = -99.0
"""dB: softer than anything that is measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Where a half's voice lies in its file, in samples, and what is worth knowing about it.

    `loudness` (LUFS) is the recording's before it was levelled; `noise` and `peak` are dBFS of the recording. `rate`,
    `channels` and `clipped` are the source file's. `sure` is false where a cut was only guessed.
    """

    on: int
    off: int
    hold: int
    length: int
    loudness: float
    noise: float
    peak: float
    rate: int
    channels: int
    clipped: int
    sure: bool = True


def loudness_of(sound: Samples, on: int, off: int) -> float:
    """Return a voice's loudness in LUFS; `NOTHING` for silence."""
    found = integrated(sound[on:off])
    return NOTHING if found == SILENCE else round(found, 2)


def hold_of(sound: Samples, on: int, off: int) -> int:
    """Return where a voice's last vowel is only held."""
    return hold_start(sound, on, off)
