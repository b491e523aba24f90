"""What happens in a match, as facts that are stored and never changed.

The state of a match is the fold of its events and nothing else. `Called` and `Withdrawn` come from the reader; the
rest from the table. The end of a match is no event: it follows from the cards.

An event's position is its place in its match's log, counted from 0; a read's index is its place among the reads,
counted from 0.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.karuta.field import Layout, Slot
from engine.karuta.formats import INDIVIDUAL_50
from engine.karuta.player import Pair, Player
from engine.karuta.read import Move, Override, Read
from engine.karuta.rulesets import Overrides


@dataclass(frozen=True, slots=True)
class Opened:
    """The match begins: rules, players, the cards each was dealt (in the order of the deal) and where they lie."""

    deal: Pair[tuple[int, ...]]
    ruleset: str = "official"
    options: Overrides = ()
    names: Pair[str | None] = (None, None)
    layout: Pair[Layout] = (Layout(), Layout())
    match_format: str = INDIVIDUAL_50.name
    commitment: str | None = None
    """SHA-256 of the seed of the deal, in hexadecimal; None when the cards were drawn by hand."""
    extra: str = ""
    """JSON text of the keys of a record that are not ours, kept for whoever wrote them."""


@dataclass(frozen=True, slots=True)
class Called:
    """The reader began a poem. A poem called before and not settled stands as one that nobody took."""

    card: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The poem that was called is not read after all."""

    card: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The referee entered what happened in a read."""

    read: Read


@dataclass(frozen=True, slots=True)
class Sent:
    """Cards sent for the last read; `slots` are the receiver's, empty where they are not placed yet."""

    cards: tuple[int, ...]
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgone:
    """What is still owed for the last read is not sent."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards laid into other slots of their own side, all at once."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class HandRaised:
    """A player asks the reader to wait."""

    player: Player


@dataclass(frozen=True, slots=True)
class HandLowered:
    """A player is ready again."""

    player: Player


@dataclass(frozen=True, slots=True)
class Corrected:
    """An earlier read was different; all that follows from it is worked out again."""

    index: int
    read: Read


@dataclass(frozen=True, slots=True)
class Voided:
    """A read does not count, and its poem may be read again."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Overridden:
    """The referee ruled on the sends of a read; None takes the ruling back."""

    index: int
    override: Override | None


@dataclass(frozen=True, slots=True)
class ContactRuled:
    """The referee ruled a joint foul: these players' hands touched the other's fouling hand."""

    index: int
    by: tuple[Player, ...]


class Forfeit(StrEnum):
    """How a player can lose with cards left on both sides."""

    CONCESSION = "concession"
    FORFEIT = "forfeit"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player gave the match up, or was ruled out of it."""

    player: Player
    kind: Forfeit
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed of the deal, shown once the match is over: 32 hexadecimal digits."""

    seed: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Events taken back, by their positions in the log; they stay in it, but count no more."""

    positions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Redone:
    """Undone events that count again, by their positions in the log."""

    positions: tuple[int, ...]


Event: TypeAlias = (
    Opened
    | Called
    | Withdrawn
    | Settled
    | Sent
    | Forgone
    | Moved
    | HandRaised
    | HandLowered
    | Corrected
    | Voided
    | Overridden
    | ContactRuled
    | Forfeited
    | SeedRevealed
    | Undone
    | Redone
)

UNDOABLE = (Settled, Sent, Forgone, Moved, Corrected, Voided, Overridden, ContactRuled, Forfeited)
"""What the referee can take back. What the reader read was read, and a hand is lowered by lowering it."""
