"""What one seat knows of a game of Napoleon: docs/rules/napoleon.md §11."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.bits import mask_of
from engine.core.events import NOBODY, CardNumber, CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.games.mechanics.partner import known_partner
from engine.games.mechanics.tricks import Trick, hand_sizes
from engine.games.napoleon.actions import denomination_of, number_of
from engine.games.napoleon.ranks import POINTS

if TYPE_CHECKING:
    from engine.games.napoleon.state import NapoleonState

PHASES: Final = ("deal", "auction", "call", "discard", "tricks", "over")
DEAL, AUCTION, CALL, DISCARD, TRICKS, OVER = range(6)


@dataclass(frozen=True, slots=True)
class Call:
    """What a seat said in the auction: `13 S` or `pass`."""

    seat: Seat
    said: str


@filled_open
@dataclass(frozen=True, slots=True)
class NapoleonView(View):
    """A seat's knowledge; a spectator's `hand` is empty. No field names a team before the table knows it."""

    dealer: Seat
    hand: CardSet
    hand_sizes: tuple[int, ...]
    kitty_size: int
    calls: tuple[Call, ...]
    must_bid: Seat
    """Who has to bid after all passed, or NOBODY; the card that forces it is `must_bid_card`."""
    must_bid_card: CardNumber | None
    turned: CardNumber | None
    """The kitty card that everybody has seen."""
    thrown_in: int
    """How often in a row all passed and the pack was dealt again."""
    napoleon: Seat
    number: int | None
    denomination: str | None
    called: CardNumber | None
    i_am_adjutant: bool
    adjutant: Seat
    """The adjutant as far as the viewer knows; NOBODY also where there is none."""
    alone: bool | None
    """Whether the Napoleon plays alone; None while the viewer cannot know."""
    kitty: CardSet
    """What the viewer saw of the kitty when it was taken: all for the Napoleon, nothing for the others."""
    discards: CardSet
    """The discards that the viewer knows: all for the Napoleon, the point cards for everybody."""
    face_up: CardSet
    """The point cards among the discards; they count for the opponents."""
    tricks: tuple[Trick, ...]
    leader: Seat
    table: tuple[CardNumber, ...]
    points: tuple[int, ...]
    """Point cards in the tricks that each seat took."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "NapoleonState", viewer: int) -> NapoleonView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    napoleon, called, shown_by = state.napoleon, state.called, state.shower()
    mine = mask_of(state.hands[viewer]) if viewer >= 0 else 0
    face_up = state.buried & POINTS
    is_napoleon = viewer == napoleon and viewer >= 0
    holds = called >= 0 and (mine >> called & 1 or shown_by == viewer >= 0)
    bid = state.auction.bid if napoleon >= 0 else -1
    return NapoleonView(
        viewer,
        state.turn,
        PHASES[state.phase],
        state.dealer,
        mine,
        _sizes(state),
        len(state.kitty),
        tuple(state.calls),
        state.must_bid,
        state.must_bid_card if state.must_bid >= 0 else None,
        state.turned if state.turned >= 0 else None,
        state.thrown_in,
        napoleon,
        None if bid < 0 else number_of(bid),
        None if bid < 0 else denomination_of(bid),
        called if called >= 0 else None,
        bool(holds) and not is_napoleon,
        known_partner(viewer, napoleon, shown_by, viewer_holds=bool(holds)),
        _alone(state, viewer, shown_by, holds=bool(holds)),
        state.taken_up if is_napoleon else 0,
        state.buried if is_napoleon else face_up,
        face_up,
        tuple(state.tricks),
        state.leader,
        tuple(state.table),
        tuple(state.points),
        tuple(state.hand_scores),
    )


def _sizes(state: "NapoleonState") -> tuple[int, ...]:
    """Return how many cards each seat holds, from what is public."""
    size = state.game.hand_size - len(state.tricks)
    if state.phase == TRICKS:
        return hand_sizes(state.seats, size, state.leader, len(state.table))
    if state.phase in (DEAL, OVER) and not state.kitty and not state.tricks:
        size = 0  # nothing has been dealt
    sizes = hand_sizes(state.seats, size, 0, 0)
    if state.phase == DISCARD and not state.kitty:
        napoleon = state.napoleon
        return (*sizes[:napoleon], size + state.game.kitty_size, *sizes[napoleon + 1 :])
    return sizes


def _alone(state: "NapoleonState", viewer: int, shown_by: int, *, holds: bool) -> bool | None:
    """Return whether the Napoleon plays alone, as far as the viewer can prove: docs/rules/napoleon.md §11."""
    called, napoleon = state.called, state.napoleon
    if napoleon < 0:
        return None
    if called < 0:
        return None if state.game.calls_adjutant else True
    if shown_by >= 0 or state.buried & POINTS & 1 << called:
        return shown_by in (NOBODY, napoleon)
    if viewer == napoleon:
        mine = holds or bool(state.buried >> called & 1)
        return True if mine else None if state.kitty else False
    return False if holds else None
