"""Ao-kammuri against a second, slow writing of the same rules: the same legal actions, turns and scores."""

import copy
import random

import pytest

from engine.core.bits import cards
from engine.games.ao_kammuri import AoKammuri, AoKammuriState
from tests.support.actions import legal
from tests.support.ao_kammuri import position
from tests.support.games import CHOOSERS, Playout, grid, name_of
from tests.support.naive_ao_kammuri import NaiveAoKammuri

GRID = [game for game in grid("ao_kammuri", extra=16) if isinstance(game, AoKammuri)]


def naive(state: AoKammuriState) -> NaiveAoKammuri:
    kinds = state.game.kinds
    hands = [
        [
            name
            for hand_card in cards(hand)
            for name, mask in zip(kinds.names, kinds.masks, strict=True)
            if mask >> hand_card & 1
        ]
        for hand in state.places()[:4]
    ]
    return NaiveAoKammuri(hands, state.turn, **state.game.options.all())


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_both_writings_agree_on_every_turn(game: AoKammuri) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        playout = Playout(game, rng, CHOOSERS[seed % 3], seed % 4)
        state = playout.state
        assert isinstance(state, AoKammuriState)
        playout.step()
        other = naive(state)
        while (seat := state.to_act()) is not None:
            assert other.seat == seat
            assert other.legal() == set(legal(state))
            action = playout.choose(state, state.legal_actions(), rng)
            state.play(action)
            other.play(game.text(action))
        assert tuple(other.result or ()) == state.hand_scores[0]


def naive_endings(at: NaiveAoKammuri) -> int:
    if at.result is not None:
        return 1
    total = 0
    for text in at.legal():
        after = copy.deepcopy(at)
        after.play(text)
        total += naive_endings(after)
    return total


def endings(state: AoKammuriState) -> int:
    if state.turn < 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.advance(action)
        total += endings(after)
    return total


@pytest.mark.parametrize(("chain", "expected"), [(False, 260), (True, 638)])
def test_the_number_of_games_with_three_cards_each_is_exact(chain: bool, expected: int) -> None:
    hands = {0: "hime hime yoko", 1: "hime jito bozu", 2: "bozu yoko yoko", 3: "tenchi hime bozu"}
    state = position(hands, 0, goita_chain=chain)
    other = NaiveAoKammuri([hands[seat].split() for seat in range(4)], 0, goita_chain=chain, scoring="win")
    assert endings(state) == naive_endings(other) == expected
