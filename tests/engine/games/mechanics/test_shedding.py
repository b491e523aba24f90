"""The tables of the shedding games against loops over cards."""

import random
from itertools import combinations

import pytest

from engine.core.bits import cards, mask_of
from engine.core.deck import NotationError
from engine.decks.mekuri import CARDS, mekuri48, number
from engine.games.kakkuri.ranks import SEQUENCE, WILD
from engine.games.mechanics.shedding import (
    ACTIONS,
    ANY,
    MASKS,
    NEXT,
    PAIR0,
    TRIPLE0,
    laying,
    paired,
    parse_play,
    sets,
    text_of,
    top_of,
    tripled,
)


def some_hands(count: int) -> list[int]:
    rng = random.Random(1)
    return [mask_of(rng.sample(range(CARDS), rng.randrange(1, 15))) for _ in range(count)]


def of_one_number(hand: int, size: int) -> set[frozenset[int]]:
    return {
        frozenset(chosen)
        for chosen in combinations(cards(hand), size)
        if len({number(card) for card in chosen}) == 1
    }


@pytest.mark.parametrize("size", [2, 3])
def test_sets_are_all_equal_cards_of_a_hand(size: int) -> None:
    count = paired if size == 2 else tripled
    for hand in some_hands(400):
        expected = of_one_number(hand, size)
        found = {frozenset(cards(MASKS[action])) for action in cards(sets(hand, 0xFFF, size))}
        assert found == expected
        numbers = {place + 1 for place in cards(count(hand))}
        assert numbers == {number(min(chosen)) for chosen in expected}


def test_every_laying_has_an_action_of_its_own() -> None:
    layings = [mask for mask in MASKS if mask]
    assert len(MASKS) == ACTIONS
    assert len(set(layings)) == len(layings) == 48 + 6 * 12 + 4 * 12
    for action, mask in enumerate(MASKS):
        if mask:
            assert laying(mask) == action
            words = text_of(action).split()[1:]
            assert parse_play(words, mekuri48()) == parse_play(words[::-1], mekuri48()) == action
    assert text_of(PAIR0) == "play P1 I1"
    assert text_of(TRIPLE0) == "play P1 I1 C1"


@pytest.mark.parametrize("words", [["P1", "P2"], ["P1", "I1", "C1", "O1"], ["P1", "P1"], ["P0"]])
def test_other_cards_are_no_play(words: list[str]) -> None:
    with pytest.raises(NotationError):
        parse_play(words, mekuri48())


@pytest.mark.parametrize("top", range(1, 13))
def test_what_follows_a_card(top: int) -> None:
    follows = {place + 1 for place in cards(SEQUENCE.numbers[top % 12])}
    if top == 12:
        assert follows == set(range(1, 13))
    else:
        assert follows == ({top, top + 1} if top < 3 else {top + 1})
    alone = {card for card in range(CARDS) if number(card) in follows} | set(cards(WILD))
    assert set(cards(SEQUENCE.singles[top % 12])) == alone


def test_what_a_play_puts_on_top() -> None:
    for action, mask in enumerate(MASKS):
        if mask:
            wild = mask.bit_count() == 1 and mask & WILD
            assert SEQUENCE.tops[action] == (ANY if wild else top_of(cards(mask)[0]))


def test_the_next_seat_is_the_next_that_is_inside() -> None:
    for inside in range(1, 256):
        for seat in range(8):
            after = [(seat + step) % 8 for step in range(1, 9)]
            assert NEXT[inside][seat] == next(other for other in after if inside >> other & 1)
