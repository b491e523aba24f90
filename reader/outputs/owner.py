"""One owner of a loudspeaker on a machine: a second reading is refused and told who has it.

Several halls may read at once, each through a loudspeaker of its own.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from reader.outputs.sink import SpeakersUnavailableError

_GUARDED: Final = 1 << 20
"""The byte that is locked where a lock covers bytes and keeps others from reading them: one beyond the text."""

_UNKNOWN: Final = "another reading"
_MOMENT: Final = 0.05


class SpeakersInUseError(SpeakersUnavailableError):
    """Another reading has the loudspeaker; `holder` says in words which one, and since when."""

    def __init__(self, device: str, holder: str) -> None:
        which = f"the loudspeakers ({device})" if device else "the loudspeakers"
        super().__init__(f"{which} are in use by {holder}; stop that reading first")
        self.holder = holder


def lock_file(folder: Path, device: str = "") -> Path:
    """Return the file whose lock says that a device of this name is in use."""
    tail = f"-{hashlib.sha256(device.encode()).hexdigest()[:12]}" if device else ""
    return folder / f"speakers{tail}.lock"


@contextmanager
def owning(folder: Path, what: str, device: str = "") -> Iterator[None]:
    """Own a loudspeaker, by its name, while the block runs; `what` is told to whoever asks meanwhile.

    The lock belongs to the open file, so it ends with the process however that ends; the text in it only tells who.
    Raises SpeakersInUseError, or SpeakersUnavailableError where the folder cannot be used.
    """
    path = lock_file(folder, device)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise SpeakersUnavailableError(
            f"the loudspeakers cannot be claimed: {path}: {error.strerror}"
        ) from error
    with file:
        _claim(file, device)
        _sign(file, what, device)
        try:
            yield
        finally:
            file.truncate(0)


def holder(folder: Path, device: str = "") -> str:
    """Return who has a loudspeaker now, in words; empty for nobody."""
    try:
        with lock_file(folder, device).open("r+", encoding="utf-8") as file:
            try:
                _lock(file)
            except OSError:
                return _owner(file)
    except OSError:
        return ""
    return ""


def _claim(file: IO[str], device: str) -> None:
    """Lock the file. Somebody who only asks who has it locks it too, for a moment and without signing."""
    for last in (False, False, True):
        try:
            _lock(file)
        except OSError as error:
            holding = _owner(file)
            if last or holding != _UNKNOWN:
                raise SpeakersInUseError(device, holding) from error
            time.sleep(_MOMENT)
        else:
            return


def _sign(file: IO[str], what: str, device: str) -> None:
    file.seek(0)
    file.truncate()
    signature = {"what": what, "device": device, "pid": os.getpid(), "since": time.strftime("%H:%M")}
    json.dump(signature, file, ensure_ascii=False)
    file.flush()


def _owner(file: IO[str]) -> str:
    """Return who has signed, in words; a text half-written by another process is only vaguer."""
    try:
        file.seek(0)
        owner = json.load(file)
        return f"{owner['what']} (process {owner['pid']}, since {owner['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return _UNKNOWN


if sys.platform == "win32":  # pragma: no cover - another system
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(_GUARDED)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
