"""Why an action of Kakkuri is refused."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.core.bits import cards
from engine.core.why import NO_TURN, Why
from engine.decks.mekuri import mekuri48, number
from engine.games.kakkuri.actions import DROP, KEEP, SANSOKU, SWAP, TURN_BOX
from engine.games.kakkuri.ranks import HAND, SEQUENCE
from engine.games.kakkuri.view import PLAY, SWAPS
from engine.games.mechanics.shedding import ACTIONS, COUNTS, END, MASKS, paired

if TYPE_CHECKING:
    from engine.games.kakkuri.state import KakkuriState

PAIR: Final = 2


def why(state: "KakkuriState", action: int) -> Why:
    """Return the reason against an action that is not legal."""
    if state.phase == SWAPS:
        return Why("hands are being swapped unseen now: swap or keep")
    if state.phase != PLAY:
        return NO_TURN
    if action in (KEEP, SWAP):
        return Why("the swaps are over")
    word = _WORDS.get(action)
    if word is not None:
        return word(state)
    if not 0 <= action < ACTIONS or not MASKS[action]:
        return Why("play cards or end the turn now")
    return _why_not_play(state, action)


def _why_not_end(state: "KakkuriState") -> Why:
    if state.may_turn:
        return Why("all others have passed: turn up a box card or play before you end")
    return Why("the box is empty and all others have passed: you must play a card before you end")


def _why_no_sansoku(state: "KakkuriState") -> Why:
    hand = state.hands[state.turn]
    if state.in_pairs >> state.turn & 1:
        return Why("you have declared sansoku already")
    if state.laid or state.sizes[state.turn] != HAND:
        return Why("sansoku is declared at the start of a turn, with all six cards in hand")
    assert paired(hand).bit_count() < HAND // PAIR
    return Why("sansoku needs three pairs of three different numbers")


def _why_not_turn(state: "KakkuriState") -> Why:
    if not state.game.options.box_choice:
        return Why("this table turns up a box card by itself")
    return Why("a box card is turned up only at the start of a turn before which all others passed")


def _why_not_drop(state: "KakkuriState") -> Why:
    if not state.game.options.drop_out:
        return Why("nobody may leave the round at this table")
    return Why("you have played a card, so you may not leave the round")


_WORDS: Final[dict[int, Callable[["KakkuriState"], Why]]] = {
    END: _why_not_end,
    SANSOKU: _why_no_sansoku,
    TURN_BOX: _why_not_turn,
    DROP: _why_not_drop,
}


def _why_not_play(state: "KakkuriState", action: int) -> Why:
    hand, count = state.hands[state.turn], COUNTS[action]
    missing = MASKS[action] & ~hand
    if missing:
        return Why("{card} is not in your hand", card=mekuri48().codes(missing)[0])
    pairs_only = state.in_pairs >> state.turn & 1
    if pairs_only and count != PAIR:
        return Why("after sansoku only pairs are played")
    if not pairs_only and count == PAIR:
        return Why("pairs are played only after sansoku")
    face = number(cards(MASKS[action])[0])
    numbers = " or ".join(str(place + 1) for place in cards(SEQUENCE.numbers[state.top]))
    return Why("{number} does not follow: play {numbers}", number=str(face), numbers=numbers)
