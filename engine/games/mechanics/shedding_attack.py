"""Shedding by attack and receipt: attack with a card, the next player receives it with one that fits, or passes.

Cards are alike within a kind, and a player plays a kind, not a card; so a hand is a number of cards of each kind, kept
in one int. Which of its equal cards a hand gives up says nothing: the lowest goes first.

Actions 0 to KINDS - 1 attack with that kind, the next KINDS receive with it, the last passes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple, TypeVar

from engine.core.bits import cards
from engine.core.events import NOBODY, Event, Passed, Seat
from engine.core.game import State, View

V = TypeVar("V", bound=View)

KINDS: Final = 9
"""Room for so many kinds of cards."""
RECEIVE0: Final = KINDS
PASS: Final = 2 * KINDS
ACTIONS: Final = PASS + 1

NO_ATTACK: Final = -1

_FIELD: Final = 7
"""Bits for the number of cards of one kind, up to 100."""
_ONES: Final = tuple(1 << _FIELD * kind for kind in range(KINDS))
_FULL: Final = (1 << _FIELD) - 1
_PASS_LEGAL: Final = 1 << PASS


def counted(hand: int, kinds: Sequence[int]) -> int:
    """Return the numbers of cards of each kind in a hand, packed; `kinds` are masks."""
    return sum((hand & mask).bit_count() * one for mask, one in zip(kinds, _ONES, strict=False))


def packed(counts: Iterable[int]) -> int:
    """Return numbers of cards of each kind as one int."""
    return sum(count * one for count, one in zip(counts, _ONES, strict=False))


def count_of(counts: int, kind: int) -> int:
    """Return how many cards of a kind there are."""
    return counts >> _FIELD * kind & _FULL


def kinds_in(counts: int) -> int:
    """Return the kinds of which there are cards, as a mask."""
    return sum(1 << kind for kind in range(KINDS) if count_of(counts, kind))


def rest_of(dealt: int, counts: int, kinds: Sequence[int]) -> int:
    """Return the cards that a hand still holds: of each kind the lowest ones went first."""
    out = 0
    for kind, mask in enumerate(kinds):
        held = dealt & mask
        for _ in range(held.bit_count() - count_of(counts, kind)):
            held &= held - 1
        out |= held
    return out


@dataclass(frozen=True, slots=True)
class Attacked(Event):
    """A seat attacked with a card of this kind."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Received(Event):
    """A seat received the attack with a card of this kind."""

    seat: Seat
    kind: str


class Play(NamedTuple):
    """What a seat did: `attack`, `receive` or `pass`, and with which kind."""

    seat: Seat
    did: str
    kind: str | None


def event_table(seats: int, names: Sequence[str]) -> tuple[tuple[tuple[Event, ...], ...], ...]:
    """Return the event of every action, by seat and action, each in a tuple of its own, made once."""
    padded = [*names, *("",) * (KINDS - len(names))]
    return tuple(
        (
            *((Attacked(seat, name),) for name in padded),
            *((Received(seat, name),) for name in padded),
            (Passed(seat),),
        )
        for seat in range(seats)
    )


def play_table(seats: int, names: Sequence[str]) -> tuple[tuple[Play, ...], ...]:
    """Return what every action looks like to the table, by seat and action, made once."""
    padded = [*names, *("",) * (KINDS - len(names))]
    return tuple(
        (
            *(Play(seat, "attack", name) for name in padded),
            *(Play(seat, "receive", name) for name in padded),
            Play(seat, "pass", None),
        )
        for seat in range(seats)
    )


class AttackState(State[V], Generic[V]):
    """The attack and receipt part of a state.

    In a state folded from a feed, a hand that the feed does not show counts no cards, and `legal` means nothing for it.
    """

    __slots__ = ("attack", "attacker", "counts", "dealt", "kinds", "legal", "plays", "sizes")

    dealt: list[int]
    """The hands as they were dealt, as masks."""
    counts: list[int]
    """How many cards of each kind every seat holds, packed."""
    kinds: list[int]
    """Which kinds every seat holds, as masks."""
    sizes: list[int]
    attack: int
    """The kind of the attack that stands, or NO_ATTACK."""
    attacker: int
    """Who made it, or NOBODY."""
    legal: int
    """The legal actions as a mask."""
    plays: list[Play]

    @property
    def receivers(self) -> Sequence[int]:
        """By the kind of an attack, the kinds that receive it, as masks."""
        raise NotImplementedError

    @property
    def table(self) -> Sequence[Sequence[Play]]:
        """What actions look like, by seat and action."""
        raise NotImplementedError

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, ascending."""
        return cards(self.legal)

    def step(self, action: int, *, chain: bool) -> None:
        """Play an action of the seat to act, whoever holds what afterwards. With `chain` an attack outlives a pass."""
        seat = self.turn
        self.plays.append(self.table[seat][action])
        if action == PASS:
            self.turn = seat = (seat + 1) % len(self.sizes)
            if not chain or seat == self.attacker:
                self.attack, self.attacker = NO_ATTACK, NOBODY
        else:
            receives = action >= RECEIVE0
            kind = action - RECEIVE0 if receives else action
            self._give(seat, kind)
            if receives:
                self.attack, self.attacker = NO_ATTACK, NOBODY
            else:
                self.attack, self.attacker = kind, seat
                self.turn = (seat + 1) % len(self.sizes)
        self.refresh()

    def _give(self, seat: int, kind: int) -> None:
        self.sizes[seat] -= 1
        if self.kinds[seat] >> kind & 1:
            counts = self.counts[seat] - _ONES[kind]
            self.counts[seat] = counts
            if not counts >> _FIELD * kind & _FULL:
                self.kinds[seat] ^= 1 << kind

    def hold(self, seat: int, counts: int) -> None:
        """Put so many cards of each kind into a hand."""
        self.counts[seat] = counts
        self.kinds[seat] = kinds_in(counts)

    def refresh(self) -> None:
        """Work `legal` out anew."""
        kinds = self.kinds[self.turn]
        if self.attack == NO_ATTACK:
            self.legal = kinds
        else:
            self.legal = (kinds & self.receivers[self.attack]) << RECEIVE0 | _PASS_LEGAL
