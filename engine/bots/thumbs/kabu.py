"""Kabu by rule of thumb: a small stake on the best first card, a third card up to five; the banker counts chances."""

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from engine.bots.bot import Budget
from engine.games.mechanics.bets import DONE, bet
from engine.games.mechanics.kabu import KabuView, may, value
from engine.games.mechanics.kabu_game import KabuGame
from poems.chance import Bits

TAKE_UP_TO: Final = 5
"""With this value a third card makes the cards better more often than worse."""
FACES: Final = range(1, 11)


class KabuThumb:
    """The bank has the better of it, so it bets the least and loses the least."""

    def __init__(self, game: KabuGame) -> None:
        self._game = game

    def choose(self, view: KabuView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if len(legal) == 1:
            return legal[0]
        if view.phase == "bet":
            return self._bet(view)
        if view.phase == "draw":
            return legal[0]
        held = tuple(one or 0 for one in (view.bank if view.phase == "bank" else view.fields[view.field - 1]))
        if view.phase == "bank":
            if self._game.beats_all(held):
                return self._game.stand
            drawing = fmean(self._expected(view, (*held, drawn)) for drawn in FACES)
            return self._game.card if drawing > self._expected(view, held) else self._game.stand
        return self._game.card if value(held) <= TAKE_UP_TO else self._game.stand

    def _bet(self, view: KabuView) -> int:
        """Bet one unit on the first card that is worth most."""
        if view.bets[view.viewer]:
            return DONE
        firsts = [field[0] or 0 for field in view.fields]
        best = max(range(len(firsts)), key=lambda at: firsts[at] % 10)
        return bet(best + 1, 1, self._game.options.max_total_bet)

    def _expected(self, view: KabuView, bank: tuple[int, ...]) -> float:
        """Return what these cards win for the bank, all hidden numbers that fit being equally likely."""
        won = 0.0
        for at, (first, _, *third) in enumerate(view.fields, start=1):
            stake = sum(one.stake or 0 for bets in view.bets for one in bets if one.slot == at)
            if stake and first is not None:
                open_ = [one or 0 for one in third]
                hidden = [face for face in FACES if may(first, face)[0 if third else 1]]
                results = [self._game.multiple(bank, (first, face, *open_)) for face in hidden]
                won -= stake * fmean(results)
        return won
