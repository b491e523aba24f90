"""The other end of the decoding process: asks, waits no longer than the limit, and starts it again when it dies."""

import contextlib
import json
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from reader.packs.faults import PackFlaw
from reader.packs.measured import Measured
from reader.reason import Reason, from_dict

LIMIT: Final = 60.0
"""Seconds for one file; a usual one takes a tenth of a second, and the first one the start of the process."""

WORKER: Final = (sys.executable, "-m", "reader.packs.worker")


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why nothing came of a file."""

    why: Reason


class Decoder:
    """Decodes files one after the other, in a process that starts with the first; close it, or use it as a context."""

    def __init__(self, limit: float = LIMIT, worker: tuple[str, ...] = WORKER) -> None:
        self._limit = limit
        self._worker = worker
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()

    def decode(
        self, source: Path, target: Path, poem: int, *, whole: bool
    ) -> tuple[Measured, ...] | Undecodable:
        """Write a file's levelled sound to `target` and return what was measured of its half, or of both halves."""
        request = {"source": str(source), "target": str(target), "poem": poem, "whole": whole}
        try:
            process = self._started()
            assert process.stdin is not None
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=self._limit)
        except queue.Empty:
            self.close()
            return Undecodable(Reason.of(PackFlaw.SLOW, seconds=f"{self._limit:g}"))
        except OSError as error:
            self.close()
            return Undecodable(Reason.of(PackFlaw.NO_DECODER, detail=error.strerror or error))
        try:
            answer = json.loads(line)
            if "fault" in answer:
                return Undecodable(from_dict(PackFlaw, answer["fault"]))
        except (ValueError, KeyError, TypeError):
            self.close()
            return Undecodable(Reason(PackFlaw.DECODER_BROKE))
        return tuple(Measured(**half) for half in answer["halves"])

    def close(self) -> None:
        """End the process, whatever it is at."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if self._reader is not None:
            self._reader.join()  # it meets the end of the output at once, and nobody else may close it before
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be sent
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def _started(self) -> "subprocess.Popen[str]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        process = subprocess.Popen(  # noqa: S603 - this program's own module
            self._worker,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=_pass_on, args=(process, answers), daemon=True)
        self._reader.start()
        self._process, self._answers = process, answers
        return process


def _pass_on(process: "subprocess.Popen[str]", answers: "queue.SimpleQueue[str]") -> None:
    """Hand on the lines of a process; when it ends, an empty one."""
    assert process.stdout is not None
    for line in process.stdout:
        answers.put(line)
    answers.put("")
