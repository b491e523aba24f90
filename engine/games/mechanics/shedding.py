"""Shedding in sequence on the mekuri pack: play the next number; who is rid of all cards first wins.

A turn is a string of plays that its player ends. A play is one card or a set of cards of one number; both follow the
number on top. A wild card played alone follows anything, and anything follows it.

Actions 0-47 lay that card, END ends the turn, up to PAIR0 is room for a game's own, then come all pairs and all
triples. The legal actions are a mask worked out once a turn's step.
"""

from collections.abc import Sequence as Listed
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Generic, NamedTuple, Self, TypeVar

from engine.core.bits import cards, mask_of
from engine.core.deck import Deck, NotationError
from engine.core.events import CardSet, Event, Passed, Seat
from engine.core.game import State, View
from engine.decks.mekuri import CARDS, NUMBERS, mekuri48, number

V = TypeVar("V", bound=View)

END: Final = CARDS
OWN0: Final = END + 1
"""The first action that is a game's own."""
PAIR0: Final = 64
TRIPLE0: Final = PAIR0 + 6 * NUMBERS
ACTIONS: Final = TRIPLE0 + 4 * NUMBERS

ANY: Final = 0
"""On top where every number may follow."""

_FACE: Final = (1 << NUMBERS) - 1
_ONE_NUMBER: Final = 1 | 1 << NUMBERS | 1 << 2 * NUMBERS | 1 << 3 * NUMBERS
_COMBINATIONS: Final = {size: tuple(combinations(range(4), size)) for size in (2, 3)}
_FIRST: Final = {2: PAIR0, 3: TRIPLE0}


def of_number(face: int) -> int:
    """Return the four cards of a number, 1 to 12."""
    return _ONE_NUMBER << face - 1


def _set_masks(size: int) -> tuple[int, ...]:
    return tuple(
        sum(1 << NUMBERS * suit + place for suit in suits)
        for place in range(NUMBERS)
        for suits in _COMBINATIONS[size]
    )


MASKS: Final = (
    *(1 << card for card in range(CARDS)),
    *(0,) * (PAIR0 - CARDS),
    *_set_masks(2),
    *_set_masks(3),
)
"""The cards of each action; none for one that lays nothing."""
COUNTS: Final = tuple(mask.bit_count() for mask in MASKS)
_ACTION_OF: Final = {mask: action for action, mask in enumerate(MASKS) if mask}


def laying(laid: int) -> int:
    """Return the action that lays these cards."""
    return _ACTION_OF[laid]


def paired(hand: int) -> int:
    """Return the numbers of which a hand has two or more: bit n - 1 for number n."""
    p, i, c, o = hand & _FACE, hand >> NUMBERS & _FACE, hand >> 2 * NUMBERS & _FACE, hand >> 3 * NUMBERS
    return p & i | c & o | (p | i) & (c | o)


def tripled(hand: int) -> int:
    """Return the numbers of which a hand has three or four: bit n - 1 for number n."""
    p, i, c, o = hand & _FACE, hand >> NUMBERS & _FACE, hand >> 2 * NUMBERS & _FACE, hand >> 3 * NUMBERS
    return p & i & (c | o) | c & o & (p | i)


def sets(hand: int, numbers: int, size: int) -> int:
    """Return the actions that lay `size` (2 or 3) cards of one of these numbers, all in the hand, as a mask."""
    out = 0
    for place in cards(numbers):
        held = hand >> place & _ONE_NUMBER
        suits = (held | held >> NUMBERS - 1 | held >> 2 * NUMBERS - 2 | held >> 3 * NUMBERS - 3) & 15
        out |= _AVAILABLE[size][suits] << _FIRST[size] + len(_COMBINATIONS[size]) * place
    return out


_AVAILABLE: Final = {
    size: tuple(
        sum(1 << at for at, suits in enumerate(listed) if all(held >> suit & 1 for suit in suits))
        for held in range(16)
    )
    for size, listed in _COMBINATIONS.items()
}
"""By the suits held of a number: which of the pairs or triples there are."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """What may follow what, and what a play puts on top (ANY, or its number)."""

    numbers: tuple[int, ...]
    """By what is on top: the numbers that may follow, bit n - 1 for number n."""
    singles: tuple[int, ...]
    """By what is on top: the cards that may be laid alone, wild ones included."""
    tops: tuple[int, ...]
    """By action: what is on top after it."""


def sequence(repeating: tuple[int, ...], wild: int) -> Sequence:
    """Return the tables for 1 to 12, after which anything may follow; a repeating number may follow itself."""
    following = [_FACE, *(1 << top & _FACE for top in range(1, NUMBERS)), _FACE]
    for face in repeating:
        following[face] |= 1 << face - 1
    singles = [wild | sum(of_number(place + 1) for place in cards(faces)) for faces in following]
    tops = [_top(mask, wild) for mask in MASKS]
    return Sequence(tuple(following), tuple(singles), tuple(tops))


def top_of(card: int) -> int:
    """Return what a card puts on top by its own number: 12 lets anything follow."""
    return number(card) % NUMBERS


def _top(mask: int, wild: int) -> int:
    alone = mask.bit_count() == 1
    return ANY if not mask or (alone and mask & wild) else top_of(mask.bit_length() - 1)


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat laid a card, or a set of cards of one number."""

    seat: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat ended a turn in which it laid something; without, it `Passed`."""

    seat: Seat


class Move(NamedTuple):
    """What a seat did, for everybody to see, and the cards it showed."""

    seat: Seat
    did: str
    cards: CardSet


def laid_table(seats: int, masks: tuple[int, ...] = MASKS) -> tuple[tuple[tuple[Event, ...], ...], ...]:
    """Return the event of every laying, by seat and action, each in a tuple of its own, made once."""
    return tuple(tuple((Laid(seat, mask),) for mask in masks) for seat in range(seats))


def move_table(seats: int, masks: tuple[int, ...] = MASKS) -> tuple[tuple[Move, ...], ...]:
    """Return the move of every laying, by seat and action, made once."""
    return tuple(tuple(Move(seat, "laid", mask) for mask in masks) for seat in range(seats))


def ended_table(seats: int) -> tuple[tuple[tuple[Event, ...], ...], ...]:
    """Return the event of every end of a turn: by whether something was laid, then by seat."""
    return (
        tuple((Passed(seat),) for seat in range(seats)),
        tuple((TurnEnded(seat),) for seat in range(seats)),
    )


def end_moves(seats: int) -> tuple[tuple[Move, ...], ...]:
    """Return the move of every end of a turn: by whether something was laid, then by seat."""
    return tuple(tuple(Move(seat, did, 0) for seat in range(seats)) for did in ("passed", "ended"))


_SEATS: Final = 8
_MOVES: Final = move_table(_SEATS)
NEXT: Final = tuple(
    tuple(
        next(
            (other % _SEATS for other in range(seat + 1, seat + 1 + _SEATS) if inside >> other % _SEATS & 1),
            -1,
        )
        for seat in range(_SEATS)
    )
    for inside in range(1 << _SEATS)
)
"""By the seats in the round, a mask, and a seat: the next one of them."""
_FEW: Final = {
    mask: cards(mask)
    for may_end in (0, 1 << END)
    for held in range(16)
    for mask in (
        may_end | sum(1 << place + NUMBERS * suit for suit in cards(held)) for place in range(NUMBERS)
    )
}
"""The legal actions by their mask where they lay one card of one number at most: nearly all there are."""


class SheddingState(State[V], Generic[V]):
    """The shedding part of a state: hands, what is on top, whose turn it is and what was laid in it.

    In a state folded from a feed `hands` holds only what the feed shows, and `legal` means nothing for other seats.
    """

    __slots__ = ("hands", "laid", "last_actor", "legal", "moves", "seats", "sizes", "top")

    seats: int
    hands: list[int]
    sizes: list[int]
    top: int
    """The number to follow, or ANY."""
    last_actor: int
    """Who laid a card last, or turned up the first one; NOBODY before that."""
    laid: int
    """How many cards were laid in this turn."""
    legal: int
    """The legal actions as a mask."""
    moves: list[Move]
    """Everything that the table saw in this round, in order."""

    def legal_actions(self) -> Listed[int]:
        """Return the legal actions, ascending."""
        legal = self.legal
        return _FEW[legal] if legal in _FEW else cards(legal)

    def put(self, action: int, sequence: Sequence) -> None:
        """Move the cards of an action from the hand of the seat to act onto the pile."""
        seat, count = self.turn, COUNTS[action]
        self.hands[seat] &= ~MASKS[action]
        self.sizes[seat] -= count
        self.laid += count
        self.top = sequence.tops[action]
        self.last_actor = seat
        self.moves.append(_MOVES[seat][action])

    def copy_shedding(self, new: Self) -> None:
        """Give a new state copies of all that is kept here."""
        new.game, new.seats, new.dealer, new.turn = self.game, self.seats, self.dealer, self.turn
        new.hand_scores, new.moves = self.hand_scores[:], self.moves[:]
        new.hands, new.sizes = self.hands[:], self.sizes[:]
        new.top, new.last_actor, new.laid, new.legal = self.top, self.last_actor, self.laid, self.legal


def text_of(action: int) -> str:
    """Return how records write a laying: `play P4 I4`."""
    return "play " + " ".join(mekuri48().codes(MASKS[action]))


def parse_play(codes: list[str], deck: Deck) -> int:
    """Return the action that lays the cards of these codes, in any order. Raises NotationError."""
    mask = mask_of(deck.numbers_of(codes))
    action = _ACTION_OF.get(mask)
    if action is None:
        raise NotationError("a play is one card, or two or three of one number")
    return action
