"""What happens in a round of shirinma."""

from dataclasses import dataclass

from engine.core.events import CardNumber, Dealt, Event, HandScored, Passed, Seat


@dataclass(frozen=True, slots=True)
class FieldShown(Event):
    """All paid the ante, and a card was laid open on the field."""

    card: CardNumber


@dataclass(frozen=True, slots=True)
class CardGiven(Event):
    """A seat was dealt a card, face up."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class RideBid(Event):
    """A seat bid for half of what the last card may win."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class BottomShown(Event):
    """The bottom card was turned up; its suit is trumps."""

    card: CardNumber


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    FieldShown,
    CardGiven,
    RideBid,
    Passed,
    BottomShown,
    HandScored,
)
