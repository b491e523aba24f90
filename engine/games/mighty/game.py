"""Mighty for five: the frozen facts. docs/rules/mighty.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck
from engine.core.events import Dealt, Event, Passed, Played
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.french import SUITS, french
from engine.games.mechanics.asking import JOKER0, JokerLed
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.kitty import rank, seen_by_others
from engine.games.mighty import actions
from engine.games.mighty.actions import (
    ACTIONS,
    BID0,
    BIDS,
    CALL_C3,
    CALL_S3,
    CARDS,
    DISCARD0,
    PASS,
    RIPPERS,
    bid_of,
    overbids,
)
from engine.games.mighty.events import EVENTS, FriendCalled, JokerCalled
from engine.games.mighty.options import MightyOptions
from engine.games.mighty.ranks import POINTS
from engine.games.mighty.scoring import SEATS
from engine.games.mighty.state import MightyState
from engine.games.mighty.view import HAND, PHASES, MightyView
from engine.games.mighty.worlds import MightyWorlds
from engine.games.napoleon.events import Bid, Discarded, KittyTaken


@dataclass(frozen=True, slots=True)
class Mighty(Game[MightyView]):
    """Mighty with its options."""

    id: ClassVar[str] = "mighty"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = MightyOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: MightyOptions = field(default_factory=MightyOptions)
    calls_over: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """What may be said in the auction over each bid, from none (first) on: a pass, then the higher bids."""

    def __post_init__(self) -> None:
        ranked = self.options.suit_order == "ranked"
        self._derive(
            calls_over=tuple(
                (PASS, *(BID0 + bid for bid in range(BIDS) if overbids(bid, standing, ranked=ranked)))
                for standing in range(-1, BIDS)
            )
        )

    @property
    def seats(self) -> int:
        """Five."""
        return SEATS

    @property
    def deck(self) -> Deck:
        """The pack of 53."""
        return french()

    @property
    def face_up(self) -> int:
        """The cards that lie face up where they are discarded."""
        return POINTS if self.options.buried == "opponents" else 0

    @property
    def action_count(self) -> int:
        """Plays, what the auction says, calls and discards."""
        return ACTIONS

    @property
    def max_decisions(self) -> int:
        """Every bid, each other player's pass, the discard, the call and the tricks."""
        return BIDS + SEATS + 2 + SEATS * HAND

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Called alone, without trumps, and lost every point of twenty."""
        most = (SEATS - 1) * (20 << 3)
        return (-most, most)

    def new(self, dealer: int = 0) -> MightyState:
        """Return a session before its first deal."""
        return MightyState(self, dealer)

    def bid(self, said: str) -> int:
        """Return the rank of a bid such as `13 S`."""
        number, _, denomination = said.partition(" ")
        return bid_of(int(number), denomination)

    @property
    def words(self) -> Mapping[str, int]:
        """All actions but the discards by their texts."""
        return actions.WORDING.actions

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return actions.text(action)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return actions.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/mighty.md §10."""
        match event:
            case Dealt():
                return seen_by(event, seat, SEATS, HAND)
            case KittyTaken() if seat != event.seat:
                return KittyTaken(event.seat, (HIDDEN,) * len(event.cards))
            case Discarded() if seat != event.seat:
                return Discarded(event.seat, seen_by_others(event.cards, self.face_up))
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Played():
                return event.card
            case JokerLed():
                return JOKER0 + SUITS.index(event.suit)
            case JokerCalled():
                return CALL_C3 if event.card == RIPPERS[CALL_C3] else CALL_S3
            case Passed():
                return PASS
            case Bid():
                return BID0 + bid_of(event.number, event.denomination)
            case Discarded():
                return DISCARD0 + rank(event.cards, CARDS)
            case FriendCalled():
                return self.parse(f"call {event.called}")
            case _:
                return None

    def worlds(self, view: MightyView) -> Worlds[MightyView]:
        """Prepare to sample the worlds that fit a view."""
        return MightyWorlds(self, view)
