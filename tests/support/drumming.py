"""Strokes through real loudspeakers: what is laid on them in samples, and what a recorder hears of it."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from reader.gaps import EDGE
from reader.outputs.sink import AudioSink, OpenSink, Player
from reader.outputs.speakers import Speakers
from reader.outputs.track import Mark, Track
from reader.yomite_commands import Began, Over, Report

if TYPE_CHECKING:
    from reader.outputs.mix import Mix

RATE = 48_000
LOUD = 0.02
TREMOR = 0.1
"""Milliseconds within which two silences are the same."""
PATIENCE = 60.0


@dataclass
class Strokes:
    """Stands in for a call's mix: strokes of equal length with equal silences between."""

    count: int
    stroke: int
    silence: int
    position: int = 0
    samples: NDArray[np.float32] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        tone = (0.5 * np.cos(2 * np.pi * 1_000 * np.arange(self.stroke) / RATE)).astype(np.float32)
        pause = np.zeros(self.silence, np.float32)
        edge = np.zeros(EDGE, np.float32)
        pieces = [tone, *[piece for _ in range(self.count - 1) for piece in (pause, tone)], edge]
        self.samples = np.concatenate(pieces)

    @property
    def plan(self) -> "Strokes":
        return self

    @property
    def length(self) -> int:
        return len(self.samples)

    def read(self, count: int) -> NDArray[np.float32]:
        out = self.samples[self.position : self.position + count].copy()
        self.position += len(out)
        return out

    def silent_until(self) -> int:
        """Return this very sample: what is lost is made up for between two calls, or strokes would run together."""
        return self.position


@dataclass(frozen=True)
class Heard:
    """What was heard, in milliseconds for each silence.

    `given` is by how much the silence that the program gave to the device differs from what was asked for, `put_in`
    what the system put in besides, before it or within the stroke before it. `strokes` counts what was heard.
    """

    given: NDArray[np.float64]
    put_in: NDArray[np.float64]
    strokes: int

    @property
    def errors(self) -> NDArray[np.float64]:
        return self.given + self.put_in

    @property
    def p99(self) -> float:
        return float(np.percentile(np.abs(self.errors), 99))

    @property
    def drift(self) -> float:
        return float(self.errors.sum())

    @property
    def holes(self) -> int:
        """How many silences or strokes the system interrupted."""
        return int((np.abs(self.put_in) > TREMOR).sum())

    @property
    def unprovoked(self) -> NDArray[np.float64]:
        """What the program got wrong by itself: up to the first hole, after which it makes up for what it lost."""
        interrupted = np.flatnonzero(np.abs(self.put_in) > TREMOR)
        return self.given[: int(interrupted[0]) if len(interrupted) else None]


class Overheard:
    """A loudspeaker's stream, and all that it was given."""

    def __init__(self, sink: AudioSink) -> None:
        self._sink = sink
        self.given: list[NDArray[np.float32]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sink, name)

    def start(self, player: Player) -> None:
        fill = player.fill

        def overheard(count: int, slipped: int) -> NDArray[np.float32]:
            samples = fill(count, slipped)
            self.given.append(samples.copy())
            return samples

        player.fill = overheard  # type: ignore[method-assign]
        self._sink.start(player)


@dataclass
class Drummer:
    """Plays `calls` calls of `count` strokes, `pause` samples from stroke to stroke between two calls."""

    open_sink: OpenSink
    calls: int
    count: int
    pause: int
    stroke: int = RATE * 2 // 100
    silence: int = RATE * 4 // 100
    margin: float = 0.2
    first_at: float = 0.0
    done: int = 0

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self.middle = threading.Event()
        self._sink: Overheard | None = None
        self.speakers = Speakers(self._open, self._report)

    def _open(self) -> AudioSink:
        self._sink = Overheard(self.open_sink())
        return cast("AudioSink", self._sink)

    def play(self) -> None:
        """Play everything, and return when it was heard."""
        self.speakers.open()
        self._next(0)
        assert self._over.wait(PATIENCE), self.done
        self.speakers.close()

    def _next(self, pause: int) -> None:
        mix = Strokes(self.count, self.stroke, self.silence)
        self.done += 1
        end = mix.length - EDGE
        marks = (Mark(0, Began(self.done, 0)), Mark(end, Over(self.done)))
        self.speakers.play(Track(self.done, cast("Mix", mix), marks, 0, end), pause)

    def _report(self, report: Report, at: float) -> None:
        match report:
            case Began(call=1):
                self.first_at = at
            case Over() if self.done == self.calls:
                self._over.set()
            case Over():
                if self.done == self.calls // 2:
                    self.middle.set()
                due = at + self.pause / RATE - self.speakers.latency - self.margin
                self.speakers.wake(due, partial(self._next, self.pause))

    def judged(self, sound: NDArray[np.float32]) -> Heard:
        """Compare a recording with what was asked for, and with what the device was given."""
        assert self._sink is not None
        within = [self.silence] * (self.count - 1)
        asked = np.array([*within, *[gap for _ in range(self.calls - 1) for gap in (self.pause, *within)]])
        steps = asked + self.stroke
        given, heard = (np.array(self._beginnings(one)) for one in (np.concatenate(self._sink.given), sound))
        lost = np.full(len(asked), np.inf)
        if len(given) != len(asked) + 1:
            return Heard(lost, lost, len(heard))
        if len(heard) != len(given):
            return Heard((np.diff(given) - steps) * 1000 / RATE, lost, len(heard))
        return Heard(
            (np.diff(given) - steps) * 1000 / RATE,
            (np.diff(heard) - np.diff(given)) * 1000 / RATE,
            len(heard),
        )

    def _beginnings(self, sound: NDArray[np.float32]) -> list[int]:
        """Return where strokes begin; one that was interrupted is still one."""
        beginnings = []
        sounded = self.stroke
        for start, end in _pieces(sound, self.silence // 4):
            if sounded >= self.stroke * 0.95:
                beginnings.append(start)
                sounded = 0
            sounded += end - start
        return beginnings


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the machine busy while the block runs."""
    running: list[Any] = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)
    ]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def _pieces(sound: NDArray[np.float32], gap: int) -> list[tuple[int, int]]:
    loud = np.flatnonzero(np.abs(sound) > LOUD)
    if not len(loud):
        return []
    breaks = np.flatnonzero(np.diff(loud) > gap)
    starts, ends = [loud[0], *loud[breaks + 1]], [*loud[breaks], loud[-1]]
    return [(int(start), int(end) + 1) for start, end in zip(starts, ends, strict=True)]
