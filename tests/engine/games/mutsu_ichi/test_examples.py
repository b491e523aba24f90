"""The worked examples of docs/rules/mutsu_ichi.md §7."""

import random
from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.record import document, parse
from engine.core.replay import replay
from engine.core.why import IllegalAction
from engine.games import make
from engine.games.mutsu_ichi import MutsuIchiState
from tests.support.actions import play
from tests.support.games import finished


def session(dealer: int = 0, **options: Any) -> MutsuIchiState:
    state = make("mutsu_ichi", options).new(dealer)
    assert isinstance(state, MutsuIchiState)
    return state


@pytest.mark.parametrize(("pick", "change"), [(5, 4), (3, -2)])
def test_t01_what_a_placing_wins(pick: int, change: int) -> None:
    state = session(players=2)
    play(state, f"pick {pick}", "place 2 5")
    assert state.hand_scores == [(-change, change)]


def test_the_stake_multiplies_and_the_banker_pays_all() -> None:
    state = session(dealer=1, players=3, stake=10)
    play(state, "pick 6", "place 6", "place 1 2 3 4")
    assert state.hand_scores == [(-40, -10, 50)]


def test_t02_ways_to_place() -> None:
    assert len(session().game.placings) == 6 + 15 + 20 + 15 == 56
    assert len(session(most=1).game.placings) == 6


def test_t03_every_placing_is_fair_against_a_random_pick() -> None:
    game = session(players=2).game
    for placing in game.placings:
        total = 0
        for pick in range(1, 7):
            state = session(players=2)
            play(state, f"pick {pick}", game.text(placing))
            total += state.hand_scores[0][1]
        assert total == 0


def test_nobody_sees_anything_before_all_have_placed() -> None:
    state = session()
    play(state, "pick 4", "place 1 2 3")
    assert [state.view(seat).pick for seat in (0, 1, 2, None)] == [4, None, None, None]
    assert state.view(1).placed == (None, (1, 2, 3), None, None)
    assert state.view(2).placed == (None,) * 4
    assert state.view(2).done == (True, True, False, False)
    play(state, "place 4", "place 5")
    assert state.view(None).placed == ((), (1, 2, 3), (4,), (5,))
    assert state.view(None).picks == (4,)


def test_what_is_hidden_varies_between_worlds() -> None:
    state, rng = session(), random.Random(1)
    play(state, "pick 4", "place 1 2 3", "place 6")
    for seat, pick_known in ((0, True), (3, False), (None, False)):
        worlds = [state.game.sample_world(state.view(seat), rng) for _ in range(40)]
        picks = {world.pick for world in worlds if isinstance(world, MutsuIchiState)}
        placed = {world.placed[1] for world in worlds if isinstance(world, MutsuIchiState)}
        assert (len(picks) == 1) == pick_known
        assert len(placed) > 15


def test_it_goes_on_without_a_deal_and_replays_without_a_pack() -> None:
    playout = finished(make("mutsu_ichi", {"rounds": 3}), 4, hands=3)
    record = playout.log().record()
    assert (record.deck, record.rng) == (None, 0)
    assert document(record)["rng"] == 0
    answer = replay(playout.game, record)
    assert answer.finished
    assert answer.hand_scores == tuple(playout.state.hand_scores)


def test_a_record_of_it_says_some_rng() -> None:
    text = '{"format":"naniwazu-game/1","game":"mutsu_ichi","rng":7,"actions":["pick 3","place 3"]}'
    answer = replay(make("mutsu_ichi"), parse(text.encode()))
    assert (answer.to_act, len(answer.legal)) == (2, 56)


def test_reasons() -> None:
    state = session(most=2)
    with pytest.raises(IllegalAction, match="the banker must pick a number now"):
        play(state, "place 1")
    play(state, "pick 1")
    for action, reason in (("place 1 2 3", "at most 2 cards"), ("pick 2", "place your cards now")):
        with pytest.raises(IllegalAction, match=reason):
            play(state, action)


@pytest.mark.parametrize("text", ["pick", "pick 7", "pick 1 2", "place", "place 1 1", "place 0", "bet 1"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        session().game.parse(text)
