"""What oicho-kabu and kyō-kabu have in common as games: actions as ints and as text, and what is hidden.

Actions: done and the bets (`engine.games.mechanics.bets`), then `card`, `stand`, and from where the banker draws.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import Dealt, Event
from engine.core.game import Game, Worlds
from engine.decks.kabufuda import kabu40
from engine.games.mechanics import kabu
from engine.games.mechanics.banking import BetLaid, BetsDone
from engine.games.mechanics.bets import DONE, bet, bet_text, parse_bet
from engine.games.mechanics.kabu import (
    EVENTS,
    FIELDS,
    PHASES,
    PLACES,
    BankDrew,
    BankLooked,
    CardTaken,
    FieldCovered,
    KabuOptions,
    KabuView,
    Stood,
    face,
    in_order,
)
from engine.games.mechanics.kabu_state import KabuState
from engine.games.mechanics.kabu_worlds import KabuWorlds

_NEVER: Final = 11
"""More than any number: no three alike count."""


class KabuGame(Game[KabuView]):
    """A game of kabu: its frozen facts. The dealer is the banker of all rounds."""

    __slots__ = ()

    rules: ClassVar[int] = 1
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    specials: ClassVar[tuple[tuple[int, int], ...]]
    """The banker's first and second card that beat everything."""
    bank_alike_from: ClassVar[int] = _NEVER
    """From which number on the banker's three alike win."""
    fixed_fields: ClassVar[tuple[int, ...]] = ()
    """The numbers that lie on the fields before the pack is shuffled."""
    one_field: ClassVar[bool] = False
    """Whether a bettor bets on one field only."""
    chooses_draw: ClassVar[bool] = True
    """Whether the banker chooses where the first card comes from."""

    options: KabuOptions

    @property
    def dead_cards(self) -> bool:
        """Whether each bettor looks at a card that is out of play."""
        return False

    @property
    def chooses_second(self) -> bool:
        """Whether the banker chooses where the second card comes from."""
        return False

    def beats_all(self, bank: tuple[int, ...]) -> bool:
        """Say whether the bank has a special pair."""
        return bank in self.specials

    @property
    def seats(self) -> int:
        """The number of players, the banker included."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The kabufuda."""
        return kabu40()

    @property
    def pack(self) -> tuple[int, ...]:
        """All forty, without those that lie on the fields beforehand."""
        laid = {4 * number - 1 for number in self.fixed_fields}
        return tuple(card for card in kabu40().numbers if card not in laid)

    @property
    def card(self) -> int:
        """The action that takes a third card."""
        return FIELDS * self.options.max_total_bet + 1

    @property
    def stand(self) -> int:
        """The action that takes none."""
        return self.card + 1

    @property
    def draw0(self) -> int:
        """The action that draws from the first of PLACES."""
        return self.card + 2

    @property
    def action_count(self) -> int:
        """Done, every stake on every field, card and stand, and the banker's three places."""
        return self.draw0 + len(PLACES)

    @property
    @abstractmethod
    def most_bets(self) -> int:
        """On how many fields a bettor can bet."""

    @property
    def max_decisions(self) -> int:
        """All bets, the banker's draws, four fields and the bank."""
        return (self.seats - 1) * (self.most_bets + 1) + 2 + FIELDS + 1

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Everything that may be bet, on three alike."""
        most = 2 * self.options.max_total_bet
        return (-most, most)

    def multiple(self, bank: tuple[int, ...], field: tuple[int, ...]) -> int:
        """Return what a stake on a field wins, or loses below zero, against the bank's cards."""
        found = -1 if self.beats_all(bank) else kabu.multiple(bank, field, self.bank_alike_from)
        return -1 if not found and self.options.tie == "banker" else found

    def some_cards(self, zones: Iterable[Sequence[int]]) -> tuple[int, ...]:
        """Return masks of cards with these numbers, zone by zone."""
        left: dict[int, list[int]] = {}
        for card in reversed(self.pack):
            left.setdefault(face(card), []).append(card)
        return tuple(sum(1 << left[one].pop() for one in zone if one != HIDDEN) for zone in zones)

    def new(self, dealer: int = 0) -> KabuState:
        """Return a session before its first deal."""
        return KabuState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        if action == self.card:
            return "card"
        if action == self.stand:
            return "stand"
        if action >= self.draw0:
            return f"draw_from {PLACES[action - self.draw0]}"
        return bet_text(action, self.options.max_total_bet)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        words = {"card": self.card, "stand": self.stand}
        words |= {f"draw_from {place}": self.draw0 + at for at, place in enumerate(PLACES)}
        action = words.get(text, parse_bet(text, FIELDS, self.options.max_total_bet))
        if action is None:
            raise NotationError(
                f"it is no action of this game: write bet 3 2 (a field from 1 to {FIELDS}, a stake from 1 to "
                f"{self.options.max_total_bet}), done, card, stand, or draw_from with {', '.join(PLACES)}"
            )
        return action

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/oicho_kabu.md §6."""
        match event:
            case Dealt():
                return Dealt(event.dealer, in_order(self._dealt_to(event, seat)))
            case BankDrew():
                return BankDrew(event.seat, event.place, None, event.chosen)
            case FieldCovered() if seat not in event.seen_by:
                return FieldCovered(event.field, event.seen_by, None)
            case BankLooked() if seat != event.seat:
                return BankLooked(event.seat, (None, None))
            case _:
                return event

    def _dealt_to(self, event: Dealt, seat: int | None) -> list[int]:
        """Return the pack with nothing but a seat's dead card and the fields."""
        dead = self.seats - 1 if self.dead_cards else 0
        mine = HIDDEN if seat is None else (seat - event.dealer - 1) % self.seats
        shown = range(dead, dead + (0 if self.fixed_fields else FIELDS))
        return [card if at in shown or at == mine < dead else HIDDEN for at, card in enumerate(event.pack)]

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case BetLaid(_, int(slot), int(stake)):
                return bet(slot, stake, self.options.max_total_bet)
            case BetsDone():
                return DONE
            case BankDrew() if event.chosen:
                return self.draw0 + PLACES.index(event.place)
            case CardTaken():
                return self.card
            case Stood():
                return self.stand
            case _:
                return None

    def worlds(self, view: KabuView) -> Worlds[KabuView]:
        """Prepare to sample the worlds that fit a view."""
        return KabuWorlds(self, view)
