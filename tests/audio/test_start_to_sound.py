"""How soon a call and a resume are heard through a real sound server, by its recorder.

A busy machine makes single ones late, so the soonest of each kind is taken: the store is what is asked about, and a
sound that lies behind 0.4 s of silence is never sooner than that.
"""

import threading
import time
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from reader.outputs.portaudio import PortAudioSink, open_portaudio
from reader.outputs.speakers import Speakers
from reader.outputs.track import Mark, Track
from reader.outputs.tuning import Tuning
from reader.yomite_commands import Began, Over, Report
from tests.support.drumming import LOUD, RATE, Strokes
from tests.support.null_sink import NullSink

if TYPE_CHECKING:
    from reader.outputs.mix import Mix

pytestmark = [pytest.mark.sound, pytest.mark.xdist_group("sound")]

ROUNDS = 2
PATIENCE = 60.0
LITTLE = 0.1
ASKED = 0.150


class Room:
    """Loudspeakers with the usual settings, and when each thing was asked of them."""

    def __init__(self) -> None:
        self.asked: dict[str, list[float]] = {"call": [], "resume": []}
        self._heard: dict[type[Report], threading.Event] = {Began: threading.Event(), Over: threading.Event()}
        self._sink: PortAudioSink | None = None
        self.speakers = Speakers(self._open, lambda report, _at: self._heard[type(report)].set())

    def _open(self) -> PortAudioSink:
        self._sink = open_portaudio(None, lambda _device: Tuning(lead_in=0.5))
        return self._sink

    def call(self) -> None:
        """Ask for a tone, hold it when it is heard, go on, and wait for its end."""
        tone = Strokes(1, round(0.7 * RATE), 0)
        end = tone.length
        marks = (Mark(0, Began(1, 0)), Mark(end - 1, Over(1)))
        self._silent()
        self._ask("call")
        self.speakers.play(Track(1, cast("Mix", tone), marks, 0, end))
        self._wait(Began)
        self.speakers.hold()
        self._silent()
        self._ask("resume")
        self.speakers.resume()
        self._wait(Over)

    def _ask(self, what: str) -> None:
        self.asked[what].append(time.monotonic())

    def _wait(self, report: type[Report]) -> None:
        assert self._heard[report].wait(PATIENCE)
        self._heard[report].clear()

    def _silent(self) -> None:
        """Wait until what was fetched has been heard, but for the little that lies in store while nothing sounds."""
        deadline = time.monotonic() + PATIENCE
        while self._in_store() > LITTLE:
            assert time.monotonic() < deadline, "the store never empties"
            time.sleep(0.01)

    def _in_store(self) -> float:
        assert self._sink is not None
        heard = self._sink.heard_at(self._sink._taken)
        return PATIENCE if heard is None else heard - time.monotonic()


def test_a_call_and_a_resume_are_heard_within_150_ms(own_sink: NullSink) -> None:
    """From asking to the recorder's first sample. The first call comes while the stream settles, and is not counted."""
    room = Room()
    with own_sink.recording() as recorded:
        room.speakers.open()
        for _ in range(1 + ROUNDS):
            room.call()
        room.speakers.close()
    sounds = recorded[0].began + np.flatnonzero(np.abs(recorded[0].samples) > LOUD) / RATE
    for what, asked in room.asked.items():
        first = sounds[np.searchsorted(sounds, asked[1:])]
        soonest = float((first - asked[1:]).min())
        assert 0 < soonest <= ASKED, what
