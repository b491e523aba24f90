"""What happens in a hand of Napoleon."""

from dataclasses import dataclass

from engine.core.events import CardNumber, Dealt, Event, HandScored, Passed, Played, Seat
from engine.games.mechanics.tricks import TrickTaken


@dataclass(frozen=True, slots=True)
class Bid(Event):
    """A seat bid a number of points in a denomination: S, H, D, C or NT."""

    seat: Seat
    number: int
    denomination: str


@dataclass(frozen=True, slots=True)
class MustBid(Event):
    """All passed, and a seat has to bid because it holds `card`; `turned` is the kitty card that said so, if any."""

    seat: Seat
    card: CardNumber
    turned: CardNumber | None


@dataclass(frozen=True, slots=True)
class ThrownIn(Event):
    """All passed and the same dealer deals again; `turned` is the kitty card that was looked at, if one was."""

    turned: CardNumber | None


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The Napoleon named a card; whoever holds it is the adjutant."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class KittyTaken(Event):
    """The Napoleon took the kitty, unseen by the others."""

    seat: Seat
    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """The Napoleon discarded; point cards lie face up, and come first in a feed so that the order tells nothing."""

    seat: Seat
    cards: tuple[CardNumber, ...]


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    Passed,
    Bid,
    MustBid,
    ThrownIn,
    Called,
    KittyTaken,
    Discarded,
    Played,
    TrickTaken,
    HandScored,
)
