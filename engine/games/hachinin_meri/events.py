"""What happens in a hand of Hachinin-meri."""

from dataclasses import dataclass

from engine.core.events import CardNumber, Dealt, Event, HandScored, Passed, Played, Seat
from engine.games.hachinin_meri.yaku import Yaku
from engine.games.mechanics.tricks import TrickTaken


@dataclass(frozen=True, slots=True)
class Robatta(Event):
    """The holder of the trump dragon declared it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OkiTaken(Event):
    """A seat, the declarer or else the dealer, took the turned-up card of the stock into its hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OpeningLed(Event):
    """The taker chose the card to lead; nobody else sees it yet."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class Buried(Event):
    """The taker laid a card, seen by nobody else, under the one it `led`, which is now shown."""

    seat: Seat
    card: CardNumber
    led: CardNumber


@dataclass(frozen=True, slots=True)
class LaidFaceDown(Event):
    """A seat played a trump face down: that it is a trump is public, which one is not."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The face-down trumps of the trick were turned up: all its cards, from the leader on."""

    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class YakuScored(Event):
    """The winner of the trick made yaku."""

    seat: Seat
    yaku: tuple[Yaku, ...]


EVENTS: tuple[type[Event], ...] = (
    Dealt,
    Passed,
    Robatta,
    OkiTaken,
    OpeningLed,
    Buried,
    Played,
    LaidFaceDown,
    TurnedUp,
    YakuScored,
    TrickTaken,
    HandScored,
)
