"""Worlds that fit what one seat of jūdan knows: nobody passes, so unseen cards lie anywhere."""

from typing import TYPE_CHECKING

from engine.core.game import Worlds
from engine.games.judan.state import JudanState
from engine.games.mechanics.fishing import Depths, FishingView, restore
from poems.chance import Bits

if TYPE_CHECKING:
    from engine.games.judan.game import Judan


class JudanWorlds(Worlds[FishingView]):
    """The deals that could look so to the viewer."""

    def __init__(self, game: "Judan", view: FishingView) -> None:
        self._base = game.new(view.dealer)
        restore(self._base, view)
        self._depths = Depths(self._base, view.viewer, view.pile)

    def sample(self, rng: Bits) -> JudanState:
        """Return a world drawn at random."""
        world = self._base.clone()
        self._depths.fill(world, rng)
        return world
