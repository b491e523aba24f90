"""Who wins and what may follow in Mighty, kakeya-torampu and kan, against a second writing of their rules in codes."""

import random
from typing import Any

import pytest

from engine.core.bits import cards
from engine.core.game import Game
from tests.support.games import Playout, grid, name_of
from tests.support.told_tricks import best, following, strongest, suit_of

GAMES = [game for name in ("mighty", "kakeya", "kan") for game in grid(name, extra=2)]


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_trick_and_every_choice_agrees_with_a_second_writing(game: Game[Any]) -> None:
    for seed in range(4):
        playout = Playout(game, random.Random(seed), dealer=seed % game.seats)
        checked = 0
        for _ in playout.steps(hands=2):
            state: Any = playout.state
            if state.to_act() is None or state.view(None).phase != "tricks":
                continue
            view = state.view(state.turn)
            trump = view.denomination if game.id == "mighty" else view.trump
            trump = None if trump == "NT" else trump
            asks = getattr(view, "asks", ("",) * 20)
            if view.table:
                hand = list(map(game.deck.code, cards(view.hand)))
                led, ask = game.deck.code(view.table[0]), asks[len(view.tricks)]
                wanted = following(game, hand, trump, len(view.tricks), led, ask)
                assert {game.text(action) for action in state.legal_actions()} == {
                    f"play {code}" for code in wanted
                }
            for number in range(checked, len(view.tricks)):
                trick, ask = view.tricks[number], asks[number]
                codes = list(map(game.deck.code, trick.cards))
                led = ask if ask in tuple("SHDC") else suit_of(codes[0])
                won = best(codes, led, trump, strongest(game, trump, number, ask))
                order = getattr(view, "order", tuple(range(game.seats)))
                at = (order.index(trick.leader) + codes.index(won)) % game.seats
                assert order[at] == trick.winner
            checked = len(view.tricks)
        assert checked
