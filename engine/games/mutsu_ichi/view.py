"""What one seat knows of a round of mutsu-ichi: docs/rules/mutsu_ichi.md §5."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.events import Seat
from engine.core.game import View

if TYPE_CHECKING:
    from engine.games.mutsu_ichi.state import MutsuIchiState

PHASES: Final = ("pick", "place", "over")
PICK, PLACE, OVER = PHASES


@dataclass(frozen=True, slots=True)
class MutsuIchiView(View):
    """A seat's knowledge. Between two rounds the finished one still lies open."""

    dealer: Seat
    """Who banks."""
    pick: int | None
    """The banker's number, where the viewer knows it."""
    placed: tuple[tuple[int, ...] | None, ...]
    """What each seat placed; None where the viewer does not know it."""
    done: tuple[bool, ...]
    """Who has picked or placed in this round."""
    shown: bool
    picks: tuple[int, ...]
    """The banker's numbers in the finished rounds."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "MutsuIchiState", viewer: int) -> MutsuIchiView:
    """Return what `viewer` knows in a state. Nothing that another seat committed is looked at before it is shown."""
    knows_pick = state.shown or viewer == state.dealer
    return MutsuIchiView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        state.pick if knows_pick else None,
        tuple(
            numbers if state.shown or seat == viewer else None for seat, numbers in enumerate(state.placed)
        ),
        tuple(bool(state.done >> seat & 1) for seat in range(len(state.placed))),
        state.shown,
        tuple(state.picks),
        tuple(state.hand_scores),
    )
