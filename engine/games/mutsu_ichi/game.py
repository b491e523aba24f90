"""Mutsu-ichi for a banker and one to seven bettors: the frozen facts. docs/rules/mutsu_ichi.md."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import Deck, NotationError
from engine.core.events import Event
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.kabufuda import ichiroku48
from engine.games.mutsu_ichi.events import EVENTS, Picked, Placed
from engine.games.mutsu_ichi.options import MutsuIchiOptions
from engine.games.mutsu_ichi.state import ACTIONS, NUMBERS, ODDS, PLACE0, MutsuIchiState, numbers_of
from engine.games.mutsu_ichi.view import PHASES, MutsuIchiView
from engine.games.mutsu_ichi.worlds import MutsuIchiWorlds

_SETS = 8
"""Sets of 1 to 6 in the pack."""


@dataclass(frozen=True, slots=True)
class MutsuIchi(Game[MutsuIchiView]):
    """Mutsu-ichi with its options. The dealer is the banker of all rounds."""

    id: ClassVar[str] = "mutsu_ichi"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = MutsuIchiOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: MutsuIchiOptions = field(default_factory=MutsuIchiOptions)

    @property
    def seats(self) -> int:
        """The number of players, the banker included."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The ichiroku pack: eight sets of 1 to 6."""
        return ichiroku48()

    @property
    def pack(self) -> tuple[int, ...]:
        """A set for each player."""
        return tuple(card for card in ichiroku48().numbers if card % _SETS < self.seats)

    @property
    def placings(self) -> tuple[int, ...]:
        """The actions that place one card or more, up to the most allowed."""
        masks = range(1, 1 << NUMBERS)
        return tuple(PLACE0 + mask for mask in masks if mask.bit_count() <= self.options.most)

    @property
    def action_count(self) -> int:
        """Six picks, and every set of cards."""
        return ACTIONS

    @property
    def max_decisions(self) -> int:
        """One for each player."""
        return self.seats

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """One card that is right, all that are not, for a bettor and for the banker."""
        options, bettors = self.options, self.seats - 1
        lost, won = options.most, ODDS
        return (-options.stake * max(lost, won * bettors), options.stake * max(won, lost * bettors))

    def cards_of(self, seat: int, numbers: Iterable[int]) -> int:
        """Return a seat's own cards of these numbers, as a mask."""
        return sum(1 << _SETS * (number - 1) + seat for number in numbers)

    def new(self, dealer: int = 0) -> MutsuIchiState:
        """Return a session before its first pick."""
        return MutsuIchiState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return " ".join(["pick" if action < PLACE0 else "place", *map(str, numbers_of(action))])

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        verb, *words = text.split(" ")
        numbers = {int(word) for word in words if word in ("1", "2", "3", "4", "5", "6")}
        if words and len(numbers) == len(words):
            if verb == "pick" and len(words) == 1:
                return numbers.pop() - 1
            if verb == "place":
                return PLACE0 + sum(1 << number - 1 for number in numbers)
        raise NotationError(
            "it is no action of this game: write pick 3, or place 2 5, with numbers from 1 to 6"
        )

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/mutsu_ichi.md §5."""
        match event:
            case Picked() if seat != event.seat:
                return Picked(event.seat, None)
            case Placed() if seat != event.seat:
                return Placed(event.seat, None)
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence."""
        match event:
            case Picked(_, int(number)):
                return number - 1
            case Placed(_, tuple(numbers)):
                return PLACE0 + sum(1 << number - 1 for number in numbers)
            case _:
                return None

    def worlds(self, view: MutsuIchiView) -> Worlds[MutsuIchiView]:
        """Prepare to sample the worlds that fit a view."""
        return MutsuIchiWorlds(self, view)
