"""Hands, games and the match: docs/rules/hachinin_meri.md §10."""

import random

import pytest

from engine.games.hachinin_meri import HachininMeri, MeriState
from tests.support.games import finished
from tests.support.meri import meri


def scored(game: HachininMeri, *hands: int) -> MeriState:
    """Return a match after hands in which the even seats scored so much, of nine."""
    state = game.new()
    for even in hands:
        state.deal(game.pack)
        state._score((even, 9 - even) * (game.seats // 2))
    return state


def test_a_game_is_as_many_hands_as_players() -> None:
    state = scored(meri(players=4), 5, 5, 5)
    assert state.standing == ((0, 0), (15, 12), 3)
    state = scored(meri(players=4), 5, 5, 5, 5)
    assert state.standing == ((1, 0), (0, 0), 0)
    assert not state.is_over()


def test_a_level_game_has_one_hand_more() -> None:
    state = scored(meri(players=4), 5, 4, 5, 4)
    assert state.standing == ((0, 0), (18, 18), 4)
    assert scored(meri(players=4), 5, 4, 5, 4, 4).standing == ((0, 1), (0, 0), 0)


@pytest.mark.parametrize(("games", "hands", "over"), [(3, 4, False), (3, 8, True), (1, 4, True)])
def test_two_games_of_three_win_the_match(games: int, hands: int, over: bool) -> None:
    state = scored(meri(players=4, match_games=games), *[6] * hands)
    assert state.is_over() == over
    assert state.dealer == hands % 4
    assert state.scores() == (6 * hands, 3 * hands) * 2


def test_the_dealer_goes_round_through_games() -> None:
    assert scored(meri(players=4), 9, 9, 9, 9, 9).dealer == 1


def test_hands_are_nine_ko_together_and_random_ones_are_in_the_known_range() -> None:
    game, margins = meri(match_games=1), []
    for seed in range(300):
        row = finished(game, seed).state.hand_scores[0]
        assert row[0] + row[1] == 9
        assert -16 <= row[0] <= 25
        margins.append(abs(row[0] - row[1]))
    assert 2.5 < sum(margins) / len(margins) < 5


def test_where_the_trump_dragon_lies() -> None:
    """Turned up in 1 of 15 hands, under it in about 2.5 of 100, else with somebody."""
    game, rng = meri(), random.Random(3)
    turned = under = 0
    for _ in range(6000):
        state = game.new()
        pack = list(game.pack)
        rng.shuffle(pack)
        state.deal(pack)
        turned += state.oki == state.trumps.dragon
        under += state.trumps.dragon in state.stock
    assert 0.056 < turned / 6000 < 0.078
    assert 0.018 < under / 6000 < 0.032
