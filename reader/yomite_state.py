"""The state of a reading: the fold of its facts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import assert_never

from reader.pattern import OPENER, Half
from reader.programme import Programme
from reader.yomite_facts import (
    BroughtForward,
    Called,
    CallEnded,
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


class Phase(StrEnum):
    """What a reading is doing."""

    READY = "ready"
    """No card has been read."""
    SPEAKING = "speaking"
    PLAY = "play"
    """Cards are being taken; the reader waits for `next`."""
    HELD = "held"
    DONE = "done"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Reading:
    """Where a reading stands. Positions are places in the programme's cards.

    `read` are the cards whose kimari-ji was heard, in order; `to_come` those that are still to be called, in order.
    `call` is the call being spoken or held, `place` the half of it that sounds or comes next. `opener_heard` says that
    the half that ends the opener has begun.
    """

    programme: Programme
    to_come: tuple[int, ...]
    phase: Phase = Phase.READY
    read: tuple[int, ...] = ()
    left_out: frozenset[int] = frozenset()
    aside: frozenset[int] = frozenset()
    hands: frozenset[str] = frozenset()
    call: Called | None = None
    place: int = 0
    sounding: Half | None = None
    last_shimo: Half | None = None
    opener_heard: bool = False
    calls: int = 0
    tapped_at: float | None = None
    exact: bool = True
    held_for: HoldReason | None = None
    message: str = ""

    @property
    def current(self) -> int | None:
        """The position shown: the card being called, else the last one read that was not set aside."""
        if self.call is not None and self.call.kind == "card":
            return self.call.position
        shown = (place for place in reversed(self.read) if self.programme.cards[place] not in self.aside)
        return next(shown, None)

    @property
    def poem(self) -> int | None:
        """The poem shown, 0 for the opener: never one that has not begun to sound, so that nobody reads ahead."""
        if self.sounding is not None:
            return self.sounding.poem
        if self.call is not None and self.place:
            return self.call.halves[self.place - 1].poem
        if self.call is not None:
            before = self.before(self.call.position)
            return OPENER if before is None and self.opener_heard else before
        return None if self.current is None else self.programme.cards[self.current]

    @property
    def undecided(self) -> int | None:
        """The position of the card in the call whose kimari-ji has not been heard yet."""
        if self.call is None or self.call.kind != "card" or self.call.position in self.read:
            return None
        return self.call.position

    @property
    def owing(self) -> tuple[Half, ...]:
        """What would close the reading after the last card that was read; nothing where all of it was heard."""
        return self.programme.pattern.closing(self.programme.cards[self.read[-1]]) if self.read else ()

    def before(self, position: int | None) -> int | None:
        """Return the poem that was read before this position came up, None for none."""
        earlier = [place for place in self.read if place != position]
        return self.programme.cards[earlier[-1]] if earlier else None

    @property
    def resting(self) -> Phase:
        """What the reading does between two calls."""
        return Phase.PLAY if self.read else Phase.READY


def fold(facts: Iterable[Fact]) -> Reading:
    """Return the state after these facts, the first of which opened the reading. Raises ValueError otherwise."""
    match tuple(facts):
        case (Opened(programme=programme), *rest):
            return reduce(evolve, rest, Reading(programme, tuple(range(len(programme.cards)))))
        case _:
            raise ValueError("a reading's log starts with the fact that opened it")


def evolve(state: Reading, fact: Fact) -> Reading:
    """Return the state after one more fact."""
    match fact:
        case Called() | CallEnded() | Held() | Resumed() | Stopped() | Finished():
            return _after_turn(state, fact)
        case HalfBegan() | HalfEnded() | Decided():
            return _after_sound(state, fact)
        case TakenBack() | LeftOut() | BroughtForward() | SetAside():
            return _after_choice(state, fact)
        case HandRaised(table=table):
            return replace(state, hands=state.hands | {table})
        case HandLowered(table=table):
            return replace(state, hands=state.hands - {table})
        case Opened():
            raise ValueError("a reading is opened once")
        case _:
            assert_never(fact)


def _after_turn(state: Reading, fact: Called | CallEnded | Held | Resumed | Stopped | Finished) -> Reading:
    match fact:
        case Called():
            return replace(
                _unheld(state, Phase.SPEAKING),
                to_come=_without(state.to_come, fact.position),
                call=fact,
                place=0,
                sounding=None,
                calls=fact.number,
                tapped_at=fact.at,
            )
        case CallEnded():
            phase = Phase.HELD if state.phase is Phase.HELD else state.resting
            return replace(state, phase=phase, call=None, place=0, sounding=None)
        case Held():
            exact = state.exact and fact.reason is HoldReason.HAND
            return replace(state, phase=Phase.HELD, exact=exact, held_for=fact.reason, message=fact.message)
        case Resumed():
            return _unheld(state, Phase.SPEAKING if state.call else state.resting)
        case Stopped():
            return replace(state, phase=Phase.STOPPED, call=None, sounding=None)
        case Finished():
            return replace(state, phase=Phase.DONE, call=None, sounding=None)


def _after_sound(state: Reading, fact: HalfBegan | HalfEnded | Decided) -> Reading:
    match fact:
        case HalfBegan():
            shimo = fact.half if fact.half.part == "shimo" else state.last_shimo
            opened = state.opener_heard or fact.half in state.programme.opener[-1:]
            return replace(state, place=fact.place, sounding=fact.half, last_shimo=shimo, opener_heard=opened)
        case HalfEnded():
            return replace(state, place=fact.place + 1, sounding=None)
        case Decided():
            return replace(state, read=(*state.read, fact.position))


def _after_choice(state: Reading, fact: TakenBack | LeftOut | BroughtForward | SetAside) -> Reading:
    match fact:
        case TakenBack(position=position):
            state = _dropped(replace(state, read=_without(state.read, position)), position)
            learned = state.programme.cards[position] in state.aside
            to_come = () if learned else (position,)
            return replace(state, to_come=to_come + _without(state.to_come, position), tapped_at=fact.at)
        case LeftOut(position=position):
            state = _dropped(state, position)
            return replace(
                state,
                to_come=_without(state.to_come, position),
                left_out=state.left_out | {position},
                tapped_at=fact.at,
            )
        case BroughtForward(position=position):
            return replace(
                state,
                to_come=(position, *_without(state.to_come, position)),
                left_out=state.left_out - {position},
            )
        case SetAside(poem=poem):
            kept = tuple(place for place in state.to_come if state.programme.cards[place] != poem)
            return replace(state, to_come=kept, aside=state.aside | {poem})


def _dropped(state: Reading, position: int) -> Reading:
    """Break the call off that brings this card up; a held reading stays held."""
    if state.call is not None and state.call.position == position:
        state = replace(state, call=None, place=0, sounding=None)
    if state.phase is Phase.HELD:
        return state
    return state if state.call else replace(state, phase=state.resting)


def _unheld(state: Reading, phase: Phase) -> Reading:
    return replace(state, phase=phase, exact=True, held_for=None, message="")


def _without(positions: tuple[int, ...], position: int | None) -> tuple[int, ...]:
    return tuple(place for place in positions if place != position)
