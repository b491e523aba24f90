"""The worked examples of docs/rules/ginko.md §6 for Ginkō-ya."""

import random

import pytest

from engine.core.deck import NotationError
from engine.games.ginkoya import Ginkoya
from engine.games.mechanics.banking_state import BankingState
from tests.support.actions import legal, play
from tests.support.banking import banking, opened
from tests.support.games import Playout, grid, name_of
from tests.support.naive_bozu_mekuri import MONKS, WOMEN


@pytest.mark.parametrize(("card", "change"), [(3, 0), (8, -2), (9, 2), (10, -10), (89, 10)])
def test_g07_each_card_decides_by_itself(card: int, change: int) -> None:
    state = opened("ginkoya", (card, 4, 5, 6), players=2, start=20)
    play(state, "bet 1 2", "done")
    assert state.hand_scores == [(-change, change)]


def test_g08_losses_are_capped_at_the_holding() -> None:
    state = opened("ginkoya", (10, 4, 5, 6), players=2, start=6)
    play(state, "bet 1 2", "done")
    assert state.hand_scores == [(6, -6)]


def test_the_cap_is_on_the_losses_and_not_on_the_change() -> None:
    state = opened("ginkoya", (10, 9, 5, 6), players=2, start=6)
    play(state, "bet 1 2", "bet 2 2", "done")
    assert state.hand_scores == [(4, -4)]


def test_there_are_four_slots_and_no_card_of_the_bankers() -> None:
    state = opened("ginkoya", (3, 8, 9, 10), players=2)
    assert state.view(None).bank is None
    assert len(state.view(None).slots) == 4
    assert legal(state)[-1] == "bet 4 5"
    with pytest.raises(NotationError):
        state.game.parse("bet 5 1")


def test_the_defaults() -> None:
    options = banking("ginkoya").options
    assert (options.start, options.max_stake, options.rounds) == (10, 5, 10)


def stakes_won(card: int) -> int:
    if card in (10, 89):
        return -5 if card == 10 else 5
    return (card in WOMEN) - (card in MONKS)


@pytest.mark.parametrize(
    "game", [one for one in grid("ginkoya", extra=12) if isinstance(one, Ginkoya)], ids=name_of
)
def test_a_second_writing_of_the_settlement_agrees(game: Ginkoya) -> None:
    playout = Playout(game, random.Random(2))
    for happened in playout.steps(hands=game.options.rounds):
        state = playout.state
        assert isinstance(state, BankingState)
        if type(happened[-1]).__name__ != "HandScored":
            continue
        row = state.hand_scores[-1]
        for seat, bets in enumerate(state.bets):
            results = [stakes_won(state.table[(slot or 0) - 1]) * (stake or 0) for slot, stake in bets]
            lost = -sum(result for result in results if result < 0)
            won = sum(result for result in results if result > 0)
            if bets:
                assert row[seat] == won - min(lost, state.holdings[seat] - row[seat])
        assert sum(row) == 0
