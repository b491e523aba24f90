"""Jūdan for two: the frozen facts. docs/rules/judan.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import Deck, NotationError
from engine.core.events import Dealt, Event
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.mekuri import mekuri48
from engine.games.judan.options import JudanOptions
from engine.games.judan.scoring import MOST, YAKU
from engine.games.judan.state import PHASES, JudanState
from engine.games.judan.worlds import JudanWorlds
from engine.games.mechanics import fishing
from engine.games.mechanics.fishing import EVENTS, OWN0, FishingView

SEATS = 2


@dataclass(frozen=True, slots=True)
class Judan(Game[FishingView]):
    """Jūdan with its options."""

    id: ClassVar[str] = "judan"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = JudanOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: JudanOptions = field(default_factory=JudanOptions)

    @property
    def seats(self) -> int:
        """Two."""
        return SEATS

    @property
    def deck(self) -> Deck:
        """The Komatsu pack of 48, without its onifuda."""
        return mekuri48()

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return 10 if self.options.full_deal else 7

    @property
    def on_field(self) -> int:
        """Cards dealt to the field."""
        return 8 if self.options.full_deal else 6

    @property
    def action_count(self) -> int:
        """Plays, with and without a choice, and the choice for a card turned up."""
        return OWN0

    @property
    def max_decisions(self) -> int:
        """A play and a choice for every card of the hands."""
        return 2 * SEATS * self.hand_size

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """All yaku."""
        return (-MOST, MOST)

    @property
    def goals(self) -> tuple[tuple[int, float], ...]:
        """What is worth catching: sets of cards and their worth."""
        return YAKU

    def new(self, dealer: int = 0) -> JudanState:
        """Return a session before its first deal."""
        return JudanState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return fishing.text_of(action)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        action = fishing.parse(text, self.deck)
        if action is None:
            raise NotationError("it is no action of this game: write play P4, play P4 take I4, or take I4")
        return action

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/judan.md §6."""
        if not isinstance(event, Dealt):
            return event
        return fishing.redacted(event, seat, SEATS, self.hand_size, self.on_field)

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        return fishing.fished(event)

    def worlds(self, view: FishingView) -> Worlds[FishingView]:
        """Prepare to sample the worlds that fit a view."""
        return JudanWorlds(self, view)
