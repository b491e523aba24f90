"""What a reading will call from here on if nobody touches it, call by call, as the yomite itself will decide it."""

import math
from dataclasses import replace
from functools import reduce

from reader.yomite import decide
from reader.yomite_commands import Began, Deciding, Ended, Next, Over, Refused
from reader.yomite_facts import Called
from reader.yomite_state import Phase, Reading, evolve


def forecast(state: Reading) -> tuple[Called, ...]:
    """Return the call being spoken or held, and all that follow it when every hand is down and nobody holds."""
    state = undisturbed(state)
    calls: list[Called] = []
    while state.phase not in (Phase.DONE, Phase.STOPPED):
        if state.call is None:
            state = after(state, Next())
        if state.call is not None:
            calls.append(state.call)
            state = heard_out(state)
    return tuple(calls)


def undisturbed(state: Reading) -> Reading:
    """Return the reading as it would be if no hand were up and nobody had held it."""
    if state.phase is Phase.HELD:
        state = replace(state, phase=Phase.SPEAKING if state.call else state.resting, held_for=None)
    return replace(state, hands=frozenset())


def heard_out(state: Reading) -> Reading:
    """Return the reading after its call has been heard to the end."""
    call = state.call
    assert call is not None
    for place in range(len(call.halves)):
        state = after(after(state, Began(call.number, place)), Ended(call.number, place))
    return after(after(state, Deciding(call.number)), Over(call.number))


def after(state: Reading, command: Next | Began | Ended | Deciding | Over) -> Reading:
    """Return the reading after a command; what was reported before is refused and changes nothing."""
    answer = decide(state, command, 0.0, guard=-math.inf)
    return state if isinstance(answer, Refused) else reduce(evolve, answer, state)
