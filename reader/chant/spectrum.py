"""The filter that a mel-cepstrum describes: its log amplitude and phase, and how loud it is."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.hts_engine import CEPSTRUM, TAPS, Frames

FFT: Final = 2048
"""Samples of one filter response: 43 ms, in which the narrowest resonance of the voice has faded by 60 dB."""

BINS: Final = FFT // 2 + 1
OMEGA: Final = np.linspace(0, np.pi, BINS)

NEPER_PER_DB: Final = np.log(10) / 20

_VOICE_WARP: Final = 0.55  # the all-pass constant that the voice was trained with
_LEVEL_STRIDE: Final = 8  # every eighth bin is enough for a mean power


class MelFilter:
    """Turns mel-cepstra into minimum-phase filter responses.

    All sums run in numpy's own loops. A threaded matrix library may add in another order with another number of
    cores, and a clip must be the same to the bit wherever it is made on one machine.
    """

    def __init__(self, formants: float = 1.0) -> None:
        warp = OMEGA + 2 * np.arctan2((a := _warp_constant(formants)) * np.sin(OMEGA), 1 - a * np.cos(OMEGA))
        order = np.outer(np.arange(CEPSTRUM), warp)
        self._amplitude = np.cos(order).astype(np.float32)
        self._phase = -np.sin(order).astype(np.float32)
        self._level = np.ascontiguousarray(self._amplitude[:, ::_LEVEL_STRIDE])

    def log_amplitude(self, cepstrum: Frames) -> Frames:
        """Return nepers [n, BINS]."""
        return _product(cepstrum, self._amplitude)

    def phase(self, cepstrum: Frames) -> Frames:
        """Return radians [n, BINS]."""
        return _product(cepstrum, self._phase)

    def level(self, cepstrum: Frames) -> Frames:
        """Return each frame's mean power over all frequencies in dB; it rises where a sound becomes audible."""
        power = np.exp(2 * _product(cepstrum, self._level))
        return np.asarray(10 * np.log10(power.mean(axis=1)))


@lru_cache(maxsize=8)
def mel_filter(formants: float) -> MelFilter:
    """Return the filter for one scale of the formants; the tables take a moment to make."""
    return MelFilter(formants)


def low_pass_response(half: Frames) -> Frames:
    """Return the real response [n, BINS] of symmetric filters given by their right halves."""
    return _product(half, _LOW_PASS_BASIS)


def _product(rows: Frames, basis: NDArray[np.float32]) -> Frames:
    product: Frames = np.einsum("ij,jk->ik", rows, basis)
    return product


def _warp_constant(formants: float) -> float:
    """Return the all-pass constant whose frequency axis is the voice's own, scaled where the formants lie."""
    slope = (1 + _VOICE_WARP) / (1 - _VOICE_WARP) / formants
    return (slope - 1) / (slope + 1)


_LOW_PASS_BASIS: Final = (
    np.cos(np.outer(np.arange(TAPS), OMEGA)) * np.where(np.arange(TAPS) == 0, 1, 2)[:, None]
).astype(np.float32)
