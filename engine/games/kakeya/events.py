"""What happens in a hand of kakeya-torampu."""

from dataclasses import dataclass

from engine.core.events import Dealt, Event, HandScored, Played, Seat
from engine.games.mechanics.opening import OpeningSaid
from engine.games.mechanics.tricks import TrickTaken


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """A seat named the trump suit: S, H, D or C."""

    seat: Seat
    suit: str


EVENTS: tuple[type[Event], ...] = (Dealt, TrumpNamed, OpeningSaid, Played, TrickTaken, HandScored)
