"""How often things happen, against figures measured with another program: a check that no rule is bent."""

import random
from collections import Counter

from engine.games.kakkuri import KakkuriState
from engine.games.mechanics.shedding import END
from poems.chance import shuffled
from tests.support.kakkuri import kakkuri

ROUNDS = 2000


def keen(state: KakkuriState, rng: random.Random) -> int:
    """Play anything rather than end the turn."""
    legal = state.legal_actions()
    plays = [action for action in legal if action != END]
    return rng.choice(plays or list(legal))


def test_seven_players_who_play_whenever_they_can() -> None:
    game, rng, seen = kakkuri(), random.Random(1), Counter[str]()
    for _ in range(ROUNDS):
        state = game.new()
        state.deal(shuffled(game.pack, rng))
        while state.turn >= 0:
            state.play(keen(state, rng))
        seen.update(move.did for move in state.moves)
        seen["box empty"] += not state.box
    assert 0.03 < seen["guri"] / ROUNDS < 0.06
    assert 0.003 < seen["utazu"] / ROUNDS < 0.014
    assert 1.7 < seen["turned"] / ROUNDS < 2.2
    assert 0.03 < seen["box empty"] / ROUNDS < 0.07
    assert 36 < (seen["passed"] + seen["ended"]) / ROUNDS < 44
