"""Bōzu-mekuri for two to ten: the frozen facts. docs/rules/bozu_mekuri.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import Dealt, Event, HandScored
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.yomifuda import yomifuda
from engine.games.bozu_mekuri.options import BozuMekuriOptions
from engine.games.bozu_mekuri.pictures import Classes, classes
from engine.games.bozu_mekuri.state import BozuMekuriState
from engine.games.bozu_mekuri.view import PHASES, BozuMekuriView
from engine.games.bozu_mekuri.worlds import BozuMekuriWorlds
from engine.games.mechanics.drawing import EVENTS, Drawn, DrawnBlind


@dataclass(frozen=True, slots=True)
class BozuMekuri(Game[BozuMekuriView]):
    """Bōzu-mekuri with its house rules. The dealer's seat draws first; an action is a stack, from 0."""

    id: ClassVar[str] = "bozu_mekuri"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = BozuMekuriOptions
    event_types: ClassVar[tuple[type[Event], ...]] = (Dealt, *EVENTS, HandScored)
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: BozuMekuriOptions = field(default_factory=BozuMekuriOptions)
    classes: Classes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = classes(self.options.picture_set, nyudo_as_bozu=self.options.nyudo_as_bozu)
        self._derive(classes=found)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The hundred yomifuda."""
        return yomifuda()

    @property
    def action_count(self) -> int:
        """One for each stack."""
        return self.options.stacks

    @property
    def max_decisions(self) -> int:
        """Each card is drawn once."""
        return len(self.pack)

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Nothing, or every card."""
        return (0, len(self.pack))

    @property
    def hand_sum(self) -> int | None:
        """What is left in the pot belongs to nobody."""
        return None

    def new(self, dealer: int = 0) -> BozuMekuriState:
        """Return a session before its deal."""
        return BozuMekuriState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return "draw" if self.options.stacks == 1 else f"draw {action + 1}"

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        count = self.options.stacks
        texts = {self.text(action): action for action in range(count)}
        if text not in texts:
            words = "write draw" if count == 1 else f"write draw and a stack from 1 to {count}"
            raise NotationError(f"it is no action of this game: {words}")
        return texts[text]

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as anybody sees it: docs/rules/bozu_mekuri.md §5."""
        match event:
            case Dealt():
                return Dealt(event.dealer, (HIDDEN,) * len(event.pack))
            case DrawnBlind():
                return DrawnBlind(event.seat, event.stack, (HIDDEN,) * len(event.cards))
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the stack that was drawn from; None for a consequence or for chance."""
        return event.stack if isinstance(event, Drawn) else None

    def worlds(self, view: BozuMekuriView) -> Worlds[BozuMekuriView]:
        """Prepare to sample the worlds that fit a view."""
        return BozuMekuriWorlds(self, view)
