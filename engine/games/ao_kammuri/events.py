"""What happens in a round of Ao-kammuri."""

from dataclasses import dataclass

from engine.core.events import Dealt, Event, HandScored, Passed, Seat
from engine.games.mechanics.shedding_attack import Attacked, Received


@dataclass(frozen=True, slots=True)
class RoundWon(Event):
    """A seat played its last card; its pair has won."""

    seat: Seat


EVENTS: tuple[type[Event], ...] = (Dealt, Attacked, Received, Passed, RoundWon, HandScored)
