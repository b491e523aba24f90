"""Loudness by EBU R 128: how loud a clip is to an ear, and bringing every clip to the same.

Integrated loudness as ITU-R BS.1770-4 defines it, for mono: K-weighting, blocks of 400 ms every 100 ms, an absolute
gate at -70 LUFS and a relative one 10 LU under the loudness of what passed.
"""

from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from reader.samples import SAMPLE_RATE

TARGET: Final = -23.0
"""LUFS: the programme loudness of EBU R 128, which leaves a voice about 20 dB of headroom."""

PEAK: Final = -1.0
"""dBFS: no sample goes above it, so that a converter or a lossy coder does not clip between samples."""

SILENCE: Final = float("-inf")
"""The loudness of a clip in which nothing passes the gates."""

_BLOCK: Final = SAMPLE_RATE * 400 // 1000
_HOP: Final = SAMPLE_RATE * 100 // 1000
_OFFSET: Final = -0.691  # BS.1770: makes a full-scale 997 Hz sine in one channel read -3.01 LUFS
_ABSOLUTE_GATE: Final = -70.0
_RELATIVE_GATE: Final = -10.0

# BS.1770-4 tables 1 and 2, at 48 kHz: the head as a sphere, then the ear's insensitivity to low tones.
_SHELF: Final = (
    (1.53512485958697, -2.69169618940638, 1.19839281085285),
    (1.0, -1.69065929318241, 0.73248077421585),
)
_HIGH_PASS: Final = ((1.0, -2.0, 1.0), (1.0, -1.99004745483398, 0.99007225036621))
_DECAY: Final = SAMPLE_RATE // 4  # the high-pass has rung out by then, so a circular convolution does no harm

Signal: TypeAlias = NDArray[np.float32] | NDArray[np.float64]


def integrated(samples: Signal) -> float:
    """Return the integrated loudness of mono samples in LUFS; `SILENCE` where nothing passes the gates.

    A signal shorter than one block is measured as if silence followed it.
    """
    power = _block_power(_k_weighted(np.asarray(samples, np.float64)))
    heard = power[_loudness(power) >= _ABSOLUTE_GATE]
    if not len(heard):
        return SILENCE
    gate = _loudness(heard.mean()) + _RELATIVE_GATE
    return float(_loudness(heard[_loudness(heard) >= gate].mean()))


def normalised(samples: Signal) -> NDArray[np.float32]:
    """Return the samples at `TARGET`; softer only where a peak would pass `PEAK`. Silence stays as it is."""
    loudness = integrated(samples)
    peak = float(np.abs(samples).max(initial=0.0))
    if loudness == SILENCE or not peak:
        return np.asarray(samples, np.float32)
    gain = min(10 ** ((TARGET - loudness) / 20), 10 ** (PEAK / 20) / peak)
    return (np.asarray(samples, np.float64) * gain).astype(np.float32)


def _k_weighted(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the samples through both filters, by their exact frequency response."""
    size = _easy_length(len(samples) + _DECAY)
    spectrum = np.fft.rfft(samples, size) * _response(size)
    weighted: NDArray[np.float64] = np.fft.irfft(spectrum, size)[: len(samples)]
    return weighted


@lru_cache(maxsize=4)
def _response(size: int) -> NDArray[np.complex128]:
    """Return both filters' response for a transform of `size` samples; the halves of a pace share one or two."""
    z = np.exp(-1j * np.linspace(0, np.pi, size // 2 + 1))
    response = np.ones(len(z), np.complex128)
    for b, a in (_SHELF, _HIGH_PASS):
        response *= (b[0] + z * (b[1] + z * b[2])) / (a[0] + z * (a[1] + z * a[2]))
    return response


def _block_power(weighted: NDArray[np.float64]) -> NDArray[np.float64]:
    padded = np.pad(weighted, (0, max(0, _BLOCK - len(weighted))))
    sums = np.concatenate([[0.0], np.cumsum(padded**2)])
    starts = np.arange(0, len(padded) - _BLOCK + 1, _HOP)
    return np.asarray(np.maximum(sums[starts + _BLOCK] - sums[starts], 0.0) / _BLOCK, np.float64)


def _loudness(power: NDArray[np.float64] | np.float64) -> NDArray[np.float64]:
    return np.asarray(_OFFSET + 10 * np.log10(np.maximum(power, 1e-30)), np.float64)


def _easy_length(least: int) -> int:
    """Return an even length of the form 2^a·3^b·5^c, which the Fourier transform takes fast."""
    best = 1 << (least - 1).bit_length()
    for three in (1, 3, 9, 27):
        for five in (1, 5, 25):
            odd = three * five
            twos = max(1, (-(-least // odd) - 1).bit_length())
            best = min(best, odd << twos)
    return best
