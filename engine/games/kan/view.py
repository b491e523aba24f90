"""What one seat knows of a deal of kan: docs/rules/kan.md §9."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.bits import mask_of
from engine.core.events import CardNumber, CardSet, Seat
from engine.core.game import View
from engine.decks.french import SUITS
from engine.games.mechanics.tricks import Trick

if TYPE_CHECKING:
    from engine.games.kan.state import KanState

PHASES: Final = ("deal", "trump", "opening", "tricks", "over")
DEAL, TRUMP, OPENING, TRICKS, OVER = PHASES


@dataclass(frozen=True, slots=True)
class KanView(View):
    """A seat's knowledge; a spectator's `hand` is empty."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    order: tuple[Seat, ...]
    """The seats as they play one after the other in this round."""
    partners: tuple[Seat, ...]
    """The kankei: the one who is asked first, and the other."""
    ace: Seat
    """Who said to hold the ace of trumps, in the first deal of the round."""
    joker: Seat
    """Who said to hold the joker, in the first deal of the round."""
    round: int
    """The round, from 0; after its last deal, the next one."""
    deal: int
    """The deal of the round, from 0; after it, the next one."""
    trump: str | None
    """None until it is named."""
    tricks: tuple[Trick, ...]
    asks: tuple[str, ...]
    """By trick: the suit that a led joker named, else empty. The one in progress is last."""
    leader: Seat
    table: tuple[CardNumber, ...]
    pictures: tuple[int, ...]
    """Pictures in the tricks that each seat took."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "KanState", viewer: int) -> KanView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    return KanView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        mask_of(state.hands[viewer]) if viewer >= 0 else 0,
        tuple(state.sizes),
        state.order,
        state.partners,
        state.ace,
        state.joker,
        state.round,
        state.deal_number,
        None if state.phase == TRUMP else SUITS[state.trump],
        tuple(state.tricks),
        state.all_asks(),
        state.leader,
        tuple(state.table),
        tuple(state.pictures),
        tuple(state.hand_scores),
    )
