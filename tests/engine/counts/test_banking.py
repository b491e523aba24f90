"""All rounds of the banking games with a few units: docs/rules/ginko.md, oicho_kabu.md, mutsu_ichi.md.

How the numbers come about, for one bettor with two units on four slots: nothing (1), one unit or two on one slot (8),
one on each of two slots, in either order (12): 21 ways to bet, and each is closed by `done`. Two bettors who may stake
one unit on a slot have 17 ways each.
"""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from engine.games import make
from engine.games.mechanics.kabu import face
from poems.chance import shuffled
from tests.support.banking import opened
from tests.support.counting import lines, size, told_lines
from tests.support.kabu import kabu
from tests.support.naive_banking import NaiveBank
from tests.support.naive_kabu import NaiveKabu


@pytest.mark.parametrize(
    ("game", "table", "options", "expected"),
    [
        ("ginko", (9, 3, 2, 38, 6), {"players": 2, "start": 2}, (21, 5)),
        ("ginko", (9, 3, 8, 38, 6), {"players": 2, "start": 2, "interest": 3}, (21, 6)),
        ("ginko", (8, 9, 3, 2, 10), {"players": 3, "start": 2, "max_stake": 1}, (289, 25)),
        ("ginko", (2, 8, 89, 3, 10), {"players": 2, "start": 4, "monk_multipliers": True}, (209, 9)),
        ("ginko", (8, 3, 89, 9, 2), {"players": 2, "start": 3, "monk_multipliers": True}, (73, 7)),
        ("ginkoya", (8, 9, 89, 3), {"players": 2, "start": 2}, (21, 9)),
        ("ginkoya", (8, 9, 10, 3), {"players": 3, "start": 2, "max_stake": 1}, (289, 16)),
    ],
)
def test_rounds_of_the_bank(
    game: str, table: tuple[int, ...], options: dict[str, Any], expected: tuple[int, int]
) -> None:
    state = opened(game, table, 1, **options)
    told = NaiveBank(game, table, state.game.seats, 1, **state.game.options.all())
    found = lines(state)
    assert found == told_lines(told)
    assert size(found) == expected


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("oicho_kabu", {"players": 2, "max_total_bet": 1}, (37, 3)),
        (
            "oicho_kabu",
            {"players": 2, "max_total_bet": 1, "tie": "banker", "second_draw": "chosen"},
            (109, 3),
        ),
        ("oicho_kabu", {"players": 3, "max_total_bet": 1, "dead_cards": True}, (69, 5)),
        ("oicho_kabu", {"players": 2, "max_total_bet": 2}, (241, 5)),
        ("kyo_kabu", {"players": 2, "max_total_bet": 3}, (31, 7)),
        ("kyo_kabu", {"players": 3, "max_total_bet": 2, "kuppin_any_order": True}, (87, 12)),
    ],
)
def test_rounds_of_kabu(game: str, options: dict[str, Any], expected: tuple[int, int]) -> None:
    made = kabu(game, **options)
    pack = shuffled(made.pack, random.Random(1))
    state = made.new(1)
    state.deal(pack)
    told = NaiveKabu(game, list(map(face, pack)), 1, **made.options.all())
    found = lines(state)
    assert found == told_lines(told)
    assert size(found) == expected


@pytest.mark.parametrize(
    ("seats", "most", "stake", "expected"),
    [(2, 1, 1, (36, 2)), (2, 6, 1, (378, 11)), (3, 2, 3, (2646, 16)), (4, 1, 1, (1296, 8))],
)
def test_rounds_of_mutsu_ichi(seats: int, most: int, stake: int, expected: tuple[int, int]) -> None:
    """Six picks, and for each bettor the sets of one to `most` of six numbers."""
    state = make("mutsu_ichi", {"players": seats, "most": most, "stake": stake}).new(0)
    sets = [set(one) for size_ in range(1, most + 1) for one in itertools.combinations(range(1, 7), size_)]
    told: Counter[tuple[int, ...] | None] = Counter()
    for pick in range(1, 7):
        for placed in itertools.product(sets, repeat=seats - 1):
            won = [stake * (5 - (len(one) - 1) if pick in one else -len(one)) for one in placed]
            told[-sum(won), *won] += 1
    assert lines(state) == told
    assert size(told) == expected
