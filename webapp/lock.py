"""One server on one data folder: the second is told who the first is."""

import json
import os
import sys
from pathlib import Path
from typing import IO

from webapp.refusal import Refusal

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        # a byte far behind the text, so that others can still read who holds it
        file.seek(1 << 20)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FolderLock:
    """Held by a running server; the operating system lets go of it when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def acquire(self, address: str) -> None:
        """Take the lock and note where this server listens; Refusal names the one that holds it."""
        file = self._path.open("a+", encoding="utf-8")
        try:
            _lock(file)
        except OSError as error:
            file.close()
            raise Refusal(f"a server is already running on {self._path.parent}: {self.holder()}") from error
        self._file = file
        self.note(address)

    def note(self, address: str) -> None:
        """Write who holds the lock."""
        assert self._file is not None
        self._file.seek(0)
        self._file.truncate()
        self._file.write(json.dumps({"process": os.getpid(), "address": address}))
        self._file.flush()

    def holder(self) -> str:
        """Return who holds the lock, as far as it is known."""
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
            return f"{known['address']} (process {known['process']})"
        except (OSError, ValueError, KeyError, TypeError):
            return "its address is not known"

    def release(self) -> None:
        """Let go."""
        if self._file is not None:
            self._file.close()
            self._file = None
