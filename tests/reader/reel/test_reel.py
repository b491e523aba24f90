"""A reel against the yomite: at every sample, what sounds on it is what the reading says is being read."""

import itertools
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reader.gaps import EDGE, Gaps
from reader.pace import Pace
from reader.pattern import NAMED, Half, Pattern
from reader.programme import Programme
from reader.reel.forecast import forecast
from reader.reel.heard import agrees, heard_to, reached
from reader.reel.reel import ASK, FRAME, Reel, wind
from reader.samples import SAMPLE_RATE
from reader.yomite import decide
from reader.yomite_commands import Back, HandUp, Hold, Jump, Next, Refused, Replay, Resume, Skip, Start
from reader.yomite_facts import Decided, Fact, Finished, HalfBegan, Opened
from reader.yomite_state import Phase, Reading, evolve, fold

SECOND = SAMPLE_RATE


def opened(*cards: int, joka: int = 0, pattern: str = "competition") -> Reading:
    pace = Pace.parse("5-3-1-6")
    programme = Programme(cards, Pattern.parse(NAMED[pattern]), pace, joka, 8 * SECOND, "")
    return fold([Opened(0.0, programme)])


def told(state: Reading, facts: tuple[Fact, ...]) -> Reading:
    return reduce(evolve, facts, state)


def tell(state: Reading, command: object) -> Reading:
    answer = decide(state, command, 0.0)  # type: ignore[arg-type]
    return state if isinstance(answer, Refused) else told(state, answer)


def no_deciding(_number: int) -> None:
    return None


def sounding(reel: Reel, sample: int) -> Half | None:
    """Return the half whose voice is on the reel at a sample: told from the layout alone."""
    for stretch in reel.stretches:
        for half, segment in zip(
            stretch.call.halves if stretch.call else (), stretch.plan.voiced, strict=True
        ):
            at = stretch.start + stretch.wait * FRAME
            if at + segment.voice_start <= sample < at + segment.voice_end:
                return half
    return None


@pytest.mark.parametrize("pattern", NAMED)
def test_a_reel_heard_in_one_go_tells_a_whole_reading(pattern: str) -> None:
    state = opened(5, 9, 12, joka=2, pattern=pattern)
    reel = wind(state, 8 * SECOND)
    heard = heard_to(state, reel.marks(no_deciding), reel.frames * FRAME, 1000.0)
    after = told(state, heard.facts)
    assert after.phase is Phase.DONE
    assert isinstance(heard.facts[-1], Finished)
    assert [fact.poem for fact in heard.facts if isinstance(fact, Decided)] == [5, 9, 12]
    times = [fact.at for fact in heard.facts]
    assert times == sorted(times)
    halves = [fact.half for fact in heard.facts if isinstance(fact, HalfBegan)]
    assert halves == [half for call in forecast(state) for half in call.halves]


def test_gaps_are_exact_to_the_sample_and_pauses_to_a_frame() -> None:
    state = opened(*range(1, 101), joka=2)
    reel = wind(state, 8 * SECOND)
    edges = [
        (one.sound + segment.voice_start, one.sound + segment.voice_end, one.call.number)
        for one in reel.stretches
        if one.call
        for segment in one.plan.voiced
    ]
    for (_, end, call), (begin, _, later) in itertools.pairwise(edges):
        if call == later:
            assert begin - end == SECOND
        else:
            assert 8 * SECOND <= begin - end < 8 * SECOND + FRAME
    assert all(one.start % FRAME == 0 for one in reel.stretches)


def test_the_lead_and_the_tail_are_on_the_reel_and_the_lead_only_at_the_beginning() -> None:
    state = opened(5, 9, joka=1)
    calm = wind(state, 8 * SECOND)
    gaps = Gaps(half_gap=SECOND // 2, lead=4 * SECOND, tail=7 * SECOND)
    state = replace(state, programme=replace(state.programme, gaps=gaps))
    reel = wind(state, 8 * SECOND)
    first, second, closing, silence = reel.stretches
    assert first.sound + first.plan.voiced[0].voice_start == 4 * SECOND
    assert [one.plan.voiced[0].voice_start for one in (second, closing)] == [EDGE, EDGE]
    assert first.plan.length == calm.stretches[0].plan.length - SECOND // 2 + 4 * SECOND - EDGE
    assert 7 * SECOND <= silence.frames * FRAME < 7 * SECOND + FRAME
    heard = heard_to(state, reel.marks(no_deciding), reel.frames * FRAME, 1000.0)
    assert told(state, heard.facts).phase is Phase.DONE


COMMANDS = st.sampled_from(
    ["hear", "hear", "hear", "hold", "resume", "back", "skip", "replay", "jump", "next"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(COMMANDS, st.integers(0, 12 * SECOND)), max_size=25), st.sampled_from([0, 1, 2]))
def test_whatever_is_pressed_the_reel_sounds_what_the_reading_says(
    steps: list[tuple[str, int]], joka: int
) -> None:
    """A player that obeys: it stands still when told, seeks where it is told, and winds anew what no longer agrees."""
    state = opened(3, 5, 9, 12, joka=joka)
    reel, at = wind(state, 8 * SECOND), 0
    for step, samples in steps:
        if step == "hear" and state.phase is not Phase.HELD:
            at += samples
            heard = heard_to(state, reel.marks(no_deciding), at, 0.0)
            state = told(state, heard.facts)
            at = at if heard.stop is None else heard.stop
        else:
            command = {
                "hold": Hold(), "resume": Resume(), "back": Back(), "skip": Skip(), "replay": Replay(),
                "jump": Jump(samples % 4), "next": Next(), "hear": None,
            }[step]  # fmt: skip
            state = tell(state, command) if command else state
        if state.phase in (Phase.DONE, Phase.STOPPED):
            break
        if not agrees(reel, state):
            begun = state.call and reel.begins(state.call.number)
            reel, before = wind(state, 8 * SECOND), reel
            same = begun is not None and state.call in before.calls
            at = at - begun + (reel.begins(state.call.number) or 0) if same and state.call and begun else 0
            assert agrees(reel, state)
        at = max(at, reached(state, reel.marks(no_deciding)))
        state = told(state, heard_to(state, reel.marks(no_deciding), at, 0.0).facts)
        assert sounding(reel, at) == state.sounding


def test_a_call_waits_while_a_hand_is_up_as_long_as_it_is_silent() -> None:
    state = tell(opened(5, 9), Start())
    reel = wind(state, 8 * SECOND)
    (stop,) = [
        mark.sample for mark in reel.marks(no_deciding) if mark.call == 2 and isinstance(mark.told, Next)
    ]
    voice = next(mark.voice for mark in reel.marks(no_deciding) if mark.call == 2)
    assert voice - stop == ASK
    heard = heard_to(state, reel.marks(no_deciding), stop - 1, 0.0)
    state = tell(told(state, heard.facts), HandUp("table"))
    waits = heard_to(state, reel.marks(no_deciding), stop + SECOND // 2, 0.0)
    assert (waits.facts, waits.stop) == ((), stop)
    # a phone that could not be told went on: what it played is written down as it was heard
    went_on = heard_to(state, reel.marks(no_deciding), voice + SECOND, 0.0)
    assert [type(fact).__name__ for fact in went_on.facts] == ["Called", "HalfBegan"]
    assert told(state, went_on.facts).hands == {"table"}


def test_a_hold_that_a_phone_learns_of_too_late_holds_where_it_is_then() -> None:
    state = tell(opened(5, 9), Start())
    reel = wind(state, 8 * SECOND)
    over = next(mark.sample for mark in reel.marks(no_deciding) if mark.call == 2) - 1
    state = tell(told(state, heard_to(state, reel.marks(no_deciding), over, 0.0).facts), Hold())
    voice = next(mark.voice for mark in reel.marks(no_deciding) if mark.call == 2)
    late = heard_to(state, reel.marks(no_deciding), voice + SECOND, 0.0)
    state = told(state, late.facts)
    assert state.phase is Phase.HELD
    assert state.sounding == Half(5, "shimo")


def test_hearing_the_same_again_changes_nothing() -> None:
    state = opened(5, 9, 12, joka=1)
    reel = wind(state, 8 * SECOND)
    for at in range(0, reel.frames * FRAME, 3 * SECOND):
        once = heard_to(state, reel.marks(no_deciding), at, 0.0)
        state = told(state, once.facts)
        again = heard_to(state, reel.marks(no_deciding), at, 0.0)
        assert again.facts == ()
        assert reached(state, reel.marks(no_deciding)) <= at
