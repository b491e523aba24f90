"""A player that is kept from blunders: it never gets to see the actions that everybody at the table would laugh at."""

from collections.abc import Sequence
from typing import Any

from engine.bots.blunders import watch
from engine.bots.bot import AnyBot, Budget
from engine.core.game import Game, View
from poems.chance import Bits


class Sensible:
    """Lets another player choose among the legal actions that are no blunders."""

    def __init__(self, game: Game[Any], bot: AnyBot) -> None:
        """Take the game and who plays it."""
        self._blunders = watch(game)
        self._bot = bot

    def choose(self, view: View, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return what the player chooses; blunders are never all that is legal."""
        found = self._blunders(view, legal)
        left = [action for action in legal if action not in found] if found else legal
        return self._bot.choose(view, left, bits, budget)
