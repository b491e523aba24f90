"""PortAudio's Python module, loaded when a loudspeaker is wanted and not before."""

import ctypes
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from reader.outputs.sink import NoOutputError, NoSoundLibraryError

Sounddevice: TypeAlias = Any
"""The module `sounddevice`, which has no types."""

_PART: Final = 0.02
"""Seconds of sound that ALSA takes at a time."""
_QUARTERS: Final = 4

_PULSE: Final = "threaded-ml"
_URGENCY: Final = 5
"""A low real-time priority, that of sound servers."""

_open_streams: set[int] = set()
_lock = threading.Lock()


def load() -> Sounddevice:
    """Return the `sounddevice` module. Raises NoSoundLibraryError with what to install."""
    try:
        import sounddevice  # noqa: PLC0415 - it loads a system library, and only a reading aloud needs that
    except OSError as error:
        raise NoSoundLibraryError(_CURE) from error
    _quiet()
    return sounddevice


def _quiet() -> None:
    """Keep ALSA's own remarks off the terminal: whatever matters of them PortAudio tells, and a display stands there.

    ALSA wants somebody to tell them to. A C function that takes nothing and does nothing stays valid when Python ends.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            nobody = ctypes.cast(ctypes.CDLL(None).getpid, ctypes.c_void_p)
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nobody)


def opened(stream: object) -> None:
    """Note that a stream is open: PortAudio must not be started anew under it."""
    with _lock:
        _open_streams.add(id(stream))


def closed(stream: object) -> None:
    """Note that a stream is closed."""
    with _lock:
        _open_streams.discard(id(stream))


def look_again() -> None:
    """Let PortAudio find devices that were plugged in since it was started.

    That ends every stream of the process, so it is left alone while there is one: another hall reads.
    """
    sounddevice = load()
    with _lock:
        if not _open_streams:
            sounddevice._terminate()
            sounddevice._initialize()


def waits(sounddevice: Sounddevice, host: int) -> bool:
    """Whether the audio threads of this system may wait: ALSA's are threads like any other, Core Audio's are not."""
    return bool(sounddevice.query_hostapis(host)["name"] == "ALSA")


def divided(sounddevice: Sounddevice, store: float) -> None:
    """Let ALSA take a store of so many seconds in small parts, from the next stream on; PortAudio's are its quarters.

    Where PortAudio cannot be told, its own way stays.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(sounddevice._libname).PaAlsa_SetNumPeriods(max(_QUARTERS, round(store / _PART)))


def hurry() -> None:
    """Let this thread run before all others, where the system has such a thing and allows it.

    So do those by which ALSA's plug-in speaks with PulseAudio: it is they that learn that sound is wanted.
    """
    if sys.platform == "linux":
        for thread in (0, *_threads(_PULSE)):
            with suppress(OSError):
                os.sched_setscheduler(thread, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(_URGENCY))


def _threads(name: str) -> Iterator[int]:
    """Yield the threads of this process that bear a name."""
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            if (thread / "comm").read_text().strip() == name:
                yield int(thread.name)


def no_device(error: Exception) -> NoOutputError:
    """Return the error that there is no output, with why, and what would help."""
    reason = str(error).splitlines()[0].rstrip(".")
    return NoOutputError(
        f"no loudspeakers: this machine offers no sound output ({reason}); plug one in or start the sound server,"
        " or write a file with --out, or open the reading in a browser"
    )


_CURE: Final = {
    "linux": "apt install libportaudio2 (Debian, Ubuntu), dnf install portaudio (Fedora), pacman -S portaudio (Arch)",
    "darwin": "brew install portaudio",
    "win32": "pip install --force-reinstall sounddevice",
}.get(sys.platform, "portaudio")
