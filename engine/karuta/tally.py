"""The state of a match while events are folded into it: mutable, and private to `engine.karuta.fold`."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.karuta import events as ev
from engine.karuta.field import Layout, Slot
from engine.karuta.player import PLAYERS, A, B, Pair, Player
from engine.karuta.position import Position, debt
from engine.karuta.read import Move, Read
from engine.karuta.state import MatchState, pending_send

if TYPE_CHECKING:
    from engine.karuta.settlement import Settlement

Laid: TypeAlias = dict[int, tuple[Player, Slot]]
"""Where cards were laid: card to player and slot."""


class Tally:
    """A match in the making. `reads` are the facts as entered; sends and moves since then stand beside them."""

    __slots__ = (
        "anchor",
        "assumed",
        "called",
        "forfeited",
        "hands",
        "laid",
        "layout",
        "lost",
        "opened",
        "position",
        "reads",
        "seed",
        "send_open",
        "sent",
        "settlements",
    )

    def __init__(self, opened: ev.Opened, layout: Pair[Layout]) -> None:
        self.opened = opened
        self.layout: Laid = {card: (player, slot) for player in PLAYERS for card, slot in layout[player]}
        self.position = Position.at_start(opened, layout)
        self.reads: list[Read] = []
        self.sent: list[tuple[int, ...]] = []
        self.laid: list[Laid | None] = []
        self.settlements: list[Settlement] = []
        self.anchor = -1
        """The read with which moves are noted: the last that is not void, or -1 for the layout."""
        self.called = 0
        self.hands = [False, False]
        self.send_open = False
        self.assumed: frozenset[int] = frozenset()
        self.lost: frozenset[int] = frozenset()
        self.forfeited: ev.Forfeited | None = None
        self.seed: str | None = None

    @classmethod
    def of(cls, state: MatchState) -> "Tally":
        """Return a state as a tally, to be folded further."""
        out = cls(state.opened, state.start_layout)
        position = out.position
        position.held[:] = state.held
        position.taken[:] = state.taken
        position.read = state.read
        position.slots = {card: slot for side in state.layout for card, slot in side}
        out.reads = list(state.reads)
        out.sent = [read.sent for read in state.reads]
        out.laid = [None] * len(state.reads)
        out.settlements = list(state.settlements)
        out.anchor = _last_standing(out.reads)
        out.called = state.called or 0
        out.hands[:] = state.hands
        out.send_open = state.send_open
        out.assumed = state.assumed
        out.lost = state.lost
        out.forfeited = state.forfeited
        out.seed = state.seed
        return out

    def state(self, log: tuple[ev.Event, ...]) -> MatchState:
        """Return the state that this is, with the log it came from."""
        position = self.position
        return MatchState(
            opened=self.opened,
            rules=position.rules,
            start_layout=self._start_layout(),
            reads=tuple(map(self.whole, range(len(self.reads)))),
            settlements=tuple(self.settlements),
            held=(position.held[A], position.held[B]),
            taken=(position.taken[A], position.taken[B]),
            read=position.read,
            layout=position.layouts(),
            called=self.called or None,
            hands=(self.hands[A], self.hands[B]),
            send_open=self.send_open,
            assumed=self.assumed,
            lost=self.lost,
            forfeited=self.forfeited,
            seed=self.seed,
            log=log,
        )

    def _start_layout(self) -> Pair[Layout]:
        a, b = (
            Layout(
                tuple(sorted((card, slot) for card, (owner, slot) in self.layout.items() if owner is player))
            )
            for player in PLAYERS
        )
        return a, b

    def whole(self, index: int) -> Read:
        """Return a read with the sends and moves that came after it was entered."""
        read, sent, laid = self.reads[index], self.sent[index], self.laid[index]
        if laid is None:
            return read if sent is read.sent else replace(read, sent=sent)
        moved = tuple(sorted(Move(player, card, slot) for card, (player, slot) in laid.items()))
        return replace(read, sent=sent, moved=moved)

    def is_over(self) -> bool:
        """Whether a player has no card left and nothing can be sent any more."""
        if self.forfeited is not None:
            return True
        if self.position.emptied is None:
            return False
        return not self.owes()

    def owes(self) -> bool:
        """Whether cards can still be sent for the last read."""
        if not self.send_open:
            return False
        last = len(self.reads) - 1
        held = (self.position.held[A], self.position.held[B])
        return pending_send((self.whole(last),), (self.settlements[last],), held) is not None

    def close_sends(self) -> None:
        """What can still be sent for the last read is lost from now on."""
        if self.owes():
            self.lost |= {len(self.reads) - 1}
        self.send_open = False

    def add(self, read: Read) -> None:
        """Settle a read and note it; what it owes can be sent from now on."""
        self.close_sends()
        self.settlements.append(self.position.play(read))
        if read.void is None:
            self.anchor = len(self.reads)
        self.reads.append(read)
        self.sent.append(read.sent)
        self.laid.append(None)
        self.send_open = True

    def note(self, moves: tuple[Move, ...]) -> None:
        """Note where cards were laid, with the read that it followed."""
        laid = self._laid_here()
        for move in moves:
            laid[move.card] = (move.player, move.slot)

    def forget(self, card: int) -> None:
        """Drop what was noted of a card before it was sent: in a record, sends come before moves."""
        self._laid_here().pop(card, None)

    def _laid_here(self) -> Laid:
        if self.anchor < 0:
            return self.layout
        laid = self.laid[self.anchor]
        if laid is None:
            laid = {move.card: (move.player, move.slot) for move in self.reads[self.anchor].moved}
            self.laid[self.anchor] = laid
        return laid

    def change(self, index: int, read: Read) -> None:
        """Put another read in the place of an earlier one, and work out again all that follows."""
        self.reads = [read if i == index else self.whole(i) for i in range(len(self.reads))]
        self.sent = [one.sent for one in self.reads]
        self.laid = [None] * len(self.reads)
        self.position = Position.at_start(self.opened, self._start_layout())
        self.settlements = [self.position.play(one) for one in self.reads]
        self.anchor = _last_standing(self.reads)
        self.assumed -= {index}
        self.lost -= {index}
        if self.is_over():
            self.called = 0


def _last_standing(reads: list[Read]) -> int:
    return next((i for i in range(len(reads) - 1, -1, -1) if reads[i].void is None), -1)


def _called(tally: Tally, event: ev.Called) -> None:
    if tally.position.read >> event.card & 1 or tally.called == event.card or tally.is_over():
        return
    unsettled = tally.called
    tally.called = 0
    tally.close_sends()
    if tally.is_over():
        return
    if unsettled:
        tally.add(Read(unsettled))
        tally.assumed |= {len(tally.reads) - 1}
    tally.called = event.card


def _withdrawn(tally: Tally, event: ev.Withdrawn) -> None:
    if tally.called == event.card:
        tally.called = 0


def _settled(tally: Tally, event: ev.Settled) -> None:
    tally.called = 0
    tally.add(event.read)


def _sent(tally: Tally, event: ev.Sent) -> None:
    _, sender = debt(tally.reads[-1], tally.settlements[-1])
    assert sender is not None, "a log in which cards were sent for a read that owes none"
    cards = event.cards
    position = tally.position
    position.send(sender, cards)
    tally.sent[-1] += cards
    if tally.laid[-1] is not None or tally.reads[-1].moved:
        for card in cards:
            tally.forget(card)
    if event.slots:
        receiver = sender.other
        moves = tuple(Move(receiver, card, slot) for card, slot in zip(cards, event.slots, strict=True))
        position.place(moves)
        tally.note(moves)


def _forgone(tally: Tally, _: ev.Forgone) -> None:
    tally.send_open = False


def _moved(tally: Tally, event: ev.Moved) -> None:
    tally.position.place(event.moves)
    tally.note(event.moves)


def _hand_raised(tally: Tally, event: ev.HandRaised) -> None:
    tally.hands[event.player] = True


def _hand_lowered(tally: Tally, event: ev.HandLowered) -> None:
    tally.hands[event.player] = False


def _corrected(tally: Tally, event: ev.Corrected) -> None:
    tally.change(event.index, event.read)


def _voided(tally: Tally, event: ev.Voided) -> None:
    tally.change(event.index, voided(tally.reads[event.index], event.reason))


def _overridden(tally: Tally, event: ev.Overridden) -> None:
    tally.change(event.index, replace(tally.whole(event.index), override=event.override))


def _contact_ruled(tally: Tally, event: ev.ContactRuled) -> None:
    tally.change(event.index, replace(tally.whole(event.index), contact_by=event.by))


def _forfeited(tally: Tally, event: ev.Forfeited) -> None:
    tally.forfeited = event
    tally.called = 0


def _seed_revealed(tally: Tally, event: ev.SeedRevealed) -> None:
    tally.seed = event.seed


def voided(read: Read, reason: str) -> Read:
    """Return a read that does not count: nothing was taken, sent or moved in it."""
    return Read(read.card, void=reason, extra=read.extra)


STEPS: Final[dict[type, Callable[[Tally, Any], None]]] = {
    ev.Called: _called,
    ev.Withdrawn: _withdrawn,
    ev.Settled: _settled,
    ev.Sent: _sent,
    ev.Forgone: _forgone,
    ev.Moved: _moved,
    ev.HandRaised: _hand_raised,
    ev.HandLowered: _hand_lowered,
    ev.Corrected: _corrected,
    ev.Voided: _voided,
    ev.Overridden: _overridden,
    ev.ContactRuled: _contact_ruled,
    ev.Forfeited: _forfeited,
    ev.SeedRevealed: _seed_revealed,
}
"""How each kind of event changes a match that is open."""
