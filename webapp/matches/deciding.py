"""From a command of the board to the events that the rules allow it to become. Nothing is stored here."""

from typing import cast

from engine.core.document import Json, Node
from engine.karuta import commands as ask
from engine.karuta.events import Event, Forfeit
from engine.karuta.field import Slot
from engine.karuta.fold import fold
from engine.karuta.match import decide
from engine.karuta.outcome import Flag, outcomes
from engine.karuta.player import Player
from engine.karuta.read import Move, Read
from engine.karuta.read_json import read_from_json
from engine.karuta.refused import Refused, Why
from engine.karuta.state import MatchState
from webapp.matches import forms
from webapp.matches.correcting import Spot, Spots, corrected
from webapp.matches.placing import place
from webapp.matches.reader import ReadingSays
from webapp.matches.tables import Confirmed, Table, TableEvent
from webapp.matches.words import ENDS, ROWS


def decided(table: Table, command: forms.Command, seed: str | None = None) -> tuple[TableEvent, ...]:
    """Return the events that a command comes to, none where nothing changes.

    When the match ends by it and `seed` is the secret of its deal, the seed is shown along with it. Raises
    engine.karuta.refused.Refused, and ReadingSays where a table that follows a reading is told what is read.
    """
    if isinstance(command, forms.ConfirmResult):
        return _confirmed(table)
    if not table.manual and _says_what_is_read(table.state, command):
        raise ReadingSays
    events = _asked(table.state, command, manual=table.manual)
    if seed is None or not events:
        return events
    after = fold(events, table.state)
    if after.result is None or after.seed is not None:
        return events
    return (*events, *decide(after, ask.RevealSeed(seed)))


def _says_what_is_read(state: MatchState, command: forms.Command) -> bool:
    """Whether a command tells of itself which poem is read, or that one is not: entering what was called does not."""
    if not isinstance(command, forms.SettleRead):
        return isinstance(command, (forms.CallPoem, forms.WithdrawPoem))
    passed_over = {state.reads[index].card for index in state.assumed}
    card = command.read.card
    return state.called is None and card not in passed_over and not state.read >> card & 1


def facts(body: forms.ReadFacts) -> Read:
    """Return the read that a page's facts describe; a blank reason voids nothing."""
    document = body.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    if body.override is not None:
        document["override"] = body.override.model_dump(mode="json")
    if not (body.void or "").strip():
        document.pop("void", None)
    return read_from_json(Node(cast("Json", document)))


def spots(laid: forms.LaidCards) -> Spots:
    """Return where a page says that the cards of an earlier read go."""
    return tuple(Spot(one.card, ENDS[one.place.end], ROWS[one.place.row], one.place.outside) for one in laid)


def _confirmed(table: Table) -> tuple[TableEvent, ...]:
    if table.state.result is None:
        raise Refused(Why.NOTHING_OWED)
    return () if table.confirmed else (Confirmed(),)


def _asked(state: MatchState, command: forms.Command, *, manual: bool) -> tuple[Event, ...]:
    match command:
        case forms.SettleRead():
            return decide(state, ask.Settle(facts(command.read)))
        case forms.SendCard():
            return _send(state, command)
        case forms.ForgoSend():
            return decide(state, ask.Forgo())
        case forms.MoveCard():
            return _move(state, command)
        case forms.Hand():
            player = Player[command.player]
            return decide(state, ask.RaiseHand(player) if command.up else ask.LowerHand(player))
        case forms.CorrectRead():
            return _corrected(state, command)
        case forms.GiveUp():
            kind = Forfeit(command.how)
            return decide(state, ask.GiveUp(Player[command.player], kind, command.reason))
        case _:
            return _called(state, command, manual=manual)


def _called(state: MatchState, command: forms.Command, *, manual: bool) -> tuple[Event, ...]:
    match command:
        case forms.CallPoem():
            return decide(state, ask.Call(command.card))
        case forms.WithdrawPoem():
            return decide(state, ask.Withdraw(state.called or 0))
        case forms.TakeBack(type="undo"):
            return decide(state, ask.Undo(typed=manual))
        case forms.TakeBack():
            return decide(state, ask.Redo())
        case _:
            raise AssertionError(command)


def _send(state: MatchState, command: forms.SendCard) -> tuple[Event, ...]:
    """Send a card to a place; cards that have to make room for it are laid first."""
    pending = state.pending
    if pending is None:
        return decide(state, ask.Send((command.card,)))
    receiver = pending.sender.other
    where = command.place
    slots = place(state.layout[receiver], command.card, ENDS[where.end], ROWS[where.row], where.outside)
    slot = slots.pop(command.card)
    room = decide(state, ask.Lay(_moves(receiver, slots))) if slots else ()
    after = fold(room, state) if room else state
    return (*room, *decide(after, ask.Send((command.card,), (slot,))))


def _move(state: MatchState, command: forms.MoveCard) -> tuple[Event, ...]:
    owner = state.side(command.card).owner
    if owner is None:
        raise Refused(Why.MOVED_NOT_HELD, player=Player.A.name, card=command.card)
    where = command.place
    slots = place(state.layout[owner], command.card, ENDS[where.end], ROWS[where.row], where.outside)
    return decide(state, ask.Lay(_moves(owner, slots)))


def _moves(player: Player, slots: dict[int, Slot]) -> tuple[Move, ...]:
    return tuple(Move(player, card, slot) for card, slot in slots.items())


def _corrected(state: MatchState, command: forms.CorrectRead) -> tuple[Event, ...]:
    """Correct a read. Cards that it owes are named, still to be sent, or said to be forgotten: none vanishes."""
    events = decide(state, _correction(state, command))
    after = fold(events, state)
    outcome = outcomes(after)[command.index]
    pending = after.pending if after.called is None else None
    open_send = pending is not None and pending.index == command.index
    if command.forgotten or open_send or outcome.sender is None:
        return events
    if Flag.FORGOTTEN_SEND in outcome.flags:
        raise Refused(Why.NOT_SENT, sender=outcome.sender.name, cards=outcome.unsent, read=command.index)
    return events


def _correction(state: MatchState, command: forms.CorrectRead) -> ask.Command:
    read = facts(command.read)
    if read.void is not None:
        return ask.Void(command.index, read.void)
    if not 0 <= command.index < len(state.reads):
        raise Refused(Why.NO_SUCH_READ, read=command.index)
    return ask.Correct(command.index, corrected(state, command.index, read, spots(command.laid)))
