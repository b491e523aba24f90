"""Banking: players bet against a banker on face-down cards; then the cards are turned up and every bet is settled.

Stakes are whole units. The banker pays and takes without limit; a bettor never loses more than it holds.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.core.events import CardNumber, Dealt, Event, HandScored, Seat
from engine.core.game import View
from engine.core.options import Options, choice, count, flag
from engine.decks.pictures import WITH_RANKS

MAX_STAKE: Final = 1000
PHASES: Final = ("deal", "bet", "over")


class Bet(NamedTuple):
    """A stake on a slot, from 1; both None where the viewer may not see them yet."""

    slot: int | None
    stake: int | None


SECRET: Final = Bet(None, None)


@dataclass(frozen=True, slots=True)
class BetLaid(Event):
    """A seat laid a stake on a slot."""

    seat: Seat
    slot: int | None
    stake: int | None


@dataclass(frozen=True, slots=True)
class BetsDone(Event):
    """A seat lays no more bets this round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TableShown(Event):
    """All cards on the table were turned up, and the bets of every seat with them."""

    cards: tuple[CardNumber, ...]
    bets: tuple[tuple[Bet, ...], ...]


EVENTS: Final[tuple[type[Event], ...]] = (Dealt, BetLaid, BetsDone, TableShown, HandScored)


@dataclass(frozen=True, slots=True)
class BankingOptions(Options):
    """What the tables of both games agree on."""

    players: int = choice(4, 2, 3, 5, 6, 7)
    """The banker and one to six bettors."""
    picture_set: str = choice(*WITH_RANKS)
    start: int = count(10, 1)
    """Units that each player starts with."""
    max_stake: int = count(5, 1, MAX_STAKE)
    rounds: int = count(10, 1)
    simultaneous: bool = flag(False)
    """Whether bets are laid unseen and shown together with the cards."""


@dataclass(frozen=True, slots=True)
class BankingView(View):
    """What a seat knows. Nobody, the banker included, has seen a card before it is turned up."""

    dealer: Seat
    """Who banks next."""
    banker: Seat
    """Who banks, or banked last."""
    holdings: tuple[int, ...]
    """Units of each seat; the banker's may fall below zero."""
    bank: CardNumber | None
    """The banker's card, where the game has one and the table is laid."""
    slots: tuple[CardNumber, ...]
    bets: tuple[tuple[Bet, ...], ...]
    done: tuple[bool, ...]
    scores: tuple[int, ...]
    hand_scores: tuple[tuple[int, ...], ...]
