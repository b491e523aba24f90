"""A result as somebody typed it: what it means, or what is wrong with it. Pure."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from webapp.practice.events import How, Pair, Played
from webapp.tournaments.sheet import whole

MOST: Final = 50
"""Cards that somebody can have left: 25, and all of the other's by penalties."""
USUAL: Final = 25


class Fault(StrEnum):
    """What is wrong with a typed result."""

    WINNER = "winner"
    """Nobody is said to have won."""
    MARGIN = "margin"
    """No number of cards that can be."""
    NO_MARGIN = "no_margin"
    """A walkover or a game that was given up has none."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A typed result that cannot be used."""

    fault: Fault


def typed_result(number: int, both: Pair, winner: str, margin: str, how: How) -> Played | Unusable:
    """Return what was typed as a fact; the number of cards in digits of any width, or nothing where nobody counted."""
    if winner not in {str(one) for one in both}:
        return Unusable(Fault.WINNER)
    cards = whole(margin, 1, MOST) if margin.strip() else None
    if margin.strip() and cards is None:
        return Unusable(Fault.MARGIN)
    if cards is not None and how is not How.CARDS:
        return Unusable(Fault.NO_MARGIN)
    return Played(number, both, int(winner), cards, how)
