"""Worlds that fit what everybody knows of Bōzu-mekuri: the unseen cards in any order."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.core.bits import mask_of
from engine.core.deck import HIDDEN
from engine.core.game import Worlds
from engine.games.bozu_mekuri.state import BozuMekuriState
from engine.games.bozu_mekuri.view import BozuMekuriView
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.bozu_mekuri.game import BozuMekuri


class BozuMekuriWorlds(Worlds[BozuMekuriView]):
    """Nothing that happened tells one order of the unseen cards from another, so all are equally likely."""

    def __init__(self, game: "BozuMekuri", view: BozuMekuriView) -> None:
        self._game = game
        self._view = view
        open_ = [card for cards in (*view.hands, view.pot) for card in cards if card != HIDDEN]
        dealt = any(view.stacks) or open_ or view.hand_scores
        self._unseen = [card for card in game.pack if card not in open_] if dealt else []

    def sample(self, rng: Bits) -> BozuMekuriState:
        """Return a world drawn at random."""
        view, state = self._view, self._game.new(self._view.dealer)
        unseen = iter(shuffled(self._unseen, rng))
        face_down: list[int] = []
        state.hands = [_filled(hand, unseen, face_down) for hand in view.hands]
        state.pot = _filled(view.pot, unseen, face_down)
        state.blind = mask_of(face_down)
        state.stacks = [tuple(next(unseen) for _ in range(size)) for size in view.stacks]
        state.direction, state.drawn, state.turn = view.direction, view.drawn, view.to_act
        state.inside, state.missing = _mask(view.inside), _mask(view.missing)
        state.hand_scores = list(view.hand_scores)
        return state


def _filled(shown: Sequence[int], unseen: Iterator[int], face_down: list[int]) -> list[int]:
    """Return cards with the hidden ones drawn from `unseen`, which are noted in `face_down`."""
    out = []
    for card in shown:
        if card == HIDDEN:
            out.append(next(unseen))
            face_down.append(out[-1])
        else:
            out.append(card)
    return out


def _mask(flags: Sequence[bool]) -> int:
    return sum(1 << seat for seat, flag in enumerate(flags) if flag)
