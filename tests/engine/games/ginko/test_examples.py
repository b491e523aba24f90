"""The worked examples of docs/rules/ginko.md §6, the values, and every option of both games."""

import random
from collections import Counter

import pytest

from engine.core.deck import NotationError
from engine.core.why import IllegalAction
from engine.games import make
from engine.games.ginko import Ginko
from engine.games.ginko.values import values
from engine.games.mechanics.banking_state import BankingState
from poems.cards import mask
from tests.support.actions import legal, play
from tests.support.banking import banking, lay, opened
from tests.support.games import Playout, grid, name_of

WOMEN = {2, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92}
MONKS = {8, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95}
DAIS = {1, 2, 13, 15, 20, 68, 77, 89, 99, 100}


@pytest.mark.parametrize(
    ("example", "bank", "slots", "stakes", "changes"),
    [
        ("G01", 9, (3, 6, 8, 10), (3, 2, 1, 4), (3, -2, 1, 4)),
        ("G02", 10, (8, 1, 3, 9), (1, 1, 1, 1), (-1,) * 4),
    ],
)
def test_bets_are_compared_with_the_bankers_card(
    example: str, bank: int, slots: tuple[int, ...], stakes: tuple[int, ...], changes: tuple[int, ...]
) -> None:
    game = banking("ginko")
    each = [game.multiple(card, bank) * stake for card, stake in zip(slots, stakes, strict=True)]
    assert tuple(each) == changes
    state = opened("ginko", (bank, *slots), players=2)
    play(state, *(f"bet {at} {stake}" for at, stake in enumerate(stakes, 1)), "done")
    assert state.hand_scores == [(-sum(changes), sum(changes))]
    assert state.holdings[1] == 20 + sum(changes)


def test_equal_values_give_the_stake_back() -> None:
    state = opened("ginko", (9, 19, 6, 3, 8), players=2)
    play(state, "bet 1 5", "done")
    assert state.hand_scores == [(0, 0)]


def test_g04_values() -> None:
    worth = values("default", 1000)
    assert [worth[card] for card in (89, 2, 10, 17, 3, 6, 38)] == [500, 500, 1000, 150, 300, 10, 50]


def test_how_many_cards_have_which_value() -> None:
    counts = Counter(values("default", 1000)[1:])
    assert counts == {10: 32, 50: 19, 150: 6, 300: 20, 400: 12, 500: 10, 1000: 1}


@pytest.mark.parametrize(("value", "worth"), [(1000, 1000), (0, 0), (None, 400)])
def test_what_semimaru_is_worth_is_an_option(value: int | None, worth: int) -> None:
    assert values("default", value)[10] == worth


def test_g05_stakes_end_with_the_holding() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=2, start=3)
    assert legal(state)[:4] == ["done", "bet 1 1", "bet 1 2", "bet 1 3"]
    with pytest.raises(IllegalAction, match="a stake of 4 is more than the 3 that you have left"):
        play(state, "bet 1 4")
    play(state, "bet 1 2")
    assert legal(state) == ["done", "bet 2 1", "bet 3 1", "bet 4 1"]
    play(state, "bet 3 1")
    assert legal(state) == ["done"]


def test_a_slot_is_bet_on_once() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=2)
    play(state, "bet 2 1")
    with pytest.raises(IllegalAction, match="you have bet on slot 2 already"):
        play(state, "bet 2 3")


@pytest.mark.parametrize(("slots", "last"), [(5, "bet 4 5"), (4, "bet 3 5")])
def test_the_bankers_card_is_one_of_the_slots_counted(slots: int, last: str) -> None:
    state = opened("ginko", (9, 3, 6, 8, 10)[:slots], players=2, slots=slots)
    assert legal(state)[-1] == last
    assert len(state.table) == slots
    with pytest.raises(NotationError, match=f"a slot from 1 to {slots - 1}, a stake from 1 to 5"):
        state.game.parse(f"bet {slots} 1")


@pytest.mark.parametrize(
    "text", ["bet 1 6", "bet 0 1", "bet 1 0", "bet 01 1", "bet 1", "bet 1 1 1", "bet １ 1", "draw", ""]
)
def test_other_texts_are_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="write bet 3 2"):
        banking("ginko").parse(text)


@pytest.mark.parametrize(
    ("bank", "slot", "usual", "multiplied"),
    [
        (8, 3, -1, -3),
        (1, 8, -1, -2),
        (10, 8, -1, -2),
        (10, 3, -1, -1),
        (8, 12, 0, 0),
        (8, 1, 1, 1),
        (3, 6, -1, -1),
    ],
)
def test_g10_monks_multiply_losses_where_the_table_says_so(
    bank: int, slot: int, usual: int, multiplied: int
) -> None:
    assert banking("ginko").multiple(slot, bank) == usual
    assert banking("ginko", monk_multipliers=True).multiple(slot, bank) == multiplied


def test_g10_played() -> None:
    state = opened("ginko", (8, 3, 6, 9, 10), players=2, monk_multipliers=True)
    play(state, "bet 1 2", "done")
    assert state.hand_scores == [(6, -6)]


def test_losses_are_capped_at_the_holding_together() -> None:
    state = opened("ginko", (8, 3, 6, 9, 1), players=2, monk_multipliers=True, start=7)
    play(state, "bet 1 2", "bet 2 2", "bet 4 3", "done")
    assert state.hand_scores == [(4, -4)]
    assert state.holdings == [11, 3]


def test_g11_the_banker_gets_minus_the_sum() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=3)
    play(state, "bet 1 3", "done", "bet 2 5", "done")
    assert state.hand_scores == [(2, 3, -5)]


def test_interest_is_paid_in_stakes() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=2, interest=3)
    play(state, "bet 1 2", "bet 2 1", "done")
    assert state.hand_scores == [(-5, 5)]


def test_bettors_follow_the_banker_and_who_has_nothing_is_not_asked() -> None:
    state = opened("ginko", (10, 3, 6, 8, 9), dealer=2, players=4, start=4)
    assert state.turn == 3
    play(state, "bet 1 4", "done")
    assert state.turn == 0
    play(state, "done", "bet 1 1", "done")
    assert state.holdings == [4, 3, 9, 0]
    lay(state, (10, 3, 6, 8, 9))
    assert state.turn == 0


def test_the_session_ends_when_nobody_can_bet() -> None:
    state = opened("ginko", (10, 3, 6, 8, 9), players=2, start=1)
    play(state, "bet 1 1", "done")
    assert state.is_over()
    assert state.view(None).phase == "over"


def test_the_bank_may_go_round() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=3, bank_rotation=True, rounds=4)
    banked = [state.banker]
    for _ in range(3):
        play(state, "done", "done")
        lay(state, (9, 3, 6, 8, 10))
        banked.append(state.banker)
    assert banked == [0, 1, 2, 0]


def test_the_bank_passes_over_a_seat_against_which_nobody_can_bet() -> None:
    state = opened("ginko", (10, 3, 6, 8, 9), players=3, bank_rotation=True, start=2)
    play(state, "bet 1 2", "done", "bet 1 2", "done")
    assert state.holdings == [6, 0, 0]
    lay(state, (10, 3, 6, 8, 9))
    assert (state.banker, state.turn) == (1, 0)
    play(state, "done")
    lay(state, (10, 3, 6, 8, 9))
    assert (state.banker, state.turn) == (2, 0)
    play(state, "done")
    lay(state, (10, 3, 6, 8, 9))
    assert (state.banker, state.turn) == (1, 0)


def test_nobody_sees_a_card_before_all_are_turned_up() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=3)
    play(state, "bet 1 3", "done")
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert (view.bank, view.slots) == (-1, (-1,) * 4)
        assert view.bets[1] == ((1, 3),)
    play(state, "done")
    assert (state.view(None).bank, state.view(None).slots) == (9, (3, 6, 8, 10))


@pytest.mark.parametrize("name", ["ginko", "ginkoya"])
def test_simultaneous_bets_are_seen_with_the_cards(name: str) -> None:
    state = opened(name, (9, 3, 6, 8, 10), players=3, simultaneous=True)
    play(state, "bet 1 3", "bet 2 1", "done")
    assert state.view(1).bets[1] == ((1, 3), (2, 1))
    assert state.view(2).bets[1] == state.view(None).bets[1] == ((None, None), (None, None))
    play(state, "done")
    assert state.view(2).bets[1] == ((1, 3), (2, 1))


def worth(card: int, game: Ginko) -> int:
    """Return a card's value by lists written down here; hats from the picture set."""
    hats = {3, 4, 5, 7, 22, 23, 32, 34, 37, 40, 41, 42, 46, 48, 50, 51, 74, 79, 84, 98}
    if card == 10 and game.options.semimaru_value is not None:
        return game.options.semimaru_value
    for cards, value in (
        (DAIS, 500),
        (MONKS | {10}, 400),
        (WOMEN, 50),
        ({11, 17, 39, 52, 63, 75}, 150),
        (hats, 300),
    ):
        if card in cards:
            return value
    return 10


@pytest.mark.parametrize(
    "game", [one for one in grid("ginko", extra=20) if isinstance(one, Ginko)], ids=name_of
)
def test_a_second_writing_of_the_settlement_agrees(game: Ginko) -> None:
    if game.options.picture_set != "default":
        game = Ginko(type(game.options)(**{**game.options.all(), "picture_set": "default"}))
    options = game.options
    playout = Playout(game, random.Random(1))
    for happened in playout.steps(hands=options.rounds):
        state = playout.state
        assert isinstance(state, BankingState)
        if type(happened[-1]).__name__ != "HandScored":
            continue
        row, bank = state.hand_scores[-1], state.table[0]
        for seat, bets in enumerate(state.bets):
            won = lost = 0
            for slot, stake in bets:
                card = state.table[slot or 0]
                if worth(card, game) > worth(bank, game):
                    won += options.interest * (stake or 0)
                elif worth(card, game) < worth(bank, game):
                    monk = 3 if bank in MONKS else 2 if card in MONKS else 1
                    lost += (monk if options.monk_multipliers else 1) * (stake or 0)
            if bets:
                assert row[seat] == won - min(lost, state.holdings[seat] - row[seat])
        assert sum(row) == 0


def sequences(holding: int, slots: int, most: int) -> int:
    """Return in how many ways a bettor can lay bets one after the other and be done."""
    return 1 + sum(
        slots * sequences(holding - stake, slots - 1, most)
        for stake in range(1, min(holding, most) + 1)
        if slots
    )


def count(state: BankingState) -> int:
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.advance(action)
        total += 1 if action == 0 else count(after)
    return total


@pytest.mark.parametrize(("start", "most", "expected"), [(3, 5, 73), (4, 2, 177), (9, 3, 2353)])
def test_the_number_of_ways_to_bet_is_exact(start: int, most: int, expected: int) -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=2, start=start, max_stake=most)
    assert count(state) == sequences(start, 4, most) == expected


def test_the_default_printing_may_be_changed() -> None:
    game = make("ginko", {"picture_set": "commons_old_print"})
    assert isinstance(game, Ginko)
    assert (game.values[72], game.values[20]) == (500, 10)
    assert game.monks == mask(sorted(MONKS))


def test_secret_bets_are_sampled_as_they_could_have_been_laid() -> None:
    state = opened("ginko", (9, 3, 6, 8, 10), players=3, simultaneous=True, start=6)
    play(state, "bet 2 2", "bet 4 3", "done")
    rng, met = random.Random(1), set()
    worlds = state.game.worlds(state.view(2))
    for _ in range(300):
        world = worlds.sample(rng)
        assert isinstance(world, BankingState)
        (first, first_stake), (second, second_stake) = world.bets[1]
        assert first != second
        assert first_stake is not None
        assert second_stake is not None
        assert first_stake + second_stake <= 6
        met.add(((first, first_stake), (second, second_stake)))
    assert ((2, 2), (4, 3)) in met
    assert {slot for bets in met for slot, _ in bets} == {1, 2, 3, 4}
    assert {stake for bets in met for _, stake in bets} == {1, 2, 3, 4, 5}
