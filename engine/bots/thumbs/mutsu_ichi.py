"""Mutsu-ichi by rule of thumb: as banker pick anything; else place one card, the number that came most often.

Every placing is worth nothing against a banker who picks at random, so this bets on a banker who does not.
"""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.games.mutsu_ichi import MutsuIchi, MutsuIchiView
from engine.games.mutsu_ichi.state import NUMBERS, PLACE0
from poems.chance import Bits, shuffled


class MutsuIchiThumb:
    """Remembers how often each number was picked."""

    def __init__(self, game: MutsuIchi) -> None:
        """Take the game; this rule of thumb is the same for all its options."""

    def choose(self, view: MutsuIchiView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        numbers = shuffled(range(1, NUMBERS + 1), bits)
        if view.phase == "pick":
            return numbers[0] - 1
        often = max(numbers, key=view.picks.count)
        return PLACE0 + (1 << often - 1)
