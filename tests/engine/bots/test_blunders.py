"""Blunders: they are what they are called, the players of the machine make none, and chance makes them."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.bots.blunders import NOTHING, Blunder, watch
from engine.bots.blunders.count import blunders
from engine.bots.bot import Budget
from engine.bots.levels import at_level
from engine.bots.pimc import FEWEST
from engine.bots.sensible import Sensible
from engine.bots.uniform import Uniform
from engine.core.game import Game, State
from engine.games import ENTRIES, make
from poems.chance import Seed, shuffled
from tests.support.games import grid, name_of

TRICKS = ("napoleon", "hachinin_meri", "mighty", "kakeya", "kan")
SHEDDING = ("kakkuri", "ao_kammuri")
WATCHED = (*TRICKS, *SHEDDING)


def seeds(count: int) -> list[Seed]:
    return [Seed.numbered(number) for number in range(count)]


def situations(game: Game[Any], hands: int) -> Iterator[tuple[State[Any], Sequence[int], dict[int, Blunder]]]:
    """Yield states of hands played at random in which some of the legal actions are blunders."""
    look, rng = watch(game), random.Random(5)
    for dealer in range(hands):
        state = game.new(dealer % game.seats)
        while not state.hand_scores:
            seat = state.to_act()
            if seat is None:
                state.deal(shuffled(state.wants() or (), rng))
                continue
            legal = state.legal_actions()
            found = look(state.view(seat), legal)
            if found:
                yield state.clone(), legal, dict(found)
            state.play(legal[rng.randrange(len(legal))])


def trick_winner(state: State[Any], action: int, rng: random.Random) -> int:
    """Return who takes the trick when this action is played and all others follow at random."""
    trial = state.clone()
    done = len(trial.tricks)  # type: ignore[attr-defined]
    hands = len(trial.hand_scores)
    trial.play(action)
    while len(trial.tricks) == done and len(trial.hand_scores) == hands:  # type: ignore[attr-defined]
        legal = trial.legal_actions()
        trial.play(legal[rng.randrange(len(legal))])
    winner: int = trial.tricks[done].winner  # type: ignore[attr-defined]
    return winner


def already(state: State[Any]) -> list[int]:
    """Return the seats that have played to the trick."""
    view = state.view(state.turn)
    order = getattr(view, "order", None) or tuple(range(state.game.seats))
    first = order.index(view.leader)  # type: ignore[attr-defined]
    return [order[(first + at) % len(order)] for at in range(len(view.table))]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", [one for name in TRICKS for one in grid(name, extra=1)], ids=name_of)
def test_without_the_blunder_the_trick_is_a_partners_in_every_world(game: Game[Any]) -> None:
    rng = random.Random(6)
    for seen, (state, legal, found) in enumerate(situations(game, 4)):
        seat = state.turn
        assert set(found) < set(legal)
        assert set(found.values()) == {Blunder.PARTNER_BEATEN}
        world = game.sample_world(state.view(seat), rng)
        for action in set(legal) - set(found):
            winner = trick_winner(world, action, rng)
            assert winner in already(state)
        if seen > 40:
            break


@pytest.mark.parametrize("name", SHEDDING)
def test_who_could_have_gone_out_goes_out_without_the_blunder(name: str) -> None:
    game, look, seen = make(name), watch(make(name)), 0
    for state, _, found in situations(game, 60):
        if Blunder.WIN_MISSED not in found.values():
            continue
        seen += 1
        seat = state.turn
        while not state.hand_scores:
            legal = state.legal_actions()
            bad = look(state.view(seat), legal)
            state.play(next(action for action in legal if action not in bad))
            assert state.hand_scores or state.turn == seat
        assert state.hand_scores[-1][seat] == max(state.hand_scores[-1])
    assert seen > 5


def test_a_pass_that_gives_the_round_away_does_so_whatever_the_enemy_holds() -> None:
    game, seen = make("ao_kammuri"), 0
    for state, _, found in situations(game, 60):
        for action, kind in found.items():
            if kind is Blunder.WIN_GIVEN:
                seen += 1
                trial = state.clone()
                trial.play(action)
                [last] = trial.legal_actions()
                trial.play(last)
                assert trial.hand_scores[-1][state.turn] == 0
    assert seen > 5


@pytest.mark.parametrize("name", WATCHED)
def test_chance_blunders_and_a_careful_beginner_does_not(name: str) -> None:
    game = make(name)
    chance = blunders(game, Uniform(), seeds(30), Budget())
    careful = blunders(game, at_level("thumb", game), seeds(30), Budget())
    assert sum(chance.made.values()) > 0
    assert sum(careful.chances.values()) > 0
    assert not careful.made
    assert careful.hands == 30


class Spiteful:
    """Blunders whenever it is let."""

    def __init__(self, game: Game[Any]) -> None:
        self._look = watch(game)

    def choose(self, view: Any, legal: Sequence[int], bits: Any, budget: Budget) -> int:
        found = self._look(view, legal)
        return next((action for action in legal if action in found), legal[-1])


@pytest.mark.parametrize("name", WATCHED)
def test_whoever_plays_within_a_level_cannot_blunder(name: str) -> None:
    game = make(name)
    alone = blunders(game, Spiteful(game), seeds(12), Budget())
    kept = blunders(game, Sensible(game, Spiteful(game)), seeds(12), Budget())
    assert sum(alone.made.values()) == sum(alone.chances.values()) > 0
    assert sum(kept.chances.values()) > 0
    assert not kept.made


def test_the_strongest_player_plays_within_it() -> None:
    game = make("kakkuri")
    tally = blunders(game, at_level("pimc", game), seeds(20), Budget(FEWEST))
    assert tally.chances[Blunder.WIN_MISSED] > 20
    assert not tally.made
    assert all(
        isinstance(at_level(level, make(name)), Sensible) for level in ("thumb", "pimc") for name in ENTRIES
    )


def test_other_games_have_none_of_these_kinds() -> None:
    assert {name for name in ENTRIES if watch(make(name)) is NOTHING} == set(ENTRIES) - set(WATCHED)
    assert NOTHING(None, [1, 2]) == {}
