"""What a table, or the reader, can ask of a match. `engine.karuta.match.decide` says what comes of it."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.karuta.events import Forfeit, Opened
from engine.karuta.field import Slot
from engine.karuta.player import Player
from engine.karuta.read import Move, Override, Read


@dataclass(frozen=True, slots=True)
class Open:
    """Begin the match."""

    opened: Opened


@dataclass(frozen=True, slots=True)
class Call:
    """The reader begins a poem."""

    card: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The poem that was called is not read after all."""

    card: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Enter what happened in a read; for a read that was passed over, enter it late.

    A late read that is the last one can still be sent for; one before it brings its sends along, in `read.sent`.
    """

    read: Read


@dataclass(frozen=True, slots=True)
class Send:
    """Send cards for the last read, all or some of those owed; `slots` are where the receiver lays them."""

    cards: tuple[int, ...]
    slots: tuple[Slot, ...] = ()


@dataclass(frozen=True, slots=True)
class Forgo:
    """Nothing more is sent for the last read."""


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay cards into other slots of their own side, all at once."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RaiseHand:
    """A player asks the reader to wait."""

    player: Player


@dataclass(frozen=True, slots=True)
class LowerHand:
    """A player is ready again."""

    player: Player


@dataclass(frozen=True, slots=True)
class Correct:
    """An earlier read was different: `read` is all of it, with its sends and moves."""

    index: int
    read: Read


@dataclass(frozen=True, slots=True)
class Void:
    """A read does not count."""

    index: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule on the sends of a read; None takes the ruling back."""

    index: int
    override: Override | None


@dataclass(frozen=True, slots=True)
class RuleContact:
    """Rule a joint foul in a read, by one player, both, or (taking it back) nobody."""

    index: int
    by: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A player gives the match up, or is ruled out of it."""

    player: Player
    kind: Forfeit
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Show the seed of the deal: 32 hexadecimal digits."""

    seed: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the referee's last entries. `typed`: the referee also says what is read, and that is an entry too."""

    count: int = 1
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Redo:
    """Let undone entries count again."""

    count: int = 1


Command: TypeAlias = (
    Open
    | Call
    | Withdraw
    | Settle
    | Send
    | Forgo
    | Lay
    | RaiseHand
    | LowerHand
    | Correct
    | Void
    | Rule
    | RuleContact
    | GiveUp
    | RevealSeed
    | Undo
    | Redo
)
