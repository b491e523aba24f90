"""The worked examples of docs/rules/mighty.md §11."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.bits import mask_of
from engine.core.deck import NotationError
from engine.core.events import NOBODY
from engine.core.why import IllegalAction
from engine.decks.french import SUITS, card
from engine.games import make
from engine.games.mighty import Mighty, MightyState
from engine.games.mighty.ranks import mighty, power, ripper
from engine.games.mighty.scoring import base, payments
from tests.support.actions import legal, play
from tests.support.hands import filled


def of(**options: Any) -> Mighty:
    game = make("mighty", options)
    assert isinstance(game, Mighty)
    return game


def dealt(hands: Mapping[int, str], kitty: str = "", **options: Any) -> MightyState:
    """Return a hand in which seats hold these cards, the others anything; seat 4 deals, so seat 0 speaks first."""
    game = of(**options)
    lying = [card(code) for code in kitty.split()]
    order, rest = filled(game, hands, 10, 4, lying)
    state = game.new(4)
    state.deal([*(order[at % 5][at // 5] for at in range(50)), *lying, *rest])
    return state


def bid(said: str) -> int:
    return of().bid(said)


@pytest.mark.parametrize(
    ("said", "taken", "expected"),
    [
        ("15 D", 16, 5),
        ("16 NT", 18, 16),
        ("17 H", 20, 22),
        ("14 S", 9, -10),
        ("13 S", 13, 0),
        ("16 S", 13, -3),
    ],
)
def test_mt01_to_mt05_what_a_hand_is_worth(said: str, taken: int, expected: int) -> None:
    assert base(bid(said), taken, no_friend=False) == expected
    assert base(bid(said), taken, no_friend=True) == 2 * expected


def test_who_pays() -> None:
    assert payments(1, 3, bid("15 D"), 16, no_friend=False) == (-5, 10, -5, 5, -5)
    assert payments(1, NOBODY, bid("15 D"), 16, no_friend=False) == (-5, 20, -5, -5, -5)
    assert payments(0, NOBODY, bid("14 NT"), 12, no_friend=True) == (-32, 8, 8, 8, 8)


@pytest.mark.parametrize(
    ("trick", "joker", "winner"),
    [("JK C4 SA H2 CA", True, "SA"), ("JK C4 D3 H2 CA", True, "JK"), ("JK C4 D3 H2 CA", False, "H2")],
)
def test_mt06_to_mt08_what_the_joker_beats(trick: str, joker: bool, winner: str) -> None:
    table = power(SUITS.index("H"), SUITS.index("C"), "D", joker=joker)
    assert max(trick.split(), key=lambda code: table[card(code)]) == winner


def test_without_power_the_joker_wins_what_nobody_follows_to() -> None:
    table = power(SUITS.index("H"), SUITS.index("C"), "D", joker=False)
    assert max(["JK", "D3", "S4", "D5", "S6"], key=lambda code: table[card(code)]) == "JK"


@pytest.mark.parametrize(
    ("trump", "alt", "best", "calls"),
    [("S", "D", "DA", "C3"), ("S", "C", "CA", "C3"), ("H", "C", "SA", "C3"), ("C", "D", "SA", "S3")],
)
def test_mt10_mighty_and_ripper(trump: str, alt: str, best: str, calls: str) -> None:
    assert mighty(SUITS.index(trump), alt) == card(best)
    assert ripper(SUITS.index(trump)) == card(calls)


HANDS = {
    0: "HA HK HQ HJ C3 CA C2 D2 D3 D4",
    1: "JK SA C4 C5 D5 D6 S2 S3 S4 S5",
    2: "CK D7 D8 D9 DT S6 S7 S8 S9 ST",
}


def opened(**options: Any) -> MightyState:
    """Return the hand after the exchange: seat 0 plays hearts and has called the joker."""
    state = dealt(HANDS, "H2 H3 H4", **options)
    play(state, "bid 13 H", "pass", "pass", "pass", "pass", "discard D2 D3 D4", "call JK")
    return state


def test_mt09_the_joker_is_called() -> None:
    state = opened()
    play(state, "play CA", "play C4", "play CK", "any", "any")
    assert (state.to_act(), "play C3 call" in legal(state)) == (0, True)
    play(state, "play C3 call")
    assert legal(state) == ["play SA", "play JK"]
    play(state, "play JK")
    assert state.view(2).friend == 1
    assert state.power[card("JK")] == 1


def test_the_call_forces_the_joker() -> None:
    state = opened()
    play(state, "play CA", "play C4", "play CK", "any", "any", "play C3 call")
    for action, reason in (
        ("play C5", "the joker is called: play it, or the mighty"),
        ("play JK as S", "only the card that leads can ask for something"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            play(state, action)


def test_mighty_and_joker_need_not_follow() -> None:
    state = opened()
    play(state, "play CA")
    assert legal(state) == ["play SA", "play C4", "play C5", "play JK"]


def test_no_trump_leads_the_first_trick_unless_the_table_lets_it() -> None:
    state = opened()
    assert legal(state) == ["play C2", "play C3", "play CA"]
    for action, reason in (
        ("play HA", "may not lead a trump"),
        ("play C3 call", "cannot be called in the first"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            play(state, action)
    assert len(legal(opened(trump_lead_first=True))) == 10


def test_the_joker_that_leads_names_a_suit() -> None:
    state = dealt({0: "JK HA HK HQ HJ CA C2 D2 D3 D4"}, "H2 H3 H4")
    play(state, "bid 13 H", "pass", "pass", "pass", "pass", "discard D2 D3 D4", "call SA")
    assert [text for text in legal(state) if "JK" in text] == [f"play JK as {suit}" for suit in SUITS]
    with pytest.raises(IllegalAction, match="the joker that leads names a suit"):
        play(state, "play JK")
    play(state, "play JK as S")
    assert state.view(1).asks == ("S",)
    assert all(text.startswith("play S") for text in legal(state) if text != "play JK")


def test_the_winner_of_the_first_trick_as_friend() -> None:
    state = dealt(HANDS, "H2 H3 H4")
    play(state, "bid 13 H", "pass", "pass", "pass", "pass", "discard D2 D3 D4", "call first")
    assert (state.view(1).friend, state.view(1).alone) == (NOBODY, None)
    play(state, "play C2", "play SA", "play CK", "any", "any")
    assert (state.view(4).friend, state.view(4).alone) == (1, False)


def test_discarded_points_lie_face_up_or_count_for_the_declarer() -> None:
    for buried, shown in (("opponents", mask_of([card("HA")])), ("declarer", 0)):
        state = dealt(HANDS, "H2 H3 H4", buried=buried)
        play(state, "bid 13 H", "pass", "pass", "pass", "pass", "discard D2 D3 HA", "call none")
        assert state.view(1).discards == shown
        assert state.view(0).discards.bit_count() == 3
        assert state.view(3).alone is True


@pytest.mark.parametrize(
    ("order", "over"), [("ranked", ["bid 13 S", "bid 13 NT"]), ("unranked", ["bid 13 NT"])]
)
def test_overbidding(order: str, over: list[str]) -> None:
    state = dealt({}, suit_order=order)
    play(state, "bid 13 H")
    assert [text for text in legal(state) if " 13 " in text] == over
    assert "bid 14 C" in legal(state)
    with pytest.raises(IllegalAction, match="a bid must be higher than 13 H"):
        play(state, "bid 13 C")


def test_all_pass() -> None:
    state = dealt({}, max_redeals=0)
    play(state, *["pass"] * 5)
    assert state.hand_scores == [(0,) * 5]
    again = dealt({})
    play(again, *["pass"] * 5)
    assert (again.wants() is not None, again.dealer, again.hand_scores) == (True, 4, [])


def test_a_session_that_ends_with_a_pack_thrown_in_can_be_imagined_too() -> None:
    state = of(max_redeals=0, hands=1).new()
    state.deal(state.game.pack)
    play(state, *["pass"] * 5)
    assert state.is_over()
    for seat in (0, 3, None):
        view = state.view(seat)
        assert state.game.sample_world(view, random.Random(1)).view(seat) == view


@pytest.mark.parametrize(
    "text", ["play", "bid 12 S", "discard H3 D5", "call", "play C4 call", "play JK as NT"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        of().parse(text)
