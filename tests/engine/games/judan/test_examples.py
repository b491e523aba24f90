"""The worked examples of docs/rules/judan.md §8."""

import random

import pytest

from engine.core.deck import NotationError
from engine.core.events import HandScored
from engine.core.why import IllegalAction
from engine.decks.mekuri import card
from engine.games.judan.scoring import MOST, worth
from engine.games.mechanics.fishing import Misdealt
from tests.support.actions import legal, play
from tests.support.fishing import judan, mask, pack
from tests.support.games import Playout

OTHERS = "P1 I1 P2 I2 P3 I3 P11"


def test_j01_of_two_the_player_chooses() -> None:
    state = judan()
    state.deal(pack(OTHERS, "O4 C11 C12 O12 C10 O10 C8", "P4 I4 C9 O9 O8 I8", "P12"))
    assert [text for text in legal(state) if "4" in text] == ["play O4 take P4", "play O4 take I4"]
    play(state, "play O4 take I4")
    assert state.captured == [mask("O4 I4"), 0]
    assert state.field == mask("P4 C9 O9 O8 I8 P12")


def test_j02_of_three_all_are_caught() -> None:
    state = judan()
    state.deal(pack(OTHERS, "O4 C11 C12 O12 C10 O10 C8", "P4 I4 C4 O9 O8 I8", "P12"))
    assert [text for text in legal(state) if "4" in text] == ["play O4"]
    play(state, "play O4")
    assert state.captured == [mask("P4 I4 C4 O4"), 0]


def test_j03_scores_are_the_difference() -> None:
    state = judan()
    state.captured = [mask("P1 P2 P3 P4 P5 P6 I9"), mask("I10 I11 I12")]
    assert state.payments() == (-8, 8)


def test_j04_j07_yaku_add_up() -> None:
    assert worth(mask("P7 P8 P9 P10 P11 P12 I7 I8 I9 I10 I11 I12")) == 30
    assert worth((1 << 48) - 1) == MOST == 36
    assert worth(mask("C1 C2 C3 O10 O11 O12")) == 0


@pytest.mark.parametrize("full", [False, True])
def test_j05_four_of_a_number_on_the_field_are_a_misdeal(full: bool) -> None:
    state = judan(full_deal=full)
    size = 20 if full else 14
    order = [card for card in state.game.pack if card % 12 != 6]
    sevens = [card for card in state.game.pack if card % 12 == 6]
    events = state.deal([*order[:size], *sevens, *order[size:]])
    assert isinstance(events[-1], Misdealt)
    assert state.wants() == state.game.pack
    assert (state.dealer, state.to_act()) == (0, None)


def test_j06_what_was_laid_is_caught_in_the_same_turn() -> None:
    state = judan()
    state.deal(pack(OTHERS, "P5 C11 C12 O12 C10 O10 C8", "P4 I4 C9 O9 O8 I8", "I5"))
    play(state, "play P5")
    assert state.captured == [mask("P5 I5"), 0]
    assert state.to_act() == 1


def test_a_card_turned_up_can_have_a_choice() -> None:
    state = judan()
    state.deal(pack(OTHERS, "P5 C11 C12 O12 C10 O10 C8", "P4 I4 C9 O9 O8 I8", "C4"))
    play(state, "play P5")
    assert (state.to_act(), state.view(1).turned, legal(state)) == (0, card("C4"), ["take P4", "take I4"])
    play(state, "take I4")
    assert state.captured[0] == mask("C4 I4")


def test_the_next_dealer_is_who_scored_more() -> None:
    state = judan()
    state.apply(HandScored((-3, 3)))
    assert state.dealer == 1
    state.apply(HandScored((0, 0)))
    assert state.dealer == 1


def test_with_the_full_deal_every_card_is_caught() -> None:
    for seed in range(20):
        playout = Playout(judan(full_deal=True).game, random.Random(seed))
        for _ in playout.steps():
            pass
        assert not playout.state.field  # type: ignore[attr-defined]
        assert sum(playout.state.captured) == (1 << 48) - 1  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("play P1", "P1 is not in your hand"),
        ("play O4", "O4 catches one of two cards: say which"),
        ("play C8 take O8", "there is nothing to choose between for C8"),
        ("take P4", "play a card now"),
    ],
)
def test_reasons(action: str, reason: str) -> None:
    state = judan()
    state.deal(pack(OTHERS, "O4 C11 C12 O12 C10 O10 C8", "P4 I4 C9 O9 O8 P7", "P12"))
    with pytest.raises(IllegalAction, match=reason):
        play(state, action)


@pytest.mark.parametrize("text", ["play", "draw", "play P4 take I5", "take E1", "play P4 take P4"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        judan().game.parse(text)
