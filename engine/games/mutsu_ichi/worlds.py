"""Worlds that fit what one seat of mutsu-ichi knows: any pick, and any cards that were placed unseen."""

from typing import TYPE_CHECKING

from engine.core.game import Worlds
from engine.games.mutsu_ichi.state import NUMBERS, MutsuIchiState, numbers_of
from engine.games.mutsu_ichi.view import MutsuIchiView
from poems.chance import Bits, below

if TYPE_CHECKING:
    from engine.games.mutsu_ichi.game import MutsuIchi


class MutsuIchiWorlds(Worlds[MutsuIchiView]):
    """Nothing tells one commitment from another before it is shown."""

    def __init__(self, game: "MutsuIchi", view: MutsuIchiView) -> None:
        self._game = game
        self._view = view

    def sample(self, rng: Bits) -> MutsuIchiState:
        """Return a world drawn at random."""
        view, state = self._view, self._game.new(self._view.dealer)
        state.hand_scores, state.picks = list(view.hand_scores), list(view.picks)
        state.phase, state.turn, state.shown = view.phase, view.to_act, view.shown
        state.done = sum(1 << seat for seat, done in enumerate(view.done) if done)
        state.pick, state.placed = view.pick, list(view.placed)
        if state.pick is None and view.done[view.dealer]:
            state.pick = 1 + below(NUMBERS, rng)
        for seat, done in enumerate(view.done):
            if done and seat != view.dealer and state.placed[seat] is None:
                placings = self._game.placings
                state.placed[seat] = numbers_of(placings[below(len(placings), rng)])
        return state
