"""One read: what happened between a poem and the next, as the referee saw it (docs/rules/karuta.md §2-§5)."""

from dataclasses import dataclass, field
from enum import IntFlag
from typing import NamedTuple

from engine.karuta.field import Slot
from engine.karuta.player import A, B, Pair, Player


class Touch(IntFlag):
    """Territories that a player's effective hand touched, from that player's own seat."""

    NONE = 0
    OWN = 1
    OPP = 2
    BOTH = 3


class Breach(IntFlag):
    """What the article ruleset charges a card for (§11, rows 2, 6, 7, 8)."""

    NONE = 0
    WRONG_HAND = 1
    EARLY_TOUCH = 2
    PRE_READ_TOUCH = 4
    BREACH = 8


class Move(NamedTuple):
    """A card that its player laid into a slot."""

    player: Player
    card: int
    slot: Slot


@dataclass(frozen=True, slots=True)
class Override:
    """The referee's ruling in place of the computed sends: `net` cards from `sender`, who is None when net is 0."""

    net: int
    sender: Player | None
    reason: str = ""
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """The facts of one read; what follows from them is `engine.karuta.settlement`.

    `sent` is in the order of sending; `moved` has one entry a card, its last slot. `extra` is the JSON text of the
    keys of a record that are not ours.
    """

    card: int
    took: Player | None = None
    touched: Pair[Touch] = (Touch.NONE, Touch.NONE)
    cards_touched: Pair[int] = (0, 0)
    """Masks of the cards, where the referee knows them."""
    breaches: Pair[Breach] = (Breach.NONE, Breach.NONE)
    contact_by: tuple[Player, ...] = ()
    """Whose hand touched the other player's fouling hand, or the card fouled (joint foul)."""
    sent: tuple[int, ...] = ()
    moved: tuple[Move, ...] = ()
    override: Override | None = None
    void: str | None = None
    extra: str = ""
    facts_key: int = field(init=False, repr=False, compare=False)
    """Everything that the settlement depends on but the card's side, packed by `pack`."""

    def __post_init__(self) -> None:
        if self.contact_by:
            object.__setattr__(self, "contact_by", tuple(sorted(set(self.contact_by))))
        if self.moved:
            object.__setattr__(self, "moved", tuple(sorted(self.moved, key=lambda move: move[:2])))
        object.__setattr__(self, "facts_key", pack(self))


def pack(read: Read) -> int:
    """Pack the facts that decide the settlement into 18 bits, which `unpack` takes apart."""
    card = 1 << read.card
    out = 0 if read.took is None else read.took + 1
    for player in (A, B):
        wrong = read.cards_touched[player] & ~card != 0
        contact = player in read.contact_by
        # as plain ints: the operators of flags take ten times as long, and every read is packed
        touched, breaches = int(read.touched[player]), int(read.breaches[player])
        out = out << 8 | touched << 6 | wrong << 5 | contact << 4 | breaches
    return out


@dataclass(frozen=True, slots=True)
class Facts:
    """What `pack` packed: the facts of a read without its cards."""

    took: Player | None
    touched: Pair[Touch]
    wrong_card: Pair[bool]
    breaches: Pair[Breach]
    contact_by: tuple[Player, ...]


def unpack(key: int) -> Facts:
    """Take a packed key apart."""
    by_player = (key >> 8 & 0xFF, key & 0xFF)
    took = key >> 16
    a, b = by_player
    return Facts(
        took=Player(took - 1) if took else None,
        touched=(Touch(a >> 6), Touch(b >> 6)),
        wrong_card=(bool(a & 0x20), bool(b & 0x20)),
        breaches=(Breach(a & 0xF), Breach(b & 0xF)),
        contact_by=tuple(player for player in (A, B) if by_player[player] & 0x10),
    )
