"""Perfect-information Monte Carlo: sample worlds that fit the view, play every action out in each, take the best.

All actions are played out in the same worlds, so that their differences are the actions' own. The rule of thumb plays
the rest of the hand for everybody, and its choice stands unless another is better by more than the noise of the
samples, even without the one world that speaks most for it: with few worlds, the best of many means is mostly luck, and
where hands now and then pay very much a single one of them makes a mean. Actions that are surely worse drop out of the
race, so that the others get more worlds. What this player does not see is that it will not know later what it knows in
a sampled world (Long, Sturtevant, Buro and Furtak, 2010, on where that matters).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from engine.bots.bot import AnyBot, Budget, Quick
from engine.core.game import Game, State, View
from poems.chance import Bits, below, shuffled

MOST_ACTIONS: Final = 14
"""Actions that are tried; of more (sets of discards, bids) the rule of thumb's choice and some drawn at random."""
NOISE: Final = 1.0
"""Standard errors by which an action has to be better than the rule of thumb's choice, or worse to drop out."""
BLIND: Final = frozenset({("kakkuri", "swap")})
"""Phases in which nobody has seen a card, so that all actions are worth the same and samples would show only noise."""
FEWEST: Final = 6
"""Worlds before any difference can be told from noise; from there on, actions drop out every so many worlds."""


@dataclass(slots=True)
class _Trial:
    """How much more an action scored than the rule of thumb's choice, over the worlds so far."""

    action: int
    total: int = 0
    squares: int = 0
    most: int = 0

    def add(self, gain: int) -> None:
        self.total += gain
        self.squares += gain * gain
        self.most = max(self.most, gain)

    def noise(self, worlds: int) -> float:
        """Return the standard errors that count, times the number of worlds, as `total` is."""
        return NOISE * sqrt(max(0.0, self.squares - self.total**2 / worlds) * worlds / (worlds - 1))


class Pimc:
    """Plays one game; an iteration of its budget is a world, with each action tried that is still in the race."""

    def __init__(self, game: Game[Any], playout: AnyBot) -> None:
        """Take the game and who plays it out."""
        self._game = game
        self._playout = playout
        self._act = playout.act if isinstance(playout, Quick) else None

    def choose(self, view: View, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        """Return the action that does best over the worlds; a world that was not finished in time does not count."""
        if len(legal) == 1:
            return legal[0]
        usual = self._playout.choose(view, legal, bits, budget)
        if (self._game.id, view.phase) in BLIND:
            return usual
        race = [_Trial(action) for action in _others(usual, legal, bits)]
        worlds, done = self._game.worlds(view), 0
        while race and done < budget.iterations:
            actions = [usual, *(trial.action for trial in race)]
            scores = self._try(worlds.sample(bits), view.viewer, actions, bits, budget)
            if scores is None:
                break
            done += 1
            for trial, score in zip(race, scores[1:], strict=True):
                trial.add(score - scores[0])
            if done % FEWEST == 0:
                race = _still_in(race, done)
        return _best(race, done, usual)

    def _try(
        self, world: State[Any], seat: int, actions: Sequence[int], bits: Bits, budget: Budget
    ) -> list[int] | None:
        """Return what each action scores in a world; None where time is up before all are tried."""
        scores = []
        for action in actions:
            if not budget.go_on():
                return None
            trial = world.clone()
            trial.advance(action)
            scores.append(self._played_out(trial, len(world.hand_scores), bits, budget)[seat])
        return scores

    def _played_out(self, state: State[Any], hands: int, bits: Bits, budget: Budget) -> tuple[int, ...]:
        """Play a hand to its end and return its scores."""
        choose, act = self._playout.choose, self._act
        while len(state.hand_scores) == hands:
            seat = state.turn
            if seat < 0:
                state.deal(shuffled(state.wants() or (), bits))
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.advance(legal[0])
            elif act is not None:
                state.advance(act(state, legal))
            else:
                state.advance(choose(state.view(seat), legal, bits, budget))
        return state.hand_scores[-1]


def _others(usual: int, legal: Sequence[int], bits: Bits) -> list[int]:
    """Return the other actions to try, at most so many; a long list may be lazy and is not gone through."""
    if len(legal) <= MOST_ACTIONS:
        return [action for action in legal if action != usual]
    drawn = {legal[0], legal[-1]}
    while len(drawn) < MOST_ACTIONS:
        drawn.add(legal[below(len(legal), bits)])
    return sorted(drawn - {usual})


def _still_in(race: Sequence[_Trial], worlds: int) -> list[_Trial]:
    """Return the actions that may still turn out better than the usual one."""
    return [trial for trial in race if trial.squares and trial.total + trial.noise(worlds) > 0]


def _best(race: Sequence[_Trial], worlds: int, usual: int) -> int:
    """Return the action that is best on average, the usual one unless another is surely better."""
    if worlds < FEWEST:
        return usual
    better = [trial for trial in race if trial.total - trial.most > trial.noise(worlds)]
    return max(better, key=lambda trial: trial.total).action if better else usual
