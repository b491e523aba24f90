"""The worked examples of docs/rules/kakkuri.md §13."""

import pytest

from engine.core.bits import cards, mask_of
from engine.core.options import OptionError
from engine.core.why import IllegalAction
from engine.games.kakkuri import KakkuriOptions, KakkuriState
from engine.games.kakkuri.scoring import settle
from tests.support.actions import play
from tests.support.kakkuri import SANSOKU_HAND, kakkuri, legal, mask, opened, pack, position

SEVEN = 0b1111111


def test_k01_the_next_number_or_a_wild_card() -> None:
    assert legal(position("I6 C7 O9 P1 O12 I2", "C5")) == {"play I6", "play P1", "end"}


def test_k02_ones_and_twos_repeat_but_no_one_follows_a_two() -> None:
    assert legal(position("C1 C2 I2 O3", "I1")) == {"play C1", "play C2", "play I2", "end"}
    assert legal(position("C1 I2 O3", "C2")) == {"play I2", "play O3", "end"}


def test_k04_anything_follows_a_twelve() -> None:
    assert legal(position("I5 C2 I1 O9", "P12")) == {"play I5", "play C2", "play I1", "play O9", "end"}


def test_k05_triples() -> None:
    state = position("I7 C7 O7 P9", "P6")
    assert legal(state) == {"play I7", "play C7", "play O7", "play I7 C7 O7", "end"}
    play(state, "play I7 C7 O7")
    assert state.view(None).top == 7
    four = position("P7 I7 C7 O7 P9", "P6")
    assert {text for text in legal(four) if len(text.split()) == 4} == {
        "play P7 I7 C7",
        "play P7 I7 O7",
        "play P7 C7 O7",
        "play I7 C7 O7",
    }


def test_k07_after_sansoku_pairs_follow_by_number() -> None:
    state = opened({0: SANSOKU_HAND}, "P3")
    play(state, "sansoku")
    assert legal(state) == {"play P4 I4", "end"}
    play(state, "play P4 I4")
    assert legal(state) == {"play C5 O5", "end"}
    play(state, "play C5 O5")
    assert legal(state) == {"end"}


def test_k08_a_pair_of_ones_is_not_wild() -> None:
    state = opened({0: "P1 I1 I5 C5 I9 O9"}, "P7")
    play(state, "sansoku")
    assert legal(state) == {"end"}


def test_k10_a_wild_card_may_be_the_last() -> None:
    state = position("O2", "C7")
    play(state, "play O2")
    assert state.is_over()
    assert state.view(None).moves[-1][:2] == (0, "out")


def test_k11_when_all_pass_the_last_to_play_turns_a_box_card() -> None:
    hands = {seat: "I1 C1 I2 C2 P2 I3" if seat == 1 else "" for seat in range(7)}
    state = opened(hands | {0: "C9"}, "I8 C3")
    play(state, "play C9", "end")
    for seat in range(1, 7):
        assert state.turn == seat
        play(state, "end")
    view = state.view(None)
    assert (view.to_act, view.pot, view.top, view.box_size) == (0, 6, 3, 4)
    assert view.last_actor == 0
    assert view.moves[-1] == (0, "turned", mask(state.game, "C3"))


@pytest.mark.parametrize(
    ("example", "how", "expected"),
    [("K13", "out", (-1, -2, 10, -1, -2, -2, -2)), ("K14", "guri", (-2, -3, 16, -2, -3, -3, -3))],
)
def test_k13_k14_what_a_round_pays(example: str, how: str, expected: tuple[int, ...]) -> None:
    paid = [0, 1, 1, 0, 1, 1, 1]
    assert settle(KakkuriOptions(), 2, how, SEVEN, paid) == expected
    assert sum(expected) == 0


def after_one_lap(hand: str) -> KakkuriState:
    """Seats 1, 2, 4, 5 and 6 have passed once each, 12 is on top, and seat 2 is to play this hand."""
    held = {0: "I9 O11 I10", 1: "P12 C11", 2: hand, 3: "O10 I6", 4: "I7", 5: "C8", 6: "P9"}
    state = opened(held, "I8")
    play(state, "play I9", "end", "end", "end", "play O10", "end", "end", "end", "end")
    play(state, "play O11", "end", "play P12", "end")
    return state


def test_k13_played_to_the_end() -> None:
    state = after_one_lap("P5 O12 P7 P8 C9 P10")
    for card in ("P5", "I6", "I7", "C8", "P9", "I10", "C11"):
        play(state, f"play {card}", "end")
    play(state, "play O12", "play P7", "play P8", "play C9", "play P10")
    assert state.scores() == (-1, -2, 10, -1, -2, -2, -2)
    assert state.view(None).moves[-1][:2] == (2, "out")


def test_k14_played_to_the_end() -> None:
    state = after_one_lap("P5 P6 P7 P8 C9 P10")
    play(state, "play P5", "play P6", "play P7", "play P8", "play C9", "play P10")
    assert state.scores() == (-2, -3, 16, -2, -3, -3, -3)
    assert state.view(None).moves[-1][:2] == (2, "guri")


def test_k16_of_eight_the_holder_of_p3_sits_out_and_its_cards_are_the_box() -> None:
    game = kakkuri(players=8, swap_phase=False)
    state = game.new()
    box, winning = ["I8", "P3", "I4", "I5", "I6", "I7"], ["I9", "I10", "I11", "I12", "P5", "P6"]
    state.deal(pack(game, {3: " ".join(box), 0: " ".join(winning)}))
    wanted = state.wants()
    assert wanted is not None
    assert sorted(game.deck.codes(mask_of(wanted))) == sorted(box)
    state.deal(game.deck.numbers_of(box))
    view = state.view(None)
    assert (view.top, view.box_size, view.inside[3], view.hand_sizes[3]) == (8, 5, False, 0)
    play(state, *(f"play {card}" for card in winning))
    assert state.scores() == (12, -2, -2, 0, -2, -2, -2, -2)


def test_k16_a_normal_win_is_the_pot_and_six_shares() -> None:
    assert settle(KakkuriOptions(players=8), 0, "out", 0b11110111, [0] * 8) == (6, -1, -1, 0, -1, -1, -1, -1)


def test_k16_the_next_seat_deals_for_a_dealer_who_sits_out() -> None:
    game = kakkuri(players=8)
    state = game.new(3)
    state.deal(pack(game, {3: "P3"}, dealer=3))
    wanted = state.wants()
    assert wanted is not None
    state.deal(wanted)
    assert (state.leader, state.turn) == (4, 5)
    play(state, *["keep"] * 6)
    assert (state.turn, state.last_actor) == (4, 4)


def test_k17_swaps_are_chained_through_the_dealers_hand() -> None:
    game = kakkuri()
    state = game.new()
    state.deal(pack(game, {}))
    before = list(state.hands)
    play(state, "keep", "keep", "swap", "keep", "swap", "keep")
    assert state.hands[3] == before[0]
    assert state.hands[5] == before[3]
    assert state.hands[0] == before[5]
    assert [state.hands[seat] for seat in (1, 2, 4, 6)] == [before[seat] for seat in (1, 2, 4, 6)]


def test_k19_nobody_sees_a_hand_before_the_swaps_are_over() -> None:
    game = kakkuri()
    state = game.new()
    state.deal(pack(game, {}))
    for answer in ("swap", "keep", "swap", "keep", "swap", "keep"):
        assert state.view(None).phase == "swap"
        assert all(state.view(seat).hand == 0 for seat in range(7))
        play(state, answer)
    assert [state.view(seat).hand for seat in range(7)] == state.hands


def test_utazu_wins_at_once_and_the_winner_deals_next() -> None:
    state = opened({4: "I1 O1 C1 P1", 0: "C4"}, rounds=2)
    assert state.scores() == (-3, -3, -3, -3, 18, -3, -3)
    assert (state.dealer, state.turn) == (4, -1)
    assert state.view(0).moves[-1] == (4, "utazu", mask(state.game, "I1 C1 O1"))
    assert len(cards(state.view(4).hand)) == 6


def test_utazu_goes_with_the_hand_that_was_swapped() -> None:
    game = kakkuri()
    state = game.new()
    state.deal(pack(game, {0: "I1 O1 C1", 1: "I4 I5 I6"}))
    play(state, "swap", *["keep"] * 5)
    assert state.scores() == (-3, 18, -3, -3, -3, -3, -3)


HAND_OF_FIVE = "I7 P7 C7 O9 C8"


def refused(state: KakkuriState, action: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(state, action)
    return str(error.value)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("play C8", "8 does not follow: play 7"),
        ("play P2", "P2 is not in your hand"),
        ("play I7 O7", "O7 is not in your hand"),
        ("play P7 I7", "pairs are played only after sansoku"),
        ("swap", "the swaps are over"),
        ("keep", "the swaps are over"),
        ("turn_box", "this table turns up a box card by itself"),
        ("drop", "nobody may leave the round at this table"),
        ("sansoku", "sansoku is declared at the start of a turn, with all six cards in hand"),
    ],
)
def test_what_is_refused_is_refused_with_its_reason(action: str, reason: str) -> None:
    assert refused(position(HAND_OF_FIVE, "P6"), action) == reason


def test_more_reasons_on_a_one() -> None:
    assert refused(position("C5 C6", "P1"), "play C5") == "5 does not follow: play 1 or 2"


def test_reasons_after_sansoku() -> None:
    state = opened({0: SANSOKU_HAND}, "P3")
    assert refused(state, "play P9 C9") == "pairs are played only after sansoku"
    play(state, "sansoku")
    assert refused(state, "sansoku") == "you have declared sansoku already"
    assert refused(state, "play P4") == "after sansoku only pairs are played"
    assert refused(state, "play P9 C9") == "9 does not follow: play 4"


def test_four_of_a_number_and_a_pair_are_no_sansoku() -> None:
    state = opened({0: "P4 I4 C4 O4 P9 C9"}, "P7")
    assert refused(state, "sansoku") == "sansoku needs three pairs of three different numbers"


def test_reasons_in_the_swaps_and_between_rounds() -> None:
    game = kakkuri()
    state = game.new()
    assert refused(state, "end") == "nobody is asked for anything now"
    state.deal(pack(game, {}))
    assert refused(state, "end") == "hands are being swapped unseen now: swap or keep"


def all_pass(**options: object) -> KakkuriState:
    """Return a session in which the dealer played once and then everybody passed; C3 lies on the box."""
    state = opened({0: "C9 O3 P4", 1: "I1 C1 I2 C2 P2 I3"}, "I8 C3", **options)
    play(state, "play C9", *["end"] * state.seats)
    return state


def test_with_box_choice_one_turns_the_box_or_plays() -> None:
    state = all_pass(box_choice=True)
    assert (state.turn, legal(state)) == (0, {"turn_box"})
    assert state.view(None).may_turn
    assert refused(state, "end") == "all others have passed: turn up a box card or play before you end"
    play(state, "turn_box")
    assert legal(state) == {"play P4", "end"}
    reason = "a box card is turned up only at the start of a turn before which all others passed"
    assert refused(state, "turn_box") == reason


def test_with_box_choice_a_play_on_the_old_card_will_do() -> None:
    state = opened({0: "C9 O10 P4", 1: "I1 C1 I2 C2 P2 I3"}, "I8 C3", box_choice=True)
    play(state, "play C9", *["end"] * 7)
    assert legal(state) == {"turn_box", "play O10"}
    play(state, "play O10")
    assert "turn_box" not in legal(state)
    assert "end" in legal(state)


def test_with_box_choice_sansoku_may_come_first() -> None:
    state = opened({0: SANSOKU_HAND, 1: "I1 C1 I2 C2 P2 I3"}, "I8 C3", box_choice=True)
    play(state, *["end"] * 7, "sansoku")
    assert legal(state) == {"turn_box", "play P9 C9"}
    play(state, "turn_box")
    assert legal(state) == {"play P4 I4", "end"}


@pytest.mark.parametrize("box_choice", [False, True])
def test_with_an_empty_box_one_must_play(box_choice: bool) -> None:
    state = all_pass(box_choice=box_choice)
    while not state.must_lay:
        play(state, "turn_box" if state.may_turn else "end")
    assert (state.turn, state.top, state.box) == (0, 0, ())
    hand = state.game.deck.codes(state.hands[0])
    assert legal(state) == {f"play {card}" for card in hand}
    reason = "the box is empty and all others have passed: you must play a card before you end"
    assert refused(state, "end") == reason
    play(state, "play O3")
    assert "end" in legal(state)


def test_who_has_played_no_card_may_leave_for_a_share() -> None:
    state = opened({0: "C9"}, "I8", drop_out=True)
    play(state, "play C9", "end", "drop")
    view = state.view(None)
    assert (view.paid, view.inside[1], view.to_act) == ((0, 1, 0, 0, 0, 0, 0), False, 2)
    play(state, *["end"] * 5)
    assert state.turn == 0
    assert refused(state, "drop") == "you have played a card, so you may not leave the round"


def test_when_the_last_to_play_leaves_the_next_takes_the_part_with_an_ordinary_turn() -> None:
    state = opened({}, "I8 C3", drop_out=True)
    play(state, "drop")
    assert (state.turn, state.last_actor, len(state.box)) == (1, 1, 5)
    play(state, *["end"] * 6)
    assert (state.turn, state.last_actor, len(state.box)) == (1, 1, 4)
    assert state.top == 3


def test_one_may_leave_a_forced_turn_too() -> None:
    state = opened({}, "I8", drop_out=True)
    while not state.must_lay:
        play(state, "end")
    assert (state.turn, state.must_lay) == (0, True)
    play(state, "drop")
    assert (state.turn, state.must_lay, state.top) == (1, False, 0)


def test_who_remains_alone_wins_the_pot() -> None:
    state = opened({}, "I8", drop_out=True)
    play(state, "end", *["drop"] * 6)
    assert state.scores() == (6, -1, -1, -1, -1, -1, -1)
    assert state.view(None).moves[-1][:2] == (0, "alone")


def test_leavers_pay_nothing_at_the_end() -> None:
    assert settle(KakkuriOptions(), 2, "out", 0b1111101, [0, 1, 0, 0, 0, 0, 0]) == (-1, -1, 6, -1, -1, -1, -1)


def test_the_presets() -> None:
    assert kakkuri(preset="article") == kakkuri()
    yafune = {"pass_penalty": 0, "drop_out": True, "box_choice": True}
    assert kakkuri(preset="yafune") == kakkuri(**yafune)
    assert kakkuri(preset="yafune", pass_penalty=1) == kakkuri(**{**yafune, "pass_penalty": 1})
    assert kakkuri(preset="yafune").options.changed() == yafune
    with pytest.raises(OptionError, match="there is no preset 'home'; there are article, yafune"):
        kakkuri(preset="home")


@pytest.mark.parametrize(("players", "box"), [(5, 18), (6, 12), (7, 6)])
def test_the_box_is_what_is_left(players: int, box: int) -> None:
    game = kakkuri(players=players)
    state = game.new(1)
    state.deal(game.pack)
    assert (len(state.box), state.box) == (box, game.pack[-box:])
    assert cards(state.hands[2]) == (0, 1, 2, 3 * players, 3 * players + 1, 3 * players + 2)
