"""What happened, one frozen value an event. The state of a game is the fold of its events and nothing else.

A log and a seat's feed have one schema: what a seat may not see is HIDDEN, written `?`. Events are kept in tables where
games make them by the million, so they hold no time and no sequence number; the log's envelope has those.
"""

from dataclasses import dataclass
from typing import Annotated, TypeAlias

CardNumber: TypeAlias = Annotated[int, "card"]
"""A card, or HIDDEN."""
CardSet: TypeAlias = Annotated[int, "cards"]
"""Cards as a bit mask."""
Seat: TypeAlias = Annotated[int, "seat"]
"""A seat from 0 in the order of play, or NOBODY."""

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Event:
    """The base of every event."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The pack was shuffled and dealt: `pack` in dealing order. What goes where is each game's own rule."""

    dealer: Seat
    pack: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """Some of the cards were shuffled anew during a hand (a box, a hand that went back): `pack` in its new order."""

    pack: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed (in an auction, a poll, an attack)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played a card. A card that lies face down is HIDDEN from the others."""

    seat: Seat
    card: CardNumber


@dataclass(frozen=True, slots=True)
class HandScored(Event):
    """A hand (or round) is over; what each seat scored."""

    scores: tuple[int, ...]


def type_name(cls: type) -> str:
    """Return the name of an event's type in JSON: `TrickTaken` is `trick_taken`."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in cls.__name__).lstrip(
        "_"
    )
