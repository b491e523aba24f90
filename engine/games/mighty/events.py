"""What happens in a hand of Mighty."""

from dataclasses import dataclass

from engine.core.events import CardNumber, Dealt, Event, HandScored, Passed, Played, Seat
from engine.games.mechanics.asking import JokerLed
from engine.games.mechanics.tricks import TrickTaken
from engine.games.napoleon.events import Bid, Discarded, KittyTaken


@dataclass(frozen=True, slots=True)
class AllPassed(Event):
    """All passed; the same dealer deals again."""


@dataclass(frozen=True, slots=True)
class FriendCalled(Event):
    """The declarer called a friend: the holder of a card, the winner of the `first` trick, or `none`."""

    seat: Seat
    called: str


@dataclass(frozen=True, slots=True)
class JokerCalled(Event):
    """A seat led the ripper and called the joker."""

    seat: Seat
    card: CardNumber


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    Passed,
    Bid,
    AllPassed,
    KittyTaken,
    Discarded,
    FriendCalled,
    Played,
    JokerLed,
    JokerCalled,
    TrickTaken,
    HandScored,
)
