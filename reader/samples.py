"""Sample time: the reader counts in integer samples; seconds exist only where people read or write them."""

from typing import Final

SAMPLE_RATE: Final = 48_000
"""Samples a second, everywhere in the reader."""


def to_samples(seconds: float) -> int:
    """Return the nearest sample to a time in seconds."""
    return round(seconds * SAMPLE_RATE)


def to_seconds(samples: int) -> float:
    """Return a sample position or length in seconds."""
    return samples / SAMPLE_RATE
