"""What has happened in a reading once its reel has been heard up to a sample.

A phone in a pocket may say nothing for minutes while its sound goes on. All that is needed then is the sample it has
reached: what was heard up to there follows from the reel, and hearing the same twice changes nothing.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from reader.reel.forecast import forecast, undisturbed
from reader.reel.reel import Mark, Reel
from reader.samples import SAMPLE_RATE
from reader.yomite import Answer, decide
from reader.yomite_commands import Hold, Next, Refused
from reader.yomite_facts import Called, Fact
from reader.yomite_state import Phase, Reading, evolve


@dataclass(frozen=True, slots=True)
class Heard:
    """Facts that follow, and the sample at which the sound must wait, None where it may go on."""

    facts: tuple[Fact, ...]
    stop: int | None = None


def heard_to(
    state: Reading, marks: Iterable[Mark], sample: int, at: float, *, may_go_on: bool = True
) -> Heard:
    """Return what follows when the sound has reached `sample` at time `at`, in seconds.

    A call that has not begun to sound waits while a hand is up, the reading is held or it may not go on. One that
    sounds already was heard, whoever wished otherwise; the reading is held then where it was held before.
    """
    facts: list[Fact] = []
    held = state.phase is Phase.HELD
    for mark in marks:
        if mark.sample > sample:
            break
        if is_told(state, mark):
            continue
        asks = isinstance(mark.told, Next) and sample < mark.voice
        if asks and not may_go_on:
            return Heard(tuple(facts), mark.sample)
        answer = _answer(state, mark, at - (sample - mark.sample) / SAMPLE_RATE, asks=asks)
        if isinstance(answer, Refused):
            if asks:
                return Heard(tuple(facts), mark.sample)
            continue
        facts.extend(answer)
        state = reduce(evolve, answer, state)
    if held and state.phase in (Phase.SPEAKING, Phase.PLAY):
        again = decide(state, Hold(), at)
        facts.extend(() if isinstance(again, Refused) else again)
    return Heard(tuple(facts))


def _answer(state: Reading, mark: Mark, at: float, *, asks: bool) -> Answer:
    if isinstance(mark.told, Next) and not asks:
        state = undisturbed(state)
    # a phone's clock may be behind the one that somebody's last tap was timed by
    return decide(state, mark.told, at, guard=-math.inf)


def is_told(state: Reading, mark: Mark) -> bool:
    """Whether the reading has heard of a mark; one of the call being spoken may be judged again without harm."""
    if mark.call != state.calls or isinstance(mark.told, Next):
        return mark.call <= state.calls
    return state.call is None


def reached(state: Reading, marks: Iterable[Mark]) -> int:
    """Return the sample from which the reading goes on: that of the last mark it has heard of, 0 for none."""
    at = 0
    for mark in marks:
        answer = () if is_told(state, mark) else decide(state, mark.told, 0.0, guard=-math.inf)
        if mark.call > state.calls or (answer and not isinstance(answer, Refused)):
            break
        at = mark.sample
    return at


def agrees(reel: Reel, state: Reading) -> bool:
    """Whether the reel still has what the reading will call: nobody took a card back, skipped or chose one since."""
    from_here = state.calls if state.call is not None else state.calls + 1
    rest = [_essence(call) for call in reel.calls if call.number >= from_here]
    return rest == [_essence(call) for call in forecast(state)]


def _essence(call: Called) -> Called:
    return replace(call, at=0.0, again=False)
