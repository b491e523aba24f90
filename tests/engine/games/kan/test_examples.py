"""The worked examples of docs/rules/kan.md §10."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.deck import NotationError
from engine.core.why import IllegalAction
from engine.decks.french import JOKER, SUITS, card
from engine.games import make
from engine.games.kan import KanState
from engine.games.kan.ranks import PACK, first_trump, power, seating
from tests.support.actions import legal, play
from tests.support.hands import filled


def session(**options: Any) -> KanState:
    state = make("kan", options).new(4)
    assert isinstance(state, KanState)
    return state


def deal(state: KanState, hands: Mapping[int, str]) -> None:
    """Deal seats these cards, the others anything."""
    order, _ = filled(state.game, hands, 10, state.dealer)
    state.deal([order[at % 5][at // 5] for at in range(50)])


def test_the_pack_has_fifty_cards_and_sixteen_pictures() -> None:
    assert len(PACK) == 50
    assert {card("C2"), card("D2"), card("H2")}.isdisjoint(PACK)
    assert card("S2") in PACK


@pytest.mark.parametrize(
    ("ace", "joker", "partners", "order"),
    [
        (1, 4, (1, 4), (0, 1, 2, 3, 4)),
        (1, 2, (1, 2), (0, 1, 3, 2, 4)),
        (2, 1, (1, 2), (0, 1, 3, 2, 4)),
        (4, 0, (0, 4), (1, 0, 2, 3, 4)),
        (3, 3, (0, 3), (0, 1, 2, 3, 4)),
    ],
)
def test_kn01_to_kn03_who_plays_with_whom(
    ace: int, joker: int, partners: tuple[int, ...], order: tuple[int, ...]
) -> None:
    state = session()
    deal(state, {ace: "CA JK"} if ace == joker else {ace: "CA", joker: "JK"})
    view = state.view(None)
    assert (view.ace, view.joker, view.order) == (ace, joker, order)
    assert set(view.partners) == set(partners)
    assert view.to_act == view.partners[0]


def test_partners_never_sit_side_by_side() -> None:
    for first in range(5):
        for second in range(5):
            if first != second:
                order = seating(first, second)
                distance = (order.index(first) - order.index(second)) % 5
                assert distance in (2, 3)


def test_kn04_first_trumps() -> None:
    assert "".join(SUITS[first_trump(round_, 10)] for round_ in range(10)) == "CDHCDHCDHS"
    assert SUITS[first_trump(0, 1)] == "S"


def test_kn05_the_scores_of_a_round_won() -> None:
    state = session(rounds=2)
    for number, pictures in enumerate((9, 8, 9)):
        deal(state, {0: "CA", 2: "JK"})
        if number:
            assert (state.phase, state.to_act()) == ("trump", 0)
            play(state, "trump C")
        state.pictures = [pictures, 16 - pictures, 0, 0, 0]
        scores = state._payments()
        state._score(scores)
    assert state.hand_scores == [(1, -1, 1, -1, -1), (1, -1, 1, -1, -1), (2, -1, 2, -1, -1)]
    assert (state.round, state.deal_number, state.dealer) == (1, 0, 0)


def test_a_deal_lost_ends_the_round() -> None:
    state = session(rounds=1)
    deal(state, {0: "SA", 2: "JK"})
    state.pictures = [8, 8, 0, 0, 0]
    assert state._payments() == (-1, 1, -1, 1, 1)
    state._score(state._payments())
    assert state.is_over()


def test_kn06_the_joker_is_not_played_to_the_first_trick() -> None:
    state = session()
    deal(state, {0: "CA C3", 2: "JK DK DQ DJ D3 D4 D5 D6 D7 D8"})
    play(state, "iku", "play CA", "any")
    assert state.to_act() == 2
    assert "play JK" not in legal(state)
    assert len(legal(state)) == 9
    with pytest.raises(IllegalAction, match="the joker is not played to the first trick"):
        play(state, "play JK")
    play(state, "any", "any", "any")
    play(state, "play C3", "any")
    assert "play JK" in legal(state)
    play(state, "play JK")
    assert state.best == 2


def test_the_joker_that_leads_names_a_suit() -> None:
    state = session()
    deal(state, {2: "JK CA DA DQ DJ D3 D4 D5 D6 D7"})
    play(state, "iku", "play CA", "any", "any", "any", "any")
    assert state.to_act() == 2
    with pytest.raises(IllegalAction, match="the joker that leads names a suit"):
        play(state, "play JK")
    play(state, "play JK as H")
    hearts = [text for text in legal(state) if text.startswith("play H")]
    assert hearts in ([], legal(state))


def test_kn07_in_the_last_trick_the_joker_loses() -> None:
    trump, led = SUITS.index("C"), card("H3")
    assert max((led, JOKER, card("D4")), key=lambda one: power(trump, led, "", last=True)[one]) == led
    assert max((led, JOKER, card("CA")), key=lambda one: power(trump, led, "", last=False)[one]) == JOKER


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ([], "play CA", "say iku to lead"),
        (["iku"], "play SA", "SA is not in your hand"),
        (["iku"], "trump S", "a card must be played now"),
        (["iku", "play CA"], "play HA", r"you must follow suit \(C\)"),
        (["iku", "play CA", "play C3"], "play JK as S", "the joker is not played to the first"),
    ],
)
def test_reasons(before: list[str], action: str, reason: str) -> None:
    state = session()
    deal(state, {0: "CA", 1: "C3 HA", 2: "JK"})
    play(state, *before)
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


@pytest.mark.parametrize("text", ["call", "trump NT", "play JK as X", "play 10S"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        session().game.parse(text)
