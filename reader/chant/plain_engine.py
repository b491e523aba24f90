"""The same voice by the wheel's Python face alone: labels in, a finished waveform out.

Used where the engine's C functions cannot be reached. The waveform has the voice's own lengths and pitch.
"""

import contextlib
import io
import math
import os
import threading
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reader.chant.hts_engine import FRAME, EngineError, voice_path

_FULL_SCALE: Final = 32_768.0
_OWN_HZ: Final = 375.0  # where the voice speaks lines without accents


class PlainEngine:
    """One loaded voice; calls are serialised by a lock. Raises `EngineError` where it cannot be loaded."""

    def __init__(self) -> None:
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # the package greets with hints about its extras
                from pyopenjtalk.htsengine import HTSEngine  # noqa: PLC0415 - slow, and only needed here
            self._engine = HTSEngine(os.fsencode(voice_path()))
        except (ImportError, RuntimeError, OSError) as error:
            raise EngineError(f"pyopenjtalk-plus does not work here: {error}") from error
        if (self._engine.get_sampling_frequency(), self._engine.get_fperiod()) != (48_000, FRAME):
            raise EngineError("the voice has another sample rate or frame length than the chant needs")
        self._lock = threading.Lock()

    def natural_lengths(self, labels: Sequence[str]) -> list[int]:
        """Return how many frames the voice gives each label.

        At normal speed a label's length depends on that label alone, so each one is spoken by itself and measured.
        """
        with self._lock:
            return [len(self._engine.synthesize([label])) // FRAME for label in labels]

    def speak(self, labels: Sequence[str], around_hz: float) -> NDArray[np.float32]:
        """Return the waveform of all labels, full scale ±1 (it may go beyond), its pitch within half an octave."""
        with self._lock:
            self._engine.add_half_tone(12 * math.log2(around_hz / _OWN_HZ))  # forgotten after each synthesis
            return np.asarray(self._engine.synthesize(list(labels)) / _FULL_SCALE, np.float32)
