"""Ao-kammuri for two pairs: the frozen facts. docs/rules/ao_kammuri.md."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import Deck
from engine.core.events import Dealt, Event, Passed
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.yomifuda import yomifuda
from engine.games.ao_kammuri.actions import WORDING
from engine.games.ao_kammuri.events import EVENTS
from engine.games.ao_kammuri.kinds import NAMES, Kinds, kinds_of
from engine.games.ao_kammuri.options import AoKammuriOptions
from engine.games.ao_kammuri.state import HAND, SEATS, AoKammuriState
from engine.games.ao_kammuri.view import PHASES, AoKammuriView
from engine.games.ao_kammuri.worlds import AoKammuriWorlds
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.shedding_attack import ACTIONS, PASS, RECEIVE0, Attacked, Received


@dataclass(frozen=True, slots=True)
class AoKammuri(Game[AoKammuriView]):
    """Ao-kammuri with its options. Partners sit opposite: the team of a seat is its number modulo 2."""

    id: ClassVar[str] = "ao_kammuri"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = AoKammuriOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: AoKammuriOptions = field(default_factory=AoKammuriOptions)
    kinds: Kinds = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kinds = kinds_of(self.options.picture_set, separate_iro=self.options.separate_iro)
        self._derive(kinds=kinds)

    @property
    def seats(self) -> int:
        """Two pairs."""
        return SEATS

    @property
    def deck(self) -> Deck:
        """The hundred yomifuda."""
        return yomifuda()

    @property
    def action_count(self) -> int:
        """An attack and a receipt of each kind, and a pass."""
        return ACTIONS

    @property
    def max_decisions(self) -> int:
        """Every card, and between two of them a pass of each other seat."""
        return SEATS * HAND * SEATS

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """A point, or all cards that the losing pair was dealt."""
        return (0, 1 if self.options.scoring == "win" else 2 * HAND)

    @property
    def hand_sum(self) -> int | None:
        """A point for each of the winners; the cards left vary."""
        return 2 if self.options.scoring == "win" else None

    def payments(self, winner: int, sizes: Sequence[int]) -> tuple[int, ...]:
        """Return what every seat scores when `winner` is out and the hands have these sizes."""
        left = sum(size for seat, size in enumerate(sizes) if (seat - winner) % 2)
        score = 1 if self.options.scoring == "win" else left
        return tuple(0 if (seat - winner) % 2 else score for seat in range(SEATS))

    def new(self, dealer: int = 0) -> AoKammuriState:
        """Return a session before its first deal."""
        return AoKammuriState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return WORDING.texts[action]

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return WORDING.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/ao_kammuri.md §8."""
        return seen_by(event, seat, SEATS, HAND, packet=HAND) if isinstance(event, Dealt) else event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Attacked():
                return NAMES.index(event.kind)
            case Received():
                return RECEIVE0 + NAMES.index(event.kind)
            case Passed():
                return PASS
            case _:
                return None

    def worlds(self, view: AoKammuriView) -> Worlds[AoKammuriView]:
        """Prepare to sample the worlds that fit a view."""
        return AoKammuriWorlds(self, view)
