"""The worked examples of docs/rules/yomi.md §8."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.options import OptionError
from engine.core.why import IllegalAction
from engine.games import make
from engine.games.yomi import YomiState
from tests.support.actions import legal, play


def dealt(hands: Mapping[int, str], **options: Any) -> YomiState:
    """Return a round in which seats hold these cards, the others anything; seat 0 deals."""
    game = make("yomi", options)
    state = game.new()
    assert isinstance(state, YomiState)
    given = {seat: [game.deck.number(code) for code in codes.split()] for seat, codes in hands.items()}
    named = {card for cards in given.values() for card in cards}
    rest = [card for card in game.pack if card not in named]
    pack: list[int] = []
    for place in range(game.seats):
        hand = given.get((place + 1) % game.seats, [])
        pack += [*hand, *(rest.pop() for _ in range(state.game.hand_size - len(hand)))]
    state.deal([*pack, *rest])
    return state


@pytest.mark.parametrize(
    ("options", "size", "hand"),
    [
        ({}, 40, 10),
        ({"players": 3}, 30, 10),
        ({"rules": "A_wild"}, 41, 10),
        ({"players": 3, "rules": "A_wild"}, 31, 10),
        ({"rules": "B"}, 37, 9),
    ],
)
def test_y01_packs(options: dict[str, Any], size: int, hand: int) -> None:
    state = dealt({}, **options)
    assert len(state.game.pack) == size
    assert state.sizes == [hand] * state.seats
    assert state.left_over.bit_count() == size - hand * state.seats


def test_set_b_has_one_sword() -> None:
    game = make("yomi", {"rules": "B"})
    assert [game.deck.code(card) for card in game.pack if game.deck.code(card)[0] == "I"] == ["I2"]
    with pytest.raises(OptionError, match="rule set B is for 4 players"):
        make("yomi", {"rules": "B", "players": 3})


def test_y02_after_ten_comes_one() -> None:
    state = dealt({0: "P10 P1 C1 P2 P3 P4 P5 P6 P7 P8"})
    assert "end" not in legal(state)
    play(state, "play P10")
    assert legal(state) == ["play P1", "play C1"]
    free = dealt({0: "P10 P1 C1 P2 P3 P4 P5 P6 P7 P8"}, must_play=False)
    play(free, "play P10")
    assert legal(free) == ["play P1", "play C1", "end"]


@pytest.mark.parametrize(("top", "following"), [("P10", "P11"), ("P12", "P1")])
def test_y03_set_b_goes_up_to_twelve(top: str, following: str) -> None:
    state = dealt({0: "P10 P1 P11 P12 P3 P4 P5 P6 P7"}, rules="B")
    play(state, f"play {top}")
    assert legal(state) == [f"play {following}"]


def test_y04_one_may_go_on_in_the_same_turn() -> None:
    state = dealt({0: "P3 C4 O5 P7 P8 P9 C7 C8 O7 O8", 1: "P6 O6 P1 C1 O1 I1 P2 C2 O2 I2"})
    play(state, "play P3", "play C4", "play O5")
    assert (state.to_act(), legal(state)) == (0, ["end"])
    play(state, "end")
    assert (state.to_act(), legal(state)) == (1, ["play P6", "play O6"])


def test_y05_when_all_pass_the_last_one_leads() -> None:
    state = dealt({0: "P3 C4 O5 P7 P8 P9 C7 C8 O7 O8"}, must_play=False)
    play(state, "play P3", "end", "end", "end", "end")
    assert state.to_act() == 0
    assert state.view(0).leading
    assert len(legal(state)) == 9
    with pytest.raises(IllegalAction, match="you lead, so you must play a card"):
        play(state, "end")


def test_y06_the_wild_card() -> None:
    state = dealt({0: "P3 E1 C9 P7 P8 P10 C7 C8 O7 O8"}, rules="A_wild")
    play(state, "play P3")
    assert legal(state) == ["end", "play E1"]
    play(state, "play E1")
    assert len(legal(state)) == 8
    play(state, "play C9", "play P10")
    assert state.sizes[0] == 6


def test_of_three_the_two_of_swords_is_wild() -> None:
    state = dealt({0: "P3 I2 C9 P7 P8 P10 C7 C8 O7 O8"}, players=3, rules="A_wild")
    play(state, "play P3")
    assert legal(state) == ["play I2", "end"]
    play(state, "play I2", "play C9")
    assert state.top == 9
    with pytest.raises(NotationError):
        play(state, "play E1")


def test_who_ended_a_turn_held_nothing_that_followed() -> None:
    state = dealt({0: "P3 P1 O5 P7 P8 P9 C7 C8 O7 O8", 1: "P5 P6 C5 C6 O6 O9 C9 P10 C10 O10"})
    play(state, "play P3", "end", "end")
    fours = sum(1 << 12 * suit + 3 for suit in range(4))
    rng = random.Random(1)
    for _ in range(20):
        world = state.game.sample_world(state.view(0), rng)
        assert isinstance(world, YomiState)
        assert not world.hands[1] & fours


def test_the_last_card_wins_and_its_player_deals_next() -> None:
    state = dealt({1: "P1 P2 P3 P4 P5 P6 P7 P8 P9 P10", 0: "C10 I10 O10 C9 I9 O9 C8 I8 O8 C7"})
    play(state, "play C10", "end", *(f"play P{number}" for number in range(1, 11)))
    assert state.hand_scores == [(0, 1, 0, 0)]
    assert state.dealer == 1


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("play P5", "4 follows now"),
        ("play I4", "I4 is not in your hand"),
        ("play P12", "play a card or end"),
        ("end", "you hold a card that follows"),
    ],
)
def test_reasons(action: str, reason: str) -> None:
    state = dealt({0: "P3 C4 P5 P7 P8 P9 C7 C8 O7 O8"})
    play(state, "play P3")
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


@pytest.mark.parametrize("text", ["pass", "play", "play E1", "play P4 I4"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        make("yomi").parse(text)
