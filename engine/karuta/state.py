"""The state of a match: an immutable value, the fold of its events."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.karuta.events import Event, Forfeited, Opened
from engine.karuta.field import Layout
from engine.karuta.player import PLAYERS, Pair, Player, Side
from engine.karuta.position import debt
from engine.karuta.read import Read
from engine.karuta.rulesets import Ruleset
from engine.karuta.settlement import Settlement
from poems.cards import ALL_CARDS


class Ending(StrEnum):
    """How a match was won; the others are the ways of `Forfeit`."""

    CARDS = "cards"
    CONCESSION = "concession"
    FORFEIT = "forfeit"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match. `margin` is the cards that the loser still holds; None unless it was won by cards."""

    winner: Player
    ending: Ending
    margin: int | None


@dataclass(frozen=True, slots=True)
class PendingSend:
    """Cards that can still be sent for the last read; `count` is capped by what the sender holds (§4.3)."""

    index: int
    sender: Player
    count: int


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything about a match. Masks have bit n for poem n; pairs are indexed by the player.

    Two states are equal when the match stands the same; by which way it came there (`log`) does not count.
    """

    opened: Opened
    rules: Ruleset
    start_layout: Pair[Layout]
    """The layout at the start, moves before the first read included."""
    reads: tuple[Read, ...]
    """Every read with its sends and moves so far, in order."""
    settlements: tuple[Settlement, ...]
    held: Pair[int]
    taken: Pair[int]
    read: int
    """Poems that were read and stand; void reads and the poem being read are not among them."""
    layout: Pair[Layout]
    """Where the cards lie now; cards whose slot is not known are left out."""
    called: int | None = None
    """The poem being read, or read and not settled yet."""
    hands: Pair[bool] = (False, False)
    """Whose hand is up."""
    send_open: bool = False
    """Cards owed for the last read can still be sent: the next poem has not begun."""
    assumed: frozenset[int] = frozenset()
    """Indexes of reads that nobody entered before the reader went on; they stand as taken by nobody."""
    lost: frozenset[int] = frozenset()
    """Indexes of reads for which the reader went on while cards were owed; what was forgone in words is not lost."""
    forfeited: Forfeited | None = None
    seed: str | None = None
    log: tuple[Event, ...] = field(default=(), compare=False, repr=False)
    """The events that this state is the fold of, undone ones included."""

    @property
    def counts(self) -> Pair[int]:
        """The number of cards each player holds."""
        return self.held[0].bit_count(), self.held[1].bit_count()

    @property
    def undealt(self) -> int:
        """Mask of the cards that were never on the field."""
        return ALL_CARDS & ~(self.held[0] | self.held[1] | self.taken[0] | self.taken[1])

    @property
    def unread(self) -> int:
        """Mask of the poems that can still be read; the one being read is among them."""
        return ALL_CARDS & ~self.read

    @property
    def unplaced(self) -> Pair[int]:
        """Masks of the cards on the field whose slot is not known, such as cards just sent."""
        known = [sum(1 << card for card, _ in self.layout[player]) for player in PLAYERS]
        return self.held[0] & ~known[0], self.held[1] & ~known[1]

    @property
    def pending(self) -> PendingSend | None:
        """The cards still to be sent for the last read, or None."""
        if not self.send_open or self.forfeited is not None:
            return None
        return pending_send(self.reads, self.settlements, self.held)

    @property
    def result(self) -> Result | None:
        """The end of the match, or None while it goes on.

        A player who holds no card has won, but not before the cards owed for the last read are sent or forgone.
        """
        if self.forfeited is not None:
            return Result(self.forfeited.player.other, Ending(self.forfeited.kind.value), None)
        counts = self.counts
        if all(counts) or self.pending is not None:
            return None
        winner = PLAYERS[counts.index(0)]
        return Result(winner, Ending.CARDS, counts[winner.other])

    @property
    def holds_reader(self) -> bool:
        """Whether the reader must wait for this table: a hand is up and the match goes on (§5)."""
        return any(self.hands) and self.result is None

    def side(self, card: int) -> Side:
        """Return where a card lies now."""
        return Side.A if self.held[0] >> card & 1 else Side.B if self.held[1] >> card & 1 else Side.DEAD


def pending_send(
    reads: tuple[Read, ...], settlements: tuple[Settlement, ...], held: Pair[int]
) -> PendingSend | None:
    """Return what can still be sent for the last read, or None."""
    if not reads:
        return None
    owed, sender = debt(reads[-1], settlements[-1])
    if sender is None:
        return None
    count = min(owed - len(reads[-1].sent), held[sender].bit_count())
    return PendingSend(len(reads) - 1, sender, count) if count > 0 else None
