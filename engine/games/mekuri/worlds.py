"""Worlds that fit what one seat of mekuri knows: unseen cards lie anywhere, but nobody got the hand that went back."""

from typing import TYPE_CHECKING

from engine.core.bits import cards, mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.games.mechanics.fishing import Depths, restore
from engine.games.mekuri.state import MekuriState
from engine.games.mekuri.view import MekuriView
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.mekuri.game import Mekuri


class MekuriWorlds(Worlds[MekuriView]):
    """The deals that could look so to the viewer."""

    def __init__(self, game: "Mekuri", view: MekuriView) -> None:
        self._base = base = game.new(view.dealer)
        restore(base, view)
        base.joined = sum(1 << seat for seat, one in enumerate(view.joined) if one)
        base.out = view.out.index(True) if True in view.out else NOBODY
        base.returned = view.returned
        self._unknown = base.out not in (NOBODY, view.viewer)
        self._depths = Depths(base, view.viewer, view.pile, view.returned)

    def sample(self, rng: Bits) -> MekuriState:
        """Return a world drawn at random."""
        world = self._base.clone()
        self._depths.fill(world, rng)
        if self._unknown:  # nobody else saw that hand, so any cards will do that may have been in it
            gone = mask_of(world.pile) | world.open_cards()
            world.returned = mask_of(shuffled(cards(gone), rng)[: world.game.hand_size])
        return world
