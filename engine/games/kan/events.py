"""What happens in a round of kan."""

from dataclasses import dataclass

from engine.core.events import Dealt, Event, HandScored, Played, Seat
from engine.games.kakeya.events import TrumpNamed
from engine.games.mechanics.asking import JokerLed
from engine.games.mechanics.opening import OpeningSaid
from engine.games.mechanics.tricks import TrickTaken


@dataclass(frozen=True, slots=True)
class KankeiShown(Event):
    """The holders of the ace of trumps and of the joker said so; `partners` play together, in this order of seats.

    Who holds both has for partner the second player after.
    """

    ace: Seat
    joker: Seat
    partners: tuple[Seat, ...]
    order: tuple[Seat, ...]


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    KankeiShown,
    TrumpNamed,
    OpeningSaid,
    Played,
    JokerLed,
    TrickTaken,
    HandScored,
)
