"""Tricks in which a led card asks for more than its suit: the joker that leads names the suit to follow.

Actions 0-52 play a card; the joker, 52, is played so only where it follows. JOKER0 on lead it for each suit.
"""

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.core.events import Event, Seat
from engine.core.game import View
from engine.core.hands import ONE
from engine.decks.french import JOKER, SUITS
from engine.games.mechanics.tricks import TrickState
from engine.games.mechanics.unfolding import UnfoldingState

V = TypeVar("V", bound=View)

JOKER_BIT: Final = 1 << JOKER
JOKER0: Final = JOKER + 1
JOKER_TEXTS: Final = tuple(f"play JK as {suit}" for suit in SUITS)
_JOKER_LEADS: Final = bytes(JOKER0 + suit for suit in range(len(SUITS)))


@dataclass(frozen=True, slots=True)
class JokerLed(Event):
    """A seat led the joker and named the suit to follow."""

    seat: Seat
    suit: str


def leads(hand: bytes) -> bytes:
    """Return the actions that lead a card of a hand: the joker, its highest card, once for each suit."""
    return hand.replace(ONE[JOKER], _JOKER_LEADS)


def asked_suit(led: int, ask: str) -> int:
    """Return the suit to follow: the named one, or that of the led card."""
    return SUITS.index(ask) if ask in SUITS and ask else led // 13


class AskingState(TrickState[V], UnfoldingState[V], Generic[V]):
    """The trick part of a state, with what was asked for. `legal` are actions."""

    __slots__ = ("ask", "asks")

    ask: str
    """What the led card of the trick in progress asks for beside its suit; empty if nothing."""
    asks: list[str]
    """The same of the finished tricks."""

    def clear_tricks(self, leader: int) -> None:
        """Put the table to where a hand starts."""
        self.ask, self.asks = "", []
        TrickState.clear_tricks(self, leader)

    def put_down(self, card: int, ask: str = "") -> None:
        """Put a card of the seat to act on the table; `ask` counts if it leads."""
        if not self.table:
            self.ask = ask
        self.show(card)

    def gather(self, winner: int) -> None:
        """Give the trick on the table to its winner."""
        self.asks.append(self.ask)
        self.ask = ""
        TrickState.gather(self, winner)
        self.refresh()

    def all_asks(self) -> tuple[str, ...]:
        """Return what was asked for, trick by trick; that of a trick in progress comes last."""
        return (*self.asks, *((self.ask,) if self.table else ()))
