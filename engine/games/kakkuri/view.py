"""What one seat knows of a round of Kakkuri: docs/rules/kakkuri.md §11."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.core.events import CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.games.mechanics.shedding import ANY, Move

if TYPE_CHECKING:
    from engine.games.kakkuri.state import KakkuriState

PHASES: Final = ("deal", "box", "swap", "play", "over")
DEAL, BOX, SWAPS, PLAY, OVER = range(5)


@filled_open
@dataclass(frozen=True, slots=True)
class KakkuriView(View):
    """A seat's knowledge; a spectator's `hand` is empty, and everybody's until the swaps are over."""

    dealer: Seat
    """Who dealt; after the round, who deals next."""
    hand: CardSet
    hand_sizes: tuple[int, ...]
    box_size: int
    top: int | None
    """The number on top; None where every number may follow, or nothing lies there yet."""
    last_actor: Seat
    laid: int
    """Cards laid in this turn."""
    must_lay: bool
    """Whether the seat to act has to lay a card before it may end."""
    may_turn: bool
    """Whether the seat to act may turn up a box card."""
    inside: tuple[bool, ...]
    """Who is in the round: not who sat out or left."""
    pairs_only: tuple[bool, ...]
    paid: tuple[int, ...]
    """What each seat has paid into the pot in this round."""
    pot: int
    moves: tuple[Move, ...]
    """What the table saw in this round: dealt, sat_out, swapped, kept, turned, laid, sansoku, passed, ended, left, and
    at the end how it was won."""
    scores: tuple[int, ...]
    """Totals over the finished rounds."""
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "KakkuriState", viewer: int) -> KakkuriView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand or of the box's order is looked at."""
    seats = range(state.seats)
    return KakkuriView(
        viewer,
        state.turn,
        PHASES[state.phase],
        state.dealer,
        state.hands[viewer] if viewer >= 0 and state.seen else 0,
        tuple(state.sizes),
        len(state.box),
        None if state.top == ANY else state.top,
        state.last_actor,
        state.laid,
        state.must_lay,
        state.may_turn,
        tuple(bool(state.inside >> seat & 1) for seat in seats),
        tuple(bool(state.in_pairs >> seat & 1) for seat in seats),
        tuple(state.paid),
        sum(state.paid),
        tuple(state.moves),
        state.scores(),
        tuple(state.hand_scores),
    )
