"""Shirinma for twelve to 23: the frozen facts. docs/rules/shirinma.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.deck import HIDDEN, Deck, NotationError
from engine.core.events import Dealt, Event, Passed
from engine.core.game import Game, Worlds
from engine.core.options import Options
from engine.decks.mekuri import mekuri48
from engine.games.shirinma.events import EVENTS, RideBid
from engine.games.shirinma.options import ShirinmaOptions
from engine.games.shirinma.ranks import ORDER
from engine.games.shirinma.state import PASS, ShirinmaState
from engine.games.shirinma.view import PHASES, ShirinmaView
from engine.games.shirinma.worlds import ShirinmaWorlds

_SHOWDOWN = 4 * len(ORDER)
"""Showdown cards of the pack."""


@dataclass(frozen=True, slots=True)
class Shirinma(Game[ShirinmaView]):
    """Shirinma with its options."""

    id: ClassVar[str] = "shirinma"
    rules: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = ShirinmaOptions
    event_types: ClassVar[tuple[type[Event], ...]] = EVENTS
    phases: ClassVar[tuple[str, ...]] = PHASES

    options: ShirinmaOptions = field(default_factory=ShirinmaOptions)

    seats: int = field(init=False, repr=False, compare=False)
    max_bid: int = field(init=False, repr=False, compare=False)
    bids: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Every bid from 1 on."""
    prices: dict[int, int] = field(init=False, repr=False, compare=False)
    """What who is dealt a showdown card pays, by its number."""

    def __post_init__(self) -> None:
        options = self.options
        prices = (options.dragon, options.maid, options.horse, options.king)
        self._derive(
            seats=options.players,
            max_bid=options.max_bid,
            bids=tuple(range(1, options.max_bid + 1)),
            prices=dict(zip(ORDER, prices, strict=True)),
        )

    @property
    def deck(self) -> Deck:
        """The Komatsu pack of 48, without its onifuda."""
        return mekuri48()

    @property
    def action_count(self) -> int:
        """A pass, and every bid."""
        return self.options.max_bid + 1

    @property
    def max_decisions(self) -> int:
        """Every bid one higher than the last, after a pass of everybody else, for every showdown card."""
        return _SHOWDOWN * (self.options.max_bid + 1) * self.seats

    @property
    def hand_bounds(self) -> tuple[int, int]:
        """One seat pays for cards and all rides; or it gets the pots of all rounds."""
        options = self.options
        rides = _SHOWDOWN * (max(self.prices.values()) + options.max_bid)
        pot = options.ante * self.seats + rides
        return (-options.ante - rides, pot * options.rounds)

    @property
    def hand_sum(self) -> None:
        """What nobody wins is carried over, so it varies."""
        return

    def new(self, dealer: int = 0) -> ShirinmaState:
        """Return a session before its first deal."""
        return ShirinmaState(self, dealer)

    def text(self, action: int) -> str:
        """Return an action as records write it."""
        return f"bid {action}" if action else "pass"

    def parse(self, text: str) -> int:
        """Return the action of a text. Raises NotationError."""
        if text == "pass":
            return PASS
        verb, _, amount = text.partition(" ")
        if verb == "bid" and amount.isascii() and amount.isdigit() and amount[0] != "0" and len(amount) < 5:
            return int(amount)
        raise NotationError("it is no action of this game: write bid 5 or pass")

    def redact(self, event: Event, seat: int | None) -> Event:
        """Return the event as a seat may see it: the pack is hidden from all."""
        return Dealt(event.dealer, (HIDDEN,) * len(event.pack)) if isinstance(event, Dealt) else event

    def action_of(self, event: Event) -> int | None:
        """Return the action that an event came from; None for a consequence or for chance."""
        match event:
            case RideBid():
                return event.amount
            case Passed():
                return PASS
            case _:
                return None

    def worlds(self, view: ShirinmaView) -> Worlds[ShirinmaView]:
        """Prepare to sample the worlds that fit a view."""
        return ShirinmaWorlds(self, view)
