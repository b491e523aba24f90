"""The HTS engine inside the pyopenjtalk wheel, by its own C functions.

The wheel's Python face only turns labels into a finished waveform. Its extension module also exports the C functions
of the HTS engine API, and those give what a chant needs: how long the voice would make each phoneme, and the spectral
parameters at lengths of our choosing. Nothing else of the wheel is imported, neither dictionary nor frontend. See
`docs/decisions/0001-own-vocoder.md` for why, and `selfcheck` for what happens where the functions are missing.
"""

import ctypes
import importlib.machinery
import importlib.util
import os
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Frames = NDArray[np.float32]

FRAME: Final = 240
"""Samples of one parameter frame: 5 ms."""

CEPSTRUM: Final = 35
"""Mel-cepstral coefficients of a frame."""

TAPS: Final = 16
"""Taps of a frame's low-pass filter, centre first; the other fifteen mirror them."""

_PACKAGE: Final = "pyopenjtalk"
_STATES: Final = 5
_FULL_TAPS: Final = 31
_SPECTRUM, _LOW_PASS = 0, 2  # streams; the one between is the voice's own pitch, which a chant replaces
_TICKS_PER_FRAME: Final = 50_000  # label times count 100 ns
_ENGINE_BYTES: Final = 4096  # the C structure is below 1 KiB
_CANARY: Final = b"\xa5" * 4096
_TRUE, _FALSE = b"\x01", b"\x00"


class EngineError(RuntimeError):
    """The engine's C functions are not there, or do not do what they should."""


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """What the voice says frame by frame: mel-cepstrum [n, 35] and low-pass half filter [n, 16], float32."""

    cepstrum: Frames
    low_pass: Frames


class HtsEngine:
    """One loaded voice. Calls are serialised by a lock, so threads may share it.

    Raises `EngineError` where the wheel, its functions or the voice are missing.
    """

    def __init__(self, voice: Path | None = None) -> None:
        self._call = _functions(library_path())
        self._memory = ctypes.create_string_buffer(
            b"\0" * _ENGINE_BYTES + _CANARY, _ENGINE_BYTES + len(_CANARY)
        )
        self._engine = ctypes.addressof(self._memory)
        self._lock = threading.Lock()
        self._call["initialize"](self._engine)
        path = (ctypes.c_char_p * 1)(os.fsencode(voice or voice_path()))
        if self._call["load"](self._engine, path, 1) != _TRUE:
            raise EngineError(f"the voice {voice or voice_path()} does not load; reinstall pyopenjtalk-plus")
        # the memory goes along, so that it outlives the C side's last use of it
        finalizer = weakref.finalize(self, _clear, self._call["clear"], self._engine, self._memory)
        # a thread may still be at it when the process ends, which gives the memory back anyway
        finalizer.atexit = False
        self._expect_layout()

    def natural_lengths(self, labels: Sequence[str]) -> list[int]:
        """Return how many frames the voice itself gives each label."""
        with self._states(labels, aligned=False):
            lengths = [
                self._call["get_state_duration"](self._engine, i) for i in range(len(labels) * _STATES)
            ]
        return [sum(lengths[i : i + _STATES]) for i in range(0, len(lengths), _STATES)]

    def parameters(self, labels: Sequence[str], lengths: Sequence[int]) -> Parameters:
        """Return the parameters when each label lasts the given number of frames (five at least)."""
        ends = np.cumsum(lengths) * _TICKS_PER_FRAME
        starts = ends - np.asarray(lengths) * _TICKS_PER_FRAME
        timed = [f"{a} {b} {label}" for a, b, label in zip(starts, ends, labels, strict=True)]
        with self._states(timed, aligned=True):
            if self._call["generate_parameter_sequence"](self._engine) != _TRUE:
                raise EngineError("the engine refused to generate parameters")
            # stopped before its first sample: the parameters are laid out, its vocoder does not run
            self._call["set_stop_flag"](self._engine, _TRUE)
            self._call["generate_sample_sequence"](self._engine)
            self._call["set_stop_flag"](self._engine, _FALSE)
            n = self._call["get_total_frame"](self._engine)
            if n != sum(lengths):
                raise EngineError(f"the engine made {n} frames where {sum(lengths)} were asked for")
            return Parameters(
                self._stream(_SPECTRUM, n, range(CEPSTRUM)),
                self._stream(_LOW_PASS, n, range(_FULL_TAPS // 2, _FULL_TAPS)),
            )

    def _stream(self, stream: int, frames: int, columns: range) -> Frames:
        get, engine = self._call["get_generated_parameter"], self._engine
        values = (get(engine, stream, i, k) for i in range(frames) for k in columns)
        return np.fromiter(values, np.float32, frames * len(columns)).reshape(frames, len(columns))

    @contextmanager
    def _states(self, labels: Sequence[str], *, aligned: bool) -> Iterator[None]:
        """Hold the engine with the labels' states laid out; `aligned` when each label begins with its times."""
        if not labels or not all("/A:" in label and label.isascii() for label in labels):
            raise EngineError("full-context labels are needed")  # the C side would crash
        strings = (ctypes.c_char_p * len(labels))(*(label.encode("ascii") for label in labels))
        with self._lock:
            self._call["refresh"](self._engine)
            self._call["set_phoneme_alignment_flag"](self._engine, _TRUE if aligned else _FALSE)
            try:
                made = self._call["generate_state_sequence_from_strings"](self._engine, strings, len(labels))
                if made != _TRUE or self._call["get_total_state"](self._engine) != len(labels) * _STATES:
                    raise EngineError("the engine does not accept the labels")
                yield
            finally:
                self._call["refresh"](self._engine)
                self._check_canary()

    def _expect_layout(self) -> None:
        """Check that this is the kind of voice that the constants above describe."""
        found = tuple(
            self._call[name](self._engine)
            for name in ("get_sampling_frequency", "get_fperiod", "get_nstate", "get_nstream")
        )
        if found != (48_000, FRAME, _STATES, 3):
            raise EngineError(f"the voice has another layout (rate, frame, states, streams) {found}")
        self._check_canary()

    def _check_canary(self) -> None:
        if self._memory.raw[_ENGINE_BYTES:] != _CANARY:
            raise EngineError("the engine's structure is larger than expected")


def package_folder() -> Path:
    """Return where pyopenjtalk is installed, without importing it (which reads a dictionary and takes 0.2 s)."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EngineError("pyopenjtalk-plus is not installed; run: pip install pyopenjtalk-plus")
    return Path(next(iter(spec.submodule_search_locations)))


def library_path() -> Path:
    """Return the extension module that holds the engine."""
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        path = package_folder() / f"htsengine{suffix}"
        if path.exists():
            return path
    raise EngineError(f"{package_folder()} holds no htsengine library; reinstall pyopenjtalk-plus")


def voice_path() -> Path:
    """Return the bundled voice."""
    return package_folder() / "htsvoice" / "mei_normal.htsvoice"


_P, _S, _B, _D = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char, ctypes.c_double
_STRINGS = ctypes.POINTER(ctypes.c_char_p)
_SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    # name after HTS_Engine_: result, arguments; the first argument is always the engine
    "initialize": (None, _P),
    "load": (_B, _P, _STRINGS, _S),
    "clear": (None, _P),
    "refresh": (None, _P),
    "get_sampling_frequency": (_S, _P),
    "get_fperiod": (_S, _P),
    "get_nstate": (_S, _P),
    "get_nstream": (_S, _P),
    "get_total_state": (_S, _P),
    "get_total_frame": (_S, _P),
    "get_state_duration": (_S, _P, _S),
    "get_generated_parameter": (_D, _P, _S, _S, _S),
    "set_phoneme_alignment_flag": (None, _P, _B),
    "set_stop_flag": (None, _P, _B),
    "generate_state_sequence_from_strings": (_B, _P, _STRINGS, _S),
    "generate_parameter_sequence": (_B, _P),
    "generate_sample_sequence": (_B, _P),
}


def _functions(library: Path) -> dict[str, Any]:
    try:
        exported = ctypes.CDLL(str(library))
        functions = {name: getattr(exported, f"HTS_Engine_{name}") for name in _SIGNATURES}
    except (OSError, AttributeError) as error:
        raise EngineError(f"the engine's functions cannot be reached: {error}") from error
    for name, (result, *arguments) in _SIGNATURES.items():
        functions[name].restype, functions[name].argtypes = result, arguments
    return functions


def _clear(clear: Any, engine: int, memory: Any) -> None:
    clear(engine)
    del memory
