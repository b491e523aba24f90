"""What one seat knows of a round of mekuri: docs/rules/mekuri.md §7."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.events import CardSet
from engine.games.mechanics import fishing
from engine.games.mechanics.fishing import FishingView

if TYPE_CHECKING:
    from engine.games.mekuri.state import MekuriState


@dataclass(frozen=True, slots=True)
class MekuriView(FishingView):
    """A seat's knowledge; who is out of the round remembers the hand that went back."""

    joined: tuple[bool, ...]
    """Who is in the round."""
    out: tuple[bool, ...]
    """Who is out of it; of three, nobody is."""
    returned: CardSet
    """The own hand that went back to the pile."""


def look(state: "MekuriState", viewer: int) -> MekuriView:
    """Return what `viewer` knows in a state."""
    seats, base = range(len(state.sizes)), fishing.look(state, viewer)
    return MekuriView(
        base.viewer,
        base.to_act,
        base.phase,
        base.dealer,
        base.hand,
        base.hand_sizes,
        base.field,
        base.pile,
        base.turned,
        base.captured,
        base.scores,
        base.hand_scores,
        tuple(bool(state.joined >> seat & 1) for seat in seats),
        tuple(seat == state.out for seat in seats),
        state.returned if viewer >= 0 and viewer == state.out else 0,
    )
