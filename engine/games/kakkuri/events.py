"""What happens in a round of Kakkuri."""

from dataclasses import dataclass

from engine.core.events import CardNumber, Dealt, Event, HandScored, Passed, Reshuffled, Seat
from engine.games.mechanics.shedding import Laid, TurnEnded


@dataclass(frozen=True, slots=True)
class SatOut(Event):
    """Of eight, this seat was dealt the P3: it sits out the round and its cards become the box."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandSwapped(Event):
    """A seat exchanged its unseen hand for the dealer's."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandKept(Event):
    """A seat kept its unseen hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandsSeen(Event):
    """Everybody looked at their own hand."""

    hands: tuple[tuple[CardNumber, ...], ...]


@dataclass(frozen=True, slots=True)
class BoxTurned(Event):
    """A box card was turned up, by `choice` or because the rules say so."""

    seat: Seat
    card: CardNumber
    choice: bool


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A seat declared sansoku: its hand is three pairs and it plays nothing but pairs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeftRound(Event):
    """A seat paid a share and left the round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundWon(Event):
    """A seat won: `utazu` by its three ones, `guri` or `out` by its last card, `alone` when all others had left."""

    seat: Seat
    how: str


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    SatOut,
    Reshuffled,
    HandSwapped,
    HandKept,
    HandsSeen,
    BoxTurned,
    Laid,
    Declared,
    Passed,
    TurnEnded,
    LeftRound,
    RoundWon,
    HandScored,
)
