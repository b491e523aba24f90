"""Ao-kammuri by rule of thumb: receive what one can, attack with what the next player is least likely to hold."""

from collections.abc import Sequence
from math import exp
from typing import Final

from engine.bots.bot import Budget
from engine.games.ao_kammuri import AoKammuri, AoKammuriState, AoKammuriView
from engine.games.ao_kammuri.kinds import JITO_KIND, TENCHI_KIND
from engine.games.mechanics.shedding_attack import PASS, count_of
from poems.chance import Bits

EMPEROR: Final = 0.8
"""An emperor receives nearly everything, so to attack with one is a waste. Fitted on its own play, like the others."""
LAST_OF_KIND: Final = 0.15
"""Without the last card of a kind one can no longer receive it."""
EACH_MORE: Final = 0.02


class AoKammuriThumb:
    """Counts the cards of each kind that are out."""

    def __init__(self, game: AoKammuri) -> None:
        self._names = game.kinds.names
        self._masks = game.kinds.masks

    def choose(self, view: AoKammuriView, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that the rules of thumb find."""
        if len(legal) == 1:
            return legal[0]
        if legal[-1] == PASS:
            return legal[-2]  # the kind of the attack if there is one, then Jitō, then Tenchi
        out, held = self._out(view), self._held(view)
        share = view.hand_sizes[(view.viewer + 1) % len(view.hand_sizes)] / max(1, sum(out))
        return min(legal, key=lambda kind: self._risk(kind, out[kind] * share, held[kind]))

    def act(self, state: AoKammuriState, legal: Sequence[int]) -> int:
        """Return what `choose` would from the view of the seat to act: for playouts, which need no view then.

        What the others hold together follows from one's own hand and the plays, so nothing is peeked at.
        """
        if len(legal) == 1:
            return legal[0]
        if legal[-1] == PASS:
            return legal[-2]
        seat, counts, sizes = state.turn, state.counts, state.sizes
        own, out = counts[seat], sum(counts) - counts[seat]
        share = sizes[(seat + 1) % len(sizes)] / max(1, sum(sizes) - sizes[seat])
        return min(legal, key=lambda kind: self._risk(kind, count_of(out, kind) * share, count_of(own, kind)))

    def _risk(self, kind: int, expected: float, held: int) -> float:
        """Return how bad an attack is, from how many cards of its kind the next player holds on average."""
        if kind in (TENCHI_KIND, JITO_KIND):
            return EMPEROR
        received = 1 - exp(-expected)
        return received + LAST_OF_KIND * (held == 1) - EACH_MORE * held

    def _held(self, view: AoKammuriView) -> list[int]:
        return [(view.hand & mask).bit_count() for mask in self._masks]

    def _out(self, view: AoKammuriView) -> list[int]:
        """Return how many cards of each kind the others hold."""
        out = [(mask & ~view.dealt).bit_count() for mask in self._masks]
        for play in view.plays:
            if play.kind is not None and play.seat != view.viewer:
                out[self._names.index(play.kind)] -= 1
        return out
