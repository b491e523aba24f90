"""Noise that keeps a loudspeaker awake and that nobody hears: many fall asleep in digital silence."""

from functools import cache
from typing import Final

import numpy as np

from reader.clip import Samples
from reader.samples import SAMPLE_RATE

LEVEL: Final = -80.0
"""dB below full scale, as an effective value: some 55 dB below the voice, and a few steps of 16 bits."""

BAND: Final = (20.0, 200.0)
"""Hertz. Ears are weakest here, and so are loudspeakers."""

_LENGTH: Final = 8 * SAMPLE_RATE


@cache
def _loop() -> Samples:
    """Return noise whose end runs on into its beginning."""
    random = np.random.default_rng(8)
    spectrum = np.fft.rfft(random.standard_normal(_LENGTH))
    hertz = np.fft.rfftfreq(_LENGTH, 1 / SAMPLE_RATE)
    spectrum[(hertz < BAND[0]) | (hertz > BAND[1])] = 0
    noise = np.fft.irfft(spectrum, _LENGTH)
    noise *= 10 ** (LEVEL / 20) / np.sqrt(np.mean(noise**2))
    return noise.astype(np.float32)


def awake(start: int, count: int) -> Samples:
    """Return the noise of a stream from one of its samples on; the same samples for the same place."""
    return np.take(_loop(), range(start, start + count), mode="wrap")
