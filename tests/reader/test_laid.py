"""The check of the laid cards, against every order that can come up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.cards import mask
from poems.chance import Seed
from reader.laid import LaidCheck, check
from reader.order import Draw, Order

CARDS = st.sets(st.integers(1, 100), min_size=1, max_size=60)


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=12, unique=True).map(tuple),
    st.sampled_from(list(Order)),
    st.integers(0, 5),
    st.sets(st.integers(31, 60), max_size=5).map(mask),
    st.integers(0, 12),
    CARDS,
    st.integers(0, 2**64).map(Seed.numbered),
)
def test_no_order_contradicts_the_check(
    cards: tuple[int, ...], order: Order, dead: int, absent: int, most: int, laid: set[int], seed: Seed
) -> None:
    draw = Draw(cards, order, dead, 0, absent, 1, most)
    found = check(draw, mask(laid))
    read = mask(set(draw.drawn(seed)))
    assert found.will | found.may | found.never == mask(laid)
    assert not found.will & found.may | found.may & found.never | found.will & found.never
    assert not found.will & ~read, "what will be read is read"
    assert not found.never & read, "what never comes does not come"


def test_a_wrong_third_is_found_before_it_is_read() -> None:
    third = tuple(range(1, 35))
    assert check(Draw(third), mask(range(31, 51))) == LaidCheck(
        will=mask(range(31, 35)), may=0, never=mask(range(35, 51)), dead=mask(range(1, 31)), drawn=0
    )


def test_nuki_fuda_reads_what_lies_and_as_many_dead_cards_as_asked() -> None:
    laid = tuple(range(2, 101, 2))
    found = check(Draw(laid, dead=10), mask(laid))
    assert (found.will, found.may, found.never, found.dead, found.drawn) == (mask(laid), 0, 0, 0, 10)


@pytest.mark.parametrize("draw", [Draw((1, 2, 3), Order.RANDOM), Draw((1, 2, 3), most=2)])
def test_where_the_reading_may_end_before_a_card_nothing_is_certain(draw: Draw) -> None:
    assert check(draw, mask((1, 9))) == LaidCheck(will=0, may=2, never=1 << 9, dead=mask((2, 3)), drawn=0)


def test_a_laid_card_from_outside_may_come_as_a_dead_one() -> None:
    assert check(Draw((1, 2), dead=5), mask((1, 50))).may == 1 << 50
    assert check(Draw((1, 2), dead=98), mask((1, 50))).will == mask((1, 50))
    assert check(Draw((1, 2), dead=5, absent=1 << 50), mask((1, 50))).never == 1 << 50
