"""What one seat knows of a hand of Mighty: docs/rules/mighty.md §10."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.bits import mask_of
from engine.core.events import CardNumber, CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.games.mechanics.partner import known_partner
from engine.games.mechanics.tricks import Trick, hand_sizes
from engine.games.mighty.actions import (
    CARDS,
    FIRST,
    KITTY,
    NO_FRIEND,
    called_text,
    denomination_of,
    number_of,
)
from engine.games.napoleon.view import Call

if TYPE_CHECKING:
    from engine.games.mighty.state import MightyState

PHASES: Final = ("deal", "auction", "discard", "call", "tricks", "over")
DEAL, AUCTION, DISCARD, CALLING, TRICKS, OVER = PHASES
HAND: Final = 10


@filled_open
@dataclass(frozen=True, slots=True)
class MightyView(View):
    """A seat's knowledge; a spectator's `hand` is empty. No field names a side before the table knows it."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    kitty_size: int
    calls: tuple[Call, ...]
    thrown_in: int
    """How often in a row all passed and the pack was dealt again."""
    declarer: Seat
    number: int | None
    denomination: str | None
    called: str | None
    """A card's code, `first` or `none`."""
    i_am_friend: bool
    friend: Seat
    """The friend as far as the viewer knows; NOBODY also where there is none."""
    alone: bool | None
    """Whether the declarer plays alone; None while the viewer cannot know."""
    kitty: CardSet
    """What the viewer saw of the kitty: all for the declarer, nothing for the others."""
    discards: CardSet
    """The discards that the viewer knows."""
    tricks: tuple[Trick, ...]
    asks: tuple[str, ...]
    """By trick: the suit that a led joker named, `call` for a called joker, else empty. The one in progress is last."""
    leader: Seat
    table: tuple[CardNumber, ...]
    points: tuple[int, ...]
    """Point cards in the tricks that each seat took."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "MightyState", viewer: int) -> MightyView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    declarer, called, shown_by = state.declarer, state.called, state.shower()
    mine = mask_of(state.hands[viewer]) if viewer >= 0 else 0
    is_declarer = viewer == declarer and viewer >= 0
    by_card = 0 <= called < CARDS
    holds = viewer >= 0 and ((by_card and bool(mine >> called & 1)) or shown_by == viewer)
    bid = state.auction.bid if declarer >= 0 else -1
    return MightyView(
        viewer,
        state.turn,
        state.phase,
        state.dealer,
        mine,
        _sizes(state),
        len(state.kitty),
        tuple(state.calls),
        state.thrown_in,
        declarer,
        None if bid < 0 else number_of(bid),
        None if bid < 0 else denomination_of(bid),
        None if called < 0 else called_text(called),
        holds and not is_declarer,
        known_partner(viewer, declarer, shown_by, viewer_holds=holds),
        _alone(state, viewer, shown_by, holds=holds),
        state.taken_up if is_declarer else 0,
        state.buried if is_declarer else state.buried & state.game.face_up,
        tuple(state.tricks),
        state.all_asks(),
        state.leader,
        tuple(state.table),
        tuple(state.points),
        tuple(state.hand_scores),
    )


def _sizes(state: "MightyState") -> tuple[int, ...]:
    """Return how many cards each seat holds, from what is public."""
    seats, size = state.seats, HAND - len(state.tricks)
    if state.phase == TRICKS:
        return hand_sizes(seats, size, state.leader, len(state.table))
    if state.phase in (DEAL, OVER) and not state.kitty:
        size = 0  # nothing has been dealt, or all was played
    extra = KITTY if state.phase == DISCARD else 0
    return tuple(size + extra * (seat == state.declarer) for seat in range(seats))


def _alone(state: "MightyState", viewer: int, shown_by: int, *, holds: bool) -> bool | None:
    """Return whether the declarer plays alone, as far as the viewer can prove."""
    called, declarer = state.called, state.declarer
    if called < 0 or (called == FIRST and not state.tricks):
        return None
    if called == NO_FRIEND:
        return True
    if shown_by >= 0:
        return shown_by == declarer
    if state.buried & state.game.face_up & 1 << called:
        return True
    if viewer == declarer and viewer >= 0:
        return holds or bool(state.buried >> called & 1)
    return False if holds else None
