"""Kakkuri by rule of thumb: lay as many cards as the turn allows, and keep the wild ones to go out with.

Against its own kind, holding wild cards back until they end the round earned more than laying them to save a pass or to
let three others follow.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.bots.bot import Budget
from engine.core.bits import cards
from engine.games.kakkuri import Kakkuri, KakkuriState, KakkuriView
from engine.games.kakkuri.actions import KEEP, SANSOKU, TURN_BOX
from engine.games.kakkuri.ranks import HAND, SEQUENCE, WILD
from engine.games.mechanics.shedding import ANY, END, MASKS, paired, sets, tripled
from poems.chance import Bits

CARD: Final = 1
"""What a card left in the hand costs."""
WILD_CARD: Final = -HAND
"""A wild one is worth more than all others that could follow it."""
OUT: Final = -100
NO_LINE: Final = 100


class KakkuriThumb:
    """Looks at the own hand and the number on top, and at nothing else."""

    def __init__(self, game: Kakkuri) -> None:
        """Take the game; this rule of thumb is the same for all its options."""

    def choose(self, view: KakkuriView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        top = ANY if view.top is None else view.top
        return _choice(view.hand, top, legal, pairs_only=view.pairs_only[view.viewer])

    def act(self, state: KakkuriState, legal: Sequence[int]) -> int:
        """Return what `choose` would from the view of the seat to act: for playouts, which need no view then."""
        seat = state.turn
        return _choice(state.hands[seat], state.top, legal, pairs_only=bool(state.in_pairs >> seat & 1))


def _choice(hand: int, top: int, legal: Sequence[int], *, pairs_only: bool) -> int:
    if KEEP in legal:
        return KEEP
    if SANSOKU in legal and not goes_out(hand, top, pairs_only=False):
        return SANSOKU
    action, cost = _line(hand, top, pairs_only=pairs_only)
    if action != END and cost < _held(hand):
        return action
    if TURN_BOX in legal:
        return TURN_BOX
    return END if END in legal else action


def goes_out(hand: int, top: int, *, pairs_only: bool) -> bool:
    """Say whether a whole hand can be laid in one turn on what is on top."""
    return not hand or _line(hand, top, pairs_only=pairs_only)[1] == OUT


def _held(hand: int) -> int:
    wild = (hand & WILD).bit_count()
    return CARD * (hand.bit_count() - wild) + WILD_CARD * wild if hand else OUT


@lru_cache(maxsize=1 << 15)
def _line(hand: int, top: int, *, pairs_only: bool) -> tuple[int, int]:
    """Return the first play of the best line that lays something, and what is held after it; END where none can."""
    best, first = NO_LINE, END
    for action in cards(_plays(hand, top, pairs_only=pairs_only)):
        left = hand & ~MASKS[action]
        cost = _held(left)
        if left:
            cost = min(cost, _line(left, SEQUENCE.tops[action], pairs_only=pairs_only)[1])
        if cost < best:
            best, first = cost, action
    return first, best


def _plays(hand: int, top: int, *, pairs_only: bool) -> int:
    """Return the actions that lay something, as a mask."""
    numbers = SEQUENCE.numbers[top]
    if pairs_only:
        return sets(hand, paired(hand) & numbers, 2)
    return hand & SEQUENCE.singles[top] | sets(hand, tripled(hand) & numbers, 3)
