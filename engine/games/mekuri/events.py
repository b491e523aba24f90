"""What happens in a round of mekuri."""

from dataclasses import dataclass

from engine.core.events import Event, Reshuffled, Seat
from engine.games.mechanics import fishing


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Of four, a seat is in this round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """Of four, a seat gave its hand back to the pile and is out of this round; the others are in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeftOver(Event):
    """The other three are in, so this seat is out, and its hand went back to the pile."""

    seat: Seat


EVENTS: tuple[type[Event], ...] = (*fishing.EVENTS, Joined, Dropped, LeftOver, Reshuffled)
