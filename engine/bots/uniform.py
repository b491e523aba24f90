"""The player that picks any legal action, each as likely as the other; and the games it plays against itself."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.bots.bot import Budget
from engine.core.game import Game, View
from engine.core.log import Log
from engine.core.packs import SeededPacks
from poems.chance import Bits, Seed, below

if TYPE_CHECKING:
    from engine.core.events import Event


class Uniform:
    """Picks uniformly; it looks at nothing."""

    def choose(self, view: View, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return any of the legal actions."""
        return legal[below(len(legal), bits)]


def random_hand(game: Game[Any], seed: Seed, dealer: int = 0) -> Log:
    """Return the log of one hand played at random, thrown-in deals included: deals and plays from the seed."""
    state, packs, bits = game.new(dealer), SeededPacks(seed), seed.stream("uniform")
    events: list[Event] = []
    while not state.hand_scores:
        wanted = state.wants()
        if wanted is not None:
            events.extend(state.deal(packs.shuffle(wanted)))
        else:
            legal = state.legal_actions()
            events.extend(state.play(legal[below(len(legal), bits)]))
    return Log(game, dealer, tuple(events), seed.commitment())
