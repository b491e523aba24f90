"""A loudspeaker that is taken from the sound server while it plays, and given back."""

import subprocess
import threading

import pytest

from reader.outputs.performance import Performance
from reader.outputs.portaudio import open_portaudio
from reader.pace import Pace
from reader.programme import Programme
from reader.yomite import open_reading
from reader.yomite_commands import Next, Resume, Start
from reader.yomite_facts import CallEnded, Fact, HalfBegan, Held, HoldReason
from reader.yomite_state import Reading
from tests.support.fake_voice import FakeVoice
from tests.support.null_sink import NullSink

pytestmark = [pytest.mark.sound, pytest.mark.xdist_group("sound")]

PATIENCE = 60.0
HALL = (
    "module-null-sink",
    "sink_name=hall",
    "rate=48000",
    "channels=1",
    "sink_properties=device.description=Hall",
)


class Log:
    """Facts as they come."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self._changed = threading.Condition()

    def __call__(self, fact: Fact, _state: Reading) -> None:
        with self._changed:
            self.facts.append(fact)
            self._changed.notify_all()

    def until(self, kind: type[Fact], count: int) -> Fact:
        def there() -> list[Fact]:
            return [fact for fact in self.facts if isinstance(fact, kind)][count - 1 : count]

        with self._changed:
            assert self._changed.wait_for(there, PATIENCE), self.facts
            return there()[0]


def plug_in(sink: NullSink) -> str:
    answer = subprocess.run(
        ["pactl", "load-module", *HALL],
        env=dict(sink.environment),
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


def pull_out(sink: NullSink, module: str) -> None:
    subprocess.run(["pactl", "unload-module", module], env=dict(sink.environment), check=True)


def test_a_reading_is_held_when_its_loudspeaker_goes_and_never_sounds_from_another(
    own_sink: NullSink,
) -> None:
    """PulseAudio would let the sound go on in the loudspeaker that is left: in another room, perhaps."""
    module = plug_in(own_sink)
    log = Log()
    opened = open_reading(Programme((17, 3), pace=Pace.parse("2-0-0.5-2"), joka=0), 0.0)
    voice = FakeVoice()
    performance = Performance(opened, voice.render, lambda: open_portaudio("Hall"), log, guard=0.0)
    try:
        performance.open()
        performance.tell(Start())
        log.until(CallEnded, 1)
        performance.tell(Next())
        log.until(HalfBegan, 3)  # the upper half of poem 3
        pull_out(own_sink, module)
        held = log.until(Held, 1)
        assert isinstance(held, Held)
        assert (held.reason, held.message) == (
            HoldReason.DEVICE,
            "the loudspeakers are gone: Hall takes no more sound",
        )
        performance.tell(Resume())
        again = log.until(Held, 2)
        assert isinstance(again, Held)
        assert again.message == "there is no loudspeaker 'Hall' now; there is Null Output"
        plug_in(own_sink)
        performance.tell(Resume())
        log.until(CallEnded, 2)
    finally:
        performance.close()
    halves = [f"{fact.half.poem}{fact.half.part[0]}" for fact in log.facts if isinstance(fact, HalfBegan)]
    assert halves == ["17k", "17s", "3k", "17s", "3k"]
