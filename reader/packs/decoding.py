"""A sound file of unknown origin made into mono at 48 kHz, within limits. Runs in the worker process only."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soundfile

from reader.clip import Samples
from reader.packs.faults import PackError, PackFlaw, unfit
from reader.packs.foreign import converted
from reader.packs.names import FOREIGN
from reader.samples import SAMPLE_RATE

LONGEST: Final = 120
"""Seconds of one recording: a whole poem read twice, with pauses."""
_RATES: Final = (8_000, 192_000)
_CHANNELS: Final = 8
_FULL: Final = 0.999
"""What counts as full scale; a lossy coder rounds."""
_FLAT: Final = 3
"""So many full samples in a row are clipped; one alone may be a peak."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """Mono samples at 48 kHz, and what the file was: its rate, its channels, how many samples were cut off."""

    samples: Samples
    rate: int
    channels: int
    clipped: int


def decoded(path: Path) -> Recording:
    """Decode a file. Raises PackError that says what is wrong with it."""
    try:
        # a second more than is allowed tells that it is too long
        found = converted(path, LONGEST + 1) if path.suffix.lower() in FOREIGN else path
        with soundfile.SoundFile(found) as file:
            rate, channels, frames = file.samplerate, file.channels, file.frames
            if not _RATES[0] <= rate <= _RATES[1]:
                raise unfit(PackFlaw.SAMPLE_RATE, rate=rate, least=_RATES[0], most=_RATES[1])
            if not 1 <= channels <= _CHANNELS:
                raise unfit(PackFlaw.CHANNELS, channels=channels, most=_CHANNELS)
            if frames > LONGEST * rate:
                raise unfit(PackFlaw.TOO_LONG, seconds=LONGEST)
            # what a file says of its length is not believed
            sound = file.read(LONGEST * rate + 1, dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, OSError, ValueError, RuntimeError, TypeError) as error:
        if isinstance(error, PackError):
            raise
        raise unfit(PackFlaw.NO_SOUND) from error
    if len(sound) > LONGEST * rate:
        raise unfit(PackFlaw.TOO_LONG, seconds=LONGEST)
    if not len(sound):
        raise unfit(PackFlaw.EMPTY)
    sound = np.clip(np.nan_to_num(sound, nan=0.0, posinf=0.0, neginf=0.0), -4.0, 4.0)
    mono = sound.mean(axis=1, dtype=np.float64)
    return Recording(resampled(mono.astype(np.float32), rate), rate, channels, _clipped(sound))


def resampled(sound: Samples, rate: int) -> Samples:
    """Return the sound at 48 kHz, by its spectrum; silence is put after it so that its ends do not meet."""
    if rate == SAMPLE_RATE:
        return sound
    # as many samples more as make both lengths whole, and at least a tenth of a second
    divisor = np.gcd(rate, SAMPLE_RATE)
    step, out_step = rate // divisor, SAMPLE_RATE // divisor
    blocks = -(-(len(sound) + rate // 10) // step)
    spectrum = np.fft.rfft(sound.astype(np.float64), blocks * step)
    size = blocks * out_step
    fitted = np.zeros(size // 2 + 1, np.complex128)
    kept = min(len(spectrum), len(fitted))
    fitted[:kept] = spectrum[:kept]
    if kept == len(fitted) and size % 2 == 0:
        fitted[-1] = 0
    long = np.fft.irfft(fitted, size) * (out_step / step)
    return np.asarray(long[: round(len(sound) * SAMPLE_RATE / rate)], np.float32)


def _clipped(sound: Samples) -> int:
    """Return how many samples lie in flat stretches at full scale, in the channel that has most."""
    full = np.abs(sound) >= _FULL
    flat = full[_FLAT - 1 :].copy()
    for back in range(1, _FLAT):
        flat &= full[_FLAT - 1 - back : len(full) - back]
    return int(flat.sum(axis=0).max(initial=0))
