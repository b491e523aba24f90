"""Worlds that fit what one seat of a banking game knows: any cards on the table, and any bets that were laid unseen."""

from typing import TYPE_CHECKING

from engine.core.deck import HIDDEN
from engine.core.game import Worlds
from engine.games.mechanics.banking import BankingView, Bet
from engine.games.mechanics.banking_state import BankingState
from poems.chance import Bits, below, shuffled

if TYPE_CHECKING:
    from engine.games.mechanics.banking_game import BankingGame


class BankingWorlds(Worlds[BankingView]):
    """Nothing tells one table from another before it is shown."""

    def __init__(self, game: "BankingGame", view: BankingView) -> None:
        self._game = game
        self._view = view
        self._table = view.slots if view.bank is None else (view.bank, *view.slots)

    def sample(self, rng: Bits) -> BankingState:
        """Return a world drawn at random."""
        view, state = self._view, self._game.new(self._view.dealer)
        state.banker, state.turn = view.banker, view.to_act
        state.hand_scores, state.holdings = list(view.hand_scores), list(view.holdings)
        state.done = sum(1 << seat for seat, done in enumerate(view.done) if done)
        state.shown = HIDDEN not in self._table and bool(self._table)
        state.table = self._table
        if not state.shown:
            state.table = shuffled(self._game.pack, rng)[: len(self._table)]
        state.bets = [
            self._some_bets(seat, rng) if bets and bets[0].slot is None else list(bets)
            for seat, bets in enumerate(view.bets)
        ]
        return state

    def _some_bets(self, seat: int, rng: Bits) -> list[Bet]:
        """Return as many bets as the seat laid, on any slots, with stakes that it could pay."""
        count, rest = len(self._view.bets[seat]), self._view.holdings[seat]
        slots = shuffled(range(1, self._game.slots + 1), rng)[:count]
        bets = []
        for at, slot in enumerate(slots):
            stake = 1 + below(min(rest - (count - at - 1), self._game.options.max_stake), rng)
            rest -= stake
            bets.append(Bet(slot, stake))
        return bets
