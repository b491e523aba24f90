"""The last turns of jūdan and mekuri, in all ways: docs/rules/judan.md §3 and §4, docs/rules/mekuri.md §3 to §5.

A position is the end of one random round: what lies in hands, field and pile then. With n cards in a hand there are at
most n! orders to play each; choices of what to catch add to them, also for the card that is turned up (`take`).
"""

from typing import Any

import pytest

from engine.core.bits import cards
from engine.games import make
from tests.support.actions import play
from tests.support.counting import last_cards, lines, size, told_lines
from tests.support.fishing import mekuri, pack
from tests.support.naive_fishing import NaiveFishing


def told(state: Any) -> NaiveFishing:
    game, code = state.game, state.game.deck.code
    order = [state.turn]
    while (following := state.following(order[-1])) != state.turn:
        order.append(following)
    return NaiveFishing(
        game.id,
        [list(map(code, cards(hand))) for hand in state.hands],
        list(map(code, cards(state.field))),
        list(map(code, state.pile)),
        caught=[list(map(code, cards(caught))) for caught in state.captured],
        order=order,
        options=game.options.all(),
        turned=None if state.turned < 0 else code(state.turned),
    )


@pytest.mark.parametrize(
    ("game", "options", "seed", "decisions", "expected"),
    [
        ("judan", {}, 6, 8, (576, 2)),
        ("judan", {"full_deal": True}, 23, 9, (1152, 8)),
        ("judan", {"full_deal": True}, 2, 8, (576, 5)),
        ("mekuri", {}, 7, 9, (216, 27)),
        ("mekuri", {"players": 2, "scoring": "blomhoff", "yaku_value": 7}, 2, 8, (576, 9)),
        ("mekuri", {"players": 3, "scoring": "blomhoff"}, 7, 9, (216, 30)),
        ("mekuri", {"players": 4}, 21, 9, (216, 29)),
    ],
)
def test_last_turns(
    game: str, options: dict[str, Any], seed: int, decisions: int, expected: tuple[int, int]
) -> None:
    state = last_cards(make(game, options), seed, decisions)
    found = lines(state)
    assert found == told_lines(told(state))
    assert size(found) == expected


def test_who_joins_of_four() -> None:
    """Three join, or one drops and the others are in: four ways. Then the pile is shuffled again."""
    state = mekuri(players=4)
    state.deal(pack())
    found = lines(state)
    assert found == {None: 4}
    for words in (["join"] * 3, ["join", "join", "drop"], ["join", "drop"], ["drop"]):
        after = state.clone()
        play(after, *words)
        assert after.wants() is not None
