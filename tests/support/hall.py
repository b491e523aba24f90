"""A server with loudspeakers that nobody hears: their time runs as fast as the machine, and only when told."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from reader.outputs.devices import Device
from reader.outputs.sink import OpenSink, SpeakersUnavailableError
from tests.support.fake_sink import FakeSink
from webapp.services import Services

PATIENCE = 30.0


@dataclass
class Hall:
    """The loudspeakers A and B. `plugged` are those that are there."""

    services: Services
    plugged: set[str] = field(default_factory=lambda: {"Hall A", "Hall B"})
    sinks: dict[str, FakeSink] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)
    missing: SpeakersUnavailableError | None = None
    running: threading.Event = field(default_factory=threading.Event)

    def listed(self) -> tuple[Device, ...]:
        if self.missing:
            raise self.missing
        names = sorted(self.plugged)
        return tuple(Device(name, place, default=place == 0) for place, name in enumerate(names))

    def find(self, name: str | None) -> Device:
        for device in self.listed():
            if device.name == name:
                return device
        raise SpeakersUnavailableError(f"there is no loudspeaker {name!r} now")

    def opener(self, name: str) -> OpenSink:
        def open_sink() -> FakeSink:
            self.find(name)
            self.opened.append(name)
            self.sinks[name] = FakeSink(may_run=self._may_run)
            return self.sinks[name]

        return open_sink

    def clock(self) -> float:
        """One clock for all: that of the loudspeaker opened last."""
        return self.sinks[self.opened[-1]].clock() if self.opened else 0.0

    def pull_out(self, name: str) -> None:
        """Take a loudspeaker away while it plays."""
        self.plugged.discard(name)
        self.sinks[name].pull_out = 0

    def until(self, there: Callable[[], object]) -> None:
        """Let time run until something has come true."""
        self.running.set()
        deadline = time.monotonic() + PATIENCE
        try:
            while not there():
                assert time.monotonic() < deadline
                time.sleep(0.002)
        finally:
            self.running.clear()

    def _may_run(self) -> bool:
        # a breath for the thread that writes the log: the device is a hundred times faster than a real one
        time.sleep(0.0002)
        return self.running.is_set()
