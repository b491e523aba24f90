"""Why an action of Napoleon is refused."""

from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.why import NO_TURN, Why
from engine.decks.french import JOKER, SUIT_MASKS, SUITS, french
from engine.games.napoleon.actions import (
    BID0,
    CALL0,
    CARDS,
    DISCARD0,
    PASS,
    denomination_of,
    number_of,
)
from engine.games.napoleon.ranks import JOKER_BIT, POINTS
from engine.games.napoleon.view import AUCTION, CALL, DISCARD, TRICKS

if TYPE_CHECKING:
    from engine.games.napoleon.state import NapoleonState


def why(state: "NapoleonState", action: int) -> Why:
    """Return the reason against an action that is not legal."""
    if state.phase == AUCTION:
        return _why_not_said(state, action)
    if state.phase == CALL:
        return _why_not_called(action)
    if state.phase == DISCARD:
        return _why_not_discarded(state, action)
    if state.phase == TRICKS:
        return _why_not_played(state, action)
    return NO_TURN


def _why_not_said(state: "NapoleonState", action: int) -> Why:
    if action == PASS:
        return Why(
            "everybody passed, so the holder of {card} must bid", card=french().code(state.must_bid_card)
        )
    if not BID0 <= action < CALL0:
        return Why("this is the auction: pass or bid")
    options, bid = state.game.options, action - BID0
    if number_of(bid) < options.min_bid:
        return Why("the lowest number to bid is {number}", number=str(options.min_bid))
    if denomination_of(bid) == "NT" and options.no_trump == "off":
        return Why("this table plays no bids without trumps")
    standing = state.auction.bid
    if bid > standing:
        return Why("this table ranks bids without trumps elsewhere")
    said = f"{number_of(standing)} {denomination_of(standing)}"
    return Why("a bid must be higher than {bid}", bid=said)


def _why_not_called(action: int) -> Why:
    if CALL0 <= action < DISCARD0:
        return Why("the joker is not in this pack")
    return Why("the Napoleon must call a card now")


def _why_not_discarded(state: "NapoleonState", action: int) -> Why:
    count = str(state.game.kitty_size)
    if not DISCARD0 <= action < state.game.action_count:
        return Why("the Napoleon must discard {count} cards now", count=count)
    return Why("all {count} cards to discard must come from your hand", count=count)


def _why_not_played(state: "NapoleonState", action: int) -> Why:
    if not 0 <= action < CARDS:
        return Why("a card must be played now")
    if action not in state.hands[state.turn]:
        return Why("{card} is not in your hand", card=french().code(action))
    if not state.table:
        return Why("this table does not let the joker lead the first trick")
    return _why_not_followed(state)


def _why_not_followed(state: "NapoleonState") -> Why:
    """Return which request the hand could have met."""
    hand = mask_of(state.hands[state.turn])
    asked = state.duty.asked if hand & state.duty.asked else state.duty.or_else
    if asked == JOKER_BIT:
        return Why("{card} was led, so the joker must be played", card="S3")
    if asked == POINTS:
        return Why("the joker was led and you have no trump, so you must play a point card")
    suit = SUITS[SUIT_MASKS.index(asked)]
    if state.table[0] == JOKER:
        return Why("the joker was led, so you must play a trump ({suit})", suit=suit)
    return Why("you must follow suit ({suit})", suit=suit)
