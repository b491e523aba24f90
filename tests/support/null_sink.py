"""A loudspeaker that nobody hears: a PulseAudio server of one's own with a null sink, and a recorder on it.

A sound card has a clock that never waits; a null sink is a process, and on a busy machine it would measure its own
waiting. Server and recorder therefore come before all other processes where that is allowed, as for root. What is
measured stays at the priority that everybody has.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 48_000
_SINK = "naniwazu"
_PATIENCE = 10.0
_REAL_TIME = 10
"""Linux' real-time priority: above every ordinary process, below the kernel's own work."""
_PLACES = ("PULSE_SERVER", "XDG_RUNTIME_DIR", "HOME")
"""Where a program looks for the sound server."""


@dataclass(frozen=True)
class Recording:
    """What the loudspeaker played: samples, and when the first one did, on `time.monotonic`.

    A recorder is told of sound in fragments of some 5 ms, so it hears of it that much late.
    """

    samples: NDArray[np.float32]
    began: float


@dataclass(frozen=True)
class NullSink:
    """A running server; `environment` lets a program find it."""

    environment: Mapping[str, str]

    def leads(self, patch: pytest.MonkeyPatch) -> None:
        """Let this process, and those that it starts, play there."""
        for name in _PLACES:
            patch.setenv(name, self.environment[name])

    @contextmanager
    def recording(self) -> Iterator[list[Recording]]:
        """Record while the block runs; the list has the recording afterwards."""
        out: list[Recording] = []
        with subprocess.Popen(
            [
                *("parec", f"--device={_SINK}.monitor", "--format=s16le", f"--rate={RATE}"),
                *("--channels=1", "--latency-msec=5"),
            ],
            env=dict(self.environment),
            stdout=subprocess.PIPE,
        ) as recorder:
            _first_in_line(recorder.pid)
            thread = threading.Thread(target=_keep, args=(recorder, out))
            thread.start()
            yield out
            recorder.terminate()
            thread.join()


def _keep(recorder: "subprocess.Popen[bytes]", out: list[Recording]) -> None:
    """Collect what comes, and from when each piece came work out when the first sample was played."""
    assert recorder.stdout is not None
    pieces: list[bytes] = []
    began: list[float] = []
    count = 0
    while piece := os.read(recorder.stdout.fileno(), 65_536):
        pieces.append(piece)
        count += len(piece) // 2
        began.append(time.monotonic() - count / RATE)
    samples = np.frombuffer(b"".join(pieces), np.int16).astype(np.float32) / 32_768
    # No piece comes early, and hardly any is late by nothing at all.
    out.append(Recording(samples, float(np.percentile(began, 1)) if began else 0.0))


def _require() -> None:
    """Skip where something is not installed that a null sink needs; where sound is required, that is a failure."""
    absent = [program for program in ("pulseaudio", "pactl", "parec") if not shutil.which(program)]
    if absent:
        reason = f"{', '.join(absent)} is not installed"
        if os.environ.get("REQUIRE_SOUND") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


@contextmanager
def null_sink() -> Iterator[NullSink]:
    """Run a sound server with one loudspeaker for the length of the block, where that can be had."""
    _require()
    # Not under the test's own folder: the path of a socket may have a hundred letters at most.
    with tempfile.TemporaryDirectory(prefix="sound-") as folder:
        runtime = Path(folder)
        environment = {
            **os.environ,
            "HOME": folder,
            "XDG_RUNTIME_DIR": folder,
            "PULSE_SERVER": f"unix:{folder}/pulse/native",
        }
        with subprocess.Popen(
            [
                *(
                    "pulseaudio",
                    "-n",
                    "--daemonize=no",
                    "--exit-idle-time=-1",
                    "-L",
                    "module-native-protocol-unix",
                ),
                *("-L", f"module-null-sink sink_name={_SINK} rate={RATE} channels=1"),
            ],
            env=environment,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                _wait_for(runtime / "pulse" / "native", environment)
                _first_in_line(server.pid)
                yield NullSink(environment)
            finally:
                server.terminate()


def _first_in_line(process: int) -> None:
    """Let all threads of a process run before others, where this system has such a thing and allows it."""
    if sys.platform != "linux":
        return
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            os.sched_setscheduler(int(thread.name), os.SCHED_RR, os.sched_param(_REAL_TIME))


def _wait_for(socket: Path, environment: Mapping[str, str]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if socket.exists():
            asked = subprocess.run(["pactl", "info"], env=dict(environment), capture_output=True, check=False)
            if asked.returncode == 0:
                return
        time.sleep(0.05)
    raise TimeoutError("the sound server did not start")
