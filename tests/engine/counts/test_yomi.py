"""The first turns of yomi, and the last ones to the end of the round, in all ways: docs/rules/yomi.md §3 and §4.

The dealer leads with any of ten cards (nine in set B); then only the next number follows, so there are few lines.
"""

import random
from typing import Any

import pytest

from engine.core.bits import cards
from engine.games import make
from engine.games.mechanics.shedding import ANY
from tests.support.counting import last_cards, lines, size, told_lines
from tests.support.games import Playout
from tests.support.naive_yomi import NaiveYomi


def told(state: Any) -> NaiveYomi:
    code = state.game.deck.code
    return NaiveYomi(
        [list(map(code, cards(hand))) for hand in state.hands],
        state.turn,
        top=None if state.top == ANY else state.top,
        laid_last=state.last_actor,
        leading=state.leading,
        options=state.game.options.all(),
    )


@pytest.mark.parametrize(
    ("options", "seed", "depth", "expected"),
    [
        ({}, 1, 12, (13, 1)),
        ({"must_play": False}, 1, 9, (2957, 1)),
        ({"players": 3, "rules": "A_wild"}, 2, 9, (125, 1)),
        ({"rules": "B"}, 3, 12, (16, 1)),
    ],
)
def test_first_turns(options: dict[str, Any], seed: int, depth: int, expected: tuple[int, int]) -> None:
    playout = Playout(make("yomi", options), random.Random(seed), dealer=1)
    playout.step()
    found = lines(playout.state, depth)
    assert found == told_lines(told(playout.state), depth)
    assert size(found) == expected


@pytest.mark.parametrize(
    ("options", "seed", "decisions", "expected"),
    [
        ({}, 29, 24, (96, 1)),
        ({"must_play": False}, 2, 7, (1158, 4)),
        ({"rules": "A_wild"}, 18, 14, (78, 4)),
        ({"players": 3}, 45, 24, (256, 1)),
        ({"players": 3, "rules": "A_wild"}, 49, 12, (448, 3)),
        ({"rules": "B"}, 28, 24, (38, 3)),
    ],
)
def test_last_turns(options: dict[str, Any], seed: int, decisions: int, expected: tuple[int, int]) -> None:
    state = last_cards(make("yomi", options), seed, decisions)
    found = lines(state)
    assert found == told_lines(told(state))
    assert size(found) == expected
