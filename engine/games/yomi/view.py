"""What one seat knows of a round of yomi: docs/rules/yomi.md §6."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.events import CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.games.mechanics.shedding import ANY, Move

if TYPE_CHECKING:
    from engine.games.yomi.state import YomiState

PHASES: Final = ("deal", "play", "over")


@filled_open
@dataclass(frozen=True, slots=True)
class YomiView(View):
    """A seat's knowledge; a spectator's `hand` is empty."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    top: int | None
    """The number to follow; None where any may come."""
    leading: bool
    """Whether the seat to act must lay a card, whichever it likes."""
    last_actor: Seat
    laid: int
    """Cards laid in this turn."""
    moves: tuple[Move, ...]
    """What the table saw in this round: laid, passed, ended."""
    scores: tuple[int, ...]
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "YomiState", viewer: int) -> YomiView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    return YomiView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        state.hands[viewer] if viewer >= 0 else 0,
        tuple(state.sizes),
        None if state.top == ANY else state.top,
        state.leading,
        state.last_actor,
        state.laid,
        tuple(state.moves),
        state.scores(),
        tuple(state.hand_scores),
    )
