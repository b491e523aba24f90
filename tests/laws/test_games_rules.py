"""Legal lists, reasons, notation, conservation, scores; and that the random games reached every corner."""

import random
from typing import Any

import pytest

from engine.core.events import Dealt, HandScored
from engine.core.game import Game, State
from engine.core.why import IllegalAction, WrongPack
from tests.support.games import CHOOSERS, GAMES, GRID, Playout, finished, grid, mixtures, name_of


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_legal_actions_are_sorted_and_what_is_not_among_them_is_refused_with_a_reason(
    game: Game[Any],
) -> None:
    rng = random.Random(1)
    playout = Playout(game, rng)
    for _ in playout.steps(hands=2):
        state = playout.state
        legal = state.legal_actions()
        if state.to_act() is None:
            assert len(legal) == 0
            assert state.why_illegal(0)
            continue
        listed = list(legal[:300])
        assert listed
        assert listed == sorted(set(listed))
        assert 0 <= listed[0] <= legal[-1] < game.action_count
        for action in (*listed[:5], *(rng.randrange(game.action_count) for _ in range(5)), -1, 10**9):
            why = state.why_illegal(action)
            assert (why is None) == (action in legal)
            if why is not None:
                with pytest.raises(IllegalAction, match=r"\w") as refused:
                    state.play(action)
                assert refused.value.why == why
                assert refused.value.count == len(legal)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_every_legal_action_has_a_text_of_its_own_that_reads_back(game: Game[Any]) -> None:
    playout = Playout(game, random.Random(2))
    for _ in playout.steps():
        legal = playout.state.legal_actions()[:200]
        texts = [game.text(action) for action in legal]
        assert len(set(texts)) == len(texts)
        assert [game.parse(text) for text in texts] == list(legal)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_cards_are_conserved_and_hands_stay_in_bounds(game: Game[Any]) -> None:
    for seed, choose in enumerate(CHOOSERS):
        playout = Playout(game, random.Random(seed), choose)
        decisions = 0
        for happened in playout.steps(hands=3):
            decisions = 0 if isinstance(happened[0], Dealt) else decisions + 1
            assert decisions <= game.max_decisions
            if isinstance(happened[-1], HandScored):
                decisions = 0
            together = 0
            for place in playout.state.places():
                assert not together & place
                together |= place
            assert together == sum(1 << card for card in game.pack)
        low, high = game.hand_bounds
        for row in playout.state.hand_scores:
            assert all(low <= score <= high for score in row)
            assert game.hand_sum in (None, sum(row))


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_only_the_wanted_pack_is_dealt(game: Game[Any]) -> None:
    state = game.new()
    if not_shuffled(game):
        with pytest.raises(WrongPack):
            state.deal(game.pack)
        return
    for wrong in (game.pack[1:], (*game.pack[1:], game.pack[1]), (*game.pack, -1)):
        with pytest.raises(WrongPack):
            state.deal(wrong)
    state.deal(game.pack)
    with pytest.raises(WrongPack):
        state.deal(game.pack)


@pytest.mark.parametrize("name", GAMES)
def test_the_random_games_reach_every_phase_and_every_event(name: str) -> None:
    events, phases = set(), set()
    cls: type[Game[Any]]
    for game in grid(name, extra=3 * mixtures(name)):
        for seed, choose in enumerate(CHOOSERS):
            playout = Playout(game, random.Random(seed), choose, seed % game.seats)
            phases.add(phase(playout.state))
            for happened in playout.steps(hands=8):
                events |= {type(event) for event in happened}
                phases.add(phase(playout.state))
        cls = type(game)
    assert events == set(cls.event_types)
    assert phases == set(cls.phases)


def not_shuffled(game: Game[Any]) -> bool:
    """Say whether a game has no chance at all."""
    return game.new().wants() is None


def phase(state: State[Any]) -> str:
    name: str = state.view(None).phase
    return name


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_a_session_ends(game: Game[Any]) -> None:
    state = finished(game, 1, hands=1000).state
    assert state.is_over()
    assert state.wants() is None
    assert state.to_act() is None
    assert state.scores() == tuple(map(sum, zip(*state.hand_scores, strict=True)))
