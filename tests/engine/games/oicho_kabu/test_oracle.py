"""The settlement of both kinds of kabu, against a second writing."""

import random
from typing import Any

import pytest

from engine.core.game import Game
from tests.support.games import Playout, grid, name_of


def outcome(game: Game[Any], bank: list[int], field: list[int]) -> int:
    options = game.options.all()
    pairs = [[4, 1], [9, 1]] if game.id == "oicho_kabu" else [[9, 1]]
    if options.get("kuppin_any_order"):
        pairs.append([1, 9])
    if bank in pairs:
        return -1
    if len(field) == 3 and len(set(field)) == 1:
        return 2
    if game.id == "kyo_kabu" and len(bank) == 3 and len(set(bank)) == 1 and 5 <= bank[0] <= 8:
        return -1
    mine, its = int(str(sum(field))[-1]), int(str(sum(bank))[-1])
    if mine == its:
        return -1 if options["tie"] == "banker" else 0
    return 1 if mine > its else -1


@pytest.mark.parametrize("game", [*grid("oicho_kabu", 2), *grid("kyo_kabu", 2)], ids=name_of)
def test_it_agrees_round_by_round(game: Game[Any]) -> None:
    playout = Playout(game, random.Random(6))
    for happened in playout.steps(hands=12):
        if type(happened[-1]).__name__ != "HandScored":
            continue
        state: Any = playout.state
        wanted = [0] * game.seats
        for seat, bets in enumerate(state.bets):
            for slot, stake in bets:
                wanted[seat] += stake * outcome(game, state.bank, state.fields[slot - 1])
        row = state.hand_scores[-1]
        bankers = [seat for seat in range(game.seats) if not state.bets[seat] and row[seat] != wanted[seat]]
        assert len(bankers) <= 1
        assert sum(row) == 0
        assert all(row[seat] == wanted[seat] for seat in range(game.seats) if seat not in bankers)
