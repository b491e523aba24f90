"""Kabu: numbers that add up, the last digit counts, and a banker against bettors. docs/rules/oicho_kabu.md.

Only a card's number matters, so tables, views and events tell numbers, not cards: which of four alike it was is
nobody's business, and no record could say it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.deck import HIDDEN
from engine.core.events import Dealt, Event, HandScored, Seat
from engine.core.game import View
from engine.core.options import Options, choice, count, flag
from engine.decks.kabufuda import kabu40
from engine.games.mechanics.banking import MAX_STAKE, Bet, BetLaid, BetsDone

FIELDS: Final = 4
BANK: Final = 0
"""What stands for the bank where fields are numbered from 1."""
COPIES: Final = 4
PLACES: Final = ("top", "bottom", "fourth")
"""Where in the pile the banker's first card may come from."""
MUST: Final = 3
"""Up to this value a field takes a third card."""
MUST_NOT: Final = 7
"""From this value on it takes none."""

PHASES: Final = ("deal", "bet", "draw", "field", "bank", "over")
DEAL, BET, DRAW, FIELD, BANKS, OVER = range(6)


def face(card: int) -> int:
    """Return the number on a card of the kabufuda, 1 to 10; HIDDEN for a hidden one."""
    return HIDDEN if card == HIDDEN else card // COPIES + 1


def in_order(cards: Sequence[int]) -> tuple[int, ...]:
    """Return cards with those alike in the order of the pack, as a record names them; hidden ones stay."""
    deck = kabu40()
    named = iter(deck.numbers_of(deck.code(card) for card in cards if card != HIDDEN))
    return tuple(HIDDEN if card == HIDDEN else next(named) for card in cards)


def value(faces: Sequence[int]) -> int:
    """Return what cards are worth: the last digit of their sum."""
    return sum(faces) % 10


def may(first: int, second: int) -> tuple[bool, bool]:
    """Return whether a field with these two cards may take a third one, and whether it may stand."""
    worth = (first + second) % 10
    return worth < MUST_NOT, worth > MUST


@cache
def multiple(bank: tuple[int, ...], field: tuple[int, ...], alike_from: int) -> int:
    """Return what a stake on a field wins, or loses below zero, apart from ties (0): docs/rules/oicho_kabu.md §4.

    A bank's three alike, of `alike_from` or more, beat all but a field's three alike.
    """
    if _alike(field):
        return 2
    if _alike(bank) and bank[0] >= alike_from:
        return -1
    mine, its = value(field), value(bank)
    return (mine > its) - (mine < its)


def _alike(faces: tuple[int, ...]) -> bool:
    return len(faces) == 3 and faces[0] == faces[1] == faces[2]


@dataclass(frozen=True, slots=True)
class BankDrew(Event):
    """The banker's next card was drawn, unseen by all, from the top, the bottom or the fourth place of the pile."""

    seat: Seat
    place: str
    face: int | None
    chosen: bool
    """Whether the banker said from where."""


@dataclass(frozen=True, slots=True)
class FieldCovered(Event):
    """A field got its second card face down; those who bet on it look at it."""

    field: int
    seen_by: tuple[Seat, ...]
    face: int | None


@dataclass(frozen=True, slots=True)
class BankLooked(Event):
    """The banker looked at both cards."""

    seat: Seat
    faces: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """A field, or the bank (0), got a third card face up; `seat` decided it."""

    seat: Seat
    field: int
    face: int


@dataclass(frozen=True, slots=True)
class Stood(Event):
    """A field, or the bank (0), gets no third card; `seat` decided it."""

    seat: Seat
    field: int


@dataclass(frozen=True, slots=True)
class KabuShown(Event):
    """All cards of the bank and of the fields were turned up."""

    bank: tuple[int, ...]
    fields: tuple[tuple[int, ...], ...]


EVENTS: Final[tuple[type[Event], ...]] = (
    Dealt,
    BetLaid,
    BetsDone,
    BankDrew,
    FieldCovered,
    CardTaken,
    Stood,
    BankLooked,
    KabuShown,
    HandScored,
)


@dataclass(frozen=True, slots=True)
class KabuOptions(Options):
    """What the tables of both games agree on."""

    players: int = choice(4, 2, 3, 5, 6, 7, 8, 9, 10)
    """The banker and one to nine bettors."""
    max_total_bet: int = count(50, 1, MAX_STAKE)
    """The most that all bettors together may stake in a round."""
    tie: str = choice("push", "banker")
    """Who has the better of equal values: nobody, or the banker."""
    bank_rotation: bool = flag(False)
    """Whether the bank passes to the next seat when it has lost against every field."""
    rounds: int = count(12, 1)


@dataclass(frozen=True, slots=True)
class KabuView(View):
    """What a seat knows: numbers, None for those that it may not see."""

    dealer: Seat
    """Who banks; between two rounds, who banks next."""
    dead: int | None
    """The own dead card."""
    fields: tuple[tuple[int | None, ...], ...]
    bank: tuple[int | None, ...]
    drawn_from: tuple[str, ...]
    """Where the bank's cards came from."""
    pile: int
    """Cards left to draw."""
    bets: tuple[tuple[Bet, ...], ...]
    done: tuple[bool, ...]
    stood: tuple[bool, ...]
    """Whether the bank, and then each field, stood."""
    field: int
    """The field that the seat to act decides on, from 1; 0 in other phases."""
    shown: bool
    """Whether all cards are turned up."""
    scores: tuple[int, ...]
    hand_scores: tuple[tuple[int, ...], ...]
