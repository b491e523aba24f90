"""Measuring sound from its samples alone: when it begins and ends, its pitch, how periodic it is, its peaks.

None of this knows how the sound was made. Times are in samples at 48 kHz.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
Signal = NDArray[np.floating]

_WINDOW = RATE // 1000  # 1 ms: short enough to see a start to the millisecond
_PITCH_RATE = 24_000
_PITCH_BAND = 3_000.0  # Hz; the voice's harmonics lie below, its breath mostly above
_LOWEST, _HIGHEST = 120.0, 500.0  # Hz
_FRAME = 2048  # samples of a spectrum
_LIFTER = 100  # samples of quefrency: finer ripples are the harmonics of a voice under 480 Hz
_PITCH_WINDOW = 600  # samples at 24 kHz: 25 ms, at least three periods


@dataclass(frozen=True)
class PitchTrack:
    """Pitch in Hz at `times`, and YIN's aperiodicity: near 0 for a steady voice, above 0.3 for noise."""

    times: NDArray[np.int64]
    hz: NDArray[np.float64]
    aperiodicity: NDArray[np.float64]


def envelope(samples: Signal, window: int = _WINDOW) -> NDArray[np.float64]:
    """Return the root mean square over the `window` samples from each sample on."""
    power = np.concatenate([[0.0], np.cumsum(np.asarray(samples, np.float64) ** 2)])
    ends = np.minimum(np.arange(len(samples)) + window, len(samples))
    return np.sqrt(np.maximum(power[ends] - power[:-1], 0.0) / window)


def heard(samples: Signal, below_db: float = -45.0) -> tuple[int, int]:
    """Return the first sample that can be heard and the one after the last.

    Heard is what lies at most 45 dB under the loudest 50 ms.
    """
    threshold = envelope(samples, RATE // 20).max() * 10 ** (below_db / 20)
    forwards = np.flatnonzero(envelope(samples) > threshold)
    backwards = np.flatnonzero(envelope(samples[::-1]) > threshold)
    # a window that looks ahead sees the sound up to its own length early: step to the sample that made it pass
    start, end = int(forwards[0]), int(backwards[0])
    start += int(np.argmax(np.abs(samples[start : start + _WINDOW]) > threshold))
    end += int(np.argmax(np.abs(samples[::-1][end : end + _WINDOW]) > threshold))
    return start, len(samples) - end


def pitch(samples: Signal, hop: int = 480) -> PitchTrack:
    """Return the pitch every `hop` samples, by the YIN estimator (de Cheveigné and Kawahara 2002)."""
    x = _band_limited(samples)
    longest, shortest = int(_PITCH_RATE / _LOWEST), int(_PITCH_RATE / _HIGHEST)
    reach = _PITCH_WINDOW + longest + 1
    frames = np.lib.stride_tricks.sliding_window_view(x, reach)[:: hop // (RATE // _PITCH_RATE)]
    difference = _difference(frames, longest + 1)
    lags = np.arange(1, longest + 2)
    normal = difference[:, 1:] * lags / np.maximum(np.cumsum(difference[:, 1:], axis=1), 1e-12)
    lag = np.array([_dip(row, shortest, longest) for row in normal])
    exact = lag + _vertex(difference, lag)
    starts = np.arange(len(frames)) * hop
    times = starts + ((_PITCH_WINDOW + exact) / 2 * (RATE / _PITCH_RATE)).astype(int)
    return PitchTrack(times, _PITCH_RATE / exact, normal[np.arange(len(lag)), lag - 1])


def cents(measured: Signal, expected: Signal) -> NDArray[np.float64]:
    """Return how far a pitch lies above the expected one."""
    return np.asarray(1200 * np.log2(np.asarray(measured) / np.asarray(expected)))


def true_peak_db(samples: Signal) -> float:
    """Return the highest level between samples in dBFS, from four times as many samples."""
    padded = _rounded(samples)
    fine = np.fft.irfft(np.fft.rfft(padded), 4 * len(padded)) * 4
    return float(20 * np.log10(np.abs(fine).max()))


def vowel_spectra(samples: Signal, moments: Sequence[int]) -> NDArray[np.float64]:
    """Return the envelope of the spectrum at each moment in nepers, on an axis of log frequency; harmonics smoothed."""
    frames = np.array([samples[t - _FRAME // 2 : t + _FRAME // 2] for t in moments]) * np.hanning(_FRAME)
    cepstrum = np.fft.irfft(np.log(np.abs(np.fft.rfft(frames)) + 1e-9), axis=1)
    cepstrum[:, _LIFTER:-_LIFTER] = 0
    return np.fft.rfft(cepstrum, axis=1).real


def formant_scale(one: Signal, other: Signal) -> float:
    """Return by what factor the resonances of the same vowels lie higher in `other` than in `one`.

    The spectra are moved against each other until they are most alike.
    """
    hertz = np.fft.rfftfreq(_FRAME, 1 / RATE)
    grid = np.exp(np.arange(np.log(400), np.log(4500), 0.01))

    def moved(spectra: Signal, factor: float) -> NDArray[np.float64]:
        rows = np.array([np.interp(grid * factor, hertz, row) for row in spectra])
        return rows - rows.mean(axis=1, keepdims=True)

    def likeness(factor: float) -> float:
        a, b = moved(one, factor**-0.5), moved(other, factor**0.5)
        return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))

    return float(max(np.arange(0.65, 1.55, 0.01), key=likeness))


def _band_limited(samples: Signal) -> NDArray[np.float64]:
    """Return the signal at 24 kHz without what lies above the pitch band."""
    padded = _rounded(samples)
    spectrum = np.fft.rfft(padded)
    spectrum[int(_PITCH_BAND * len(padded) / RATE) :] = 0
    return np.fft.irfft(spectrum[: len(padded) // 4 + 1], len(padded) // 2)[: len(samples) // 2] / 2


def _rounded(samples: Signal) -> NDArray[np.float64]:
    """Return the signal with up to a tenth of a second of silence: some lengths take a transform many times as long."""
    return np.pad(np.asarray(samples, np.float64), (0, -len(samples) % (RATE // 10)))


def _difference(frames: Signal, longest: int) -> NDArray[np.float64]:
    """Return YIN's difference function of each frame for lags 0 to `longest`."""
    size = 1 << (frames.shape[1] + _PITCH_WINDOW).bit_length()
    head = np.fft.rfft(frames[:, :_PITCH_WINDOW], size)
    product = np.fft.irfft(np.fft.rfft(frames, size) * head.conj(), size)[:, : longest + 1]
    energy = np.cumsum(np.pad(frames**2, ((0, 0), (1, 0))), axis=1)
    power = energy[:, _PITCH_WINDOW:][:, : longest + 1] - energy[:, : longest + 1]
    return np.maximum(power[:, :1] + power - 2 * product, 0.0)


def _dip(normal: NDArray[np.float64], shortest: int, longest: int) -> int:
    """Return the first deep minimum's lag, else the deepest one's; `normal[0]` is lag 1."""
    inside = normal[shortest - 1 : longest]
    deep = np.flatnonzero(inside < 0.15)
    if not len(deep):
        return shortest + int(np.argmin(inside))
    at = int(deep[0])
    while at + 1 < len(inside) and inside[at + 1] < inside[at]:
        at += 1
    return shortest + at


def _vertex(difference: NDArray[np.float64], lag: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return where between its neighbours the minimum lies, by a parabola: -0.5 to 0.5."""
    rows = np.arange(len(lag))
    left, middle, right = (difference[rows, lag + d] for d in (-1, 0, 1))
    bend = left - 2 * middle + right
    shift = np.where(bend > 1e-12, (left - right) / np.maximum(2 * bend, 1e-12), 0.0)
    return np.clip(shift, -0.5, 0.5)
