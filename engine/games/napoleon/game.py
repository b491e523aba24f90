"""Napoleon for two to six players: the frozen facts. docs/rules/napoleon.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Final

from engine.core.deck import HIDDEN, Deck
from engine.core.events import Dealt, Event, Passed, Played
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.french import french
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.kitty import rank, seen_by_others
from engine.games.napoleon import actions
from engine.games.napoleon.actions import BID0, CALL0, CARDS, DISCARD0, PASS
from engine.games.napoleon.events import EVENTS, Bid, Called, Discarded, KittyTaken
from engine.games.napoleon.options import NapoleonOptions
from engine.games.napoleon.ranks import POINTS, Tables, tables
from engine.games.napoleon.state import NapoleonState
from engine.games.napoleon.view import PHASES, NapoleonView
from engine.games.napoleon.worlds import NapoleonWorlds

HAND_SIZES: Final = {2: 24, 3: 16, 4: 12, 5: 10, 6: 8}


@dataclass(frozen=True, slots=True)
class Napoleon(Game[NapoleonView]):
    """Napoleon with its options."""

    id: ClassVar[str] = "napoleon"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = NapoleonOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: NapoleonOptions = field(default_factory=NapoleonOptions)
    tables: Tables = field(init=False, repr=False, compare=False)
    pack: tuple[int, ...] = field(init=False, repr=False, compare=False)
    seats: int = field(init=False, repr=False, compare=False)
    hand_size: int = field(init=False, repr=False, compare=False)
    kitty_size: int = field(init=False, repr=False, compare=False)
    action_count: int = field(init=False, repr=False, compare=False)
    hands: int = field(init=False, repr=False, compare=False)
    """Hands in a session."""
    calls_over: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """What may be said in the auction over each bid, from none (first) on: a pass, then the higher bids."""

    def __post_init__(self) -> None:
        seats = self.options.players
        pack = tuple(range(CARDS if self.options.joker else CARDS - 1))
        kitty_size = len(pack) - seats * HAND_SIZES[seats]
        self._derive(
            tables=tables(self.options),
            pack=pack,
            seats=seats,
            hand_size=HAND_SIZES[seats],
            kitty_size=kitty_size,
            action_count=actions.action_count(kitty_size),
            hands=self.options.hands or seats,
            calls_over=_calls(self.options.min_bid, self.options.no_trump),
        )

    @property
    def deck(self) -> Deck:
        """The pack of 53; without a joker 52 of them are used."""
        return french()

    @property
    def calls_adjutant(self) -> bool:
        """Whether the Napoleon calls a card: not where two or three play."""
        return self.seats >= 4

    @property
    def max_decisions(self) -> int:
        """Every bid with everybody else passing in between, the call, the discard and the tricks."""
        bids = len(self.calls_over[0])
        return bids * self.seats + self.seats + 2 + self.seats * self.hand_size

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Alone, with a bid of 20."""
        return (-2 * (self.seats - 1), 2 * (self.seats - 1))

    def new(self, dealer: int = 0) -> NapoleonState:
        """Return a session before its first deal."""
        return NapoleonState(self, dealer)

    def bid(self, number: int, denomination: str) -> int:
        """Return the rank of a bid at this table."""
        action = self.parse(f"bid {number} {denomination}")
        return action - BID0

    @property
    def words(self) -> Mapping[str, int]:
        """All actions but the discards by their texts."""
        return actions.words(self.options.no_trump)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return actions.text(action, self.kitty_size)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return actions.parse(text, self.kitty_size, self.options.no_trump)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/napoleon.md §11."""
        match event:
            case Dealt():
                return seen_by(event, seat, self.seats, self.hand_size)
            case KittyTaken() if seat != event.seat:
                return KittyTaken(event.seat, (HIDDEN,) * len(event.cards))
            case Discarded() if seat != event.seat:
                return Discarded(event.seat, seen_by_others(event.cards, POINTS))
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Played():
                return event.card
            case Passed():
                return PASS
            case Bid():
                return BID0 + self.bid(event.number, event.denomination)
            case Called():
                return CALL0 + event.card
            case Discarded():
                return DISCARD0 + rank(event.cards, CARDS)
            case _:
                return None

    def worlds(self, view: NapoleonView) -> Worlds[NapoleonView]:
        """Prepare to sample the worlds that fit a view."""
        return NapoleonWorlds(self, view)


@cache
def _calls(min_bid: int, no_trump: str) -> tuple[tuple[int, ...], ...]:
    places = actions.places(no_trump)
    bids = [actions.bid_of(number, place) for number in range(min_bid, 21) for place in places]
    return tuple(
        (PASS, *(BID0 + bid for bid in bids if bid > standing)) for standing in range(-1, actions.BIDS)
    )
