"""An earlier read that was different: which of its sends and moves still stand, and where its cards are laid."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.karuta import commands as ask
from engine.karuta.checks import check_moves
from engine.karuta.events import Settled
from engine.karuta.field import End, Layout, Row, Slot
from engine.karuta.fold import fold
from engine.karuta.match import decide
from engine.karuta.player import PLAYERS, Player
from engine.karuta.read import Move, Override, Read
from engine.karuta.refused import Refused
from engine.karuta.state import MatchState
from webapp.matches.past import before_read
from webapp.matches.placing import innermost, place


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a sent card goes, as its receiver sees it; `outside_of`: just outside of that card."""

    card: int
    end: End
    row: Row
    outside_of: int | None = None


Spots: TypeAlias = tuple[Spot, ...]


def corrected(state: MatchState, index: int, read: Read, spots: Spots = ()) -> Read:
    """Return a read as it is to stand in the place of an earlier one.

    Its cards are laid at their spots; of the earlier one's moves those stay that can still have been made. A read that
    cannot have happened comes back as it is: the engine says why, with its place among the reads.
    """
    old = state.reads[index]
    then = before_read(state, index, read.card)
    try:
        after = fold(decide(then, ask.Settle(read)), then)
    except Refused:
        return read
    laid = {spot.card for spot in spots}
    kept = _still_made(after, [move for move in old.moved if move.card not in laid])
    new = _laid(after, kept, [spot for spot in spots if spot.card in read.sent], _used_later(state, index))
    return replace(
        read, moved=(*(move for move in kept if move.card not in new), *new.values()), extra=old.extra
    )


def still_sent(state: MatchState, index: int, read: Read) -> tuple[int, ...]:
    """Return the cards of a read that it can still have sent: its sender's, and no more than are owed."""
    then = before_read(state, index, read.card)
    try:
        after = fold(decide(then, ask.Settle(replace(read, sent=(), moved=()))), then)
    except Refused:
        return ()
    pending = after.pending
    if pending is None:
        return ()
    return tuple(card for card in read.sent if after.held[pending.sender] >> card & 1)[: pending.count]


def field_with(state: MatchState, index: int, read: Read) -> MatchState:
    """Return the field after the sends and moves of a read, its own card still where it lay."""
    then = before_read(state, index, read.card)
    sender = then.side(read.sent[0]).owner if read.sent else None
    untaken = Read(read.card, sent=read.sent, moved=read.moved, override=Override(len(read.sent), sender))
    return fold((Settled(untaken),), then)


def _still_made(after: MatchState, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves of cards that their players hold, into slots that are free."""
    kept = tuple(moves)
    slots = {card: slot for side in after.layout for card, slot in side}
    while True:
        try:
            check_moves(after.held, slots, kept)
        except Refused as refused:
            kept = tuple(move for move in kept if move.card != refused.params["card"])
        else:
            return kept


def _used_later(state: MatchState, index: int) -> frozenset[tuple[Player, Slot]]:
    """Return the slots into which cards were laid after a read; what is put there now would be in their way."""
    return frozenset((move.player, move.slot) for read in state.reads[index + 1 :] for move in read.moved)


def _laid(
    after: MatchState, kept: Iterable[Move], spots: Iterable[Spot], later: frozenset[tuple[Player, Slot]]
) -> dict[int, Move]:
    """Return the moves that lay sent cards, one after another, and those that make room for them."""
    layouts = [
        _placed(layout, (move for move in kept if move.player is player))
        for player, layout in zip(PLAYERS, after.layout, strict=True)
    ]
    out: dict[int, Move] = {}
    for spot in spots:
        receiver = after.side(spot.card).owner
        assert receiver is not None, "a card that was sent is on the field"
        taken = {slot for player, slot in later if player is receiver}
        slots = place(layouts[receiver], spot.card, spot.end, spot.row, spot.outside_of)
        if taken & set(slots.values()):
            slots = {spot.card: innermost(layouts[receiver], spot.end, spot.row, taken)}
        moves = tuple(Move(receiver, card, slot) for card, slot in slots.items())
        layouts[receiver] = _placed(layouts[receiver], moves)
        out |= {move.card: move for move in moves}
    return out


def _placed(layout: Layout, moves: Iterable[Move]) -> Layout:
    return layout.placed((move.card, move.slot) for move in moves)
