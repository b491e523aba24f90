"""What one seat knows of a round of Ao-kammuri: docs/rules/ao_kammuri.md §8."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.events import CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.games.mechanics.shedding_attack import NO_ATTACK, Play, rest_of

if TYPE_CHECKING:
    from engine.games.ao_kammuri.state import AoKammuriState

PHASES: Final = ("deal", "attack", "receive", "over")


@filled_open
@dataclass(frozen=True, slots=True)
class AoKammuriView(View):
    """A seat's knowledge; a spectator's hand is empty. What was played is told by kind, never by card."""

    dealer: Seat
    """Who dealt; after the round, who deals next."""
    dealt: CardSet
    """The hand that the viewer was dealt."""
    hand: CardSet
    """What is left of it: of equal cards the lowest went first."""
    hand_sizes: tuple[int, ...]
    attack: str | None
    """The kind of the attack that stands."""
    attacker: Seat
    plays: tuple[Play, ...]
    scores: tuple[int, ...]
    """Totals over the finished rounds."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "AoKammuriState", viewer: int) -> AoKammuriView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    kinds = state.game.kinds
    dealt = state.dealt[viewer] if viewer >= 0 else 0
    return AoKammuriView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        dealt,
        rest_of(dealt, state.counts[viewer], kinds.masks) if dealt else 0,
        tuple(state.sizes),
        None if state.attack == NO_ATTACK else kinds.names[state.attack],
        state.attacker,
        tuple(state.plays),
        state.scores(),
        tuple(state.hand_scores),
    )
