"""What becomes of a voice on its way into a file: a hall, noise, a coder that saves bytes."""

import io
from typing import Final

import numpy as np
import soundfile

from reader.clip import Samples
from reader.samples import SAMPLE_RATE
from tests.support.packs import downsampled

WAYS: Final = ("plain", "hall", "noise", "lossy")
"""A quiet room in FLAC; a hall of 1.2 s; noise 28 dB under the loudest; the smallest MP3 at 22.05 kHz."""

_REVERBERATION: Final = 1.2
"""Seconds in which a hall's answer falls by 60 dB."""
_DIRECT: Final = 6.0
"""Decibels that the voice itself is louder than all of the hall's answer."""
_DELAY: Final = 0.012
"""Seconds after which the hall begins to answer."""
_ROOM, _NOISY = -66.0, -34.0
"""dBFS of noise; the voice's peak is at half of full scale."""


def recorded_in(way: str, voice: Samples, *, lead: float, seed: int) -> tuple[bytes, str]:
    """Return a file of a voice at 48 kHz, and the file's ending. `lead` is the silence before it in seconds."""
    luck = np.random.default_rng(seed)
    sound = np.pad(voice / np.abs(voice).max() * 0.5, (round(lead * SAMPLE_RATE), SAMPLE_RATE // 2))
    if way == "hall":
        sound = _hall(sound, luck)
    level = _NOISY if way == "noise" else _ROOM
    sound = (sound + luck.standard_normal(len(sound)) * 10 ** (level / 20)).astype(np.float32)
    file = io.BytesIO()
    if way == "lossy":
        soundfile.write(
            file,
            downsampled(sound, 22_050),
            22_050,
            format="MP3",
            subtype="MPEG_LAYER_III",
            compression_level=0.99,
        )
        return file.getvalue(), "mp3"
    soundfile.write(file, np.clip(sound, -1, 1), SAMPLE_RATE, format="FLAC", subtype="PCM_16")
    return file.getvalue(), "flac"


def _hall(sound: Samples, luck: np.random.Generator) -> Samples:
    time = np.arange(round(_REVERBERATION * SAMPLE_RATE)) / SAMPLE_RATE
    answer = luck.standard_normal(len(time)) * 10 ** (-3 * time / _REVERBERATION)
    answer *= 10 ** (-_DIRECT / 20) / np.sqrt((answer**2).sum())
    size = len(sound) + len(answer)
    tail = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(answer, size), size)[: len(sound)]
    late = np.pad(tail, (round(_DELAY * SAMPLE_RATE), 0))[: len(sound)]
    return np.asarray(sound + late, np.float32)
