"""The banking games by rule of thumb: bet all one can where the bank loses on average, else one unit."""

from collections.abc import Sequence

from engine.bots.bot import Budget
from engine.core.deck import HIDDEN
from engine.games.mechanics.banking import BankingView
from engine.games.mechanics.banking_game import BankingGame
from engine.games.mechanics.bets import DONE
from poems.chance import Bits


class BankingThumb:
    """Nothing is known of a card before it is turned up, so all slots are alike."""

    def __init__(self, game: BankingGame) -> None:
        self._bold = expectation(game) > 0

    def choose(self, view: BankingView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return one of the legal actions: the highest stake on the last free slot, or once a stake of one."""
        if self._bold:
            return legal[-1]
        return DONE if view.bets[view.viewer] or len(legal) == 1 else legal[1]


def expectation(game: BankingGame) -> float:
    """Return what a bet wins on average, in stakes, before losses are capped."""
    banks = game.pack if game.has_bank_card else (HIDDEN,)
    results = [game.multiple(card, bank) for card in game.pack for bank in banks if card != bank]
    return sum(results) / len(results)
