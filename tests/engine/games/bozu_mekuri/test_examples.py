"""The worked examples of docs/rules/bozu_mekuri.md §6: the cards named lie on top of the pack."""

import random
from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.options import OptionError
from engine.core.why import IllegalAction
from engine.games import make
from engine.games.bozu_mekuri import BozuMekuri, BozuMekuriState
from engine.games.bozu_mekuri.pictures import classes
from poems.cards import numbers
from poems.chance import shuffled
from tests.support.games import grid, name_of
from tests.support.naive_bozu_mekuri import NaiveBozuMekuri

GRID = [game for game in grid("bozu_mekuri", extra=60) if isinstance(game, BozuMekuri)]


def bozu_mekuri(**options: Any) -> BozuMekuri:
    game = make("bozu_mekuri", options)
    assert isinstance(game, BozuMekuri)
    return game


def started(top: list[int], start: int = 0, **options: Any) -> BozuMekuriState:
    game = bozu_mekuri(**{"players": 2, **options})
    state = game.new(start)
    state.deal([*top, *(card for card in game.pack if card not in top)])
    return state


def after(stack: str, **options: Any) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the hands, and of the pot, once these cards are drawn."""
    top = list(map(int, stack.split()))
    state = started(top, **options)
    while len(state.stacks[0]) > 100 - len(top):
        state.play(0)
    return tuple(map(len, state.hands)), len(state.pot)


@pytest.mark.parametrize(
    ("example", "stack", "options", "hands", "pot"),
    [
        ("B01", "3 4 5 6", {}, (2, 2), 0),
        ("B02", "3 4 8 6", {}, (0, 2), 2),
        ("B04", "9 3", {}, (1, 1), 0),
        ("B04", "9 3", {"hime_empty_again": True}, (2, 0), 0),
        ("B05", "3 4 10 5", {"semimaru": "bozu"}, (0, 2), 2),
        ("B05", "3 4 10 5", {"semimaru": "all_lose"}, (0, 1), 3),
        ("B05", "3 4 10 5", {"semimaru": "others_lose"}, (2, 1), 1),
        ("B05", "3 4 10 5", {"semimaru": "take_all"}, (3, 1), 0),
        ("B07", "3 4 10 5 6 7", {"semimaru": "skip"}, (1, 3), 2),
        ("B08", "3 4 1 6", {"dan": "none"}, (2, 2), 0),
        ("B08", "3 4 1 6", {"dan": "draw_again"}, (3, 1), 0),
        ("B08", "3 4 1 6", {"dan": "take_all_hands"}, (3, 1), 0),
        ("B08", "3 4 1 6", {"dan": "take_from_max"}, (3, 1), 0),
        ("B10", "8 12", {}, (0, 0), 2),
        ("B11", "3 4 5 6 7 11 14 16 22 23 24 25 8 26", {"bozu_loss": "five"}, (1, 7), 6),
        # the rules of the house one by one
        ("a woman takes the pot", "3 4 8 9", {}, (0, 4), 0),
        ("a woman takes the pot and draws again", "8 9 3", {"hime_again": True}, (0, 3), 0),
        ("no again over a full pot", "8 9 3", {"hime_empty_again": True}, (1, 2), 0),
        ("five, or all if fewer", "3 4 8 6", {"bozu_loss": "five"}, (0, 2), 2),
        ("the dais takes the pot", "8 1 3", {"dan": "take_pot"}, (1, 2), 0),
        ("a woman on a dais: at most one more card", "2 3 4", {"dan": "draw_again", "hime_again": True}, (2, 1), 0),
        ("a woman on a dais takes the pot first", "8 2", {"dan": "take_all_hands"}, (0, 2), 0),
        ("skipped, Semimaru with five", "3 4 10 5 6 7", {"semimaru": "skip", "bozu_loss": "five"}, (1, 3), 2),
        ("disqualified, the other plays on alone", "3 4 10 5 6", {"semimaru": "disqualified"}, (0, 3), 2),
        ("lay monks are men", "3 4 76", {}, (2, 1), 0),
        ("lay monks are monks", "3 4 76", {"nyudo_as_bozu": True}, (0, 1), 2),
        ("hands change places", "3 4 5 6 11", {"yumi": "rotate_hands"}, (2, 3), 0),
        ("two players reverse without effect", "11 4 5", {"yumi": "reverse"}, (2, 1), 0),
        ("three players reverse", "3 11 4 5", {"yumi": "reverse", "players": 3}, (2, 1, 1), 0),
        ("a tie of the richest goes with the turns", "3 4 5 1", {"dan": "take_from_max", "players": 3}, (3, 0, 1), 0),
    ],
)  # fmt: skip
def test_example(example: str, stack: str, options: dict[str, Any], hands: tuple[int, ...], pot: int) -> None:
    assert after(stack, **options) == (hands, pot)


def test_a_tie_of_the_richest_goes_with_the_turns_when_they_are_reversed() -> None:
    options = {"dan": "take_from_max", "yumi": "reverse", "players": 4}
    # seat 0: 3; seat 1: 11 turns the order round; seat 0: 4; seat 3: 5, 2: 6, 1: 1 takes from seat 0 who has two
    assert after("3 11 4 5 6 1", **options) == ((0, 4, 1, 1), 0)
    # seat 0: 11, then 3: 3, 2: 4, 1: 5, 0: 1 - all others have one card, and seat 3 is next
    assert after("11 3 4 5 1", **options) == ((3, 1, 1, 0), 0)


def test_blind_cards_are_counted_and_never_seen() -> None:
    state = started([3, 4, 1, *range(20, 30), 5], dan="blind10")
    for _ in range(3):
        state.play(0)
    assert (len(state.hands[0]), state.turn) == (12, 1)
    for seat in (0, 1, None):
        assert state.view(seat).hands[0] == (3, 1, *[-1] * 10)
    state.play(0)
    assert len(state.hands[1]) == 2


def test_blind_cards_stay_face_down_wherever_they_go() -> None:
    state = started([1, *range(20, 30), 4, 8, 9], dan="blind10")
    for _ in range(3):
        state.play(0)
    assert state.view(0).pot == (1, *[-1] * 10, 8)
    state.play(0)
    assert state.view(0).hands[1] == (4, 9, 1, *[-1] * 10, 8)


def test_blind_takes_from_the_next_stack_where_one_ends() -> None:
    state = started([1], dan="blind10", stacks=20)
    state.play(0)
    assert list(map(len, state.stacks[:5])) == [0, 0, 4, 5, 5]
    assert len(state.hands[0]) == 11


def test_the_game_ends_with_the_stack_and_the_most_cards_win() -> None:
    state = started([])
    while state.to_act() is not None:
        state.play(0)
    assert state.is_over()
    assert state.hand_scores == [tuple(map(len, state.hands))]
    assert sum(state.scores()) + len(state.pot) == 100


def test_a_card_drawn_again_from_an_empty_stack_is_not_drawn() -> None:
    state = started([card for card in range(1, 101) if card != 9] + [9], hime_again=True)
    while state.to_act() is not None:
        state.play(0)
    assert state.is_over()


@pytest.mark.parametrize(
    ("stacks", "sizes"), [(1, [100]), (3, [34, 33, 33]), (7, [15, 15, 14, 14, 14, 14, 14])]
)
def test_stacks_are_blocks_of_the_pack_and_the_first_are_larger(stacks: int, sizes: list[int]) -> None:
    game = bozu_mekuri(stacks=stacks)
    state = game.new()
    pack = shuffled(game.pack, random.Random(1))
    state.deal(pack)
    assert list(map(len, state.stacks)) == sizes
    assert tuple(card for stack in state.stacks for card in stack) == pack


def test_with_several_stacks_one_chooses() -> None:
    state = started([], stacks=3)
    game = state.game
    assert [game.text(action) for action in state.legal_actions()] == ["draw 1", "draw 2", "draw 3"]
    for _ in range(33):
        state.play(1)
    assert [game.text(action) for action in state.legal_actions()] == ["draw 1", "draw 3"]
    with pytest.raises(IllegalAction, match="stack 2 has no cards left"):
        state.play(1)
    with pytest.raises(NotationError, match="a stack from 1 to 3"):
        game.parse("draw 4")
    assert game.text(0) == "draw 1"


def test_with_one_stack_the_only_action_is_draw() -> None:
    state = started([])
    assert [state.game.text(action) for action in state.legal_actions()] == ["draw"]
    with pytest.raises(NotationError, match="write draw"):
        state.game.parse("draw 1")


def test_the_classes_have_these_counts() -> None:
    usual = classes("default", nyudo_as_bozu=False)
    assert (usual.women.bit_count(), usual.monks.bit_count()) == (21, 13)
    assert numbers(usual.dais) == (1, 2, 13, 15, 20, 68, 77, 89, 99, 100)
    assert classes("default", nyudo_as_bozu=True).monks.bit_count() == 15


@pytest.mark.parametrize("name", ["dan", "yumi"])
def test_none_and_null_mean_the_same(name: str) -> None:
    assert make("bozu_mekuri", {name: "none"}) == make("bozu_mekuri", {name: None}) == make("bozu_mekuri")
    with pytest.raises(OptionError, match="none of its values"):
        make("bozu_mekuri", {name: "nothing"})


@pytest.mark.parametrize("game", [game for game in GRID if game.options.stacks == 1], ids=name_of)
def test_a_second_writing_of_the_rules_agrees_on_every_card(game: BozuMekuri) -> None:
    if game.options.picture_set != "default":
        game = BozuMekuri(type(game.options)(**{**game.options.all(), "picture_set": "default"}))
    options = game.options.all()
    for name in ("players", "picture_set", "stacks"):
        del options[name]
    for seed in range(8):
        pack = shuffled(game.pack, random.Random(seed))
        state, start = game.new(seed % game.seats), seed % game.seats
        state.deal(pack)
        other = NaiveBozuMekuri(list(pack), game.seats, start, **options)
        while (seat := state.to_act()) is not None:
            assert other.seat == seat
            state.play(0)
            other.draw()
            assert other.hands == state.hands
            assert other.pot == state.pot
        assert not other.stack
