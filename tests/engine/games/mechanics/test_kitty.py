from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.mechanics.kitty import Discards, rank, unrank


@pytest.mark.parametrize(("size", "length"), [(7, 3), (9, 1), (12, 5), (6, 6), (10, 2)])
def test_ranks_are_the_places_in_the_order_of_combinations(size: int, length: int) -> None:
    for place, chosen in enumerate(combinations(range(size), length)):
        assert rank(chosen, size) == place
        assert unrank(place, length, size) == chosen


@given(st.sets(st.integers(0, 52), min_size=1, max_size=8))
def test_combinations_too_many_to_be_kept_are_found_again(chosen: set[int]) -> None:
    combination = tuple(sorted(chosen))
    assert unrank(rank(combination, 53), len(combination), 53) == combination


def test_no_combination_is_beyond_the_last() -> None:
    with pytest.raises(ValueError, match="no combination 10 of 2 cards"):
        unrank(10, 2, 5)
    with pytest.raises(ValueError, match="no combination -1"):
        unrank(-1, 2, 5)


@given(st.sets(st.integers(0, 52), min_size=5, max_size=13), st.integers(1, 5))
def test_lazy_discards_are_the_listed_ones(hand: set[int], length: int) -> None:
    lazy = Discards(bytes(sorted(hand)), length, 53, base=100)
    listed = [100 + rank(chosen, 53) for chosen in combinations(sorted(hand), length)]
    assert list(lazy) == listed == sorted(listed)
    assert len(lazy) == len(listed)
    assert lazy == listed
    assert (lazy[0], lazy[-1], lazy[1:4]) == (listed[0], listed[-1], tuple(listed[1:4]))
    assert all(action in lazy for action in listed[:20])
    assert 99 not in lazy
    assert -1 not in lazy
    assert "100" not in lazy
    absent = rank(sorted({*range(53)} - hand)[:length], 53) + 100
    assert (absent in lazy) == (absent in listed)
    with pytest.raises(IndexError):
        lazy[len(listed)]
