"""Kakkuri against a second, slow writing of the same rules: the same legal actions, turns and payments."""

import copy
import random
from typing import Any

import pytest

from engine.games.kakkuri import Kakkuri, KakkuriState
from tests.support.games import CHOOSERS, Playout, grid, name_of
from tests.support.kakkuri import kakkuri, legal
from tests.support.naive_kakkuri import NaiveKakkuri

GRID = [game for game in grid("kakkuri", extra=40) if isinstance(game, Kakkuri)]


def naive(state: KakkuriState, deck: tuple[int, ...], box: tuple[int, ...], dealer: int) -> NaiveKakkuri:
    options: dict[str, Any] = state.game.options.all()
    del options["rounds"]
    code = state.game.deck.code
    return NaiveKakkuri(list(map(code, deck)), dealer, list(map(code, box)), **options)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_both_writings_agree_on_every_turn(game: Kakkuri) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        playout = Playout(game, rng, CHOOSERS[seed % 3], seed % game.seats)
        state = playout.state
        assert isinstance(state, KakkuriState)
        deck = playout.shuffle(game.pack)
        state.deal(deck)
        box = playout.shuffle(state.wants() or ()) if state.phase == 1 else ()
        if box:
            state.deal(box)
        other = naive(state, deck, box, playout.dealer)
        while (seat := state.to_act()) is not None:
            assert other.actor() == seat
            assert other.legal() == legal(state)
            action = playout.choose(state, state.legal_actions(), rng)
            state.play(action)
            other.play(game.text(action))
        assert other.actor() is None
        assert tuple(other.result or ()) == state.hand_scores[0]


def naive_count(position: NaiveKakkuri, depth: int) -> int:
    if depth == 0 or position.actor() is None:
        return 1
    total = 0
    for text in position.legal():
        after = copy.deepcopy(position)
        after.play(text)
        total += naive_count(after, depth - 1)
    return total


def count(state: KakkuriState, depth: int) -> int:
    if depth == 0 or state.turn < 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.advance(action)
        total += count(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"swap_phase": False}, [1, 2, 5, 7, 12, 22, 64, 164]),
        ({"swap_phase": False, "preset": "yafune"}, [1, 3, 10, 20, 54, 161, 548, 1699]),
        ({"players": 5}, [1, 2, 4, 8, 16, 114, 369, 1028]),
    ],
)
def test_the_number_of_lines_of_play_is_exact(options: dict[str, Any], expected: list[int]) -> None:
    game = kakkuri(**options)
    deck = Playout(game, random.Random(99)).shuffle(game.pack)
    state = game.new()
    state.deal(deck)
    found = [count(state, depth) for depth in range(8)]
    assert found == [naive_count(naive(state, deck, (), 0), depth) for depth in range(8)]
    assert found == expected
