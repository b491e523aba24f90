"""A sound file for a browser that does not play FLAC."""

import io
from pathlib import Path

import soundfile


def as_wav(path: Path) -> bytes:
    """Return a sound file of 16 bits as WAV; the samples are the same. Raises soundfile.LibsndfileError."""
    samples, rate = soundfile.read(path, dtype="int16")
    out = io.BytesIO()
    soundfile.write(out, samples, rate, format="WAV", subtype="PCM_16")
    return out.getvalue()
