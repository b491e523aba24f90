"""When the loudspeakers may keep little in store: only while nothing sounds, is due, or goes on by itself."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from reader.outputs.sink import Player
from reader.outputs.speakers import Speakers
from reader.outputs.track import Track, track
from reader.pace import Pace
from reader.pattern import Half
from reader.programme import Programme
from reader.yomite_facts import Called
from tests.support.fake_voice import FakeVoice

PATIENCE = 60.0
PROGRAMME = Programme((17,), pace=Pace.parse("2-0-0.5-2"), joka=0)


@dataclass
class StillSink:
    """A loudspeaker that asks for nothing unless the test does."""

    latency: float = 0.4
    lead_in: int = 0

    def start(self, player: Player) -> None:
        self.player = player

    def heard_at(self, sample: int) -> float:
        return sample / 48_000

    def abort(self) -> None:
        pass

    close = abort


def _track() -> Track:
    call = Called(0.0, 1, "card", 0, (Half(17, "kami"),))
    voice = FakeVoice()
    return track(PROGRAMME, call, {verse: voice.render(verse) for verse in map(PROGRAMME.verse, call.halves)})


@contextmanager
def _resting(player: Player) -> Iterator[threading.Event]:
    """Let the device wait as it does in silence; the event says that it does no more."""
    ended = threading.Event()
    thread = threading.Thread(target=lambda: (player.rest(PATIENCE), ended.set()))
    thread.start()
    yield ended
    assert ended.wait(PATIENCE / 2)
    thread.join()


@pytest.fixture
def sink() -> StillSink:
    return StillSink()


@pytest.fixture
def speakers(sink: StillSink) -> Speakers:
    made = Speakers(lambda: sink, lambda report, at: None, clock=lambda: 0.0)
    made.open()
    return made


def _call(speakers: Speakers) -> None:
    speakers.play(_track())


def _go_on_by_itself(speakers: Speakers) -> None:
    speakers.wake(1.0, lambda: None)


def _end(speakers: Speakers) -> None:
    speakers.close(at_once=True)


@pytest.mark.parametrize("ask", [_call, _go_on_by_itself, _end])
def test_whatever_is_asked_for_ends_the_rest(
    sink: StillSink, speakers: Speakers, ask: Callable[[Speakers], None]
) -> None:
    with _resting(sink.player) as ended:
        assert not ended.wait(0.05)
        ask(speakers)


def test_a_hold_is_a_rest_and_going_on_ends_it(sink: StillSink, speakers: Speakers) -> None:
    _call(speakers)
    sink.player.fill(48_000, 0)
    speakers.hold()
    sink.player.fill(960, 0)
    with _resting(sink.player) as ended:
        assert not ended.wait(0.05)
        speakers.resume()


def test_a_long_pause_is_a_rest_until_its_end_is_near(sink: StillSink) -> None:
    """Whoever presses *next* in it waits for no full store."""
    now = [0.0]
    speakers = Speakers(lambda: sink, lambda report, at: None, clock=lambda: now[0])
    speakers.open()
    speakers.wake(8.0, lambda: None)
    with _resting(sink.player) as ended:
        assert not ended.wait(0.05)
        now[0] = 6.5
        sink.player.tick()
        assert not ended.wait(0.05)
        now[0] = 6.7
        sink.player.tick()


def test_there_is_no_rest_while_a_voice_sounds_or_the_next_one_is_near(
    sink: StillSink, speakers: Speakers
) -> None:
    _call(speakers)
    with _resting(sink.player):
        pass
    speakers.cut()
    sink.player.fill(960, 0)
    _go_on_by_itself(speakers)
    with _resting(sink.player):
        pass
    speakers.let_sleep()
    with _resting(sink.player) as ended:
        assert not ended.wait(0.05)
        _call(speakers)
