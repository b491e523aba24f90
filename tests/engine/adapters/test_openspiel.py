"""OpenSpiel's own test suites on every game: random simulations, `sim_game`, playthroughs, and its algorithms.

They see what ours do not ask: that a state is its history, that it survives their serialisation, that strings of
actions are unique, that legal lists, masks, chances and returns are as the interface has them.
"""

import random
from typing import Any

import numpy as np
import pytest

from engine.core.game import Game
from engine.core.options import OptionError
from engine.games import make
from tests.support.games import GAMES, GRID, grid
from tests.support.peers import library, quiet
from tests.support.playthroughs import GOLDEN, SETTINGS, digest, digests_kept, kept, playthrough

pyspiel = library("pyspiel")
openspiel = library("engine.adapters.openspiel")
games_sim_test = library("open_spiel.python.tests.games_sim_test")
openspiel.register()


def spiel(game: Game[Any], **more: Any) -> Any:
    """Return one of our games as theirs, through what they read from a string."""
    parameters = openspiel.parameters_of(game.id, game.options.changed()) | more
    written = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"{openspiel.PREFIX}{game.id}({written})")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_goes_there_and_back(name: str) -> None:
    for game in grid(name, extra=12):
        theirs = spiel(game)
        assert theirs.setting.game == game
        assert str(pyspiel.load_game(str(theirs))) == str(theirs)
        assert theirs.num_players() == game.seats
        assert theirs.num_distinct_actions() == game.action_count
        assert theirs.get_type().min_num_players <= game.seats <= theirs.get_type().max_num_players


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations(name: str) -> None:
    """Theirs: clones, legal lists and masks, unique strings, observations, returns, and the whole serialised again."""
    pyspiel.random_sim_test(spiel(make(name)), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_of_other_options(name: str) -> None:
    """The same with other options, and another dealer."""
    sets = random.Random(name).sample([game for game in GRID if game.id == name], 2)
    for number, game in enumerate(sets):
        pyspiel.random_sim_test(
            spiel(game, dealer=(1 + number) % game.seats), num_sims=1, serialize=False, verbose=False
        )


@pytest.mark.parametrize("name", GAMES)
def test_sim_game(name: str) -> None:
    """Their Python test: copies, pickles of game, state and type, returns within their bounds."""
    np.random.seed(7)
    test = games_sim_test.GamesSimTest()
    test.setUp()
    with quiet():
        test.sim_game(spiel(make(name, SETTINGS[name])))


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    """Their golden transcripts: everything that the interface shows of a game, state by state."""
    text = playthrough(name)
    if name in GOLDEN:
        assert text == kept(name)
    assert digest(text) == digests_kept()[name]


def test_two_hands_of_a_session_add_up() -> None:
    state = spiel(make("kan"), stop_after=2).new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        assert state.returns() == [0.0] * 5
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.returns() == list(map(float, state.session.state.scores()))
    assert len(state.session.state.hand_scores) == 2


def test_what_a_seat_knows_tells_nothing_of_what_it_does_not() -> None:
    """Mutsu-ichi: all six picks of the banker are one information state of the bettor, and six of the banker."""
    start = spiel(make("mutsu_ichi", {"players": 2})).new_initial_state()
    after = [start.child(pick) for pick in start.legal_actions()]
    for seat, states in ((0, 6), (1, 1)):
        assert len({state.information_state_string(seat) for state in after}) == states
        assert len({state.observation_string(seat) for state in after}) == states
        assert len({tuple(state.observation_tensor(seat)) for state in after}) == states


def test_their_algorithms_find_mutsu_ichi_fair() -> None:
    """docs/rules/mutsu_ichi.md §3: against picks that cannot be guessed every way of placing is worth nothing."""
    policy = library("open_spiel.python.policy")
    expected = library("open_spiel.python.algorithms.expected_game_score")
    game = spiel(make("mutsu_ichi", {"players": 2, "most": 2}))
    uniform = policy.UniformRandomPolicy(game)
    assert expected.policy_value(game.new_initial_state(), [uniform] * 2) == pytest.approx([0, 0])
    states = library("open_spiel.python.algorithms.get_all_states").get_all_states(game)
    assert len(states) == 1 + 6 + 6 * (6 + 15)


def test_their_bots_play_a_game_of_ours() -> None:
    game = spiel(make("judan"))
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(2)]
    first, second = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert first + second == 0


def test_options_that_there_are_not_are_refused_by_name() -> None:
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'jokers'"):
        pyspiel.load_game("naniwazu_napoleon(jokers=2)")
    with pytest.raises(OptionError, match='"big" is none of its values'):
        pyspiel.load_game("naniwazu_napoleon(joker=big)")
    with pytest.raises(ValueError, match="dealer 5: the seats are 0 to 4"):
        pyspiel.load_game("naniwazu_napoleon(dealer=5)")
    with pytest.raises(ValueError, match="stop_after 0: play one hand or more"):
        pyspiel.load_game("naniwazu_napoleon(stop_after=0)")


def test_observations_that_there_are_not_are_refused() -> None:
    game = spiel(make("judan"))
    everybody = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="nobody sees what all seats see"):
        game.make_py_observer(everybody)
    with pytest.raises(ValueError, match="observations take no parameters"):
        game.make_py_observer(None, {"size": 3})
    with pytest.raises(ValueError, match="not parted into public and private"):
        game.make_py_observer(pyspiel.IIGObservationType(public_info=False, perfect_recall=True))
