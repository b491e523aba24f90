"""The actions of Napoleon as ints and as text: docs/rules/napoleon.md §10.

0-52 play a card, 53 pass, then sixty bids, 53 calls, and the discards in the order of `itertools.combinations`.
"""

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Final

from engine.core.deck import NotationError
from engine.decks.french import NO_SUIT, SUITS, french
from engine.games.mechanics.kitty import discard_text, parse_discard

CARDS: Final = 53
PASS: Final = 53
BID0: Final = 54
BIDS: Final = 60
CALL0: Final = BID0 + BIDS
DISCARD0: Final = CALL0 + CARDS

TOP_NUMBER: Final = 20
NUMBERS: Final = range(11, TOP_NUMBER + 1)
DENOMINATIONS: Final = ("NT", "C", "D", "H", "S", "NT")
"""By rank. No trumps are lowest or highest, as the table plays; both places have their own ints."""
_TRUMPS: Final = (NO_SUIT, *(SUITS.index(letter) for letter in "CDHS"), NO_SUIT)


def bid_of(number: int, place: int) -> int:
    """Return a bid's rank from a number of points and a place in DENOMINATIONS."""
    return (number - NUMBERS.start) * 6 + place


def number_of(bid: int) -> int:
    """Return the number of points that a bid promises."""
    return NUMBERS.start + bid // 6


def denomination_of(bid: int) -> str:
    """Return `S`, `H`, `D`, `C` or `NT`."""
    return DENOMINATIONS[bid % 6]


def trump_of(bid: int) -> int:
    """Return the trump suit of a bid, NO_SUIT for no trumps."""
    return _TRUMPS[bid % 6]


def places(no_trump: str) -> tuple[int, ...]:
    """Return the places in DENOMINATIONS that a table uses, from `no_trump`: off, low or high."""
    return {"off": (1, 2, 3, 4), "low": (0, 1, 2, 3, 4), "high": (1, 2, 3, 4, 5)}[no_trump]


def _bid_text(bid: int) -> str:
    return f"bid {number_of(bid)} {denomination_of(bid)}"


_CODES: Final = tuple(card.code for card in french().cards)
_TEXTS: Final = (
    *(f"play {code}" for code in _CODES),
    "pass",
    *map(_bid_text, range(BIDS)),
    *(f"call {code}" for code in _CODES),
)
_ACTIONS: Final = {text: action for action, text in enumerate(_TEXTS)}
"""For a bid of no trumps the high one; `words` knows the table's."""


@cache
def words(no_trump: str) -> Mapping[str, int]:
    """Return the actions that have a text of their own, all but the discards, as a table writes them."""
    if no_trump != "low":
        return _ACTIONS
    low = {_bid_text(bid): BID0 + bid for bid in range(BIDS) if bid % 6 == 0}
    return {**_ACTIONS, **low}


def text(action: int, kitty: int) -> str:
    """Return an action as text; `kitty` is how many cards a discard has."""
    if action < DISCARD0:
        return _TEXTS[action]
    return discard_text(action - DISCARD0, kitty, french())


def parse(written: str, kitty: int, no_trump: str) -> int:
    """Return the action of a text. Raises NotationError."""
    action = words(no_trump).get(written)
    if action is not None:
        return action
    verb, *codes = written.split(" ")
    if verb == "discard":
        return DISCARD0 + parse_discard(codes, kitty, french())
    raise NotationError(
        "it is no action of this game: write pass, bid 13 S, call SA, discard H3 D5 or play D4, with one blank between"
    )


def action_count(kitty: int) -> int:
    """Return how many actions there are for a kitty of this size."""
    return DISCARD0 + comb(CARDS, kitty)
