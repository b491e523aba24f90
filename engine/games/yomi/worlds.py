"""Worlds that fit what one seat of yomi knows: where one must play, who ended a turn held no card that followed."""

from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.decks.mekuri import number
from engine.games.mechanics.shedding import ANY
from engine.games.mechanics.unseen import HiddenHands, Place
from engine.games.yomi.state import YomiState
from engine.games.yomi.view import YomiView
from poems.chance import Bits

if TYPE_CHECKING:
    from engine.games.yomi.game import Yomi


class YomiWorlds(Worlds[YomiView]):
    """The deals that could look so to the viewer."""

    def __init__(self, game: "Yomi", view: YomiView) -> None:
        self._base = base = game.new(view.dealer)
        base.hand_scores = list(view.hand_scores)
        base.turn = view.to_act
        base.top = ANY if view.top is None else view.top
        base.leading, base.last_actor, base.laid = view.leading, view.last_actor, view.laid
        base.moves, base.sizes = list(view.moves), list(view.hand_sizes)
        if view.viewer >= 0:
            base.hands[view.viewer] = view.hand
        everything = mask_of(game.pack) if view.moves or any(view.hand_sizes) else 0
        unseen = everything & ~view.hand & ~sum(move.cards for move in view.moves)
        all_lacks = _lacks(game, view) if game.options.must_play else [0] * game.seats
        may_hold = [everything & ~lacks for lacks in all_lacks]
        left_over = Place((len(game.pack) - game.seats * game.hand_size) * bool(everything), everything)
        self._hidden = HiddenHands(unseen, view.viewer, view.hand_sizes, may_hold, [left_over])

    def sample(self, rng: Bits) -> YomiState:
        """Return a world drawn at random."""
        world = self._base.clone()
        (world.left_over,) = self._hidden.fill(world.hands, rng)
        if world.turn >= 0:
            world.refresh()
        return world


def _lacks(game: "Yomi", view: YomiView) -> list[int]:
    """Return what each seat was seen not to hold when it ended a turn; hands only grow smaller."""
    lacks, top, last = [0] * game.seats, ANY, NOBODY
    for move in view.moves:
        if move.did == "laid":
            top = ANY if move.cards == game.wild else number(move.cards.bit_length() - 1)
            last = move.seat
            continue
        lacks[move.seat] |= game.sequence.singles[top]
        if (move.seat + 1) % game.seats == last:
            top = ANY
    return lacks
