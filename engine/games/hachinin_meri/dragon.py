"""The trump dragon: whether somebody hides it, and who has shown it. docs/rules/hachinin_meri.md §5 and §13."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.games.hachinin_meri.state import MeriState


def is_hidden(state: "MeriState") -> bool:
    """Say whether somebody was dealt the trump dragon and kept silent; all cards must be known."""
    dragon = state.trumps.dragon
    return state.declared_by < 0 and dragon != state.oki and dragon not in state.stock


def shown_by(state: "MeriState") -> int:
    """Return who has shown the trump dragon to everybody, NOBODY so far."""
    dragon = state.trumps.dragon
    if state.dragon_by < 0 and state.trick_mask >> dragon & 1:
        place = state.table.index(dragon)
        if state.face_down_suit < 0 or not place:
            return (state.leader + place) % state.seats
    return state.dragon_by
