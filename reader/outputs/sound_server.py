"""What the sound server tells of its outputs: names, mute, volume, and when one goes away.

`pactl` asks PulseAudio, and PipeWire where its PulseAudio part runs; `wpctl` asks PipeWire for the default output only.
Where neither is installed nothing is known, and nothing is claimed.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

_PATIENCE: Final = 5.0
"""Seconds that a question may take."""

_VOLUME: Final = re.compile(r"Volume:\s*([0-9]+\.?[0-9]*)\s*(\[MUTED\])?")
_CHOOSING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Sink:
    """One output of the sound server; `volume` is its loudest channel's, 1 for 100 %."""

    name: str
    description: str
    default: bool
    sleepy: bool
    muted: bool
    volume: float


def sinks() -> tuple[Sink, ...]:
    """Return the outputs; none where no sound server answers, or `pactl` is missing or older than 16."""
    found = _ask("pactl", "--format=json", "list", "sinks")
    try:
        listed = json.loads(found) if found else []
        default = _ask("pactl", "get-default-sink").strip() if listed else ""
        return tuple(_sink(raw, default) for raw in listed)
    except (ValueError, KeyError, TypeError):
        return ()


def default_state() -> tuple[bool | None, float | None]:
    """Return whether PipeWire's default output is muted, and its volume; None for what nobody can tell."""
    found = _VOLUME.search(_ask("wpctl", "get-volume", "@DEFAULT_AUDIO_SINK@"))
    return (bool(found[2]), float(found[1])) if found else (None, None)


@contextlib.contextmanager
def directed_to(sink: str) -> Iterator[None]:
    """Let a stream that is opened in the block go to this output: PulseAudio and PipeWire look into the environment.

    One at a time; an empty name leaves it to the server.
    """
    if not sink:
        yield
        return
    names = ("PULSE_SINK", "PIPEWIRE_NODE")
    with _CHOOSING:
        before = {name: os.environ.get(name) for name in names}
        os.environ.update(dict.fromkeys(names, sink))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


class Watch:
    """Tells when an output is taken away: the server would let the sound go on in another one, perhaps another room."""

    def __init__(self, sink: str, gone: Callable[[], None]) -> None:
        self._sink = sink
        self._gone = gone
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False
        program = shutil.which("pactl")
        if sink and program and hasattr(os, "openpty"):
            with contextlib.suppress(OSError):
                self._start(program)

    def close(self) -> None:
        """Listen no more."""
        self._closing = True
        if self._process is not None:
            self._process.terminate()

    def _start(self, program: str) -> None:
        # Into a pipe `pactl` would write only when it has four thousand letters together; to a terminal, line by line.
        ours, its = os.openpty()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - a fixed question to the sound server
                [program, "subscribe"],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=its,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            os.close(ours)
            raise
        finally:
            os.close(its)
        threading.Thread(
            target=self._listen, args=(self._process, ours), name="sound server", daemon=True
        ).start()

    def _listen(self, process: "subprocess.Popen[bytes]", terminal: int) -> None:
        # a terminal whose other end was closed cannot be read: the sound server has gone
        with (
            process,
            open(terminal, encoding="utf-8", errors="replace") as said,
            contextlib.suppress(OSError),
        ):
            for line in said:
                if "'remove' on sink #" in line and not any(one.name == self._sink for one in sinks()):
                    break
            process.terminate()
        if not self._closing:
            self._gone()


def _sink(raw: dict[str, Any], default: str) -> Sink:
    name = str(raw["name"])
    properties = raw.get("properties") or {}
    levels = [float(channel["value"]) / 65536 for channel in raw["volume"].values()]
    sleepy = properties.get("device.bus") in ("bluetooth", "usb") or name.startswith("bluez")
    return Sink(
        name=name,
        description=str(raw.get("description") or name),
        default=name == default,
        sleepy=sleepy,
        muted=bool(raw["mute"]),
        volume=round(max(levels, default=0.0), 3),
    )


def _ask(program: str, *words: str) -> str:
    """Return what a program prints; nothing where it is missing, fails, or does not answer in time."""
    found = shutil.which(program)
    if found is None:
        return ""
    try:
        answer = subprocess.run(  # noqa: S603 - a fixed question to the sound server
            [found, *words],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout if answer.returncode == 0 else ""


def _environment() -> dict[str, str]:
    # numbers with a decimal point; the names stay in UTF-8
    return {**os.environ, "LC_ALL": "C.UTF-8"}
