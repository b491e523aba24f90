"""The first calls of an auction, in all ways: docs/rules/napoleon.md §3, docs/rules/mighty.md §3.

Of n bids in a row the first seat may say any or pass, the second after bid k pass or any of the n - k higher ones: with
n = 40 there are 41 + 40 + (39 + … + 0) = 861 ways to say two things.
"""

import random
from typing import Any

import pytest

from engine.games import make
from tests.support.counting import lines, size, told_lines
from tests.support.games import Playout
from tests.support.naive_auction import NaiveAuction


@pytest.mark.parametrize(
    ("game", "options", "depth", "expected"),
    [
        ("mighty", {}, 2, (861, 1)),
        ("mighty", {"suit_order": "unranked"}, 2, (813, 1)),
        ("napoleon", {}, 2, (861, 1)),
        ("napoleon", {"no_trump": "high"}, 2, (1326, 1)),
        ("napoleon", {"no_trump": "low", "players": 2, "min_bid": 12, "pass_out": False}, 2, (1081, 1)),
        ("napoleon", {"min_bid": 13, "players": 6}, 3, (6545, 1)),
    ],
)
def test_first_calls(game: str, options: dict[str, Any], depth: int, expected: tuple[int, int]) -> None:
    playout = Playout(make(game, options), random.Random(1), dealer=1)
    playout.step()
    found = lines(playout.state, depth)
    seats = playout.game.seats
    assert found == told_lines(NaiveAuction(game, seats, 1, **playout.game.options.all()), depth)
    assert size(found) == expected
