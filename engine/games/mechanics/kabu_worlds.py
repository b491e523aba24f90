"""Worlds that fit what one seat of kabu knows: every field was decided as its hidden card let it be."""

from typing import TYPE_CHECKING

from engine.core.bits import cards
from engine.core.deck import HIDDEN
from engine.core.game import Worlds
from engine.games.mechanics.kabu import PHASES, KabuView, face, may
from engine.games.mechanics.kabu_state import KabuState
from engine.games.mechanics.unseen import Place, Unseen
from poems.chance import Bits, shuffled

if TYPE_CHECKING:
    from engine.games.mechanics.kabu_game import KabuGame


class KabuWorlds(Worlds[KabuView]):
    """Unseen cards are dead, lie under fields and the bank, or in the pile."""

    def __init__(self, game: "KabuGame", view: KabuView) -> None:
        self._game = game
        self._view = view
        self._base = _public_state(game, view)
        # between two rounds the next banker, who bet in the round that lies there, may have the bank already
        banker = view.dealer - (game.options.bank_rotation and self._base.bank_lost_all())
        self._dead = [
            seat
            for seat in range(game.seats)
            if game.dead_cards and seat not in (view.viewer, banker % game.seats) and view.fields[0]
        ]
        self._covered = [at for at, field in enumerate(view.fields) if None in field]
        self._bank = view.bank.count(None)
        self._everything = sum(1 << card for card in game.pack) if view.fields[0] else 0
        seen = sum(game.some_cards(self._seen()))
        anywhere = [Place(1, self._everything)] * (len(self._dead) + self._bank)
        fields = [Place(1, self._possible(at)) for at in self._covered]
        pile = Place(view.pile, self._everything)
        self._unseen = Unseen(self._everything & ~seen, [*anywhere, *fields, pile])

    def sample(self, rng: Bits) -> KabuState:
        """Return a world drawn at random."""
        *single, pile = self._unseen.deal(rng)
        faces = iter([face(mask.bit_length() - 1) for mask in single])
        world = self._base.clone()
        for seat in self._dead:
            world.dead[seat] = next(faces)
        world.bank = [next(faces) if one == HIDDEN else one for one in world.bank]
        for at in self._covered:
            world.fields[at][1] = next(faces)
        world.pile = shuffled(map(face, cards(pile)), rng)
        return world

    def _seen(self) -> list[list[int]]:
        skip = 1 if self._game.fixed_fields else 0
        view = self._view
        zones = [*(field[skip:] for field in view.fields), view.bank, (view.dead,)]
        return [[one for one in zone if one is not None] for zone in zones]

    def _possible(self, at: int) -> int:
        """Return the cards that can lie face down on a field, after what was decided there."""
        first, *_ = self._view.fields[at]
        took, stood = len(self._view.fields[at]) == 3, self._view.stood[at + 1]
        mask = 0
        for card in cards(self._everything):
            may_take, may_stand = may(first or 0, face(card))
            if (may_take or not took) and (may_stand or not stood):
                mask |= 1 << card
        return mask


def _public_state(game: "KabuGame", view: KabuView) -> KabuState:
    """Return a state with all that the view shows."""
    state = game.new(view.dealer)
    state.hand_scores = list(view.hand_scores)
    state.phase, state.turn = PHASES.index(view.phase), view.to_act
    if view.viewer >= 0 and view.dead is not None:
        state.dead[view.viewer] = view.dead
    state.fields = [[HIDDEN if one is None else one for one in field] for field in view.fields]
    state.bank = [HIDDEN if one is None else one for one in view.bank]
    state.bets = list(map(list, view.bets))
    state.done = sum(1 << seat for seat, done in enumerate(view.done) if done)
    state.stood = sum(1 << number for number, stood in enumerate(view.stood) if stood)
    state.drawn_from, state.shown = list(view.drawn_from), view.shown
    return state
