"""Exact counts: every line of play from a position, by what it ends in, of a game and of a second writing of it.

Two writings that agree on all lines of a small position agree on every legal list, turn and score in it: a card that
one of them allows too much shows in the number.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from engine.core.game import Game, State
from tests.support.games import Playout, uniform

Ends = Counter[tuple[int, ...] | None]
"""How many lines end with these scores of the hand (and what else is asked for); None: not at its end."""
More = Callable[[Any], Sequence[int]]
"""What else than the scores is to be told of an end."""


def nothing(end: Any) -> Sequence[int]:
    return ()


class Naive(Protocol):
    """A second writing of a game: texts in, texts out."""

    result: Sequence[int] | None
    """The scores of the hand, once it is over."""

    def legal(self) -> Sequence[str]:
        """Return what may be done, in any order."""

    def play(self, text: str) -> None:
        """Do it."""


def lines(state: State[Any], depth: int = -1, more: More = nothing) -> Ends:
    """Return all lines from a state to the end of the hand, or of so many decisions."""
    ends: Ends = Counter()
    hands = len(state.hand_scores)

    def walk(at: State[Any], left: int) -> None:
        if len(at.hand_scores) > hands:
            ends[(*at.hand_scores[hands], *more(at))] += 1
        elif not left or at.to_act() is None:
            ends[None] += 1
        else:
            for action in at.legal_actions():
                after = at.clone()
                after.play(action)
                walk(after, left - 1)

    walk(state, depth)
    return ends


def told_lines(position: Naive, depth: int = -1, more: More = nothing) -> Ends:
    """Return the same of a second writing."""
    ends: Ends = Counter()

    def walk(at: Naive, left: int) -> None:
        legal = () if at.result is not None or not left else at.legal()
        if not legal:
            ends[None if at.result is None else (*at.result, *more(at))] += 1
        for text in legal:
            after = copy.deepcopy(at)
            after.play(text)
            walk(after, left - 1)

    walk(position, depth)
    return ends


def size(ends: Ends) -> tuple[int, int]:
    """Return the number of lines and of the different ends."""
    return ends.total(), len(ends)


def modest(state: State[Any], legal: Sequence[int], rng: random.Random) -> int:
    """Pass mostly where one may, so that bids stay low and the last tricks decide something."""
    if state.game.text(legal[0]) == "pass" and rng.random() < 0.8:
        return legal[0]
    return uniform(state, legal, rng)


def last_cards(game: Game[Any], seed: int, decisions: int) -> State[Any]:
    """Return where one random hand was so many decisions before its end."""
    playout = Playout(game, random.Random(seed), modest, seed % game.seats)
    states = [playout.state.clone() for _ in playout.steps()]
    deciding = [state for state in states if state.to_act() is not None and not state.hand_scores]
    return deciding[-decisions]
