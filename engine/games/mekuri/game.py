"""Mekuri for two, or for three of three or four: the frozen facts. docs/rules/mekuri.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import Dealt, Event, Reshuffled
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.mekuri import mekuri48
from engine.games.mechanics import fishing
from engine.games.mekuri.events import EVENTS, Dropped, Joined
from engine.games.mekuri.options import MekuriOptions
from engine.games.mekuri.scoring import SCORINGS, Scoring
from engine.games.mekuri.state import DROP, JOIN, PHASES, PLAYING, MekuriState
from engine.games.mekuri.view import MekuriView
from engine.games.mekuri.worlds import MekuriWorlds


@dataclass(frozen=True, slots=True)
class Mekuri(Game[MekuriView]):
    """Mekuri with its options."""

    id: ClassVar[str] = "mekuri"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = MekuriOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: MekuriOptions = field(default_factory=MekuriOptions)

    @property
    def seats(self) -> int:
        """The number of players; of four, one is out each round."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The pack of 48."""
        return mekuri48()

    @property
    def action_count(self) -> int:
        """Plays, choices, and join and drop."""
        return DROP + 1

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return 10 if self.seats == 2 else 7

    @property
    def on_field(self) -> int:
        """Cards dealt to the field."""
        return 8 if self.seats == 2 else 6

    @property
    def playing(self) -> int:
        """How many play a round."""
        return min(self.seats, PLAYING)

    @property
    def scoring(self) -> Scoring:
        """What counts."""
        return SCORINGS[self.options.scoring]

    @property
    def max_decisions(self) -> int:
        """Who plays, then a play and a choice for every card of the hands."""
        return self.seats + 2 * self.playing * self.hand_size

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Everything caught by one, or by one of the others."""
        scoring = self.scoring
        yaku = self.options.yaku_value * sum(one.times for one in scoring.yaku)
        return (-scoring.par - yaku, sum(scoring.points) - scoring.par + (self.playing - 1) * yaku)

    @property
    def hand_sum(self) -> int:
        """Every card is caught, so it is what all points exceed the pars by."""
        return sum(self.scoring.points) - self.playing * self.scoring.par

    @property
    def goals(self) -> tuple[tuple[int, float], ...]:
        """What is worth catching: sets of cards and their worth."""
        single = ((1 << card, worth) for card, worth in enumerate(self.scoring.points) if worth)
        paid = (self.playing - 1) * self.options.yaku_value
        return (*single, *((one.mask, one.times * paid) for one in self.scoring.yaku))

    def new(self, dealer: int = 0) -> MekuriState:
        """Return a session before its first deal."""
        return MekuriState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return {JOIN: "join", DROP: "drop"}.get(action) or fishing.text_of(action)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        action = {"join": JOIN, "drop": DROP}.get(text)
        if action is None:
            action = fishing.parse(text, self.deck)
        if action is None:
            raise NotationError(
                "it is no action of this game: write play P4, play P4 take I4, take I4, join or drop"
            )
        return action

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/mekuri.md §7."""
        match event:
            case Dealt():
                return fishing.redacted(event, seat, self.seats, self.hand_size, self.on_field)
            case Reshuffled():
                return Reshuffled((HIDDEN,) * len(event.pack))
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Joined():
                return JOIN
            case Dropped():
                return DROP
            case _:
                return fishing.fished(event)

    def worlds(self, view: MekuriView) -> Worlds[MekuriView]:
        """Prepare to sample the worlds that fit a view."""
        return MekuriWorlds(self, view)
