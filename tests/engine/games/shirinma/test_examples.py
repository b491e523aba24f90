"""The worked examples of docs/rules/shirinma.md §9."""

from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.events import NOBODY
from engine.core.why import IllegalAction
from engine.decks.mekuri import card, mekuri48
from engine.games import make
from engine.games.shirinma import ShirinmaState
from engine.games.shirinma.ranks import best_of, forfeited, is_showdown
from tests.support.actions import play


def dealt(field: str, given: str, bottom: str, dealer: int = 0, **options: Any) -> ShirinmaState:
    """Return a round with this card on the field, these given first, then number cards, and this at the bottom."""
    state = make("shirinma", options).new(dealer)
    assert isinstance(state, ShirinmaState)
    first = [card(code) for code in (field, *given.split())]
    last = card(bottom)
    rest = [one for one in mekuri48().numbers if one not in (*first, last)]
    rest.sort(key=is_showdown)
    state.deal([*first, *rest, last])
    return state


def ride(state: ShirinmaState, rider: int | None = None, amount: int = 0) -> None:
    """Let one seat bid, all others pass."""
    while state.phase == "auction":
        mine = state.turn == rider and state.auction.bidder == NOBODY
        number = len(state.rides)
        play(state, f"bid {amount}" if mine else "pass")
        if len(state.rides) > number:
            return


def test_s01_the_sample_round() -> None:
    state = dealt("P5", "P10 I11 C10 P1 O1 I12 O12 C11", "C9", rounds=2)
    for rider, amount in ((3, 2), (5, 4), (None, 0), (7, 10), (None, 0), (None, 0), (None, 0), (2, 10)):
        ride(state, rider, amount)
    assert [one.paid for one in state.rides] == [2, 4, 0, 10, 0, 0, 0, 10]
    scores = state.hand_scores[0]
    assert sum(scores) == 0
    assert scores[7] == 193 - 20 - 20 - 10
    assert scores[2] == 193 - 20 - 10 - 10


@pytest.mark.parametrize(
    ("field", "bottom", "lost"),
    [("P5", "C3", True), ("P5", "C2", True), ("I1", "I9", True), ("P5", "O9", True), ("P5", "C9", False)],
)
def test_s02_s03_s06_when_a_round_is_forfeited(field: str, bottom: str, lost: bool) -> None:
    assert forfeited([card("C11"), card("P12")], card(field), card(bottom)) == lost
    state = dealt(field, "C11", bottom, rounds=2)
    ride(state, 5, 7)
    assert state.carried == (12 * 20 + 20 + 7 if lost else 0)
    assert state.view(None).carried == state.carried


def test_s04_without_a_back_rider_the_owner_gets_all() -> None:
    state = dealt("P5", "C11", "C9", rounds=1)
    ride(state)
    assert state.hand_scores == [(12 * 20 - 20, *[-20] * 11)]


def test_the_odd_unit_is_the_owners() -> None:
    state = dealt("P5", "C11", "C9", rounds=1)
    ride(state, 1, 1)
    assert state.hand_scores[0][:2] == (131 - 40, 130 - 21)


@pytest.mark.parametrize(("players", "cards"), [(12, 36), (15, 45), (16, 32), (23, 46)])
def test_s05_a_third_deal(players: int, cards: int) -> None:
    numbers = [one for one in mekuri48().numbers if not is_showdown(one)]
    state = make("shirinma", {"players": players, "rounds": 1}).new()
    assert isinstance(state, ShirinmaState)
    showdown = [one for one in mekuri48().numbers if is_showdown(one)]
    state.deal([*numbers, *showdown])
    if players == 16:
        assert state.given == cards == 2 * players
    while state.phase == "auction":
        play(state, "pass")
    assert state.given == (cards if players in (12, 15, 16) else 46)


def test_the_pot_is_carried_to_the_next_winner() -> None:
    state = dealt("P5", "C11", "C3", rounds=2)
    ride(state)
    first = [card("P5"), card("C12")]
    rest = sorted((one for one in mekuri48().numbers if one not in (*first, card("C9"))), key=is_showdown)
    state.deal([*first, *rest, card("C9")])
    ride(state)
    assert state.dealer == 2
    assert state.hand_scores[1][1] == 2 * 240 + 20 + 30 - 20 - 30
    assert sum(state.scores()) == state.carried == 0


def test_who_wins_among_the_cards_of_a_suit() -> None:
    held = [card(code) for code in ("C1", "C10", "P12", "C11")]
    assert best_of(held, 2) == card("C11")
    assert best_of(held[:1], 2) == card("C1")
    assert best_of(held, 3) == NOBODY


def test_the_auction_goes_round_until_all_others_passed() -> None:
    state = dealt("P5", "C11", "C9", rounds=1)
    assert state.to_act() == 1
    play(state, "pass", "bid 3", "bid 5", *["pass"] * 8)
    assert state.to_act() == 1
    play(state, "bid 6")
    assert (state.to_act(), state.view(None).bid, state.view(None).bidder) == (2, 6, 1)
    with pytest.raises(IllegalAction, match="a bid must be higher than 6"):
        play(state, "bid 6")
    play(state, *["pass"] * 10)
    assert state.rides[0].rider == 1
    assert state.is_over()


@pytest.mark.parametrize("text", ["bid", "bid 0", "bid -1", "bid x", "ride 3"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        make("shirinma").parse(text)
