"""The worked examples of docs/rules/kakeya.md §9."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.bits import mask_of
from engine.core.deck import NotationError
from engine.core.events import HandScored
from engine.core.why import IllegalAction
from engine.decks.french import SUITS, card
from engine.games import make
from engine.games.kakeya import KakeyaState
from engine.games.kakeya.ranks import level_loss, rensho, stones
from engine.games.mechanics.tricks import Trick
from tests.support.actions import legal, play


def session(**options: Any) -> KakeyaState:
    state = make("kakeya", options).new(3)
    assert isinstance(state, KakeyaState)
    return state


def dealt(hands: Mapping[int, str], **options: Any) -> KakeyaState:
    """Return a hand in which seats hold these cards, the others anything; seat 3 deals, so seat 0 opens."""
    state = session(**options)
    given = {seat: [card(code) for code in codes.split()] for seat, codes in hands.items()}
    named = {one for cards in given.values() for one in cards}
    rest = [one for one in state.game.pack if one not in named]
    order = []
    for seat in range(4):
        hand = given.get(seat, [])
        order.append([*hand, *(rest.pop() for _ in range(13 - len(hand)))])
    state.deal([order[at % 4][at // 4] for at in range(52)])
    return state


def mask(codes: str) -> int:
    return mask_of(map(card, codes.split()))


@pytest.mark.parametrize(
    ("pictures", "expected"), [(9, 1), (11, 1), (12, 2), (13, 2), (15, 2), (16, 4), (8, 0), (7, -1), (0, -4)]
)
def test_kt01_kt02_stones(pictures: int, expected: int) -> None:
    assert stones(pictures) == expected


def test_the_stones_of_all_counts_cancel_out() -> None:
    assert sum(stones(pictures) for pictures in range(17)) == 0


@pytest.mark.parametrize(
    ("captured", "trump", "expected"),
    [("CA SA", "S", 2), ("CA SA HA DA", "S", 4), ("CA HA", "S", 1), ("SA HA", "H", 2), ("SA CA", "D", 1)],
)
def test_kt03_an_even_count_costs_the_pair_of_the_rensho(captured: str, trump: str, expected: int) -> None:
    assert level_loss(mask(captured), SUITS.index(trump)) == expected


@pytest.mark.parametrize(("holder", "scores"), [(0, (-2, 2, -2, 2)), (1, (2, -2, 2, -2))])
def test_kt03_in_a_hand(holder: int, scores: tuple[int, ...]) -> None:
    state = session()
    state.pictures = [8, 8, 0, 0]
    cards = tuple(map(card, ["CA", "SA", "H2", "D2"]))
    led = cards[-holder:] + cards[:-holder] if holder else cards
    state.tricks = [Trick(0, holder, led)]
    assert state._won() == scores


def test_the_rensho() -> None:
    assert rensho(SUITS.index("S")) == card("CA")
    assert [rensho(SUITS.index(suit)) for suit in "HDC"] == [card("SA")] * 3


@pytest.mark.parametrize("anytime", [False, True])
def test_kt04_the_rensho_beats_trumps_but_does_not_revoke(anytime: bool) -> None:
    spades = {0: "SK", 1: "S2", 2: "CA S3", 3: "S5"}
    state = dealt(spades, rensho_anytime=anytime)
    play(state, "iku", "play SK", "play S2")
    assert ("play CA" in legal(state)) == anytime
    void = dealt({0: "SK SA", 1: "S2 S3 S4", 2: "CA C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK", 3: "S5 S6 S7"})
    play(void, "iku", "play SK", "play S2", "play CA", "play S5")
    assert void.tricks[0].winner == 2
    assert void.view(None).pictures == (0, 0, 2, 0)


def test_iku_and_koi() -> None:
    for word, leader in (("iku", 0), ("koi", 2)):
        state = dealt({})
        assert (state.to_act(), legal(state)) == (0, ["iku", "koi"])
        play(state, word)
        assert state.to_act() == leader


def test_the_losers_name_the_trump_suit_before_they_see_cards() -> None:
    state = dealt({}, trump="losers")
    assert state.view(None).trump == "S"
    state.apply(HandScored((-1, 1, -1, 1)))
    assert (state.dealer, state.to_act(), state.wants()) == (0, 0, None)
    assert legal(state) == ["trump S", "trump H", "trump D", "trump C"]
    play(state, "trump D")
    assert state.wants() is not None
    assert state.view(None).trump == "D"


def test_a_pair_without_stones_ends_the_session() -> None:
    state = session(stones=3)
    state.apply(HandScored((2, -2, 2, -2)))
    assert (state.stones, state.is_over()) == ([5, 1], False)
    state.pictures = [16, 0, 0, 0]
    assert state._won() == (1, -1, 1, -1)
    state.apply(HandScored((1, -1, 1, -1)))
    assert (state.stones, state.is_over()) == ([6, 0], True)


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ([], "play SK", "say iku to lead"),
        (["iku"], "koi", "a card must be played now"),
        (["iku"], "play S2", "S2 is not in your hand"),
        (["iku", "play SK"], "play H2", r"you must follow suit \(S\)"),
    ],
)
def test_reasons(before: list[str], action: str, reason: str) -> None:
    state = dealt({0: "SK", 1: "S2 H2"})
    play(state, *before)
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


@pytest.mark.parametrize("text", ["play JK", "trump NT", "lead SA"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        session().game.parse(text)
