"""A reading aloud: what people do, what the device does, and what is heard of it."""

import threading
from itertools import pairwise

import numpy as np
import pytest

from poems.anthology import poem
from reader.clip import Clip
from reader.pace import Pace
from reader.pattern import Half, Pattern
from reader.plan import plan
from reader.programme import Programme
from reader.verse import Verse
from reader.voices import VoiceUnavailableError
from reader.yomite import open_reading
from reader.yomite_commands import Back, HandDown, HandUp, Hold, Next, Refused, Resume, Skip, Start, Stop, Why
from reader.yomite_facts import (
    Called,
    CallEnded,
    Decided,
    Finished,
    HalfBegan,
    HalfEnded,
    Held,
    HoldReason,
    TakenBack,
)
from reader.yomite_state import Phase, fold
from tests.support.fake_sink import bursts
from tests.support.fake_voice import FakeVoice
from tests.support.stage import Stage

SECOND = 48_000
PACE = Pace.parse("2-0.5-1-2")


def _programme(*cards: int, joka: int = 0, pattern: str = "competition") -> Programme:
    return Programme(cards, Pattern.parse(pattern), PACE, joka, 2 * SECOND)


def _heard(stage: Stage) -> list[Half]:
    return [fact.half for fact in stage.facts if isinstance(fact, HalfBegan)]


def _silences(stage: Stage) -> list[float]:
    """Return the silences between voices, in seconds, from what the device played."""
    return [(after[0] - before[1]) / SECOND for before, after in pairwise(bursts(stage.sink.recording))]


def _short(halves: list[Half]) -> str:
    return " ".join(f"{half.poem}{half.part[0]}" for half in halves)


@pytest.mark.parametrize("block", [960, 441, 3_600, 64])
def test_a_reading_that_goes_on_by_itself_is_the_plan_to_the_sample(block: int) -> None:
    programme = _programme(17, 3, 50, joka=2)
    with Stage(programme, play_pause=programme.play_pause, block=block) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(Finished)
    laid = plan(programme).voiced
    heard = bursts(stage.sink.recording)
    offset = heard[0][0] - laid[0].voice_start
    assert [begin - offset for begin, _ in heard] == [segment.voice_start for segment in laid]
    assert [half.poem for half in _heard(stage)] == [segment.poem for segment in laid]


def test_reports_carry_the_time_at_which_the_device_played_the_sample() -> None:
    programme = _programme(17, 3)
    with Stage(programme, play_pause=programme.play_pause) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(Finished)
    heard = bursts(stage.sink.recording)
    began = [fact.at for fact in stage.facts if isinstance(fact, HalfBegan)]
    ended = [fact.at for fact in stage.facts if isinstance(fact, HalfEnded)]
    assert began == pytest.approx([begin / SECOND + 0.4 for begin, _ in heard], abs=1e-4)
    assert ended == pytest.approx([end / SECOND + 0.4 for _, end in heard], abs=2e-4)


@pytest.mark.parametrize("delay", [0.0, 0.08, 0.25])
def test_a_press_is_counted_from_when_the_kimariji_was_heard_whatever_the_device_delays(delay: float) -> None:
    """Poem 79 is decided by あきか; somebody presses 300 ms after that was in the room."""
    with Stage(_programme(79), delay=delay) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
    ((begin, _),) = bursts(stage.sink.recording)
    morae = len([mora for line in poem(79).morae[:3] for mora in line])
    in_the_room = begin / SECOND + delay + 2.0 * 3 / morae
    (decided,) = (fact for fact in stage.facts if isinstance(fact, Decided))
    assert (in_the_room + 0.300) - decided.at == pytest.approx(0.300, abs=0.001)


def test_the_log_folds_to_the_state() -> None:
    programme = _programme(17, 3, joka=1)
    with Stage(programme, play_pause=programme.play_pause) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(Finished)
        assert fold(stage.facts) == stage.state


def test_without_a_play_pause_the_reader_waits_for_next() -> None:
    with Stage(_programme(17, 3)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.run_for(20)
        assert stage.state.phase is Phase.PLAY
        stage.performance.tell(Next())
        stage.run_to(CallEnded, count=2)
        assert _short(_heard(stage)) == "17k 17s 3k"
    assert _silences(stage)[0] > 20
    assert _silences(stage)[1] == pytest.approx(1.0, abs=1e-4)


def test_a_hand_makes_the_next_call_wait_and_its_going_down_brings_it_up() -> None:
    programme = _programme(17, 3)
    with Stage(programme, play_pause=programme.play_pause) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(HalfBegan)
        stage.performance.tell(HandUp("4"))
        stage.run_to(CallEnded)
        stage.run_for(10)
        assert stage.state.phase is Phase.PLAY
        stage.performance.tell(HandDown("4"))
        stage.run_to(CallEnded, count=2)
    assert _silences(stage)[0] > 8


def test_a_short_hand_in_the_pause_costs_nothing() -> None:
    programme = _programme(17, 3)
    with Stage(programme, play_pause=programme.play_pause) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(HalfBegan)
        stage.performance.tell(HandUp("4"))
        stage.performance.tell(HandDown("4"))
        stage.run_to(CallEnded, count=2)
    assert _silences(stage)[0] == pytest.approx(2.0, abs=1e-4)


def test_hold_and_resume_in_a_voice_lose_nothing() -> None:
    with Stage(_programme(17)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(HalfBegan)
        stage.performance.tell(Hold())
        stage.run_for(5)
        assert stage.state.phase is Phase.HELD
        stage.performance.tell(Resume())
        stage.run_to(CallEnded)
    first, second = bursts(stage.sink.recording)
    sounding = (first[1] - first[0]) + (second[1] - second[0])
    assert sounding == pytest.approx(2 * SECOND + SECOND // 200, abs=300), "a crossfade more than the voice"


def test_resume_from_the_lower_half_before() -> None:
    with Stage(_programme(17, 3)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.performance.tell(Next())
        stage.run_to(HalfBegan, count=3)
        stage.performance.tell(Hold())
        stage.performance.tell(Resume(from_shimo=True))
        stage.run_to(CallEnded, count=2)
        assert _short(_heard(stage)) == "17k 17s 3k 17s 3k"
        assert stage.state.read == (0, 1)


def test_a_hold_while_the_voice_is_still_asked_holds_the_call() -> None:
    gate = threading.Event()
    voice = FakeVoice()

    def slow(verse: Verse) -> Clip:
        gate.wait()
        return voice.render(verse)

    with Stage(_programme(17), clips=slow, stop_time_for_voice=False) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.performance.tell(Hold())
        gate.set()
        stage.run_for(30)
        assert _heard(stage) == []
        stage.performance.tell(Resume())
        stage.run_to(CallEnded)
        assert _short(_heard(stage)) == "17k"


@pytest.mark.parametrize("command", [Skip(), Back()])
def test_a_call_that_is_broken_off_is_not_heard_on(command: Skip | Back) -> None:
    with Stage(_programme(17, 3, 50)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.performance.tell(Next())
        stage.run_to(HalfBegan, count=2)
        stage.performance.tell(command)
        stage.run_for(10)
        assert _short(_heard(stage)) == "17k 17s"
        stage.performance.tell(Next())
        stage.run_to(CallEnded, count=2)
        assert _short(_heard(stage)) == "17k 17s 17s " + ("50k" if isinstance(command, Skip) else "3k")


def test_next_two_calls_are_voiced_before_they_are_wanted() -> None:
    with Stage(_programme(17, 3, 50, 60)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.wait(lambda: len(stage.voice.asked) == 5)
        asked = [(verse.poem, verse.part) for verse in stage.voice.asked]
        assert asked == [(17, "kami"), (17, "shimo"), (3, "kami"), (3, "shimo"), (50, "kami")]


# -- the voice fails -------------------------------------------------------------------------------------------------


def test_a_voice_that_fails_is_said_and_leaves_the_poem_unread_and_another_voice_can_go_on() -> None:
    def hoarse(verse: Verse) -> Clip:
        raise VoiceUnavailableError("the system voice did not answer within 10 s")

    with Stage(_programme(17, 3), clips=hoarse) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        held = stage.run_to(Held)
        assert isinstance(held, Held)
        assert (held.reason, held.message) == (
            HoldReason.VOICE,
            "the system voice did not answer within 10 s",
        )
        stage.run_to(TakenBack)
        assert stage.state.read == ()
        stage.performance.use(FakeVoice().render)
        stage.performance.tell(Next())
        stage.run_to(Decided)
        assert stage.state.read == (0,)


def test_stop_works_while_a_voice_thinks() -> None:
    gate = threading.Event()

    def stuck(verse: Verse) -> Clip:
        gate.wait()
        return FakeVoice().render(verse)

    with Stage(_programme(17, 3, 50), clips=stuck, stop_time_for_voice=False) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.performance.tell(Stop())
        assert stage.state.phase is Phase.STOPPED
        gate.set()
        stage.run_for(20)
        assert _heard(stage) == []
        assert not stage.sink.recording.any()


def test_what_nobody_expected_is_said_too() -> None:
    def broken(verse: Verse) -> Clip:
        raise ZeroDivisionError("division by zero")

    with Stage(_programme(17), clips=broken) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        held = stage.run_to(Held)
        assert isinstance(held, Held)
        assert "division by zero" in held.message


# -- the device fails ------------------------------------------------------------------------------------------------


def test_a_device_that_vanishes_holds_the_reading_and_resumes_with_the_lower_half_before() -> None:
    with Stage(_programme(17, 3)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.performance.tell(Next())
        stage.run_to(HalfBegan, count=3)
        stage.unplugged = True
        stage.sink.pull_out = 0
        held = stage.run_to(Held)
        assert isinstance(held, Held)
        assert (held.reason, held.message) == (HoldReason.DEVICE, "the loudspeakers are gone")
        stage.performance.tell(Resume())
        again = stage.run_to(Held, count=2)
        assert isinstance(again, Held)
        assert again.message == "no loudspeakers: nothing is plugged in"
        stage.unplugged = False
        stage.performance.tell(Resume())
        stage.run_to(CallEnded, count=2)
        assert len(stage.sinks) == 2
        assert _short(_heard(stage)) == "17k 17s 3k 17s 3k"
        assert bursts(stage.sink.recording)[0][0] >= SECOND, "silence first, on the new stream too"


def test_a_hundred_poems_with_late_blocks_keep_their_gaps() -> None:
    """One block in a hundred comes 30 ms late: the device fills in silence, and the reading must not drift."""
    rng = np.random.default_rng(20)
    late = (1_440 if rng.random() < 0.01 else 0 for _ in iter(int, 1))
    programme = Programme(tuple(range(1, 101)), pace=Pace.parse("2-0-1-2"), joka=0, play_pause=SECOND)
    with Stage(programme, play_pause=SECOND, late=late) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(Finished)
    silences = np.array(_silences(stage))
    assert len(silences) == 199
    assert np.abs(silences - 1.0).max() <= 0.05
    assert abs(silences.mean() - 1.0) <= 0.005, "and most of them are exact"
    assert stage.sink.put_in > 50 * 1_440, "the device did stumble"


def test_closing_lets_the_call_be_heard_to_its_end() -> None:
    with Stage(_programme(17)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(HalfBegan)
        stage.run()
        stage.performance.close(at_once=False)
        assert stage.sink.closed
        assert isinstance(stage.facts[-1], CallEnded)


def test_after_closing_nothing_is_voiced_any_more() -> None:
    with Stage(_programme(17, 3)) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        stage.run_to(CallEnded)
        stage.performance.close()
        asked = len(stage.voice.asked)
        stage.performance.tell(Next())
        assert len(stage.voice.asked) == asked
    assert isinstance(stage.facts[-1], Called)


def test_refusals_come_back_to_whoever_asked() -> None:
    with Stage(_programme(17, 3), guard=1.0) as stage:
        stage.performance.open()
        stage.performance.tell(Start())
        answer = stage.performance.tell(Next())
        assert answer == Refused(Why.DOUBLE_TAP)


def test_the_listener_hears_of_the_opening_first() -> None:
    programme = _programme(17)
    with Stage(programme) as stage:
        assert stage.facts == [open_reading(programme, 0.0)]
