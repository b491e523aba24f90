"""Tricks: what may follow what was led, and who is winning so far.

A follower's duty is a `Duty` of up to two requests: who holds cards that are `asked` for must play one of them, else
one of those asked for `or_else`, else anything; what is `always` allowed may be played instead. Must-follow asks for
the led suit, must-trump for trumps, "free" for nothing; Napoleon's led joker for trumps and then for point cards.

Strength is a table, one number a card, chosen when a trick is led, and the legal cards are worked out once a turn: no
rule is asked again while cards fall. This is the inner loop of every trick game, so it is written for speed: hands are
bytes (`engine.core.hands`), which are as good as listed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, NamedTuple, Self, TypeVar

from engine.core.bits import BITS, mask_of
from engine.core.events import NOBODY, CardNumber, Event, Played, Seat
from engine.core.game import State, View
from engine.core.hands import NONE, ONE, all_but
from engine.decks.french import JOKER

V = TypeVar("V", bound=View)


class Trick(NamedTuple):
    """A finished trick: its cards in the order of play, from the leader on."""

    leader: Seat
    winner: Seat
    cards: tuple[CardNumber, ...]


@dataclass(frozen=True, slots=True)
class Duty:
    """What followers owe: masks of cards."""

    asked: int
    or_else: int = 0
    always: int = 0
    unasked: bytes = field(init=False, repr=False, compare=False)
    """What is not asked for: stripped of it, a hand that holds nothing else is empty."""
    unmet: bytes = field(init=False, repr=False, compare=False)
    """What may not be played by who holds a card that is asked for."""
    run: bool = field(init=False, repr=False, compare=False)
    """Whether the cards asked for are successive numbers, as a suit is, and so stand together in every hand.

    Then what is always allowed is nothing, or the joker alone: the highest card, which comes last in a hand.
    """
    second: "Duty | None" = field(init=False, repr=False, compare=False)
    """What is owed by who holds no card that is asked for, if anything."""

    def __post_init__(self) -> None:
        run = _is_run(self.asked) and self.always in (0, 1 << JOKER) and not self.asked & self.always
        object.__setattr__(self, "unasked", all_but(self.asked))
        object.__setattr__(self, "unmet", all_but(self.asked | self.always))
        object.__setattr__(self, "run", run)
        object.__setattr__(self, "second", Duty(self.or_else, 0, self.always) if self.or_else else None)

    def legal(self, hand: bytes) -> bytes:
        """Return the cards of a hand that may follow."""
        if self.run:  # what stands before and behind it is quicker to strip off than to look for everywhere
            met = hand.strip(self.unasked)
            if met:
                return met + ONE[JOKER] if hand[-1] == JOKER and self.always else met
        elif hand.lstrip(self.unasked):
            return hand.translate(None, self.unmet)
        return self.second.legal(hand) if self.second else hand

    def lacking(self, card: int) -> int:
        """Return what a hand cannot hold that followed with this card."""
        if (self.always | self.asked) >> card & 1:
            return 0
        return self.asked if self.or_else >> card & 1 else self.asked | self.or_else


def _is_run(mask: int) -> bool:
    """Say whether the cards of a mask are successive numbers: then adding the lowest carries through all of them."""
    return not mask & (mask + (mask & -mask))


NO_DUTY = Duty(0)
_trick = tuple.__new__
"""Makes a `Trick` in half the time of calling it."""


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """The trick on the table went to its winner."""

    winner: Seat


class TrickState(State[V], Generic[V]):
    """The trick part of a state: hands, the cards on the table and who is winning.

    In a state folded from a feed, `hands` holds only the cards that the feed shows, and a hidden card on the table is
    HIDDEN; then `best` and `legal` mean nothing for other seats, and a trick's winner comes with its event.
    """

    __slots__ = (
        "best",
        "best_power",
        "duty",
        "hands",
        "last",
        "leader",
        "legal",
        "power",
        "seats",
        "table",
        "trick_mask",
        "tricks",
    )

    seats: int
    hands: list[bytes]
    """What each seat holds: its cards ascending."""
    legal: bytes
    """What the seat to act may play; empty outside the tricks, and while a full trick waits for its winner."""
    leader: int
    last: int
    """The seat that plays the last card of the trick."""
    table: list[int]
    """The cards of the trick in progress, from the leader on."""
    trick_mask: int
    """The same as a mask, hidden ones left out."""
    tricks: list[Trick]
    duty: Duty
    power: tuple[int, ...]
    best: int
    """The seat that is winning the trick, with strength `best_power`."""
    best_power: int

    def lead(self, card: int) -> None:
        """Choose `power` and `duty` for the trick that this card leads."""
        raise NotImplementedError

    def clear_tricks(self, leader: int) -> None:
        """Put the table to where a hand starts."""
        self.turn = self.leader = self.last = leader
        self.table = []
        self.tricks = []
        self.legal, self.trick_mask = NONE, 0
        self.duty, self.power = NO_DUTY, ()
        self.best, self.best_power = NOBODY, -1

    def lay(self, card: int) -> None:
        """Put a card of the seat to act on the table; the next seat, if any, is to act."""
        table, seat = self.table, self.turn
        if not table:
            self.last = seat - 1 if seat else self.seats - 1
            self.lead(card)
        table.append(card)
        self.trick_mask |= BITS[card]
        hands = self.hands
        hands[seat] = hands[seat].replace(ONE[card], NONE)
        power = self.power[card]
        if power > self.best_power:
            self.best_power = power
            self.best = seat
        if seat == self.last:
            self.turn = NOBODY
            self.legal = NONE
            return
        seat += 1
        if seat == self.seats:
            seat = 0
        self.turn = seat
        self.legal = self.duty.legal(hands[seat])

    def show(self, card: int) -> None:
        """Put a card of the seat to act on the table as a feed tells it: known to be held only now, or HIDDEN."""
        if card >= 0:
            self.lay(card)
            return
        seat = self.turn
        self.table.append(card)
        self.turn = NOBODY if seat == self.last else (seat + 1) % self.seats
        self.refresh()

    def refresh(self) -> None:
        """Work `legal` out anew after hands were changed from outside the game."""
        self.legal = self.duty.legal(self.hands[self.turn]) if self.table and self.turn >= 0 else NONE

    def gather(self, winner: int) -> None:
        """Give the trick on the table to its winner, who is to lead the next."""
        self.tricks.append(_trick(Trick, (self.leader, winner, tuple(self.table))))
        self.table = []
        self.trick_mask = 0
        self.duty = NO_DUTY
        self.power = ()
        self.best = self.best_power = NOBODY
        self.turn = self.leader = self.last = winner
        self.legal = self.hands[winner]

    def copy_tricks(self, new: Self) -> None:
        """Give a new state copies of all that is kept here."""
        new.game, new.seats, new.dealer, new.turn = self.game, self.seats, self.dealer, self.turn
        new.hand_scores, new.hands, new.legal = self.hand_scores[:], self.hands[:], self.legal
        new.leader, new.last, new.table, new.tricks = self.leader, self.last, self.table[:], self.tricks[:]
        new.trick_mask, new.duty, new.power = self.trick_mask, self.duty, self.power
        new.best, new.best_power = self.best, self.best_power

    def places(self) -> tuple[int, ...]:
        """Return the cards in every place: hands, table and each finished trick."""
        return (
            *map(mask_of, self.hands),
            mask_of(self.table),
            *(mask_of(trick.cards) for trick in self.tricks),
        )

    def played_by(self, seat: int) -> int:
        """Return how many cards of this hand a seat has played."""
        return len(self.tricks) + ((seat - self.leader) % self.seats < len(self.table))


def played(tricks: Iterable[Trick], table: Sequence[CardNumber] = ()) -> int:
    """Return the cards of these tricks and of the one on the table, as a mask; hidden ones are left out."""
    mask = mask_of(table)
    for trick in tricks:
        mask |= mask_of(trick.cards)
    return mask


@cache
def hand_sizes(seats: int, size: int, leader: int, laid: int) -> tuple[int, ...]:
    """Return how many cards each seat holds when `laid` cards of the trick lie on the table, of `size` before it."""
    return tuple(size - ((seat - leader) % seats < laid) for seat in range(seats))


def played_table(seats: int, cards: int) -> tuple[tuple[tuple[Event, ...], ...], ...]:
    """Return the event of every play, by seat and card, each in a tuple of its own, made once."""
    return tuple(tuple((Played(seat, card),) for card in range(cards)) for seat in range(seats))


def taken_table(seats: int) -> tuple[tuple[Event, ...], ...]:
    """Return the event of every taken trick by winner, each in a tuple of its own, made once."""
    return tuple((TrickTaken(seat),) for seat in range(seats))
