"""What a drawn card does: docs/rules/bozu_mekuri.md §2 and §4.

Each effect changes the state by events and returns them; the fold applies the same events.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.core.events import Event
from engine.decks.yomifuda import SEMIMARU
from engine.games.mechanics.drawing import (
    DrawnBlind,
    HandLost,
    HandsRotated,
    HandTaken,
    MustMiss,
    OutOfGame,
    PotTaken,
    TurnsReversed,
)

if TYPE_CHECKING:
    from engine.games.bozu_mekuri.state import BozuMekuriState

FEW: Final = 5
BLIND: Final = 10


class Effects:
    """The effects of one drawn card, in order; `again` and `passes` say afterwards who draws next."""

    __slots__ = ("again", "card", "passes", "seat", "stack", "state")

    def __init__(self, state: "BozuMekuriState", seat: int, stack: int, card: int) -> None:
        self.state = state
        self.seat = seat
        self.stack = stack
        self.card = card
        self.again = False
        """Whether the same seat draws once more."""
        self.passes = False
        """Whether the turn passes whatever else was said."""

    def events(self) -> Iterator[Event]:
        """Yield what happens; each event must be applied before the next is asked for."""
        options, classes = self.state.game.options, self.state.game.classes
        bit = 1 << self.card
        if self.card == SEMIMARU and options.semimaru != "bozu":
            yield from self._semimaru(options.semimaru)
        elif classes.monks & bit:
            yield from self._monk()
        elif classes.women & bit:
            yield from self._woman()
        if classes.dais & bit and options.dan is not None:
            yield from self._dais(options.dan)
        if classes.bows & bit and options.yumi is not None:
            yield TurnsReversed() if options.yumi == "reverse" else HandsRotated()

    def _lose_hand(self, seat: int) -> Iterator[Event]:
        if self.state.hands[seat]:
            yield HandLost(seat, len(self.state.hands[seat]))

    def _take_hands(self) -> Iterator[Event]:
        for other in self.state.others(self.seat):
            if self.state.hands[other]:
                yield HandTaken(self.seat, other)

    def _take_pot(self) -> Iterator[Event]:
        if self.state.pot:
            yield PotTaken(self.seat)

    def _monk(self) -> Iterator[Event]:
        held = len(self.state.hands[self.seat])
        few = self.state.game.options.bozu_loss == "five"
        yield HandLost(self.seat, min(held, 1 + FEW) if few else held)

    def _woman(self) -> Iterator[Event]:
        options = self.state.game.options
        self.again = options.hime_again or (options.hime_empty_again and not self.state.pot)
        yield from self._take_pot()

    def _semimaru(self, rule: str) -> Iterator[Event]:
        match rule:
            case "take_all":
                yield from self._take_hands()
            case "others_lose":
                for other in self.state.others(self.seat):
                    yield from self._lose_hand(other)
            case "all_lose":
                for seat in (self.seat, *self.state.others(self.seat)):
                    yield from self._lose_hand(seat)
            case "disqualified":
                yield from self._lose_hand(self.seat)
                yield OutOfGame(self.seat)
            case _:
                yield from self._monk()
                yield MustMiss(self.seat)

    def _dais(self, rule: str) -> Iterator[Event]:
        match rule:
            case "draw_again":
                self.again = True
            case "take_pot":
                yield from self._take_pot()
            case "take_all_hands":
                yield from self._take_hands()
            case "take_from_max":
                yield from self._take_largest()
            case _:
                self.passes = True
                yield from self._draw_blind()

    def _take_largest(self) -> Iterator[Event]:
        others = self.state.others(self.seat)
        richest = max(others, key=lambda other: len(self.state.hands[other]), default=self.seat)
        if richest != self.seat and self.state.hands[richest]:
            yield HandTaken(self.seat, richest)

    def _draw_blind(self) -> Iterator[Event]:
        """Take up to ten cards, from the stack just drawn from and then from those after it."""
        wanted, count = BLIND, len(self.state.stacks)
        for stack in ((self.stack + step) % count for step in range(count)):
            taken = self.state.stacks[stack][:wanted]
            if taken:
                wanted -= len(taken)
                yield DrawnBlind(self.seat, stack, taken)
