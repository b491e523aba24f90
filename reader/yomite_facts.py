"""What happens in a reading: the facts that its log is made of.

`at` is the time on the clock of the output that is heard, in seconds. Positions count the cards of the programme from
0; a position, not a poem, is what has been read, since an order with replacement brings a poem up again.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from reader.pattern import Half
from reader.programme import Programme

CallKind: TypeAlias = Literal["card", "closing", "replay"]
"""A call brings up a card, closes the reading after the last one, or lets a lower half be heard once more."""


class HoldReason(StrEnum):
    """Why a reading stands still."""

    HAND = "hand"
    """Somebody asked for it."""
    DEVICE = "device"
    """The loudspeaker went away."""
    VOICE = "voice"
    """The voice could not speak."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A reading was laid out. `commitment` is that of its draw, or empty."""

    at: float
    programme: Programme
    voice: str = ""
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A call was begun: these halves are to be heard, from one `next` to the following stop.

    `number` counts the calls of the reading from 1. `position` is the card that it brings up, or the last card's where
    it closes the reading; None for a replay. `again` says that it repeats a call that was broken off.
    """

    at: float
    number: int
    kind: CallKind
    position: int | None
    halves: tuple[Half, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class HalfBegan:
    """The first sound of a half was heard; `place` is its place among the halves of its call."""

    at: float
    call: int
    place: int
    half: Half


@dataclass(frozen=True, slots=True)
class HalfEnded:
    """The last sound of a half was heard."""

    at: float
    call: int
    place: int
    half: Half


@dataclass(frozen=True, slots=True)
class Decided:
    """The full deck's kimari-ji was heard: from here on the card counts as read (`docs/rules/karuta.md §7.2`).

    Where no upper half is read, the end of the card's first half counts.
    """

    at: float
    call: int
    position: int
    poem: int


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A call was heard to its end."""

    at: float
    call: int


@dataclass(frozen=True, slots=True)
class Held:
    """The reading stands still; `message` says why where that was nobody's wish."""

    at: float
    reason: HoldReason
    message: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The reading goes on at the very sample where it was held."""

    at: float


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A card was taken back: it is as if it had not been read, and it comes next."""

    at: float
    position: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A card was skipped; it is not read unless somebody jumps to it."""

    at: float
    position: int


@dataclass(frozen=True, slots=True)
class BroughtForward:
    """A card was chosen to come next."""

    at: float
    position: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """A poem was marked as learned: it does not come up any more in this reading."""

    at: float
    poem: int


@dataclass(frozen=True, slots=True)
class HandRaised:
    """A player at this table asked the reader to wait."""

    at: float
    table: str


@dataclass(frozen=True, slots=True)
class HandLowered:
    """The hand at this table went down."""

    at: float
    table: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """The reading was broken off for good."""

    at: float


@dataclass(frozen=True, slots=True)
class Finished:
    """Every card has been called."""

    at: float


Fact: TypeAlias = (
    Opened
    | Called
    | HalfBegan
    | HalfEnded
    | Decided
    | CallEnded
    | Held
    | Resumed
    | TakenBack
    | LeftOut
    | BroughtForward
    | SetAside
    | HandRaised
    | HandLowered
    | Stopped
    | Finished
)
