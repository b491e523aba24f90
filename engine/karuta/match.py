"""A live match: commands in, events out, the state their fold.

>>> from engine.karuta.commands import Open, Send, Settle, Undo
>>> from engine.karuta.events import Opened
>>> from engine.karuta.player import Player
>>> from engine.karuta.read import Read
>>> state = fold(decide(None, Open(Opened((tuple(range(1, 26)), tuple(range(26, 51)))))))
>>> state = fold(decide(state, Settle(Read(30, took=Player.A))), state)
>>> state.counts, state.pending
((25, 24), PendingSend(index=0, sender=<Player.A: 0>, count=1))
>>> state = fold(decide(state, Send((7,))), state)
>>> state.counts
(24, 25)

`decide` changes nothing; it returns the events to be stored, none where nothing changes, or raises `Refused`.

>>> try:
...     decide(state, Settle(Read(30)))
... except Refused as refused:
...     refused.code.value, dict(refused.params)
('already_taken', {'card': 30, 'read': 0, 'took': 'A'})
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.karuta import checks
from engine.karuta import commands as ask
from engine.karuta import events as ev
from engine.karuta.field import Slot
from engine.karuta.fold import fold
from engine.karuta.history import history, last_call
from engine.karuta.outcome import outcomes
from engine.karuta.read import Move, Read
from engine.karuta.refused import Refused, Why
from engine.karuta.state import MatchState
from engine.karuta.tally import Tally, voided
from poems.chance import Seed

__all__ = ["decide", "fold"]

Events = tuple[ev.Event, ...]


def decide(state: MatchState | None, command: ask.Command) -> Events:
    """Return the events that a command comes to. Raises `Refused` where the rules do not allow it."""
    if isinstance(command, ask.Open):
        if state is not None:
            raise Refused(Why.ALREADY_OPEN)
        checks.check_opened(command.opened)
        return (command.opened,)
    if state is None:
        raise Refused(Why.NOT_OPEN)
    return _DECIDERS[type(command)](state, command)


def _call(state: MatchState, command: ask.Call) -> Events:
    """The reader reads for many tables: a poem called after the end is noted, in case the end is undone."""
    checks.check_card(command.card)
    if state.called == command.card:
        return ()
    if state.result is None:
        checks.check_unread(state.read, command.card, state.reads)
    return (ev.Called(command.card),)


def _withdraw(state: MatchState, command: ask.Withdraw) -> Events:
    if state.called != command.card:
        raise Refused(Why.NOTHING_CALLED, card=command.card)
    return (ev.Withdrawn(command.card),)


def _settle(state: MatchState, command: ask.Settle) -> Events:
    read = _bare(command.read)
    late = next((index for index in state.assumed if state.reads[index].card == read.card), None)
    if late is not None:
        return _correct(state, ask.Correct(late, read))
    _check_goes_on(state)
    if state.called is not None and state.called != read.card:
        raise Refused(Why.NOT_CALLED, "card", card=read.card, called=state.called)
    if state.pending is not None and not all(state.held):
        raise Refused(Why.SEND_COMES_FIRST, sender=state.pending.sender.name)
    checks.check_read(Tally.of(state).position, read, state.reads)
    return (ev.Settled(read),)


def _send(state: MatchState, command: ask.Send) -> Events:
    pending = state.pending
    if pending is None:
        _check_goes_on(state)
        raise _nothing_to_send(state)
    held = list(state.held)
    checks.check_sends(held, pending.sender, pending.count, command.cards)
    if command.slots:
        if len(command.slots) != len(command.cards):
            raise Refused(Why.SLOTS_DO_NOT_MATCH, slots=len(command.slots), cards=len(command.cards))
        receiver = pending.sender.other
        moves = (Move(receiver, card, slot) for card, slot in zip(command.cards, command.slots, strict=True))
        checks.check_moves(held, _slots(state), moves)
    return (ev.Sent(command.cards, command.slots),) if command.cards else ()


def _nothing_to_send(state: MatchState) -> Refused:
    last = outcomes(state)[-1:]
    if last and last[0].unsent > 0:
        return Refused(Why.SEND_LOST, read=last[0].index)
    return Refused(Why.NOTHING_OWED)


def _forgo(state: MatchState, _: ask.Forgo) -> Events:
    if state.pending is None:
        raise Refused(Why.NOTHING_OWED)
    return (ev.Forgone(),)


def _lay(state: MatchState, command: ask.Lay) -> Events:
    _check_goes_on(state)
    checks.check_moves(state.held, _slots(state), command.moves)
    moves = tuple(move for move in command.moves if state.layout[move.player].slot_of(move.card) != move.slot)
    return (ev.Moved(moves),) if moves else ()


def _raise_hand(state: MatchState, command: ask.RaiseHand) -> Events:
    _check_goes_on(state)
    return () if state.hands[command.player] else (ev.HandRaised(command.player),)


def _lower_hand(state: MatchState, command: ask.LowerHand) -> Events:
    return (ev.HandLowered(command.player),) if state.hands[command.player] else ()


def _correct(state: MatchState, command: ask.Correct) -> Events:
    read = _bare(command.read)
    _check_change(state, command.index, read)
    passed_over = command.index in state.assumed | state.lost
    if read == state.reads[command.index] and not passed_over:
        return ()
    return (ev.Corrected(command.index, read),)


def _void(state: MatchState, command: ask.Void) -> Events:
    read = _read_at(state, command.index)
    if not command.reason.strip():
        raise Refused(Why.BLANK_REASON, "reason")
    if read.void is not None:
        return ()
    _check_change(state, command.index, voided(read, command.reason))
    return (ev.Voided(command.index, command.reason),)


def _rule(state: MatchState, command: ask.Rule) -> Events:
    read = _standing_read_at(state, command.index)
    if command.override is not None:
        checks.check_override(command.override)
    if command.override == read.override:
        return ()
    _check_change(state, command.index, replace(read, override=command.override))
    return (ev.Overridden(command.index, command.override),)


def _rule_contact(state: MatchState, command: ask.RuleContact) -> Events:
    read = _standing_read_at(state, command.index)
    by = tuple(sorted(set(command.by)))
    if by == read.contact_by:
        return ()
    _check_change(state, command.index, replace(read, contact_by=by))
    return (ev.ContactRuled(command.index, by),)


def _give_up(state: MatchState, command: ask.GiveUp) -> Events:
    _check_goes_on(state)
    return (ev.Forfeited(command.player, command.kind, command.reason),)


def _reveal_seed(state: MatchState, command: ask.RevealSeed) -> Events:
    commitment = state.opened.commitment
    if commitment is None:
        raise Refused(Why.NO_COMMITMENT)
    if state.result is None:
        raise Refused(Why.SEED_TOO_EARLY)
    try:
        fits = Seed.from_hex(command.seed).fits(commitment)
    except ValueError:
        fits = False
    if not fits:
        raise Refused(Why.WRONG_SEED, "seed")
    return () if state.seed == command.seed else (ev.SeedRevealed(command.seed),)


def _undo(state: MatchState, command: ask.Undo) -> Events:
    typed = last_call(state.log, state.called) if command.typed else None
    if typed is not None:
        return (ev.Undone((typed,)),)
    undoable = history(state.log).undoable
    if not 1 <= command.count <= len(undoable):
        raise Refused(Why.NOTHING_TO_UNDO, asked=command.count, available=len(undoable))
    return (ev.Undone(undoable[: -command.count - 1 : -1]),)


def _redo(state: MatchState, command: ask.Redo) -> Events:
    redoable = history(state.log).redoable
    if not 1 <= command.count <= len(redoable):
        raise Refused(Why.NOTHING_TO_REDO, asked=command.count, available=len(redoable))
    return (ev.Redone(redoable[: -command.count - 1 : -1]),)


def _check_goes_on(state: MatchState) -> None:
    result = state.result
    if result is not None:
        raise Refused(Why.OVER, winner=result.winner.name)


def _check_change(state: MatchState, index: int, read: Read) -> None:
    """Refuse a read in the place of an earlier one, where it or anything after it could not have happened."""
    _read_at(state, index)
    if read.card == state.called:
        raise Refused(Why.BEING_READ, "card", card=read.card)
    reads = (*state.reads[:index], read, *state.reads[index + 1 :])
    try:
        checks.check_reads(state.opened, state.start_layout, reads)
    except Refused as refused:
        if refused.read_index == index:
            raise
        raise Refused(Why.COLLIDES, cause=refused, read=refused.read_index) from None


def _bare(read: Read) -> Read:
    """Return a void read without what does not count in it; a send in it is refused, not dropped."""
    return read if read.void is None or read.sent else voided(read, read.void)


def _read_at(state: MatchState, index: int) -> Read:
    if not 0 <= index < len(state.reads):
        raise Refused(Why.NO_SUCH_READ, read=index)
    return state.reads[index]


def _standing_read_at(state: MatchState, index: int) -> Read:
    read = _read_at(state, index)
    if read.void is not None:
        raise Refused(Why.READ_IS_VOID, read=index)
    return read


def _slots(state: MatchState) -> dict[int, Slot]:
    return {card: slot for side in state.layout for card, slot in side}


_DECIDERS: Final[dict[type, Callable[[MatchState, Any], Events]]] = {
    ask.Call: _call,
    ask.Withdraw: _withdraw,
    ask.Settle: _settle,
    ask.Send: _send,
    ask.Forgo: _forgo,
    ask.Lay: _lay,
    ask.RaiseHand: _raise_hand,
    ask.LowerHand: _lower_hand,
    ask.Correct: _correct,
    ask.Void: _void,
    ask.Rule: _rule,
    ask.RuleContact: _rule_contact,
    ask.GiveUp: _give_up,
    ask.RevealSeed: _reveal_seed,
    ask.Undo: _undo,
    ask.Redo: _redo,
}
