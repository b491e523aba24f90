"""Duplicate matches: the same deals played twice, the second time with the seats exchanged.

In an exchange A takes every other seat and B the rest, then they change places; so the luck of the deal falls on both
alike, and in the team games each plays as one team. What is counted is how much more a seat of A scores than one of B.

In a visit A takes one seat at a table of B, and then B has that seat too; what is counted is how much more A made of
it. Where everybody plays alone this says what A is worth among players such as B; in an exchange half the table is A.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import copysign, inf, sqrt
from typing import Any

from engine.bots.bot import AnyBot, Budget
from engine.core.game import Game, Totals
from engine.core.packs import SeededPacks
from poems.chance import Seed


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a match: the mean of A's score less B's, a seat and hand, with its standard error."""

    deals: int
    mean: float
    error: float

    @property
    def significance(self) -> float:
        """The mean in standard errors; infinite where every deal gave the same, and 0 where that was nothing."""
        if self.error:
            return self.mean / self.error
        return copysign(inf, self.mean) if self.mean else 0.0


def duel_of(differences: Sequence[float]) -> Duel:
    """Return the result of the differences, one a deal, of at least two. Raises ValueError for fewer."""
    deals = len(differences)
    if deals < 2:
        raise ValueError(f"{deals} deals tell no error: at least 2 are wanted")
    mean = sum(differences) / deals
    squares = sum((one - mean) ** 2 for one in differences)
    return Duel(deals, mean, sqrt(squares / (deals - 1) / deals))


def differences(
    game: Game[Any], a: AnyBot, b: AnyBot, seeds: Iterable[Seed], budget: Budget
) -> Iterator[float]:
    """Yield, deal by deal, how much more A's seats scored on average than B's; each deal is played twice."""
    for number, seed in enumerate(seeds):
        dealer = number % game.seats
        yield (
            _difference(game, (a, b), seed, dealer, budget) - _difference(game, (b, a), seed, dealer, budget)
        ) / 2


def visits(game: Game[Any], a: AnyBot, b: AnyBot, seeds: Iterable[Seed], budget: Budget) -> Iterator[float]:
    """Yield, deal by deal, how much more A made of a seat among B's than B does; seats and dealers rotate."""
    for number, seed in enumerate(seeds):
        dealer, seat = number % game.seats, number // game.seats % game.seats
        guest = [a if one == seat else b for one in range(game.seats)]
        home = play_hand(game, [b] * game.seats, seed, dealer, budget)
        yield play_hand(game, guest, seed, dealer, budget)[seat] - home[seat]


def play_hand(
    game: Game[Any], bots: Sequence[AnyBot], seed: Seed, dealer: int = 0, budget: Budget | None = None
) -> Totals:
    """Return what each seat scores in one hand; the packs and every seat's own bits come from the seed."""
    budget = Budget() if budget is None else budget
    state, packs = game.new(dealer), SeededPacks(seed)
    bits = [seed.stream(f"seat {seat}") for seat in range(game.seats)]
    while not state.hand_scores:
        seat = state.turn
        if seat < 0:
            state.deal(packs.shuffle(state.wants() or ()))
            continue
        action = bots[seat].choose(state.view(seat), state.legal_actions(), bits[seat], budget)
        state.play(action)
    return state.hand_scores[0]


def _difference(
    game: Game[Any], pair: tuple[AnyBot, AnyBot], seed: Seed, dealer: int, budget: Budget
) -> float:
    """Return by how much the even seats' mean beats the odd seats'."""
    scores = play_hand(game, [pair[seat % 2] for seat in range(game.seats)], seed, dealer, budget)
    even, odd = scores[::2], scores[1::2]
    return sum(even) / len(even) - sum(odd) / len(odd)
