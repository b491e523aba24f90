"""What banking games have in common as games: their actions as text, and what is hidden."""

from abc import abstractmethod
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import Dealt, Event
from engine.core.game import Game, Worlds
from engine.decks.yomifuda import yomifuda
from engine.games.mechanics.banking import EVENTS, PHASES, BankingOptions, BankingView, BetLaid, BetsDone
from engine.games.mechanics.banking_state import BankingState
from engine.games.mechanics.banking_worlds import BankingWorlds
from engine.games.mechanics.bets import DONE, bet, bet_text, parse_bet, read_bet


class BankingGame(Game[BankingView]):
    """A banking game on the yomifuda: its frozen facts. The dealer's seat is the first banker."""

    __slots__ = ()

    rules: ClassVar[int] = 1
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: BankingOptions

    @property
    @abstractmethod
    def slots(self) -> int:
        """The number of cards that one may bet on."""

    @property
    def has_bank_card(self) -> bool:
        """Whether the first card dealt is the banker's own."""
        return False

    @property
    def rotates(self) -> bool:
        """Whether the bank goes round."""
        return False

    @abstractmethod
    def multiple(self, card: int, bank: int) -> int:
        """Return how many stakes a bet on this card wins (or loses, below zero) against the banker's card."""

    @property
    @abstractmethod
    def multiples(self) -> tuple[int, int]:
        """The lowest and the highest of them."""

    @property
    def seats(self) -> int:
        """The number of players, the banker included."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The hundred yomifuda."""
        return yomifuda()

    @property
    def action_count(self) -> int:
        """Done, and every stake on every slot."""
        return 1 + self.slots * self.options.max_stake

    @property
    def max_decisions(self) -> int:
        """Every bettor bets on all slots."""
        return (self.seats - 1) * (self.slots + 1)

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """All bets lost, or won, against one banker."""
        low, high = self.multiples
        most = self.slots * self.options.max_stake * (self.seats - 1) * max(-low, high)
        return (-most, most)

    def new(self, dealer: int = 0) -> BankingState:
        """Return a session before its first deal."""
        return BankingState(self, dealer)

    def bet(self, slot: int, stake: int) -> int:
        """Return the action that lays a stake on a slot."""
        return bet(slot, stake, self.options.max_stake)

    def read_bet(self, action: int) -> tuple[int, int]:
        """Return the slot and the stake of a bet."""
        return read_bet(action, self.options.max_stake)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return bet_text(action, self.options.max_stake)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        action = parse_bet(text, self.slots, self.options.max_stake)
        if action is not None:
            return action
        raise NotationError(
            f"it is no action of this game: write bet 3 2 (a slot from 1 to {self.slots}, "
            f"a stake from 1 to {self.options.max_stake}) or done"
        )

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it."""
        match event:
            case Dealt():
                return Dealt(event.dealer, (HIDDEN,) * len(event.pack))
            case BetLaid() if self.options.simultaneous and event.seat != seat:
                return BetLaid(event.seat, None, None)
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case BetLaid(_, int(slot), int(stake)):
                return self.bet(slot, stake)
            case BetsDone():
                return DONE
            case _:
                return None

    def worlds(self, view: BankingView) -> Worlds[BankingView]:
        """Prepare to sample the worlds that fit a view."""
        return BankingWorlds(self, view)
