"""Why an action of Mighty is refused."""

from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.why import NO_TURN, Why
from engine.decks.french import JOKER, SUIT_MASKS, SUITS, french
from engine.games.mechanics.asking import JOKER0, JOKER_BIT
from engine.games.mighty.actions import (
    ACTIONS,
    BID0,
    CALL_C3,
    CALL_S3,
    DISCARD0,
    FRIEND0,
    KITTY,
    RIPPERS,
    denomination_of,
    number_of,
)
from engine.games.mighty.ranks import ripper
from engine.games.mighty.view import AUCTION, CALLING, DISCARD, TRICKS

if TYPE_CHECKING:
    from engine.games.mighty.state import MightyState


def why(state: "MightyState", action: int) -> Why:
    """Return the reason against an action that is not legal."""
    if state.phase == AUCTION:
        return _why_not_said(state, action)
    if state.phase == DISCARD:
        if DISCARD0 <= action < ACTIONS:
            return Why("all {count} cards to discard must come from your hand", count=str(KITTY))
        return Why("the declarer must discard {count} cards now", count=str(KITTY))
    if state.phase == CALLING:
        return Why("the declarer must call a friend now, or none")
    return _why_not_played(state, action) if state.phase == TRICKS else NO_TURN


def _why_not_said(state: "MightyState", action: int) -> Why:
    if not BID0 <= action < FRIEND0:
        return Why("this is the auction: pass or bid")
    standing = state.auction.bid
    return Why("a bid must be higher than {bid}", bid=f"{number_of(standing)} {denomination_of(standing)}")


def _why_not_played(state: "MightyState", action: int) -> Why:
    if not 0 <= action <= CALL_S3:
        return Why("a card must be played now")
    card = RIPPERS[action] if action >= CALL_C3 else min(action, JOKER)
    if card not in state.hands[state.turn]:
        return Why("{card} is not in your hand", card=french().code(card))
    if state.table:
        return _why_not_followed(state, action)
    if action == JOKER:
        return Why("the joker that leads names a suit")
    if action < JOKER0:
        return Why("the declarer may not lead a trump to the first trick")
    if card != ripper(state.trump):
        return Why("the joker is called with {card}", card=french().code(ripper(state.trump)))
    return Why("the joker cannot be called in the first trick")


def _why_not_followed(state: "MightyState", action: int) -> Why:
    if action >= JOKER0:
        return Why("only the card that leads can ask for something")
    hand, duty = mask_of(state.hands[state.turn]), state.duty
    asked = duty.asked if hand & duty.asked else duty.or_else
    if asked == JOKER_BIT:
        return Why("the joker is called: play it, or the mighty")
    return Why("you must follow suit ({suit})", suit=SUITS[SUIT_MASKS.index(asked)])
