"""What everybody knows of a round of shirinma: docs/rules/shirinma.md §8."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core.events import CardNumber, CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View

if TYPE_CHECKING:
    from engine.games.shirinma.state import ShirinmaState

PHASES: Final = ("deal", "auction", "over")
DEAL, AUCTION, OVER = PHASES


class Ride(NamedTuple):
    """A showdown card: who holds it, who rides behind (NOBODY: nobody) and for how much."""

    card: CardNumber
    owner: Seat
    rider: Seat
    paid: int


@filled_open
@dataclass(frozen=True, slots=True)
class ShirinmaView(View):
    """The same for all but the viewer's number: only the order of the pack is hidden."""

    dealer: Seat
    field: CardNumber | None
    shown: CardSet
    """Number cards that were dealt and turned over."""
    rides: tuple[Ride, ...]
    """The showdown cards in the order in which they came; in an auction the last one is bid for."""
    bid: int
    """The highest bid of the auction, 0 for none."""
    bidder: Seat
    passes: int
    """Passes since the last bid."""
    bottom: CardNumber | None
    pack: int
    """Cards that are not dealt yet, the bottom one included."""
    paid: tuple[int, ...]
    """What each seat has paid into the pot in this round."""
    carried: int
    """What the pot held before the round."""
    pot: int
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "ShirinmaState", viewer: int) -> ShirinmaView:
    """Return what `viewer` knows in a state."""
    return ShirinmaView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        None if state.field < 0 else state.field,
        state.shown,
        tuple(state.rides),
        max(state.auction.bid, 0),
        state.auction.bidder,
        state.auction.in_a_row,
        None if state.bottom < 0 else state.bottom,
        len(state.pack),
        tuple(state.paid),
        state.carried,
        state.carried + sum(state.paid),
        tuple(state.hand_scores),
    )
