"""The actions of Mighty as ints and as text: docs/rules/mighty.md §9.

0-52 play a card (52, the joker, only where it follows), then the joker led for each suit, the two rippers led with a
call, pass, forty bids, the calls of a friend, and the discards in the order of `itertools.combinations`.
"""

from math import comb
from typing import Final

from engine.decks.french import NO_SUIT, SUITS, card, french
from engine.games.mechanics.asking import JOKER0, JOKER_TEXTS
from engine.games.mechanics.kitty import discard_text, parse_discard
from engine.games.mechanics.wording import Wording

CARDS: Final = 53
CALL_C3: Final = JOKER0 + len(SUITS)
CALL_S3: Final = CALL_C3 + 1
PASS: Final = CALL_S3 + 1
BID0: Final = PASS + 1
TOP_NUMBER: Final = 20
LOWEST: Final = 13
DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
BIDS: Final = (TOP_NUMBER - LOWEST + 1) * len(DENOMINATIONS)
FRIEND0: Final = BID0 + BIDS
FIRST: Final = CARDS
"""What stands among the called cards for the winner of the first trick."""
NO_FRIEND: Final = CARDS + 1
"""What stands there for no friend at all."""
DISCARD0: Final = FRIEND0 + NO_FRIEND + 1
KITTY: Final = 3
ACTIONS: Final = DISCARD0 + comb(CARDS, KITTY)

_TRUMPS: Final = (*(SUITS.index(letter) for letter in "CDHS"), NO_SUIT)


def number_of(bid: int) -> int:
    """Return the number of points that a bid promises."""
    return LOWEST + bid // len(DENOMINATIONS)


def denomination_of(bid: int) -> str:
    """Return `S`, `H`, `D`, `C` or `NT`."""
    return DENOMINATIONS[bid % len(DENOMINATIONS)]


def trump_of(bid: int) -> int:
    """Return the trump suit of a bid, NO_SUIT for no trumps."""
    return _TRUMPS[bid % len(DENOMINATIONS)]


def bid_of(number: int, denomination: str) -> int:
    """Return a bid's rank."""
    return (number - LOWEST) * len(DENOMINATIONS) + DENOMINATIONS.index(denomination)


def overbids(bid: int, standing: int, *, ranked: bool) -> bool:
    """Say whether a bid is higher than the one that stands (below 0: none)."""
    if ranked or standing < 0:
        return bid > standing
    more = number_of(bid) - number_of(standing)
    only_no_trump = denomination_of(bid) == "NT" and denomination_of(standing) != "NT"
    return more > 0 or (more == 0 and only_no_trump)


_CODES: Final = tuple(one.code for one in french().cards)
WORDING: Final = Wording(
    (
        *(f"play {code}" for code in _CODES),
        *JOKER_TEXTS,
        "play C3 call",
        "play S3 call",
        "pass",
        *(f"bid {number_of(bid)} {denomination_of(bid)}" for bid in range(BIDS)),
        *(f"call {code}" for code in _CODES),
        "call first",
        "call none",
    ),
    "pass, bid 13 S, discard H3 D5 C2, call SA, call first, call none, play D4, play JK as S or play C3 call",
)
RIPPERS: Final = {CALL_C3: card("C3"), CALL_S3: card("S3")}
"""The ripper that each call is made with."""


def called_text(called: int) -> str:
    """Return what was called: a card's code, `first` or `none`."""
    return WORDING.texts[FRIEND0 + called].removeprefix("call ")


def text(action: int) -> str:
    """Return an action as text."""
    if action < DISCARD0:
        return WORDING.texts[action]
    return discard_text(action - DISCARD0, KITTY, french())


def parse(written: str) -> int:
    """Return the action of a text. Raises NotationError."""
    verb, *codes = written.split(" ")
    if verb == "discard":
        return DISCARD0 + parse_discard(codes, KITTY, french())
    return WORDING.parse(written)
