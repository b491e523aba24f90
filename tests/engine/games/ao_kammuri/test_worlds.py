"""A sampled world is one that could have come about, and all deals of the cards left are equally likely."""

import random
from collections import Counter
from math import comb

import pytest

from engine.core.bits import cards
from engine.core.codec import dumps, encode
from engine.games.ao_kammuri import AoKammuri, AoKammuriState
from engine.games.mechanics.shedding_attack import count_of
from tests.support.ao_kammuri import ao_kammuri
from tests.support.games import CHOOSERS, Playout, grid, name_of

GRID = [game for game in grid("ao_kammuri", extra=8) if isinstance(game, AoKammuri)]


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_same_actions_lead_to_a_sampled_world(game: AoKammuri) -> None:
    for seed, choose in enumerate(CHOOSERS):
        rng = random.Random(seed)
        playout = Playout(game, rng, choose, seed)
        actions: list[int] = []
        for happened in playout.steps():
            state = playout.state
            actions += [action for event in happened if (action := game.action_of(event)) is not None]
            if not isinstance(state, AoKammuriState) or state.turn < 0 or rng.random() < 0.7:
                continue
            world = game.sample_world(state.view(rng.randrange(4)), rng)
            assert isinstance(world, AoKammuriState)
            again = game.new(playout.dealer)
            order = [world.dealt[(playout.dealer + 1 + place) % 4] for place in range(4)]
            again.deal([card for hand in order for card in cards(hand)])
            for action in actions:
                again.play(action)
            assert again == world


def test_the_cards_left_are_dealt_like_any_cards() -> None:
    """Late in a game, the number of kammuri in a hidden hand follows the hypergeometric distribution."""
    game = ao_kammuri()
    playout = Playout(game, random.Random(11))
    for _, _happened in zip(range(60), playout.steps(), strict=False):
        pass
    state = playout.state
    assert isinstance(state, AoKammuriState)
    view = state.view(1)
    kammuri = game.kinds.names.index("kammuri")
    hidden = [seat for seat in range(4) if seat != 1]
    left = sum(view.hand_sizes[seat] for seat in hidden)
    of_kind = sum(count_of(state.counts[seat], kammuri) for seat in hidden)
    size = view.hand_sizes[0]
    assert 2 < of_kind < left
    rng, drawn, runs = random.Random(12), Counter[int](), 4000
    worlds = game.worlds(view)
    for _ in range(runs):
        world = worlds.sample(rng)
        assert isinstance(world, AoKammuriState)
        drawn[count_of(world.counts[0], kammuri)] += 1
    for held in range(size + 1):
        chance = comb(of_kind, held) * comb(left - of_kind, size - held) / comb(left, size)
        spread = (runs * chance * (1 - chance)) ** 0.5
        assert abs(drawn[held] - runs * chance) <= 4.5 * spread + 1


def test_any_card_may_have_been_dealt_to_anybody() -> None:
    game = ao_kammuri()
    playout = Playout(game, random.Random(13))
    for _, _happened in zip(range(30), playout.steps(), strict=False):
        pass
    view = playout.state.view(2)
    rng = random.Random(14)
    worlds = game.worlds(view)
    met = [0] * 4
    for _ in range(400):
        world = worlds.sample(rng)
        assert isinstance(world, AoKammuriState)
        met = [known | dealt for known, dealt in zip(met, world.dealt, strict=True)]
    emperors = game.kinds.masks[0] | game.kinds.masks[1]
    unseen = game.deck.mask & ~view.dealt & ~emperors
    for seat in (0, 1, 3):
        assert met[seat] & ~emperors == unseen
    assert met[2] == view.dealt


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_whoever_cannot_tell_two_deals_apart_is_shown_and_asked_the_same_all_along(game: AoKammuri) -> None:
    for seed, choose in enumerate(CHOOSERS):
        rng = random.Random(seed + 5)
        playout, seat = Playout(game, rng, choose, seed), rng.randrange(4)
        state = playout.state
        assert isinstance(state, AoKammuriState)
        actions, shown = list[int](), list[str]()
        for _, happened in zip(range(rng.randrange(5, 50)), playout.steps(), strict=False):
            actions += [action for event in happened if (action := game.action_of(event)) is not None]
            shown.append(dumps(encode(state.view(seat), game.deck)))
        assert not state.hand_scores
        world = game.sample_world(state.view(seat), rng)
        assert isinstance(world, AoKammuriState)
        again = game.new(playout.dealer)
        order = [world.dealt[(playout.dealer + 1 + place) % 4] for place in range(4)]
        again.deal([card for hand in order for card in cards(hand)])
        for at, expected in enumerate(shown):
            assert dumps(encode(again.view(seat), game.deck)) == expected
            if at < len(actions):
                again.play(actions[at])
