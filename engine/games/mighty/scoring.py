"""What a hand of Mighty pays: docs/rules/mighty.md §7."""

from typing import Final

from engine.core.events import NOBODY
from engine.decks.french import NO_SUIT
from engine.games.mechanics.ledger import side_against_rest
from engine.games.mighty.actions import LOWEST, TOP_NUMBER, number_of, trump_of

SEATS: Final = 5
MAJORITY: Final = 11


def base(bid: int, taken: int, *, no_friend: bool) -> int:
    """Return what an opponent pays, below zero what it gets."""
    number = number_of(bid)
    made = taken >= number
    worth = 2 * (number - LOWEST) + taken - number if made else taken - number
    doubles = no_friend + (trump_of(bid) == NO_SUIT)
    doubles += taken == TOP_NUMBER if made else TOP_NUMBER - taken >= MAJORITY
    return worth << doubles if worth >= 0 else -(-worth << doubles)


def payments(declarer: int, friend: int, bid: int, taken: int, *, no_friend: bool) -> tuple[int, ...]:
    """Return what every seat gets; `friend` is NOBODY where the declarer was alone, called so or not."""
    paid = base(bid, taken, no_friend=no_friend)
    if friend == NOBODY:
        return side_against_rest(SEATS, {declarer: (SEATS - 1) * paid}, -paid)
    return side_against_rest(SEATS, {declarer: 2 * paid, friend: paid}, -paid)
