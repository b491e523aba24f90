"""Worlds that fit what one seat of kan knows.

Who said to hold a card held it, and a seat lacks what it did not follow with.
"""

from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.core.hands import listed
from engine.decks.french import JOKER, SUITS
from engine.games.kan.ranks import PACK, SEATS, ace_of, duty
from engine.games.kan.state import KanState
from engine.games.kan.view import TRICKS, KanView
from engine.games.mechanics.tricks import Trick, played
from engine.games.mechanics.unseen import HiddenHands
from poems.chance import Bits

if TYPE_CHECKING:
    from engine.games.kan.game import Kan


class KanWorlds(Worlds[KanView]):
    """The deals that could look so to the viewer."""

    def __init__(self, game: "Kan", view: KanView) -> None:
        self._game = game
        self._view = view
        self._base = self._public_state()
        tricks = (*view.tricks, Trick(view.leader, NOBODY, view.table))
        everything = mask_of(PACK) if any(view.hand_sizes) or view.tricks else 0
        seen = view.hand | played(view.tricks, view.table)
        may_hold = [everything & ~lacks for lacks in self._lacks(tricks)]
        self._hidden = HiddenHands(everything & ~seen, view.viewer, view.hand_sizes, may_hold)

    def sample(self, rng: Bits) -> KanState:
        """Return a world drawn at random."""
        world = self._base.clone()
        self._hidden.fill_listed(world.hands, rng)
        world.refresh()
        return world

    def _lacks(self, tricks: tuple[Trick, ...]) -> list[int]:
        """Return what each seat cannot hold any more, or never held."""
        view, lacks = self._view, [0] * SEATS
        for trick, ask in zip(tricks, view.asks, strict=False):
            asked = duty(trick.cards[0], ask)
            for at, card in enumerate(trick.cards[1:], start=1):
                lacks[self._base.after(trick.leader, at)] |= asked.lacking(card)
        if view.ace >= 0 and view.trump is not None:
            for holder, card in ((view.ace, ace_of(SUITS.index(view.trump))), (view.joker, JOKER)):
                for seat in range(SEATS):
                    lacks[seat] |= (1 << card) * (seat != holder)
        return lacks

    def _public_state(self) -> KanState:
        """Return a state with all that the view shows and no other seat's cards."""
        view = self._view
        state = self._game.new(view.dealer)
        state.hand_scores = list(view.hand_scores)
        state.round, state.deal_number, state.order = view.round, view.deal, view.order
        state.partners, state.ace, state.joker = view.partners, view.ace, view.joker
        if view.trump is not None:
            state.trump = SUITS.index(view.trump)
        if view.viewer >= 0:
            state.hands[view.viewer] = listed(view.hand)
        state.sizes, state.pictures = list(view.hand_sizes), list(view.pictures)
        state.tricks, state.asks = list(view.tricks), list(view.asks[: len(view.tricks)])
        state.ask = "".join(view.asks[len(view.tricks) :])
        state.phase, state.turn, state.leader = view.phase, view.leader, view.leader
        if view.phase == TRICKS:
            state.last = state.after(view.leader, -1)
        for card in view.table:
            state.show(card)
        state.turn = view.to_act
        return state
