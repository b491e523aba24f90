"""What one seat knows of a game of Hachinin-meri: docs/rules/hachinin_meri.md §13."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.core.bits import BITS, mask_of
from engine.core.deck import HIDDEN
from engine.core.events import NOBODY, CardNumber, CardSet, Seat
from engine.core.filling import filled_open
from engine.core.game import View
from engine.decks.unsun import SUITS
from engine.games.hachinin_meri import dragon
from engine.games.hachinin_meri.phases import BURY, LEAD, MERI, PHASES, POLL, REGIMES
from engine.games.hachinin_meri.standing import Standing
from engine.games.hachinin_meri.yaku import LAST_TRICK, Yaku
from engine.games.mechanics.tricks import Trick, hand_sizes

if TYPE_CHECKING:
    from engine.games.hachinin_meri.state import MeriState


class FaceDown(NamedTuple):
    """A trump that won its trick (counted from 1) unopened; the card is HIDDEN from all but its owner."""

    trick: int
    seat: Seat
    card: CardNumber


class ScoredYaku(NamedTuple):
    """Yaku made in a trick, counted from 1."""

    trick: int
    seat: Seat
    yaku: tuple[Yaku, ...]


_UNSEEN: Final = tuple(
    tuple(FaceDown(trick, seat, HIDDEN) for seat in range(8)) for trick in range(LAST_TRICK + 1)
)
"""A face-down trump as the others see it, by trick and seat."""


@filled_open
@dataclass(frozen=True, slots=True)
class MeriView(View):
    """A seat's knowledge; a spectator's `hand` is empty.

    Face-down trumps are HIDDEN in `table` and `tricks`, for their owner too once the trick is gathered; the owner finds
    them in `face_down`.
    """

    dealer: Seat
    hand: CardSet
    dealt: CardSet
    """The nine cards that the viewer was dealt."""
    hand_sizes: tuple[int, ...]
    trump: str | None
    """The trump suit: P, I, C, O or G."""
    oki: CardNumber | None
    """The card of the stock that was turned up."""
    taker: Seat
    declared_by: Seat
    """Who declared robatta, or NOBODY."""
    i_hide_dragon: bool
    """Whether the viewer was dealt the trump dragon and kept silent."""
    hidden_by: Seat
    """Who kept silent about the dragon, once it was seen; NOBODY so far."""
    buried: CardNumber | None
    """What the taker laid under the opening lead: the card for itself, HIDDEN for the others, None before."""
    monchi: bool
    """Whether plain leads have to be followed from now on."""
    regime: str | None
    """free, meri or monchi for the trick on the table; None between tricks."""
    tricks: tuple[Trick, ...]
    face_down: tuple[FaceDown, ...]
    leader: Seat
    table: tuple[CardNumber, ...]
    yaku: tuple[ScoredYaku, ...]
    ko: tuple[int, int]
    """What the two teams (even seats, odd seats) have scored in this hand."""
    standing: Standing
    hand_scores: tuple[tuple[int, ...], ...]


def look(state: "MeriState", viewer: int) -> MeriView:
    """Return what `viewer` knows in a state. Nothing of another seat's hand is looked at."""
    dealt = state.oki >= 0
    dragon_by = dragon.shown_by(state)
    silent = state.declared_by < 0 and state.oki != state.trumps.dragon and state.taker >= 0
    mine = viewer >= 0 and silent and state.trumps.dragon in state.dealt[viewer]
    return MeriView(
        viewer,
        _asked(state, viewer),
        PHASES[state.phase],
        state.dealer,
        mask_of(state.hands[viewer]) if viewer >= 0 else 0,
        mask_of(state.dealt[viewer]) if viewer >= 0 else 0,
        _sizes(state),
        SUITS[state.trumps.suit] if dealt else None,
        state.oki if dealt else None,
        state.taker,
        state.declared_by,
        bool(mine),
        dragon_by if silent else NOBODY,
        _buried(state, viewer),
        state.monchi,
        REGIMES[state.regime] if state.table else None,
        tuple(state.tricks),
        _face_down(state, viewer) if state.face_down else (),
        state.leader,
        _table(state, viewer),
        tuple(state.yaku),
        state.ko,
        state.standing,
        tuple(state.hand_scores),
    )


def _asked(state: "MeriState", viewer: int) -> int:
    """Return who is to act, as far as the viewer may know: a poll of the holder alone must not show who holds."""
    if state.phase == POLL and state.game.options.dragon_poll == "holder_only" and state.turn != viewer:
        return NOBODY
    return state.turn


def _sizes(state: "MeriState") -> tuple[int, ...]:
    """Return how many cards each seat holds, from what is public."""
    size = 9 - len(state.tricks) if state.oki >= 0 else 0
    sizes = hand_sizes(state.seats, size, state.leader, len(state.table))
    if state.phase == LEAD:
        return (*sizes[: state.taker], size + 1, *sizes[state.taker + 1 :])
    return sizes


def _buried(state: "MeriState", viewer: int) -> int | None:
    if state.taker < 0 or state.phase in (LEAD, BURY):
        return None
    return state.buried if viewer == state.taker else HIDDEN


def _face_down(state: "MeriState", viewer: int) -> tuple[FaceDown, ...]:
    return tuple([one if one[1] == viewer else _UNSEEN[one[0]][one[1]] for one in state.face_down])


def _table(state: "MeriState", viewer: int) -> tuple[int, ...]:
    """Return the cards on the table, other seats' face-down trumps and the unshown opening lead HIDDEN."""
    if state.phase == BURY:
        return (state.opening if viewer == state.taker else HIDDEN,)
    table, unseen = state.table, state.trick_mask & state.trumps.mask
    if unseen and state.regime != MERI:
        unseen &= ~BITS[table[0]]
        mine = (viewer - state.leader) % state.seats
        if viewer >= 0 and mine < len(table):
            unseen &= ~BITS[table[mine]]
        if unseen:
            return tuple([HIDDEN if BITS[card] & unseen else card for card in table])
    return tuple(table)
