"""Hachinin-meri for eight, six and four: the frozen facts. docs/rules/hachinin_meri.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.core.deck import HIDDEN, Deck
from engine.core.events import Dealt, Event, Passed, Played
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.unsun import SUITS, unsun
from engine.games.hachinin_meri import actions
from engine.games.hachinin_meri.events import EVENTS, Buried, LaidFaceDown, OpeningLed, Robatta
from engine.games.hachinin_meri.options import MeriOptions
from engine.games.hachinin_meri.phases import PHASES
from engine.games.hachinin_meri.ranks import TENKA, Trumps, trumps
from engine.games.hachinin_meri.state import MeriState
from engine.games.hachinin_meri.view import MeriView
from engine.games.hachinin_meri.worlds import MeriWorlds
from engine.games.hachinin_meri.yaku import Catch, catches
from engine.games.mechanics.dealing import seen_by

FOUR_PLAYERS_LACK: Final = "34567"


@dataclass(frozen=True, slots=True)
class HachininMeri(Game[MeriView]):
    """Hachinin-meri with its options."""

    id: ClassVar[str] = "hachinin_meri"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = MeriOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: MeriOptions = field(default_factory=MeriOptions)
    seats: int = field(init=False, repr=False, compare=False)
    pack: tuple[int, ...] = field(init=False, repr=False, compare=False)
    asks_all: bool = field(init=False, repr=False, compare=False)
    """Whether everybody is asked for the trump dragon, or only who holds it."""
    trumps: tuple[Trumps, ...] = field(init=False, repr=False, compare=False)
    """The tables of each trump suit, in the order P I C O G."""
    catches: tuple[dict[int, Catch], ...] = field(init=False, repr=False, compare=False)
    """The card yaku of each trump suit by the trump that makes them."""

    def __post_init__(self) -> None:
        pack = _pack(self.options)
        suits = tuple(trumps(suit, tenka=TENKA in pack) for suit in range(len(SUITS)))
        seats = self.options.players
        yaku = tuple(catches(self.options, suit) for suit in suits)
        asks_all = self.options.dragon_poll == "all_seats"
        self._derive(seats=seats, pack=pack, asks_all=asks_all, trumps=suits, catches=yaku)

    @property
    def deck(self) -> Deck:
        """The pack of 75; six and four players leave some of them out."""
        return unsun()

    @property
    def action_count(self) -> int:
        """Every action is below this."""
        return actions.ACTIONS

    @property
    def max_decisions(self) -> int:
        """Everybody's pass, two for the taker, and the tricks."""
        return self.seats + 1 + 9 * self.seats

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """Nine tricks with two yaku of 5 each: more than can happen."""
        return (-90, 99)

    @property
    def hand_sum(self) -> int | None:
        """Nine ko a team and seat, unless yaku are no transfer."""
        return 9 * self.seats // 2 if self.options.yaku_transfer else None

    def new(self, dealer: int = 0) -> MeriState:
        """Return a match before its first deal."""
        return MeriState(self, dealer)

    @property
    def words(self) -> Mapping[str, int]:
        """All actions by their texts."""
        return actions.WORDING.actions

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return actions.WORDING.texts[action]

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        return actions.WORDING.parse(text)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: docs/rules/hachinin_meri.md §13."""
        match event:
            case Dealt():
                oki = 9 * self.seats  # the card after the hands is turned up
                return seen_by(event, seat, self.seats, 9, packet=3, open_=(oki,))
            case Passed() if self.options.dragon_poll == "holder_only" and seat != event.seat:
                return Passed(HIDDEN)
            case OpeningLed() if seat != event.seat:
                return OpeningLed(event.seat, HIDDEN)
            case Buried() if seat != event.seat:
                return Buried(event.seat, HIDDEN, event.led)
            case LaidFaceDown() if seat != event.seat:
                return LaidFaceDown(event.seat, HIDDEN)
            case _:
                return event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case Played() | LaidFaceDown():
                return event.card
            case Passed():
                return actions.PASS
            case Robatta():
                return actions.ROBATTA
            case OpeningLed():
                return actions.LEAD0 + event.card
            case Buried():
                return actions.DISCARD0 + event.card
            case _:
                return None

    def worlds(self, view: MeriView) -> Worlds[MeriView]:
        """Prepare to sample the worlds that fit a view."""
        return MeriWorlds(self, view)


def _pack(options: MeriOptions) -> tuple[int, ...]:
    """Return the cards that so many players use: docs/rules/hachinin_meri.md §1."""
    cards = unsun().cards
    if options.players == 6:
        return tuple(card.number for card in cards if card.code[0] != options.removed_suit)
    if options.players == 4:
        lacking = FOUR_PLAYERS_LACK
        return tuple(card.number for card in cards if card.code[0] != "G" and card.code[1] not in lacking)
    return tuple(card.number for card in cards)
