"""Dead cards by their likeness, against the formula worked out by other means."""

import itertools
from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.anthology import POEMS, poem
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed
from poems.choice import choose
from poems.lookalike import draw, shared, weight

PHI = Fraction(1_618_034, 1_000_000)


def naive_shared(card: int, among: set[int]) -> int:
    """Letter by letter, against every card."""
    best = 0
    for other in among:
        same = 0
        for one, two in zip(poem(card).kimariji, poem(other).kimariji, strict=False):
            if one != two:
                break
            same += 1
        best = max(best, same)
    return best


class Fixed:
    """Bits that are one number after another, whatever is asked for."""

    def __init__(self, *values: int) -> None:
        self._values = iter(values)

    def getrandbits(self, k: int, /) -> int:
        value = next(self._values)
        assert value < 1 << k
        return value


@given(st.integers(1, 100), st.sets(st.integers(1, 100)))
def test_shared_kana_are_those_a_listener_would_count(card: int, among: set[int]) -> None:
    assert shared(card, mask(among)) == naive_shared(card, among)


@pytest.mark.parametrize("strength", [0, 1, 250, 500, 999, 1000])
def test_the_weight_is_the_formula(strength: int) -> None:
    among = set(numbers(choose("third-a").cards))
    p = Fraction(strength, 1000)
    for card in set(range(1, 101)) - among:
        expected = max(Fraction(0), PHI + (naive_shared(card, among) - PHI) * p)
        assert Fraction(weight(card, mask(among), strength), 10**9) == expected


def test_alike_without_strength_and_by_kana_alone_at_the_end() -> None:
    among = choose("あさ").cards
    assert len({weight(card, among, 0) for card in range(1, 101)}) == 1
    assert weight(87, among, 1000) == 0
    assert weight(79, among, 1000) == 10**9  # あき shares あ
    assert weight(64, choose("31").cards, 1000) == 5 * 10**9  # あさぼらけ


@pytest.mark.parametrize("strength", [0, 300, 1000])
def test_each_card_has_exactly_the_share_of_numbers_that_its_weight_says(strength: int) -> None:
    candidates, among = mask((2, 9, 31, 64, 87)), mask((30, 60))
    weights = {card: weight(card, among, strength) for card in numbers(candidates)}
    start = 0
    for card, one in weights.items():
        # the first and the last number of a card's stretch
        for at in {start, start + one - 1} if one else ():
            assert draw(candidates, among, 1, strength, Fixed(at)) == (card,)
        start += one
    assert start == sum(weights.values())


def test_two_cards_come_as_often_as_every_pair_of_numbers_says() -> None:
    # by kana alone the weights are small: 31 has 3 kana in common with 39, 30 has 1, 87 none
    candidates, among = mask((30, 31, 87)), mask((39,))
    unit = 10**9
    weights = {30: 1, 31: 2, 87: 0}
    assert {card: weight(card, among, 1000) // unit for card in weights} == weights
    chances: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for first in range(3):
        left = {card: one for card, one in weights.items() if card != (30 if first < 1 else 31)}
        for second in range(sum(left.values()) or len(left)):
            found = draw(candidates, among, 2, 1000, Fixed(first * unit, second * unit))
            chances[found] += Fraction(1, 3 * (sum(left.values()) or len(left)))
    assert chances == {(30, 31): Fraction(1, 3), (31, 30): Fraction(2, 3)}


def test_when_no_weight_is_left_all_are_alike() -> None:
    candidates, among = mask((18, 57, 87)), mask((1,))
    found = [
        draw(candidates, among, 3, 1000, Fixed(*ats)) for ats in itertools.product(range(3), range(2), [0])
    ]
    assert sorted(found) == sorted(itertools.permutations((18, 57, 87)))


def test_drawn_often_the_shares_are_those_of_the_weights() -> None:
    among = choose("first-a").cards & ~mask((31, 64))
    candidates = ALL_CARDS & ~among
    times = 3000
    found = Counter(draw(candidates, among, 1, 600, Seed.numbered(n).stream("dead"))[0] for n in range(times))
    total = sum(weight(card, among, 600) for card in numbers(candidates))
    surprise = 0.0
    for card in numbers(candidates):
        expected = times * weight(card, among, 600) / total
        surprise += (found[card] - expected) ** 2 / expected
    freedom = candidates.bit_count() - 1
    # seeds are fixed, so this either holds or does not: within four standard deviations of chi-square
    assert abs(surprise - freedom) < 4 * (2 * freedom) ** 0.5


@given(st.sets(st.integers(1, 100), min_size=1, max_size=99), st.integers(0, 1000), st.data())
def test_no_card_comes_twice_and_none_from_elsewhere(
    among: set[int], strength: int, data: st.DataObject
) -> None:
    candidates = ALL_CARDS & ~mask(among)
    count = data.draw(st.integers(0, candidates.bit_count()))
    found = draw(candidates, mask(among), count, strength, Seed.numbered(count).stream("dead"))
    assert len(set(found)) == len(found) == count
    assert not set(found) & among


@pytest.mark.parametrize("strength", [-1, 1001])
def test_a_strength_beyond_the_ends_is_refused(strength: int) -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        weight(1, ALL_CARDS, strength)


def test_more_cards_than_there_are_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be drawn from 2"):
        draw(mask((1, 2)), mask((3,)), 3, 500, Seed.numbered(0).stream("dead"))


def test_at_full_strength_a_partner_is_the_likeliest_dead_card() -> None:
    for one in POEMS:
        if one.kimariji_length == 6:
            weights = {
                card: weight(card, 1 << one.number, 1000) for card in range(1, 101) if card != one.number
            }
            likeliest = max(weights, key=weights.__getitem__)
            assert poem(likeliest).kimariji[:5] == one.kimariji[:5]
