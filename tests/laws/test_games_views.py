"""What a seat sees: its feed is enough, and no world that fits its view can be told from the true one."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.codec import decode, dumps, encode
from engine.core.deck import HIDDEN
from engine.core.document import Node, loads
from engine.core.events import Event
from engine.core.game import Game, State, View
from engine.core.log import Log
from engine.core.why import IllegalAction, WrongPack
from tests.support.games import (
    CHOOSERS,
    FEW_WORLDS,
    GAMES,
    GRID,
    Playout,
    grid,
    meek,
    mixtures,
    name_of,
    secret_hands,
    viewers,
)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_fold_of_the_feed_gives_the_same_view(game: Game[Any]) -> None:
    for seed, choose in enumerate(CHOOSERS):
        playout = Playout(game, random.Random(seed + 10), choose, seed % game.seats)
        folded = {seat: game.new(playout.dealer) for seat in viewers(game)}
        for happened in playout.steps(hands=2):
            for seat, state in folded.items():
                for event in happened:
                    state.apply(game.redact(event, seat))
                assert state.view(seat) == playout.state.view(seat)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_a_view_survives_json(game: Game[Any]) -> None:
    playout = Playout(game, random.Random(11))
    for count, _ in enumerate(playout.steps()):
        seat = count % game.seats
        view = playout.state.view(seat)
        text = dumps(encode(view, game.deck))
        assert decode(type(view), Node(loads(text.encode())), game.deck) == view


@pytest.mark.parametrize(("number", "game"), list(enumerate(GRID)), ids=[name_of(game) for game in GRID])
def test_sampled_worlds_cannot_be_told_from_the_true_one(number: int, game: Game[Any]) -> None:
    """Each point of the grid is played in one way, and each way at a third of the points."""
    rng = random.Random(20)
    playout = Playout(game, rng, CHOOSERS[number % len(CHOOSERS)])
    for _ in playout.steps():
        state = playout.state
        seat = rng.choice(viewers(game))
        view = state.view(seat)
        for world in [game.sample_world(view, rng) for _ in range(2)]:
            assert world.view(seat) == view
            assert (world.to_act() == seat) == (state.to_act() == seat)  # equal views, equal prompts
            assert (world.wants() is None) == (state.wants() is None)
            if state.to_act() == seat:
                assert world.legal_actions() == state.legal_actions()
                for action in (rng.randrange(game.action_count) for _ in range(2)):
                    assert world.why_illegal(action) == state.why_illegal(action)
            assert conserved(world, game)
        play_out(world, rng)


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_worlds_fit_the_views_of_later_hands_and_of_finished_ones_too(game: Game[Any]) -> None:
    rng = random.Random(50)
    playout = Playout(game, rng, meek)
    for _ in playout.steps(hands=4):
        state = playout.state
        if state.to_act() is None or rng.random() < 0.02:
            seat = rng.choice(viewers(game))
            world = game.sample_world(state.view(seat), rng)
            assert world.view(seat) == state.view(seat)
            assert (world.is_over(), world.scores()) == (state.is_over(), state.scores())
            assert conserved(world, game)


@pytest.mark.parametrize("game", [game for game in GRID if game.id not in FEW_WORLDS], ids=name_of)
def test_what_is_hidden_varies_between_worlds(game: Game[Any]) -> None:
    rng = random.Random(30)
    playout = Playout(game, rng)
    for count, _ in enumerate(playout.steps()):
        in_play = playout.state.to_act() is not None
        if count == 0 or (count == 8 and game.seats > 2 and in_play):  # of two, one may know all by then
            for seat in viewers(game):
                worlds = game.worlds(playout.state.view(seat))
                sampled = [worlds.sample(rng) for _ in range(12)]
                assert len({repr(world) for world in sampled}) > 6
                for hidden in secret_hands(playout.state, seat):
                    assert len({world.places()[hidden] for world in sampled}) > 6


@pytest.mark.parametrize(
    "name", [name for name in GAMES if name != "mutsu_ichi"]
)  # nothing is shuffled there
def test_what_a_seat_was_not_shown_leaves_no_trace_in_its_feed(name: str) -> None:
    """Two cards that it has not seen change places and the same is played: what looks alike was told alike."""
    compared = 0
    for game in grid(name, mixtures(name)):
        rng = random.Random(40)
        pack, *actions = opening(Playout(game, rng), 10)
        for _ in range(6):
            seat = rng.choice(viewers(game))
            told = retold(game, seat, pack, actions)
            assert told is not None
            places = [at for at, card in enumerate(told[0].events[0].pack) if card == HIDDEN]  # type: ignore[attr-defined]
            one, other = rng.sample(places, 2)
            swapped = list(pack)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            if any(f'"{game.deck.code(pack[at])}"' in told[0].lines() for at in (one, other)):
                continue
            again = retold(game, seat, swapped, actions)
            if again is not None and again[1] == told[1]:
                assert again[0] == told[0]
                compared += 1
    assert compared > 4


def opening(playout: Playout, decisions: int) -> list[Any]:
    """Return the first pack, and the actions and packs after it."""
    moves: list[Any] = []
    while len(moves) <= decisions and (happened := playout.step()):
        action = playout.game.action_of(happened[0])
        moves.append(happened[0].pack if action is None else action)  # type: ignore[attr-defined]
    return moves


def retold(
    game: Game[Any], seat: int | None, pack: Sequence[int], moves: Sequence[Any]
) -> tuple[Log, list[View]] | None:
    """Return what a seat is told and sees, move by move; None where a move is not legal any more."""
    state, events, views = game.new(), list[Event](), list[View]()
    for move in (pack, *moves):
        try:
            events += state.play(move) if isinstance(move, int) else state.deal(move)
        except (IllegalAction, WrongPack):
            return None
        views.append(state.view(seat))
    return Log(game, events=tuple(events)).feed(seat), views


def conserved(state: State[Any], game: Game[Any]) -> bool:
    places = state.places()
    return sum(places) in (0, sum(1 << card for card in game.pack)) and _disjoint(places)


def _disjoint(masks: tuple[int, ...]) -> bool:
    together = 0
    for mask in masks:
        if together & mask:
            return False
        together |= mask
    return True


def play_out(world: State[Any], rng: random.Random) -> None:
    """Play a world on to the end of its hand: it must be a state like any other."""
    hands = len(world.hand_scores)
    while (seat := world.to_act()) is not None and len(world.hand_scores) == hands:
        legal = world.legal_actions()
        assert legal
        world.play(legal[rng.randrange(len(legal))])
        assert seat in range(world.game.seats)
