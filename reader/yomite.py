"""The yomite: what may happen next in a reading, and which facts come of it.

`decide` takes a command, from people or from the output that plays the sound, and answers with facts or with the reason
why not. It reads no clock: the time on the output's clock comes with the command. One yomite drives any number of
tables; `next` waits while any of them has a hand up.
"""

from typing import TypeAlias, assert_never

from reader.pattern import OPENER, Half
from reader.programme import Programme
from reader.yomite_commands import (
    Back,
    Began,
    Close,
    Command,
    Deciding,
    Ended,
    Failed,
    HandDown,
    HandUp,
    Hold,
    Jump,
    Learn,
    Lost,
    Next,
    Over,
    Refused,
    Replay,
    Report,
    Resume,
    Skip,
    Start,
    Stop,
    Tap,
    Why,
)
from reader.yomite_facts import (
    BroughtForward,
    Called,
    CallEnded,
    CallKind,
    Decided,
    Fact,
    Finished,
    HalfBegan,
    HalfEnded,
    HandLowered,
    HandRaised,
    Held,
    HoldReason,
    LeftOut,
    Opened,
    Resumed,
    SetAside,
    Stopped,
    TakenBack,
)
from reader.yomite_state import Phase, Reading

Answer: TypeAlias = tuple[Fact, ...] | Refused


def open_reading(programme: Programme, at: float, *, voice: str = "", commitment: str = "") -> Opened:
    """Return the fact that a reading's log starts with."""
    return Opened(at, programme, voice, commitment)


def decide(state: Reading, command: Command, at: float, *, guard: float = 0.0) -> Answer:
    """Return what follows from a command at time `at`, or why nothing does.

    A second tap within `guard` seconds of the last one that counted is refused. No facts, and no refusal, is the
    answer to what is so already.
    """
    if isinstance(command, Began | Ended | Deciding | Over | Lost | Failed):
        return _reported(state, command, at)
    if state.phase is Phase.STOPPED:
        return Refused(Why.STOPPED)
    if state.phase is Phase.DONE and not isinstance(command, HandUp | HandDown):
        return Refused(Why.DONE)
    if isinstance(command, Start | Next | Back | Skip | Replay):
        return _tapped(state, command, at, guard)
    return _wished(state, command, at)


def upcoming(state: Reading, count: int) -> tuple[Half, ...]:
    """Return the halves that the next `count` calls will want, so that they can be voiced ahead."""
    pattern, opener = state.programme.pattern, state.programme.opener
    current = state.current
    played = None if current is None else state.programme.cards[current]
    halves: list[Half] = []
    for position in state.to_come[:count]:
        card = state.programme.cards[position]
        halves.extend(pattern.call(played, card, opener=opener))
        played = card
    if played is not None and len(state.to_come) < count:
        halves.extend(pattern.closing(played))
    return tuple(dict.fromkeys(halves))


def _tapped(state: Reading, command: Tap, at: float, guard: float) -> Answer:
    if state.tapped_at is not None and at - state.tapped_at < guard:
        return Refused(Why.DOUBLE_TAP)
    match command:
        case Start():
            return Refused(Why.STARTED) if state.calls else _next(state, at)
        case Next():
            return _next(state, at)
        case Back():
            return _back(state, at)
        case Skip():
            return _skip(state, at)
        case Replay():
            return _replay(state, at)
        case _:
            assert_never(command)


def _wished(
    state: Reading, command: Hold | Resume | Jump | Learn | Close | Stop | HandUp | HandDown, at: float
) -> Answer:
    match command:
        case Hold():
            return _hold(state, at)
        case Resume(from_shimo=from_shimo):
            return _resume(state, at, from_shimo=from_shimo)
        case Jump(position=position):
            return _jump(state, position, at)
        case Learn(poem=poem):
            return _learn(state, poem, at)
        case Close():
            return _blocked(state) or _close(state, at)
        case Stop():
            return (Stopped(at),)
        case HandUp(table=table):
            return () if table in state.hands else (HandRaised(at, table),)
        case HandDown(table=table):
            return (HandLowered(at, table),) if table in state.hands else ()
        case _:
            assert_never(command)


def _blocked(state: Reading) -> Refused | None:
    """Return why nothing may be spoken now, or None."""
    if state.hands:
        return Refused(Why.HAND_UP, tuple(sorted(state.hands)))
    if state.phase is Phase.SPEAKING:
        return Refused(Why.SPEAKING)
    if state.phase is Phase.HELD and state.call is not None:
        return Refused(Why.HELD)
    return None


def _next(state: Reading, at: float) -> Answer:
    if refused := _blocked(state):
        return refused
    if not state.to_come:
        return _close(state, at)
    position = state.to_come[0]
    card = state.programme.cards[position]
    played = state.before(position)
    pattern, opener = state.programme.pattern, state.programme.opener
    if played is None and state.opener_heard:
        # The opener has been heard already; only its beat is needed again.
        halves = pattern.again(None, card, opener=opener)
    else:
        halves = pattern.call(played, card, opener=opener)
    return (_called(state, at, "card", position, halves),)


def _close(state: Reading, at: float) -> Answer:
    if not state.owing:
        return (Finished(at),)
    return (_called(state, at, "closing", state.read[-1], state.owing),)


def _called(
    state: Reading,
    at: float,
    kind: CallKind,
    position: int | None,
    halves: tuple[Half, ...],
    *,
    again: bool = False,
) -> Called:
    return Called(at, state.calls + 1, kind, position, halves, again)


def _back(state: Reading, at: float) -> Answer:
    if state.undecided is not None:
        return (TakenBack(at, state.undecided),)
    if not state.read:
        return Refused(Why.NOTHING_BEFORE)
    return (TakenBack(at, state.read[-1]),)


def _skip(state: Reading, at: float) -> Answer:
    if state.undecided is not None:
        return (LeftOut(at, state.undecided),)
    if not state.to_come:
        return Refused(Why.NOTHING_TO_COME)
    return (LeftOut(at, state.to_come[0]),)


def _replay(state: Reading, at: float) -> Answer:
    if refused := _blocked(state):
        return refused
    if state.last_shimo is None:
        return Refused(Why.NOTHING_TO_REPLAY)
    return (_called(state, at, "replay", None, (state.last_shimo,)),)


def _hold(state: Reading, at: float) -> Answer:
    if state.phase is Phase.HELD:
        return ()
    if state.phase is Phase.READY:
        return Refused(Why.NOTHING_TO_HOLD)
    return (Held(at, HoldReason.HAND),)


def _resume(state: Reading, at: float, *, from_shimo: bool) -> Answer:
    if state.phase is not Phase.HELD:
        return Refused(Why.NOT_HELD)
    if state.hands:
        return Refused(Why.HAND_UP, tuple(sorted(state.hands)))
    if state.call is None or (state.exact and not from_shimo):
        return (Resumed(at),)
    call = state.call
    return (_called(state, at, call.kind, call.position, _again(state, call), again=True),)


def _again(state: Reading, call: Called) -> tuple[Half, ...]:
    """Return the halves of a call that starts again after it was broken off."""
    heard = call.halves[: state.place + 1]
    in_opener = heard == (Half(OPENER, "kami"),) * len(heard)
    if call.kind != "card" or call.position is None or in_opener:
        return call.halves
    card = state.programme.cards[call.position]
    opener = state.programme.opener
    return state.programme.pattern.again(state.before(call.position), card, opener=opener)


def _jump(state: Reading, position: int, at: float) -> Answer:
    if not 0 <= position < len(state.programme.cards):
        return Refused(Why.NO_SUCH_CARD)
    if state.to_come[:1] == (position,):
        return ()
    if position in state.to_come or position in state.left_out:
        return (BroughtForward(at, position),)
    return Refused(Why.ALREADY_READ)


def _learn(state: Reading, poem: int, at: float) -> Answer:
    if poem not in state.programme.cards:
        return Refused(Why.NO_SUCH_CARD)
    return () if poem in state.aside else (SetAside(at, poem),)


def _reported(state: Reading, report: Report, at: float) -> Answer:
    if isinstance(report, Lost):
        live = state.phase not in (Phase.DONE, Phase.STOPPED)
        return (Held(at, HoldReason.DEVICE, report.message),) if live else ()
    if state.call is None or state.call.number != report.call:
        return Refused(Why.STALE)
    if isinstance(report, Failed):
        held = Held(at, HoldReason.VOICE, report.message)
        return (held,) if state.undecided is None else (held, TakenBack(at, state.undecided))
    return _heard(state, state.call, report, at)


def _heard(state: Reading, call: Called, report: Began | Ended | Deciding | Over, at: float) -> Answer:
    match report:
        case Began(place=place) if state.sounding is None and place == state.place < len(call.halves):
            return (HalfBegan(at, call.number, place, call.halves[place]),)
        case Ended(place=place) if state.sounding is not None and place == state.place:
            return (HalfEnded(at, call.number, place, call.halves[place]),)
        case Deciding():
            return _decided(state, call, at)
        case Over() if state.place == len(call.halves):
            # A card that was heard to its end has been read, whatever its marks said.
            ended: tuple[Fact, ...] = (*_decided(state, call, at), CallEnded(at, call.number))
            return (*ended, Finished(at)) if call.kind == "closing" else ended
        case _:
            return Refused(Why.OUT_OF_STEP)


def _decided(state: Reading, call: Called, at: float) -> tuple[Fact, ...]:
    position = state.undecided
    if position is None:
        return ()
    return (Decided(at, call.number, position, state.programme.cards[position]),)
