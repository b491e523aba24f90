"""Worlds that fit what one seat of kakeya-torampu knows: a seat lacks what it did not follow with."""

from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.events import NOBODY
from engine.core.game import Worlds
from engine.core.hands import listed
from engine.decks.french import SUITS
from engine.games.kakeya.ranks import duty
from engine.games.kakeya.state import SEATS, KakeyaState
from engine.games.kakeya.view import KakeyaView
from engine.games.mechanics.tricks import Trick, played
from engine.games.mechanics.unseen import HiddenHands
from poems.chance import Bits

if TYPE_CHECKING:
    from engine.games.kakeya.game import Kakeya


class KakeyaWorlds(Worlds[KakeyaView]):
    """The deals that could look so to the viewer."""

    def __init__(self, game: "Kakeya", view: KakeyaView) -> None:
        self._game = game
        self._view = view
        self._trump = SUITS.index(view.trump)
        self._base = self._public_state()
        tricks = (*view.tricks, Trick(view.leader, NOBODY, view.table))
        everything = mask_of(game.pack) if any(view.hand_sizes) or view.tricks else 0
        seen = view.hand | played(view.tricks, view.table)
        may_hold = [everything & ~lacks for lacks in self._lacks(tricks)]
        self._hidden = HiddenHands(everything & ~seen, view.viewer, view.hand_sizes, may_hold)

    def sample(self, rng: Bits) -> KakeyaState:
        """Return a world drawn at random."""
        world = self._base.clone()
        self._hidden.fill_listed(world.hands, rng)
        world.refresh()
        return world

    def _lacks(self, tricks: tuple[Trick, ...]) -> list[int]:
        """Return what each seat cannot hold any more."""
        lacks = [0] * SEATS
        for trick in tricks:
            if trick.cards:
                asked = duty(self._trump, trick.cards[0] // 13, anytime=self._game.options.rensho_anytime)
                for at, card in enumerate(trick.cards[1:], start=1):
                    lacks[(trick.leader + at) % SEATS] |= asked.lacking(card)
        return lacks

    def _public_state(self) -> KakeyaState:
        """Return a state with all that the view shows and no other seat's cards."""
        view = self._view
        state = self._game.new(view.dealer)
        state.hand_scores, state.stones = list(view.hand_scores), list(view.stones)
        state.trump, state.phase = self._trump, view.phase
        if view.viewer >= 0:
            state.hands[view.viewer] = listed(view.hand)
        state.tricks, state.pictures = list(view.tricks), list(view.pictures)
        state.turn = state.leader = state.last = view.leader
        for card in view.table:
            state.show(card)
        state.turn = view.to_act
        return state
