"""Shirinma by rule of thumb: bid one more as long as the ride costs less than its chance of half the pot is worth."""

from collections.abc import Sequence
from typing import Final

from engine.bots.bot import Budget
from engine.core.bits import mask_of
from engine.decks.mekuri import number
from engine.games.shirinma import Shirinma, ShirinmaView
from engine.games.shirinma.ranks import FORFEIT, ORDER, suit
from engine.games.shirinma.state import PASS
from poems.chance import Bits

CAUTION: Final = 0.8
"""What part of the expected half one pays at most."""


class ShirinmaThumb:
    """Counts which bottom cards would let the card win."""

    def __init__(self, game: Shirinma) -> None:
        self._everything = mask_of(game.pack)

    def choose(self, view: ShirinmaView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        worth = CAUTION * self._chance(view) * view.pot / 2
        return legal[1] if len(legal) > 1 and legal[1] <= worth else PASS

    def _chance(self, view: ShirinmaView) -> float:
        """Return the chance that the card bid for wins, were no better one of its suit to come."""
        card = view.rides[-1].card
        held = [ride.card for ride in view.rides if suit(ride.card) == suit(card)]
        if view.field is None or suit(view.field) == suit(card) or card != max(held, key=_rank):
            return 0.0
        seen = mask_of([view.field, *(ride.card for ride in view.rides)]) | view.shown
        unseen = [one for one in range(self._everything.bit_length()) if not seen >> one & 1]
        winning = [one for one in unseen if suit(one) == suit(card) and number(one) not in FORFEIT]
        better = [one for one in winning if number(one) in ORDER and _rank(one) > _rank(card)]
        return (len(winning) - len(better)) / len(unseen) / (1 + len(better))


def _rank(card: int) -> int:
    return ORDER.index(number(card))
