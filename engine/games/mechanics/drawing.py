"""Drawing from face-down stacks into open hands, with a pot between them.

Hands and the pot are lists, what came first lies first: some rules take what came last. Cards may lie face down in
them, counted but unseen by all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.events import CardNumber, Event, Seat
from engine.core.game import State, View

V = TypeVar("V", bound=View)

FORWARD: Final = 1
BACKWARD: Final = -1


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A seat drew the top card of a stack (from 0) and holds it, face up."""

    seat: Seat
    stack: int
    card: CardNumber


@dataclass(frozen=True, slots=True)
class DrawnBlind(Event):
    """A seat took cards from the top of a stack without looking; they lie face down in its hand."""

    seat: Seat
    stack: int
    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class HandLost(Event):
    """The last so many cards of a hand went onto the pot."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class PotTaken(Event):
    """A seat took the whole pot."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandTaken(Event):
    """A seat took the whole hand of another."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class HandsRotated(Event):
    """Each hand went to the next seat in the direction of the turns."""


@dataclass(frozen=True, slots=True)
class TurnsReversed(Event):
    """The turns go the other way round from now on."""


@dataclass(frozen=True, slots=True)
class OutOfGame(Event):
    """A seat is out of the game; the others play on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MustMiss(Event):
    """A seat will miss its next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnMissed(Event):
    """A seat missed its turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnCame(Event):
    """A seat is to draw: the next one, or the same once more."""

    seat: Seat


EVENTS: Final[tuple[type[Event], ...]] = (
    Drawn,
    DrawnBlind,
    HandLost,
    PotTaken,
    HandTaken,
    HandsRotated,
    TurnsReversed,
    OutOfGame,
    MustMiss,
    TurnMissed,
    TurnCame,
)


def piles(pack: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """Return the pack cut into piles, consecutive and as equal as possible, the first ones larger."""
    size, larger = divmod(len(pack), count)
    out, start = [], 0
    for at in range(count):
        end = start + size + (at < larger)
        out.append(tuple(pack[start:end]))
        start = end
    return out


class DrawingState(State[V], Generic[V]):
    """The stacks, hands and pot of a state, and whose turn it is."""

    __slots__ = ("blind", "direction", "hands", "inside", "missing", "pot", "stacks")

    stacks: list[tuple[int, ...]]
    """The stacks, the next card of each first."""
    hands: list[list[int]]
    pot: list[int]
    blind: int
    """The cards that lie face down, as a mask; in a feed they are HIDDEN anyway."""
    direction: int
    """FORWARD or BACKWARD."""
    inside: int
    """Who is in the game, as a mask of seats."""
    missing: int
    """Who will miss the next turn, as a mask of seats."""

    def spread(self, stacks: list[tuple[int, ...]]) -> None:
        """Put everything to where a game starts, with these stacks."""
        seats = self.game.seats
        self.stacks = stacks
        self.hands = [[] for _ in range(seats)]
        self.pot = []
        self.blind = self.missing = 0
        self.direction = FORWARD
        self.inside = (1 << seats) - 1

    def others(self, seat: int) -> list[int]:
        """Return the other seats in the game, in the direction of the turns from `seat` on."""
        seats = self.game.seats
        round_ = ((seat + self.direction * step) % seats for step in range(1, seats))
        return [other for other in round_ if self.inside >> other & 1]

    def do(self, event: Event) -> bool:
        """Change the state as the event says; False for an event of another kind."""
        match event:
            case Drawn(seat, stack, card):
                self.stacks[stack] = self.stacks[stack][1:]
                self.hands[seat].append(card)
            case DrawnBlind(seat, stack, cards):
                self.stacks[stack] = self.stacks[stack][len(cards) :]
                self.hands[seat].extend(cards)
                self.blind |= mask_of(cards)
            case TurnCame(seat):
                self.turn = seat
            case TurnMissed(seat) | MustMiss(seat):
                self.missing ^= 1 << seat
            case OutOfGame(seat):
                self.inside ^= 1 << seat
            case TurnsReversed():
                self.direction = -self.direction
            case _:
                return self._move(event)
        return True

    def _move(self, event: Event) -> bool:
        hands = self.hands
        match event:
            case HandLost(seat, count):
                at = len(hands[seat]) - count
                self.pot += hands[seat][at:]
                del hands[seat][at:]
            case PotTaken(seat):
                hands[seat] += self.pot
                self.pot = []
            case HandTaken(seat, other):
                hands[seat] += hands[other]
                hands[other] = []
            case HandsRotated():
                self._rotate()
            case _:
                return False
        return True

    def _rotate(self) -> None:
        first = self.turn
        ring = [first, *self.others(first)]
        moved = {after: self.hands[seat] for seat, after in zip(ring, [*ring[1:], ring[0]], strict=True)}
        for seat, hand in moved.items():
            self.hands[seat] = hand

    def shown(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Return cards as everybody sees them: HIDDEN where they lie face down."""
        if not self.blind:
            return tuple(cards)
        return tuple(HIDDEN if card < 0 or self.blind >> card & 1 else card for card in cards)

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: the hands, the pot and the stacks."""
        return (*map(mask_of, self.hands), mask_of(self.pot), *map(mask_of, self.stacks))

    def copy_to(self, new: "DrawingState[V]") -> None:
        """Copy this part of the state."""
        new.stacks, new.hands, new.pot = self.stacks[:], [hand[:] for hand in self.hands], self.pot[:]
        new.blind, new.direction = self.blind, self.direction
        new.inside, new.missing = self.inside, self.missing
