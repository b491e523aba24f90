"""A sampled world is one that could have come about: dealt so, the same actions are legal and lead to it."""

import random

import pytest

from engine.core.bits import mask_of
from engine.core.events import Dealt, Passed
from engine.games.hachinin_meri import HachininMeri, MeriState
from engine.games.hachinin_meri.events import Robatta
from engine.games.hachinin_meri.phases import BURY, DEAL, LEAD, OVER, POLL, TRICKS
from poems.chance import shuffled
from tests.support.games import CHOOSERS, Playout, grid, name_of
from tests.support.meri import meri

GRID = [game for game in grid("hachinin_meri", extra=25) if isinstance(game, HachininMeri)]


def dealt(world: MeriState) -> tuple[int, ...]:
    """Return a pack that deals this world."""
    game = world.game
    hands = [tuple(world.dealt[(world.dealer + 1 + place) % game.seats]) for place in range(game.seats)]
    assert {len(hand) for hand in hands} == {9}
    packets = [hands[at % game.seats][3 * (at // game.seats) :][:3] for at in range(3 * game.seats)]
    return (*(card for packet in packets for card in packet), world.oki, *world.stock)


def plays(world: MeriState) -> list[int]:
    """Return every card played, from the opening lead on, face-down ones filled in."""
    out = []
    for number, trick in enumerate(world.tricks, start=1):
        row = list(trick.cards)
        for one in world.face_down:
            if one.trick == number:
                row[(one.seat - trick.leader) % world.seats] = one.card
        out += row
    return out + world.table


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_same_actions_lead_to_a_sampled_world(game: HachininMeri) -> None:
    for seed, choose in enumerate(CHOOSERS):
        rng = random.Random(seed)
        playout = Playout(game, rng, choose, seed)
        polled: list[str] = []
        for happened in playout.steps():
            state = playout.state
            assert isinstance(state, MeriState)
            for event in happened:
                if isinstance(event, Dealt):
                    polled = []
                if isinstance(event, Passed | Robatta):
                    polled.append("pass" if isinstance(event, Passed) else "robatta")
            seat = rng.choice([*range(game.seats), None])
            if state.phase in (DEAL, OVER):
                continue
            world = game.sample_world(state.view(seat), rng)
            assert isinstance(world, MeriState)
            again = game.new(world.dealer)
            again.deal(dealt(world))
            if game.options.dragon_poll == "holder_only" and world.phase != POLL and not polled:
                polled_now = ["pass"] if again.phase == POLL else []
            else:
                polled_now = polled if again.phase == POLL else []
            for text in polled_now:
                again.play(game.parse(text))
            if world.phase in (BURY, TRICKS):
                led = world.opening if world.phase == BURY else plays(world)[0]
                again.play(game.parse(f"lead {game.deck.code(led)}"))
            if world.phase == TRICKS:
                again.play(game.parse(f"discard {game.deck.code(world.buried)}"))
                for card in plays(world)[1:]:
                    again.play(card)
            assert again.view(seat) == state.view(seat)
            assert again == world
            assert world.phase != LEAD or world.turn == world.taker


def test_a_refusal_of_the_only_trump_is_remembered() -> None:
    """Worlds in which a seat kept the Sun after a plain card on a meri give it no other trump, then or before."""
    game = GRID[0]
    rng = random.Random(5)
    kept = 0
    for seed in range(60):
        playout = Playout(game, random.Random(seed))
        for _ in playout.steps():
            state = playout.state
            assert isinstance(state, MeriState)
            if state.phase != TRICKS or len(state.tricks) < 3 or state.table:
                continue
            for seat in range(8):
                world = game.sample_world(state.view(seat), rng)
                assert isinstance(world, MeriState)
                sun = world.trumps.sun_bit
                refused = [other for other in range(8) if other != seat and _refused(world, other)]
                for other in refused:
                    held = mask_of(world.hands[other]) & world.trumps.mask
                    assert held in (0, sun)
                    if held:
                        assert mask_of(world.dealt[other]) & world.trumps.mask == sun
                        kept += 1
    assert kept > 10


def _refused(world: MeriState, seat: int) -> bool:
    mask = world.trumps.mask
    return any(
        mask >> trick.cards[0] & 1 and not mask >> trick.cards[(seat - trick.leader) % 8] & 1
        for trick in world.tricks[1:]
        if trick.cards[(seat - trick.leader) % 8] >= 0
    )


def test_a_turned_up_dragon_hides_nothing_where_the_worth_of_yaku_would_tell() -> None:
    """All yaku are worth 2 then, which says that nobody hides the dragon, and not that it lies in the stock."""
    game, looked = meri(hidden_dragon_scope="all_yaku"), 0
    dragon = game.deck.number("IR")
    for seed in range(12):
        rng = random.Random(seed)
        order = [card for card in shuffled(game.pack, rng) if card != dragon]
        state = game.new()
        state.deal((*order[:72], dragon, *order[72:]))
        while not state.hand_scores:
            legal = state.legal_actions()
            state.play(legal[rng.randrange(len(legal))])
            if state.yaku and dragon in state.hands[state.taker]:
                looked += 1
                for seat in (state.taker, (state.taker + 1) % 8, None):
                    assert game.sample_world(state.view(seat), rng).view(seat) == state.view(seat)
    assert looked > 5
