"""Kan for five: the frozen facts. docs/rules/kan.md."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.core.deck import Deck
from engine.core.events import Dealt, Event, Played
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.french import SUITS, french
from engine.games.kakeya.events import TrumpNamed
from engine.games.kan.events import EVENTS
from engine.games.kan.options import KanOptions
from engine.games.kan.ranks import HAND, PACK, SEATS
from engine.games.kan.state import ACTIONS, OPENING0, TRUMP0, KanState
from engine.games.kan.view import PHASES, KanView
from engine.games.kan.worlds import KanWorlds
from engine.games.mechanics.asking import JOKER0, JOKER_TEXTS, JokerLed
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.opening import WORDS, OpeningSaid
from engine.games.mechanics.wording import Wording

_WORDING: Final = Wording(
    (
        *(f"play {card.code}" for card in french().cards),
        *JOKER_TEXTS,
        *WORDS,
        *(f"trump {suit}" for suit in SUITS),
    ),
    "trump H, iku, koi, play D4, or play JK as S",
)


@dataclass(frozen=True, slots=True)
class Kan(Game[KanView]):
    """Kan with its options."""

    id: ClassVar[str] = "kan"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = KanOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: KanOptions = field(default_factory=KanOptions)

    @property
    def seats(self) -> int:
        """Five."""
        return SEATS

    @property
    def deck(self) -> Deck:
        """The pack of 53; three of its twos are not used."""
        return french()

    @property
    def pack(self) -> tuple[int, ...]:
        """Fifty cards."""
        return PACK

    @property
    def action_count(self) -> int:
        """Plays, the word on the first lead, and the trump suits."""
        return ACTIONS

    @property
    def max_decisions(self) -> int:
        """The trump suit, the first lead, and the tricks."""
        return 2 + SEATS * HAND

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """A deal is lost, or the third one won."""
        return (-1, 2)

    @property
    def hand_sum(self) -> None:
        """Two play against three, so it varies."""
        return

    def new(self, dealer: int = 0) -> KanState:
        """Return a session before its first deal."""
        return KanState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return _WORDING.texts[action]

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return _WORDING.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/kan.md §9."""
        return seen_by(event, seat, SEATS, HAND) if isinstance(event, Dealt) else event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Played():
                return event.card
            case JokerLed():
                return JOKER0 + SUITS.index(event.suit)
            case OpeningSaid():
                return OPENING0 + (event.leader != event.seat)
            case TrumpNamed():
                return TRUMP0 + SUITS.index(event.suit)
            case _:
                return None

    def worlds(self, view: KanView) -> Worlds[KanView]:
        """Prepare to sample the worlds that fit a view."""
        return KanWorlds(self, view)
