"""Worlds that fit what everybody knows of shirinma: the cards that are not dealt, in any order."""

from typing import TYPE_CHECKING

from engine.core.bits import cards, mask_of
from engine.core.deck import HIDDEN
from engine.core.game import Worlds
from engine.games.mechanics.auction import NO_BID, Auction
from engine.games.shirinma.state import ShirinmaState
from engine.games.shirinma.view import AUCTION, ShirinmaView
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.shirinma.game import Shirinma


class ShirinmaWorlds(Worlds[ShirinmaView]):
    """Nothing that happened tells one order of the pack from another."""

    def __init__(self, game: "Shirinma", view: ShirinmaView) -> None:
        self._base = state = game.new(view.dealer)
        state.hand_scores, state.carried = list(view.hand_scores), view.carried
        state.field = HIDDEN if view.field is None else view.field
        state.bottom = HIDDEN if view.bottom is None else view.bottom
        state.shown, state.rides, state.paid = view.shown, list(view.rides), list(view.paid)
        state.given = view.shown.bit_count() + len(view.rides)
        state.phase, state.turn = view.phase, view.to_act
        if view.phase == AUCTION:
            owner = view.rides[-1].owner
            bid, out = view.bid or NO_BID, 1 << owner
            state.auction = Auction(game.seats, view.to_act, False, bid, view.bidder, out, view.passes)
        open_ = mask_of([state.field, state.bottom, *(ride.card for ride in view.rides)])
        self._unseen = cards(game.deck.mask & ~open_ & ~view.shown) if view.pack else ()

    def sample(self, rng: Bits) -> ShirinmaState:
        """Return a world drawn at random."""
        world = self._base.clone()
        world.pack = shuffled(self._unseen, rng)
        return world
