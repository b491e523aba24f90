"""PIMC: what it picks in a game whose worlds and payments are known, and that in every game it sees only its view."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from engine.bots.bot import Budget
from engine.bots.levels import careful
from engine.bots.pimc import FEWEST, MOST_ACTIONS, Pimc
from engine.core.codec import decode, dumps, encode
from engine.core.document import Node, loads
from engine.core.game import Game, View
from engine.games import ENTRIES, make
from poems.chance import Bits, Seed, shuffled
from tests.support.games import SHORT

VIEW = View(viewer=1, to_act=1, phase="play")


class Coin:
    """A state of a game in which one action ends the hand; `pays` gives the viewer's score by action."""

    def __init__(self, pays: dict[int, int]) -> None:
        self.pays, self.turn, self.hand_scores = pays, 1, []  # type: ignore[var-annotated]

    def clone(self) -> "Coin":
        return Coin(self.pays)

    def advance(self, action: int) -> None:
        self.hand_scores.append((0, self.pays[action]))


@dataclass
class Tossing:
    """A game, and the worlds of its view, whose payments come in turn from a list."""

    pays: Sequence[dict[int, int]]
    sampled: int = 0
    id: str = "tossing"

    def worlds(self, view: View) -> "Tossing":
        assert view is VIEW
        return self

    def sample(self, bits: Bits) -> Coin:
        self.sampled += 1
        return Coin(self.pays[(self.sampled - 1) % len(self.pays)])


class First:
    """Always takes the first action."""

    def choose(self, view: View, legal: Sequence[int], bits: Bits, budget: Budget) -> int:
        return legal[0]


def pick(game: Tossing, legal: Sequence[int], budget: Budget) -> int:
    bot = Pimc(game, First())  # type: ignore[arg-type]
    return bot.choose(VIEW, legal, random.Random(1), budget)


def test_it_takes_what_pays_most_over_the_worlds() -> None:
    game = Tossing([{3: 0, 5: 2, 8: 5}, {3: 1, 5: 3, 8: -1}])
    assert pick(game, [3, 5, 8], Budget(40)) == 5
    assert game.sampled == 40


def test_noise_does_not_move_it_from_the_rule_of_thumb() -> None:
    game = Tossing([{3: 0, 5: 9}, {3: 0, 5: -8}])
    assert pick(game, [3, 5], Budget(20)) == 3


def test_one_lucky_world_does_not_move_it_and_two_do() -> None:
    plain = {3: 0, 5: 0}
    assert pick(Tossing([*[plain] * (FEWEST - 1), {3: 0, 5: 90}]), [3, 5], Budget(FEWEST)) == 3
    assert pick(Tossing([{3: 0, 5: 9}, {3: 0, 5: 8}, {3: 0, 5: 9}]), [3, 5], Budget(FEWEST)) == 5


def test_what_makes_no_difference_and_what_is_worse_is_not_tried_for_long() -> None:
    game = Tossing([{3: 4, 5: 4, 8: 0}, {3: 1, 5: 1, 8: -4}])
    assert pick(game, [3, 5, 8], Budget(1000)) == 3
    assert game.sampled == FEWEST


def test_a_single_action_costs_no_thought_and_no_time_leaves_the_rule_of_thumb() -> None:
    game = Tossing([{3: 0, 5: 9}])
    assert pick(game, [5], Budget(20)) == 5
    assert pick(game, [3, 5], Budget(20, lambda: False)) == 3
    assert pick(game, [3, 5], Budget(FEWEST - 1)) == 3


def test_where_nobody_has_seen_a_card_it_does_not_listen_to_noise() -> None:
    game = make("kakkuri")
    state = game.new()
    state.deal(shuffled(game.pack, random.Random(1)))
    seat = state.to_act()
    assert seat is not None
    view, bot = state.view(seat), Pimc(game, careful(game))
    assert view.phase == "swap"
    choices = {bot.choose(view, state.legal_actions(), random.Random(n), Budget(FEWEST)) for n in range(20)}
    assert {game.text(choice) for choice in choices} == {"keep"}


def test_a_world_that_was_not_finished_does_not_count() -> None:
    left = iter([True] * (2 * FEWEST + 1))
    game = Tossing([{3: 0, 5: 1}])
    assert pick(game, [3, 5], Budget(99, lambda: next(left, False))) == 5
    left = iter([True] * (2 * FEWEST - 1))
    assert pick(game, [3, 5], Budget(99, lambda: next(left, False))) == 3


def test_of_a_long_list_some_are_drawn_and_the_ends_are_among_them() -> None:
    legal = range(0, 30_000, 3)
    seen: set[int] = set()

    class Payments(dict[int, int]):
        def __missing__(self, action: int) -> int:
            seen.add(action)
            return action // 29_000

    assert pick(Tossing([Payments()]), legal, Budget(FEWEST)) == legal[-1]
    assert {legal[0], legal[-1]} <= seen <= set(legal)
    assert len(seen) == MOST_ACTIONS


def positions(game: Game[Any]) -> list[tuple[View, Sequence[int]]]:
    """Return what there was to decide in a hand that the rule of thumb played."""
    state, bot, rng, found = game.new(), careful(game), random.Random(2), []
    while not state.hand_scores:
        seat = state.to_act()
        if seat is None:
            state.deal(shuffled(state.wants() or (), rng))
            continue
        view, legal = state.view(seat), state.legal_actions()
        if len(legal) > 1:
            found.append((view, legal))
        state.play(bot.choose(view, legal, rng, Budget()))
    return found


@pytest.mark.parametrize("name", [name for name in ENTRIES if name != "bozu_mekuri"])
def test_it_plays_legally_and_the_same_from_a_view_that_went_through_json(name: str) -> None:
    """A view that was written and read again holds nothing but what the seat may see."""
    game = make(name, SHORT.get(name, {}))
    bot, budget, found = Pimc(game, careful(game)), Budget(FEWEST), positions(game)
    for view, legal in (found[2 * len(found) // 3], found[-1]):
        again = decode(type(view), Node(loads(dumps(encode(view, game.deck)).encode())), game.deck)
        first, second = (
            bot.choose(one, legal, Seed.numbered(7).stream("test"), budget) for one in (view, again)
        )
        assert first == second
        assert first in legal
