"""A sampled world is one that could have come about: dealt so, the same actions are legal and lead to it."""

import random

import pytest

from engine.core.bits import cards, mask_of
from engine.games.mechanics.kitty import rank
from engine.games.napoleon import Napoleon, NapoleonState
from engine.games.napoleon.actions import CARDS, DISCARD0
from tests.support.games import CHOOSERS, Playout, grid, name_of

GRID = [game for game in grid("napoleon", extra=25) if isinstance(game, Napoleon)]


def dealt(world: NapoleonState) -> list[int]:
    """Return a pack that deals this world."""
    game = world.game
    hands = [set(hand) for hand in world.hands]
    for seat in range(game.seats):
        for trick in world.tricks:
            hands[seat].add(trick.cards[(seat - trick.leader) % game.seats])
        place = (seat - world.leader) % game.seats
        if place < len(world.table):
            hands[seat].add(world.table[place])
    kitty = list(world.kitty)
    if world.napoleon >= 0 and not kitty:
        taken = set(cards(world.taken_up))
        hands[world.napoleon] = hands[world.napoleon] | set(cards(world.buried)) - taken
        hands[world.napoleon] -= taken
        kitty = sorted(taken)
        if world.turned >= 0:
            kitty.remove(world.turned)
            kitty.insert(
                game.kitty_size // 2 if game.kitty_size % 2 else game.kitty_size // 2 - 1, world.turned
            )
    order = [sorted(hands[(world.dealer + 1 + place) % game.seats]) for place in range(game.seats)]
    assert {len(hand) for hand in order} == {game.hand_size}
    return [order[at % game.seats][at // game.seats] for at in range(game.seats * game.hand_size)] + kitty


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_same_actions_lead_to_a_sampled_world(game: Napoleon) -> None:
    for seed, choose in enumerate(CHOOSERS):
        rng = random.Random(seed)
        playout = Playout(game, rng, choose)
        actions: list[int] = []
        for happened in playout.steps():
            state = playout.state
            assert isinstance(state, NapoleonState)
            for event in happened:
                if type(event).__name__ == "Dealt":
                    actions = []
                if (action := game.action_of(event)) is not None:
                    actions.append(action)
            seat = rng.randrange(game.seats)
            if state.phase in (0, 5):
                continue
            world = game.sample_world(state.view(seat), rng)
            assert isinstance(world, NapoleonState)
            again = game.new(world.dealer)
            again.thrown_in = world.thrown_in
            again.deal(dealt(world))
            for action in actions:
                buried = DISCARD0 + rank(cards(world.buried), CARDS)
                again.play(buried if action >= DISCARD0 else action)
            assert again.places()[: game.seats] == world.places()[: game.seats]
            assert again.view(seat) == world.view(seat)
            assert mask_of(again.kitty) == mask_of(world.kitty)
            assert again == world
