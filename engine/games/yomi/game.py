"""Yomi for three or four: the frozen facts. docs/rules/yomi.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.bits import mask_of
from engine.core.deck import Deck, NotationError
from engine.core.events import Dealt, Event, Passed
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.mekuri import mekuri48
from engine.games.mechanics.dealing import seen_by
from engine.games.mechanics.shedding import END, Laid, Sequence, TurnEnded
from engine.games.yomi import ranks
from engine.games.yomi.events import EVENTS
from engine.games.yomi.options import YomiOptions
from engine.games.yomi.ranks import EXTRA
from engine.games.yomi.state import PLAY_EXTRA, YomiState, action_laying
from engine.games.yomi.view import PHASES, YomiView
from engine.games.yomi.worlds import YomiWorlds


@dataclass(frozen=True, slots=True)
class Yomi(Game[YomiView]):
    """Yomi with its options."""

    id: ClassVar[str] = "yomi"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = YomiOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: YomiOptions = field(default_factory=YomiOptions)
    seats: int = field(init=False, repr=False, compare=False)
    pack: tuple[int, ...] = field(init=False, repr=False, compare=False)
    hand_size: int = field(init=False, repr=False, compare=False)
    """Cards dealt to each player."""
    must_play: bool = field(init=False, repr=False, compare=False)
    highest: int = field(init=False, repr=False, compare=False)
    """The number after which 1 comes again."""
    wild: int = field(init=False, repr=False, compare=False)
    """The wild card as a mask, 0 for none."""
    wild_action: int = field(init=False, repr=False, compare=False)
    """The action that lays the wild card, HIDDEN for none."""
    wild_legal: int = field(init=False, repr=False, compare=False)
    """The same as a mask, 0 for none."""
    sequence: Sequence = field(init=False, repr=False, compare=False)
    """What may follow what."""

    def __post_init__(self) -> None:
        options, card = self.options, ranks.wild_card(self.options)
        highest, wild = 12 if options.rules == "B" else 10, mask_of([card])
        wild_action = PLAY_EXTRA if card == EXTRA else card
        self._derive(
            seats=options.players,
            pack=ranks.cards_of(options),
            hand_size=ranks.hand_size(options),
            must_play=options.must_play,
            highest=highest,
            wild=wild,
            wild_action=wild_action,
            wild_legal=mask_of([wild_action]),
            sequence=ranks.sequence(highest, wild, wild_action),
        )

    @property
    def deck(self) -> Deck:
        """The pack of 48, and its extra card where that is wild."""
        return mekuri48(1) if self.wild_action == PLAY_EXTRA else mekuri48()

    @property
    def action_count(self) -> int:
        """A card each, the end of a turn, and the extra card."""
        return PLAY_EXTRA + 1

    @property
    def max_decisions(self) -> int:
        """Every card, and between two of them the end of a turn of every player."""
        return self.seats * self.hand_size * (self.seats + 1)

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """A point for who is out first."""
        return (0, 1)

    @property
    def hand_sum(self) -> int:
        """One point a round."""
        return 1

    def new(self, dealer: int = 0) -> YomiState:
        """Return a session before its first deal."""
        return YomiState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        if action == END:
            return "end"
        return f"play {mekuri48(1).code(EXTRA if action == PLAY_EXTRA else action)}"

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        if text == "end":
            return END
        verb, _, code = text.partition(" ")
        if verb != "play" or not code:
            raise NotationError("it is no action of this game: write play P4 or end")
        card = self.deck.number(code)
        return PLAY_EXTRA if card == EXTRA else card

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/yomi.md §6."""
        size = self.hand_size
        return seen_by(event, seat, self.seats, size, packet=size) if isinstance(event, Dealt) else event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Laid():
                return action_laying(event.cards)
            case Passed() | TurnEnded():
                return END
            case _:
                return None

    def worlds(self, view: YomiView) -> Worlds[YomiView]:
        """Prepare to sample the worlds that fit a view."""
        return YomiWorlds(self, view)
