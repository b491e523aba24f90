"""What everybody knows of a game of Bōzu-mekuri: docs/rules/bozu_mekuri.md §5."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.events import CardNumber, Seat
from engine.core.game import View
from engine.games.mechanics.drawing import Drawn

if TYPE_CHECKING:
    from engine.games.bozu_mekuri.state import BozuMekuriState

PHASES: Final = ("deal", "draw", "over")


@dataclass(frozen=True, slots=True)
class BozuMekuriView(View):
    """The same for all but the viewer's number: only the order of the stacks and face-down cards are hidden."""

    dealer: Seat
    """Who draws first."""
    hands: tuple[tuple[CardNumber, ...], ...]
    """In the order in which the cards came."""
    pot: tuple[CardNumber, ...]
    stacks: tuple[int, ...]
    """How many cards each stack has."""
    direction: int
    """1, or -1 while the turns are reversed."""
    inside: tuple[bool, ...]
    missing: tuple[bool, ...]
    """Who will miss the next turn."""
    drawn: Drawn | None
    """The card drawn last."""
    scores: tuple[int, ...]
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "BozuMekuriState", viewer: int) -> BozuMekuriView:
    """Return what `viewer` knows in a state."""
    seats = range(state.game.seats)
    return BozuMekuriView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        tuple(map(state.shown, state.hands)),
        state.shown(state.pot),
        tuple(map(len, state.stacks)),
        state.direction,
        tuple(bool(state.inside >> seat & 1) for seat in seats),
        tuple(bool(state.missing >> seat & 1) for seat in seats),
        state.drawn,
        state.scores(),
        tuple(state.hand_scores),
    )
