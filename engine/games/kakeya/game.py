"""Kakeya-torampu for two pairs: the frozen facts. docs/rules/kakeya.md."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.core.deck import Deck
from engine.core.events import Dealt, Event, Played
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.french import SUITS, french
from engine.games.kakeya.events import EVENTS, TrumpNamed
from engine.games.kakeya.options import KakeyaOptions
from engine.games.kakeya.state import ACTIONS, OPENING0, SEATS, TRUMP0, KakeyaState
from engine.games.kakeya.view import HAND, PHASES, KakeyaView
from engine.games.kakeya.worlds import KakeyaWorlds
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.opening import WORDS, OpeningSaid
from engine.games.mechanics.wording import Wording

_WORDING: Final = Wording(
    (
        *(f"play {card.code}" for card in french(joker=False).cards),
        *WORDS,
        *(f"trump {suit}" for suit in SUITS),
    ),
    "iku, koi, trump H or play D4",
)


@dataclass(frozen=True, slots=True)
class Kakeya(Game[KakeyaView]):
    """Kakeya-torampu with its options. Partners sit opposite: the pair of a seat is its number modulo 2."""

    id: ClassVar[str] = "kakeya"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = KakeyaOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: KakeyaOptions = field(default_factory=KakeyaOptions)

    @property
    def seats(self) -> int:
        """Two pairs."""
        return SEATS

    @property
    def deck(self) -> Deck:
        """The pack of 52."""
        return french(joker=False)

    @property
    def action_count(self) -> int:
        """A play of each card, the word on the first lead, and the trump suits."""
        return ACTIONS

    @property
    def max_decisions(self) -> int:
        """The tricks, the first lead, and the next trump suit."""
        return SEATS * HAND + 2

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """All pictures, or all aces at an even count."""
        return (-4, 4)

    def new(self, dealer: int = 0) -> KakeyaState:
        """Return a session before its first deal."""
        return KakeyaState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return _WORDING.texts[action]

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return _WORDING.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/kakeya.md §8."""
        return seen_by(event, seat, SEATS, HAND) if isinstance(event, Dealt) else event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Played():
                return event.card
            case OpeningSaid():
                return OPENING0 + (event.leader != event.seat)
            case TrumpNamed():
                return TRUMP0 + SUITS.index(event.suit)
            case _:
                return None

    def worlds(self, view: KakeyaView) -> Worlds[KakeyaView]:
        """Prepare to sample the worlds that fit a view."""
        return KakeyaWorlds(self, view)
