"""What one seat knows of a hand of kakeya-torampu: docs/rules/kakeya.md §8."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.bits import mask_of
from engine.core.events import CardNumber, CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.decks.french import SUITS
from engine.games.mechanics.tricks import Trick, hand_sizes

if TYPE_CHECKING:
    from engine.games.kakeya.state import KakeyaState

PHASES: Final = ("deal", "trump", "opening", "tricks", "over")
DEAL, TRUMP, OPENING, TRICKS, OVER = PHASES
HAND: Final = 13


@filled_open
@dataclass(frozen=True, slots=True)
class KakeyaView(View):
    """A seat's knowledge; a spectator's `hand` is empty. Partners sit opposite."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    trump: str
    tricks: tuple[Trick, ...]
    leader: Seat
    table: tuple[CardNumber, ...]
    pictures: tuple[int, ...]
    """Pictures in the tricks that each seat took."""
    stones: tuple[int, int]
    """Stones of the pair of seats 0 and 2, and of that of 1 and 3."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "KakeyaState", viewer: int) -> KakeyaView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    dealt = state.phase in (OPENING, TRICKS)
    size = HAND - len(state.tricks) if dealt else 0
    return KakeyaView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        mask_of(state.hands[viewer]) if viewer >= 0 else 0,
        hand_sizes(state.seats, size, state.leader, len(state.table)),
        SUITS[state.trump],
        tuple(state.tricks),
        state.leader,
        tuple(state.table),
        tuple(state.pictures),
        (state.stones[0], state.stones[1]),
        tuple(state.hand_scores),
    )
