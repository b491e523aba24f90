"""PettingZoo's `api_test` on two hundred seeded environments, made of our games by Shimmy from OpenSpiel's.

It plays one game unseeded and looks at each step: that rewards add up, that agents end when they say so, that
observations are within their spaces, that masks leave an action. So it runs on many games, each from a seed of its own.
"""

import random
import warnings
from typing import Any

import pytest

from engine.core.game import Game
from tests.support.games import GAMES, grid
from tests.support.peers import library, quiet

library("pyspiel")
openspiel = library("engine.adapters.openspiel")
api_test = library("pettingzoo.test").api_test
shimmy = library("shimmy")
openspiel.register()

ENVIRONMENTS = 200
EACH = -(-ENVIRONMENTS // len(GAMES))
STEPS = 20
"""How many steps of an environment it looks at; the first of each game is played to its end."""


class Seeded(shimmy.OpenSpielCompatibilityV0):  # type: ignore[misc]
    """Shimmy's environment, in which everything follows from one seed; its spaces are made once."""

    def __init__(self, name: str, config: dict[str, Any], seed: int) -> None:
        self.random, self.ready = random.Random(seed), False
        super().__init__(game_name=name, config=config)
        for number, agent in enumerate(self.possible_agents):
            self.action_spaces[agent].seed(seed + number)
        self.ready = True

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(self.random.randrange(10**6) if seed is None else seed, options)

    def _update_observation_spaces(self) -> None:
        if not self.ready:
            super()._update_observation_spaces()

    def _update_action_spaces(self) -> None:
        if not self.ready:
            super()._update_action_spaces()


def environment(game: Game[Any], seed: int) -> Seeded:
    config = openspiel.parameters_of(game.id, game.options.changed()) | {"dealer": seed % game.seats}
    return Seeded(openspiel.PREFIX + game.id, config, seed)


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    games = list(grid(name, extra=6))
    for seed in range(EACH):
        game = games[seed * len(games) // EACH]
        cycles = max(1, STEPS // game.seats) if seed else game.max_decisions
        with warnings.catch_warnings(), quiet():
            # Shimmy's spaces have no bounds, whatever the game
            warnings.filterwarnings("ignore", "Agent's (minimum|maximum) observation space value is")
            api_test(environment(game, seed), num_cycles=cycles)


def test_the_same_seed_gives_the_same_game() -> None:
    """What agents got is not compared with the scores: Shimmy pays again as each of them leaves."""
    played = []
    for _ in range(2):
        env, moves = environment(next(grid("yomi")), 3), []
        env.reset()
        for agent in env.agent_iter():
            _, reward, terminated, _, info = env.last()
            action = None if terminated else env.action_space(agent).sample(info["action_mask"])
            moves.append((agent, action, reward))
            env.step(action)
        played.append(moves)
    assert played[0] == played[1]
    assert sorted(env.game_state.returns()) == [0, 0, 0, 1]
