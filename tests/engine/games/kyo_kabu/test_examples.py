"""The worked examples of docs/rules/oicho_kabu.md §7 for kyō-kabu."""

from itertools import permutations

import pytest

from engine.core.why import IllegalAction
from engine.games.mechanics.kabu import face
from tests.support.actions import legal, play
from tests.support.kabu import kabu, opened


def test_the_fields_are_5_6_7_8_and_the_pack_has_36() -> None:
    game = kabu("kyo_kabu")
    assert len(game.pack) == 36
    assert [sum(face(card) == number for card in game.pack) for number in (4, 5, 8)] == [4, 3, 3]
    assert game.new().wants() == game.pack
    assert opened(game, ()).view(None).fields == ((5,), (6,), (7,), (8,))


def test_one_bets_on_one_field() -> None:
    state = opened(kabu("kyo_kabu", players=2), (1,))
    play(state, "bet 3 2")
    assert legal(state) == ["done"]
    with pytest.raises(IllegalAction, match="one bets on one field only"):
        play(state, "bet 1 1")


@pytest.mark.parametrize(
    ("pack", "field", "change"),
    [
        ((5, 1, 1, 2, 1, 5, 5), 4, -5),  # 8 1 against 5 5 5
        ((5, 1, 1, 2, 8, 8, 5, 5), 4, 10),  # 8 8 8
        ((4, 1, 1, 2, 1, 1), 4, 5),  # 8 1 against 4 1
        ((9, 1, 1, 2, 1, 1), 4, -5),  # 8 1 against 9 1
    ],
)
def test_k01_k02_what_the_bank_wins_with(pack: tuple[int, ...], field: int, change: int) -> None:
    state = opened(kabu("kyo_kabu", players=2), pack)
    play(state, f"bet {field} 5", "done")
    assert state.drawn_from == ["top"]
    third = len(pack) == 8
    play(state, "card" if third else "stand")
    play(state, "card" if pack[0] == 5 else "stand")
    assert state.hand_scores == [(-change, change)]


@pytest.mark.parametrize(("any_order", "change"), [(False, 5), (True, -5)])
def test_kuppin_may_count_in_any_order(any_order: bool, change: int) -> None:
    state = opened(kabu("kyo_kabu", players=2, kuppin_any_order=any_order), (1, 1, 1, 2, 1, 9))
    play(state, "bet 4 5", "done", "stand", "stand")
    assert state.hand_scores == [(-change, change)]


def test_o07_how_many_first_pairs_win_at_once() -> None:
    game = kabu("kyo_kabu")
    pairs = [(face(a), face(b)) for a, b in permutations(game.pack, 2)]
    assert (len(pairs), sum(pair in game.specials for pair in pairs)) == (1260, 16)
