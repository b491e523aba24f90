"""A whole reading aloud on a fake loudspeaker, in the loudspeaker's own time."""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Self

from reader.outputs.performance import Performance
from reader.outputs.performer import ClipSource
from reader.outputs.sink import SpeakersUnavailableError
from reader.programme import Programme
from reader.yomite import open_reading
from reader.yomite_facts import Fact
from reader.yomite_state import Reading
from tests.support.fake_sink import FakeSink
from tests.support.fake_voice import FakeVoice

PATIENCE = 30.0
"""Seconds of real time after which a test gives up; nothing is measured in them."""


@dataclass
class Stage:
    """Puts a reading on.

    The device's time runs only in `run_to`, `run_for` and `run`, and stands still while a call waits for its voice: so
    what is heard does not depend on how fast the machine is.
    """

    programme: Programme
    clips: ClipSource | None = None
    play_pause: int | None = None
    guard: float = 0.0
    late: Iterable[int] = ()
    pull_out: int | None = None
    block: int = 960
    delay: float = 0.4
    stop_time_for_voice: bool = True
    facts: list[Fact] = field(default_factory=list)
    sinks: list[FakeSink] = field(default_factory=list)
    unplugged: bool = False

    def __post_init__(self) -> None:
        self.voice = FakeVoice()
        self._handed: set[int] = set()
        self._changed = threading.Condition()
        self._stop: Callable[[], bool] = lambda: True
        self.performance = Performance(
            open_reading(self.programme, 0.0),
            self.clips or self.voice.render,
            self._open,
            self._listen,
            play_pause=self.play_pause,
            guard=self.guard,
            clock=self.clock,
        )
        speakers = self.performance.speakers
        play = speakers.play

        def handed(track: object, pause: int = 0) -> None:
            play(track, pause)  # type: ignore[arg-type]
            self._handed.add(track.number)  # type: ignore[attr-defined]

        speakers.play = handed  # type: ignore[method-assign]

    @property
    def sink(self) -> FakeSink:
        return self.sinks[-1]

    @property
    def state(self) -> Reading:
        return self.performance.state

    def clock(self) -> float:
        return self.sinks[-1].clock() if self.sinks else 0.0

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until something has come true in another thread."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, self.performance.state
            with self._changed:
                self._changed.wait(0.005)

    def run_to(self, kind: type[Fact], count: int = 1) -> Fact:
        """Let the device run until there is a fact of this kind, or the `count`th; it stops right there."""

        def there() -> bool:
            return sum(isinstance(fact, kind) for fact in self.facts) >= count

        self._stop = there
        self.wait(there)
        return [fact for fact in self.facts if isinstance(fact, kind)][count - 1]

    def run_for(self, seconds: float) -> None:
        """Let the device run for so many of its seconds."""
        until = self.clock() + seconds
        self._stop = lambda: self.clock() >= until
        self.wait(self._stop)

    def run(self) -> None:
        """Let the device run on."""
        self._stop = lambda: False

    def close(self) -> None:
        self.performance.close(at_once=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _open(self) -> FakeSink:
        if self.unplugged:
            raise SpeakersUnavailableError("no loudspeakers: nothing is plugged in")
        self.sinks.append(
            FakeSink(self.delay, self.late, self._may_run, pull_out=self.pull_out, block=self.block)
        )
        return self.sinks[-1]

    def _may_run(self) -> bool:
        if self._stop():
            return False
        call = self.performance.state.call
        return not self.stop_time_for_voice or call is None or call.number in self._handed

    def _listen(self, fact: Fact, state: Reading) -> None:
        with self._changed:
            self.facts.append(fact)
            self._changed.notify_all()
