"""A state is the fold of its log, a log is the same bytes after reading, and a record replays to the same scores."""

import random
import sys
from typing import Any

import pytest

from engine.core.game import Game
from engine.core.log import read, read_events
from engine.core.record import dump, parse
from engine.core.replay import replay
from engine.games import make, of_record
from tests.support.games import CHOOSERS, GRID, Playout, finished, name_of, viewers


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_the_fold_of_the_log_is_the_live_state_after_every_event(game: Game[Any]) -> None:
    for seed, choose in enumerate(CHOOSERS):
        playout = Playout(game, random.Random(seed), choose, seed % game.seats)
        folded = game.new(playout.dealer)
        for happened in playout.steps(hands=2):
            for event in happened:
                folded.apply(event)
            assert folded == playout.state


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_a_log_is_the_same_bytes_after_reading_it(game: Game[Any]) -> None:
    log = finished(game, seed=3, hands=1).log()
    for kept in (log, *(log.feed(seat) for seat in viewers(game))):
        header, *lines = kept.lines().encode().splitlines()
        assert read_events(lines, game) == kept.events
        again = read(kept.lines().encode(), make)
        assert again == kept
        assert again.lines() == kept.lines()
        assert header.startswith(b'{"format":"naniwazu-game-log/1"')


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_a_record_replays_to_the_same_place(game: Game[Any]) -> None:
    for seed, choose in enumerate(CHOOSERS):
        playout = finished(game, seed, hands=2, choose=choose)
        record = playout.log().record()
        again = parse(dump(record).encode())
        assert again == record
        assert dump(again) == dump(record)
        answer = replay(of_record(again), again)
        assert answer.scores == playout.state.scores()
        assert answer.hand_scores == tuple(playout.state.hand_scores)
        assert answer.to_act == playout.state.to_act()
        assert answer.finished == playout.state.is_over()


@pytest.mark.parametrize("game", GRID, ids=name_of)
def test_a_copy_is_equal_and_independent_and_its_repr_rebuilds_it(game: Game[Any]) -> None:
    playout = Playout(game, random.Random(5))
    names: dict[str, Any] = {}
    for module in _modules(game):
        names |= vars(module)
    for count, _ in enumerate(playout.steps()):
        copy = playout.state.clone()
        assert copy == playout.state
        if count % 7 == 0:
            assert eval(repr(copy), names) == copy
        if copy.to_act() is not None:
            copy.play(copy.legal_actions()[0])
            assert copy != playout.state


def _modules(game: Game[Any]) -> list[Any]:
    package = type(game).__module__.rpartition(".")[0]
    wanted = (package, "engine.games.mechanics")
    return [module for name, module in sys.modules.items() if name.startswith(wanted)]
