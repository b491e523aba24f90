"""The worked examples of docs/rules/oicho_kabu.md §7."""

import random
from itertools import permutations
from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.why import IllegalAction
from engine.games.mechanics.kabu import face, value
from engine.games.mechanics.kabu_state import KabuState
from tests.support.actions import legal, play
from tests.support.games import Playout
from tests.support.kabu import kabu, opened


def table(first: int, second: int, *then: int, bank: int = 2, stake: int = 5, **options: Any) -> KabuState:
    """Return a round with one bet on field 1, whose cards are `first` and `second`; `then` come from the pile."""
    state = opened(kabu("oicho_kabu", players=2, **options), (first, 2, 2, 3, bank, second, 6, 6, 7, *then))
    play(state, f"bet 1 {stake}", "done", "draw_from top")
    return state


@pytest.mark.parametrize(
    ("first", "second", "worth", "actions"),
    [
        (5, 4, 9, ["stand"]),
        (1, 2, 3, ["card"]),
        (10, 10, 0, ["card"]),
        (7, 10, 7, ["stand"]),
        (4, 2, 6, ["card", "stand"]),
    ],
)
def test_o01_when_a_field_takes_a_third_card(first: int, second: int, worth: int, actions: list[str]) -> None:
    assert value((first, second)) == worth
    assert legal(table(first, second)) == actions


@pytest.mark.parametrize(("bank", "change"), [((4, 1), -5), ((1, 4), 5), ((9, 1), -5), ((1, 9), 5)])
def test_o02_o04_the_banks_special_pairs_count_in_their_order(bank: tuple[int, int], change: int) -> None:
    state = table(5, 4, bank[1], bank=bank[0])
    play(state, "stand", "stand")
    assert state.hand_scores == [(-change, change)]


def test_with_a_third_card_it_is_no_special_pair() -> None:
    state = table(5, 4, 1, 10, bank=4)
    play(state, "stand", "card")
    assert state.hand_scores == [(-5, 5)]


def test_o03_three_alike_win_two_stakes() -> None:
    state = table(3, 3, 3, 5, bank=4)
    assert legal(state) == ["card", "stand"]
    play(state, "card", "stand")
    assert value(state.bank) == 9
    assert state.hand_scores == [(-10, 10)]


def test_o04_but_not_against_kuppin() -> None:
    state = table(3, 3, 3, 1, bank=9)
    play(state, "card", "stand")
    assert state.hand_scores == [(5, -5)]


@pytest.mark.parametrize(("tie", "change"), [("push", 0), ("banker", -5)])
def test_o05_equal_values(tie: str, change: int) -> None:
    state = table(7, 10, 4, bank=3, tie=tie)
    play(state, "stand", "stand")
    assert state.hand_scores == [(-change, change)]


def test_o06_the_losing_hand() -> None:
    assert value((8, 9, 3)) == 0


def test_o07_how_many_first_pairs_win_at_once() -> None:
    game = kabu("oicho_kabu")
    pairs = [(face(a), face(b)) for a, b in permutations(game.pack, 2)]
    assert len(pairs) == 1560
    assert sum(pair in game.specials for pair in pairs) == 32


@pytest.mark.parametrize(("place", "drawn"), [("top", 1), ("fourth", 6), ("bottom", 10)])
def test_where_the_bankers_first_card_comes_from(place: str, drawn: int) -> None:
    state = opened(kabu("oicho_kabu", players=2), (5, 2, 2, 3, 1, 8, 9, 6, 7))
    play(state, "bet 1 1", "done")
    assert legal(state) == ["draw_from top", "draw_from bottom", "draw_from fourth"]
    play(state, f"draw_from {place}")
    assert state.bank == [drawn]
    assert state.view(0).bank == (None,)


def test_only_bettors_on_a_field_see_its_card_and_the_first_of_them_decides() -> None:
    state = opened(kabu("oicho_kabu"), (1, 2, 3, 4, 9, 5, 6, 7, 8))
    play(state, "bet 2 1", "done", "bet 2 3", "bet 4 1", "done", "done", "draw_from top")
    assert [state.view(seat).fields[1] for seat in (1, 2, 3, 0, None)] == [(2, 6), (2, 6)] + [(2, None)] * 3
    assert state.view(2).fields[3] == (4, 8)
    assert state.view(1).fields[3] == (4, None)
    assert (state.to_act(), state.field, legal(state)) == (1, 2, ["stand"])
    play(state, "stand")
    assert (state.to_act(), state.field, legal(state)) == (2, 4, ["card"])
    play(state, "card")
    assert state.to_act() == 0
    assert state.view(0).bank == (9, state.bank[1])
    assert state.view(1).bank == (None, None)


def test_the_limit_is_for_all_bettors_together() -> None:
    state = opened(kabu("oicho_kabu", players=3, max_total_bet=8), (1, 2, 3, 4))
    play(state, "bet 1 5", "done")
    assert legal(state)[-1] == "bet 4 3"
    play(state, "bet 4 3")
    assert legal(state) == ["done"]


def test_bettors_decide_in_turn_each_for_all_fields_on_which_nobody_before_has_bet() -> None:
    state = opened(kabu("oicho_kabu", players=3), (1, 2, 3, 4, 9, 1, 1, 1, 2))
    play(state, "bet 3 1", "bet 4 1", "done", "bet 1 1", "bet 3 1", "done", "draw_from top")
    asked = []
    while state.phase == 3:
        asked.append((state.turn, state.field))
        play(state, legal(state)[0])
    assert asked == [(1, 3), (1, 4), (2, 1)]


def test_the_banker_may_say_for_the_second_card_too_where_it_comes_from() -> None:
    state = opened(kabu("oicho_kabu", players=2, second_draw="chosen"), (5, 2, 2, 3, 1, 4, 9, 6, 7))
    play(state, "bet 1 1", "done", "draw_from top", "stand")
    assert (state.to_act(), legal(state)) == (0, ["draw_from top", "draw_from bottom", "draw_from fourth"])
    assert state.view(0).bank == (None,)
    play(state, "draw_from bottom")
    assert state.view(0).bank == (1, 10)
    assert state.view(0).drawn_from == ("top", "bottom")


@pytest.mark.parametrize(("fields", "dealer"), [((9, 9, 9, 9), 1), ((9, 9, 9, 1), 0)])
def test_the_bank_passes_on_when_it_has_lost_against_every_field(
    fields: tuple[int, ...], dealer: int
) -> None:
    game = kabu("oicho_kabu", players=2, bank_rotation=True)
    state = opened(game, (*fields, 2, 10, 10, 10, 10, 6))
    play(state, "bet 1 1", "done", "draw_from top", "stand", "stand")
    assert (state.shown, state.dealer) == (True, dealer)


def test_dead_cards_are_seen_by_their_bettor_alone() -> None:
    state = opened(kabu("oicho_kabu", players=3, dead_cards=True), (8, 9, 1, 2, 3, 4))
    assert [state.view(seat).dead for seat in (0, 1, 2, None)] == [None, 8, 9, None]
    assert state.view(None).fields == ((1,), (2,), (3,), (4,))


def test_the_round_that_lies_there_is_imagined_with_the_dead_cards_of_those_who_bet_in_it() -> None:
    """The bank may have been passed on by then, to somebody who has a dead card."""
    game = kabu("oicho_kabu", players=3, dead_cards=True, bank_rotation=True, rounds=40)
    playout, banks = Playout(game, random.Random(1)), set()
    for _ in playout.steps(hands=40):
        state = playout.state
        if state.to_act() is None:
            banks.add(state.dealer)
            for seat in (0, 1, 2, None):
                world = game.sample_world(state.view(seat), playout.rng)
                assert world.view(seat) == state.view(seat)
    assert banks == {0, 1, 2}


def test_a_round_without_bets_is_over() -> None:
    state = opened(kabu("oicho_kabu", players=2), (1, 2, 3, 4))
    play(state, "done")
    assert state.hand_scores == [(0, 0)]
    assert state.wants() is not None


@pytest.mark.parametrize(
    ("actions", "action", "reason"),
    [
        ([], "card", "bet on a field or be done"),
        (["bet 1 4"], "bet 1 1", "you have bet on field 1 already"),
        (["bet 1 4"], "bet 2 7", "a stake of 7 is more than the 6 that may still be bet"),
        (["bet 1 4", "done"], "done", "the banker must draw a card now"),
        (["bet 1 4", "done", "draw_from top"], "stand", "a field worth 3 must take a third card"),
        (["bet 1 4", "done", "draw_from top"], "done", "take a card or stand"),
        (["bet 2 4", "done", "draw_from top"], "card", "a field worth 9 takes no third card"),
    ],
)
def test_reasons(actions: list[str], action: str, reason: str) -> None:
    state = opened(kabu("oicho_kabu", players=2, max_total_bet=10), (1, 4, 2, 3, 9, 2, 5))
    play(state, *actions)
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


def test_other_texts_are_refused_with_what_to_write() -> None:
    with pytest.raises(NotationError, match="write bet 3 2"):
        kabu("oicho_kabu").parse("bet 5 1")
