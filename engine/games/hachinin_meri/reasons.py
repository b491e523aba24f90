"""Why an action of Hachinin-meri is refused."""

from typing import TYPE_CHECKING

from engine.core.why import NO_TURN, Why
from engine.decks.unsun import SUIT_SIZE, SUITS, unsun
from engine.games.hachinin_meri.actions import CARDS, DISCARD0, LEAD0, PASS, ROBATTA
from engine.games.hachinin_meri.phases import BURY, LEAD, MERI, POLL, TRICKS

if TYPE_CHECKING:
    from engine.games.hachinin_meri.state import MeriState


def why(state: "MeriState", action: int) -> Why:
    """Return the reason against an action that is not legal."""
    if state.phase == POLL and state.turn >= 0:
        if action == ROBATTA:
            return Why("only the holder of {card} can declare robatta", card=_code(state.trumps.dragon))
        return Why("the dragon of trumps is asked for: pass or declare robatta")
    if state.phase == LEAD:
        return _why_not_led(state, action)
    if state.phase == BURY:
        if not DISCARD0 <= action < PASS:
            return Why("a card must be laid under the opening lead now")
        return _not_held(action - DISCARD0)
    if state.phase == TRICKS:
        return _why_not_played(state, action)
    return NO_TURN


def _why_not_led(state: "MeriState", action: int) -> Why:
    if not LEAD0 <= action < DISCARD0:
        return Why("the opening lead is to be chosen now")
    card = action - LEAD0
    if card not in state.hands[state.turn]:
        return _not_held(card)
    return Why("{card} is a trump: a trump may open only where all ten cards are trumps", card=_code(card))


def _why_not_played(state: "MeriState", action: int) -> Why:
    if not 0 <= action < CARDS:
        return Why("a card must be played now")
    if action not in state.hands[state.turn]:
        return _not_held(action)
    if state.regime == MERI:
        return Why("a trump was led (meri): you must play a trump")
    suit = SUITS[state.table[0] // SUIT_SIZE]
    return Why("monchi: you must follow suit ({suit}) or play a trump", suit=suit)


def _not_held(card: int) -> Why:
    return Why("{card} is not in your hand", card=_code(card))


def _code(card: int) -> str:
    return unsun().code(card)
