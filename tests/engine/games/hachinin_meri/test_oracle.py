"""The tables against the rules written out as they are told, on whole random hands of every option set."""

import random

import pytest

from engine.games.hachinin_meri import HachininMeri, MeriState
from engine.games.hachinin_meri.phases import TRICKS
from tests.support.games import CHOOSERS, Playout, grid, name_of
from tests.support.told_meri import ToldHand

GRID = [game for game in grid("hachinin_meri", extra=30) if isinstance(game, HachininMeri)]


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_whole_hands(game: HachininMeri) -> None:
    deck = game.deck
    for seed, choose in enumerate((*CHOOSERS, *CHOOSERS)):
        playout = Playout(game, random.Random(seed), choose, seed % game.seats)
        told: ToldHand | None = None
        table: list[str] = []
        trick = 1
        for happened in playout.steps():
            state = playout.state
            assert isinstance(state, MeriState)
            if state.phase == TRICKS and told is None:
                told, table = ToldHand(state), [deck.code(state.table[0])]
            elif told is not None:
                first = happened[0]
                table.append(deck.code(first.card))  # type: ignore[attr-defined]
            if told is not None and len(table) == game.seats:
                leader = (state.tricks[-1].leader) if state.tricks else 0
                assert told.take(leader, table, trick) == state.tricks[-1].winner
                assert tuple(told.ko) == state.ko
                table, trick = [], trick + 1
            if told is not None and table and state.turn >= 0 and state.phase == TRICKS:
                hand = list(map(deck.code, state.hands[state.turn]))
                may = told.may_follow(state.turn, hand, table, trick)
                assert list(map(deck.code, state.legal)) == may
        assert told is not None
        assert state.hand_scores[-1] == tuple(told.ko) * (game.seats // 2)
