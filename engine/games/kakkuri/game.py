"""Kakkuri for five to eight players: the frozen facts. docs/rules/kakkuri.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck
from engine.core.events import Dealt, Event, Passed, Reshuffled
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.mekuri import CARDS, mekuri48
from engine.games.kakkuri import actions
from engine.games.kakkuri.actions import DROP, KEEP, SANSOKU, SWAP, TURN_BOX
from engine.games.kakkuri.events import (
    EVENTS,
    BoxTurned,
    Declared,
    HandKept,
    HandsSeen,
    HandSwapped,
    LeftRound,
)
from engine.games.kakkuri.options import KakkuriOptions
from engine.games.kakkuri.state import KakkuriState
from engine.games.kakkuri.view import PHASES, KakkuriView
from engine.games.kakkuri.worlds import KakkuriWorlds
from engine.games.mechanics.shedding import ACTIONS, END, Laid, TurnEnded, laying


@dataclass(frozen=True, slots=True)
class Kakkuri(Game[KakkuriView]):
    """Kakkuri with its options."""

    id: ClassVar[str] = "kakkuri"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = KakkuriOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: KakkuriOptions = field(default_factory=KakkuriOptions)

    @property
    def seats(self) -> int:
        """The number of players; of eight, one sits out each round."""
        return self.options.players

    @property
    def deck(self) -> Deck:
        """The Komatsu pack of 48, without its onifuda."""
        return mekuri48()

    @property
    def action_count(self) -> int:
        """Cards, pairs and triples to play, and the words."""
        return ACTIONS

    @property
    def most_turns(self) -> int:
        """The most turns of a round: before all have passed, a card leaves a hand or the box, or a player leaves."""
        return self.seats * (CARDS + self.seats + 1)

    @property
    def max_decisions(self) -> int:
        """The ends of all turns, every card, and each word once: a seat's answer, sansoku and leaving, a box card."""
        return self.most_turns + 2 * CARDS + 3 * self.seats

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """All pass whenever they can, and the winner gets everything."""
        options = self.options
        share = max(options.utazu_shares, options.guri_shares, 1)
        own = options.pass_penalty * self.most_turns + 1
        return (-own - share, own + (self.seats - 1) * share)

    def new(self, dealer: int = 0) -> KakkuriState:
        """Return a session before its first deal."""
        return KakkuriState(self, dealer)

    @property
    def words(self) -> Mapping[str, int]:
        """All actions by their texts."""
        return actions.WORDS

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return actions.text(action)

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return actions.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/kakkuri.md §11."""
        match event:
            case Dealt():
                return Dealt(event.dealer, (HIDDEN,) * len(event.pack))
            case Reshuffled():
                return Reshuffled((HIDDEN,) * len(event.pack))
            case HandsSeen():
                return HandsSeen(
                    tuple(
                        hand if owner == seat else (HIDDEN,) * len(hand)
                        for owner, hand in enumerate(event.hands)
                    )
                )
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Laid():
                return laying(event.cards)
            case Passed() | TurnEnded():
                return END
            case HandSwapped():
                return SWAP
            case HandKept():
                return KEEP
            case Declared():
                return SANSOKU
            case LeftRound():
                return DROP
            case BoxTurned() if event.choice:
                return TURN_BOX
            case _:
                return None

    def worlds(self, view: KakkuriView) -> Worlds[KakkuriView]:
        """Prepare to sample the worlds that fit a view."""
        return KakkuriWorlds(self, view)
