"""From parameters to sound: pulses and noise through the voice's filter.

The voiced part is a train of pulses at fractional sample times, each one filtered by the response at its own moment;
the breath is white noise, filtered frame by frame and overlapped. The voice's low-pass filter divides the two: pulses
below, noise above, as the voice was trained.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.hts_engine import FRAME, Frames, Parameters
from reader.chant.spectrum import FFT, OMEGA, MelFilter, low_pass_response

_CHUNK: Final = 128  # frames worked on at once: the tables of one chunk stay in the processor's cache
_PRE_RING: Final = 16  # samples: a pulse between two samples rings a little before its time
_SEED: Final = 1  # the same breath in every clip, so that a clip can be made again to the bit
_WINDOW: Final = (0.5 - 0.5 * np.cos(np.pi * (np.arange(2 * FRAME) + 0.5) / FRAME)).astype(np.float32)
_OMEGA: Final = OMEGA.astype(np.float32)

Sound = NDArray[np.float32]
Times = NDArray[np.float64]


def synthesise(
    mel: MelFilter,
    parameters: Parameters,
    voicing: Frames,
    pulses: tuple[Times, Times],
    length: int,
) -> Sound:
    """Return `length` samples.

    Frame i of `parameters` and of `voicing` (1 voiced, 0 voiceless) describes sample `i * FRAME`; `pulses` holds times
    and periods in samples. Frames must reach past the end.
    """
    times, periods = pulses
    frames = len(voicing)
    out = np.zeros(_PRE_RING + (frames + 2) * FRAME + FFT, np.float32)
    noise = np.random.default_rng(_SEED).standard_normal((frames + 2) * FRAME, dtype=np.float32)
    for first in range(0, frames - 1, _CHUNK):
        last = min(first + _CHUNK, frames - 1)
        part = _Responses(mel, parameters, first, last + 1)
        low, high = np.searchsorted(times, (first * FRAME, last * FRAME))
        _add_pulses(out, part, times[low:high], periods[low:high])
        _add_noise(out, part, noise, voicing)
    return out[_PRE_RING : _PRE_RING + length]


class _Responses:
    """The filters of frames `first` to `last` (excluded) as log amplitude, phase and low-pass gain."""

    def __init__(self, mel: MelFilter, parameters: Parameters, first: int, last: int) -> None:
        cepstrum = parameters.cepstrum[first:last]
        self.first, self.last = first, last
        self.amplitude = mel.log_amplitude(cepstrum)
        self.phase = mel.phase(cepstrum)
        self.low_pass = low_pass_response(parameters.low_pass[first:last])


def _add_pulses(out: Sound, part: _Responses, times: Times, periods: Times) -> None:
    """Add one filtered pulse at each time; its power per second does not depend on the pitch."""
    if not len(times):
        return
    whole = np.floor(times).astype(int)
    place = times / FRAME - part.first
    low = place.astype(int)
    weight = (place - low).astype(np.float32)[:, None]

    def at(table: Frames) -> Frames:
        blended: Frames = (1 - weight) * table[low] + weight * table[low + 1]
        return blended

    delay = (_PRE_RING + times - whole).astype(np.float32)[:, None]
    gain = np.exp(at(part.amplitude)) * at(part.low_pass) * np.sqrt(periods).astype(np.float32)[:, None]
    for start, response in zip(whole, _impulse(gain, at(part.phase) - delay * _OMEGA), strict=True):
        out[start : start + FFT] += response


def _add_noise(out: Sound, part: _Responses, noise: Sound, voicing: Frames) -> None:
    """Add the breath: all of the noise where there is no voice, what lies above the low-pass where there is."""
    frames = np.arange(part.first, part.last - 1)
    grains = np.lib.stride_tricks.sliding_window_view(noise, 2 * FRAME)[frames * FRAME] * _WINDOW
    breath = 1 - voicing[frames, None] * part.low_pass[:-1]
    spectrum = np.fft.rfft(grains, FFT)
    spectrum *= _polar(np.exp(part.amplitude[:-1]) * breath, part.phase[:-1])
    for start, grain in zip(frames * FRAME - FRAME + _PRE_RING, np.fft.irfft(spectrum, FFT), strict=True):
        if start >= 0:
            out[start : start + FFT] += grain
        else:
            out[: start + FFT] += grain[-start:]


def _impulse(gain: Frames, phase: Frames) -> Frames:
    return np.asarray(np.fft.irfft(_polar(gain, phase), FFT), np.float32)


def _polar(gain: Frames, phase: Frames) -> NDArray[np.complex64]:
    """Return gain·e^(i·phase); real sines and cosines are ten times faster than a complex exponential."""
    spectrum = np.empty(gain.shape, np.complex64)
    np.multiply(gain, np.cos(phase), out=spectrum.real)
    np.multiply(gain, np.sin(phase), out=spectrum.imag)
    return spectrum
