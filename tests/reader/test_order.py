"""The order in which poems are read."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.anthology import poem
from poems.cards import mask
from poems.chance import Seed
from poems.choice import choose
from poems.lookalike import weight
from poems.sets import MUSUME
from reader.order import MOST_ROUNDS, Draw, Order, arrange

SETS = st.lists(st.integers(1, 100), min_size=1, max_size=100, unique=True)
SEEDS = st.integers(0, (1 << 128) - 1).map(Seed.numbered)
WITHOUT_REPLACEMENT = [order for order in Order if order is not Order.RANDOM]


@given(SETS, SEEDS, st.sampled_from(WITHOUT_REPLACEMENT), st.data())
def test_every_card_is_read_once_and_dead_cards_come_from_outside(
    cards: list[int], seed: Seed, order: Order, data: st.DataObject
) -> None:
    dead = data.draw(st.integers(0, 100 - len(cards)))
    read = arrange(cards, order, seed, dead)
    assert len(read) == len(set(read)) == len(cards) + dead
    assert set(cards) <= set(read) <= set(range(1, 101))


@given(SETS, SEEDS, st.sampled_from(list(Order)))
def test_the_seed_decides(cards: list[int], seed: Seed, order: Order) -> None:
    assert arrange(cards, order, seed) == arrange(list(cards), order, seed)


def test_other_seeds_give_other_orders() -> None:
    orders = {arrange(range(1, 101), Order.SHUFFLE, Seed.numbered(number)) for number in range(50)}
    assert len(orders) == 50


@given(SETS, SEEDS, st.data())
def test_as_given_keeps_the_order_given_also_among_dead_cards(
    cards: list[int], seed: Seed, data: st.DataObject
) -> None:
    dead = data.draw(st.integers(0, 100 - len(cards)))
    read = arrange(cards, Order.AS_GIVEN, seed, dead)
    assert [card for card in read if card in cards] == cards


@given(SETS, SEEDS)
def test_random_draws_from_the_set_as_often_as_it_has_cards(cards: list[int], seed: Seed) -> None:
    read = arrange(cards, Order.RANDOM, seed)
    assert len(read) == len(cards)
    assert set(read) <= set(cards)


def test_random_draws_with_replacement() -> None:
    assert any(len(set(arrange((5, 9, 12), Order.RANDOM, Seed.numbered(number)))) < 3 for number in range(5))


def test_number_order() -> None:
    assert arrange((12, 5, 9), Order.NUMBER, Seed.numbered(0)) == (5, 9, 12)


def test_musume_order_starts_with_the_seven_of_one_kana_and_ends_with_a() -> None:
    read = arrange(range(1, 101), Order.MUSUME, Seed.numbered(0))
    assert read[:7] == (87, 18, 57, 22, 70, 81, 77)
    assert [poem(number).first_kana for number in read[-16:]] == ["あ"] * 16
    ranks = [MUSUME.index(poem(number).first_kana) for number in read]
    assert ranks == sorted(ranks)
    counts = [poem(number).first_kana_count for number in read]
    assert counts == sorted(counts)


def test_an_empty_set_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no cards in this set"):
        arrange((), Order.SHUFFLE, Seed.numbered(0))


def test_a_card_that_comes_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        arrange((5, 5), Order.SHUFFLE, Seed.numbered(0))


@pytest.mark.parametrize("dead", [-1, 51])
def test_more_dead_cards_than_there_are_are_refused(dead: int) -> None:
    with pytest.raises(ValueError, match="0 to 50"):
        arrange(range(1, 51), Order.SHUFFLE, Seed.numbered(0), dead)


@st.composite
def draws(value: st.DrawFn) -> Draw:
    """Any draw that can be made."""
    cards = tuple(value(SETS))
    absent = mask(value(st.sets(st.integers(1, 100), max_size=20)))
    if not mask(cards) & ~absent:
        absent = 0
    outside = 100 - (mask(cards) | absent).bit_count()
    return Draw(
        cards,
        value(st.sampled_from(list(Order))),
        value(st.integers(0, outside)),
        value(st.integers(0, 1000)),
        absent,
        value(st.integers(1, 3)),
        value(st.integers(0, 250)),
    )


@given(draws(), SEEDS)
def test_absent_cards_are_never_read_and_every_round_has_the_same_cards(draw: Draw, seed: Seed) -> None:
    read = draw.drawn(seed)
    assert not mask(set(read)) & draw.absent
    assert len(set(draw.inside) | set(read)) <= len(draw.inside) + draw.dead
    whole = Draw(draw.cards, draw.order, draw.dead, draw.look_alike, draw.absent, draw.rounds).drawn(seed)
    assert read == (whole[: draw.most] if draw.most else whole)
    size = len(draw.inside) + draw.dead
    assert len(whole) == size * draw.rounds
    if draw.order is not Order.RANDOM:
        rounds = [whole[start : start + size] for start in range(0, len(whole), size)]
        assert {frozenset(one) for one in rounds} == {frozenset(rounds[0])}
        assert all(len(set(one)) == size for one in rounds)


@given(draws(), SEEDS)
def test_a_draw_is_what_its_seed_makes_it(draw: Draw, seed: Seed) -> None:
    assert draw.drawn(seed) == draw.drawn(Seed.from_hex(seed.hex))
    if not draw.by_chance:
        assert draw.drawn(seed) == draw.drawn(Seed.numbered(0))


def test_rounds_are_shuffled_anew() -> None:
    read = Draw(tuple(range(1, 101)), rounds=2).drawn(Seed.numbered(1))
    assert read[:100] == arrange(range(1, 101), Order.SHUFFLE, Seed.numbered(1))
    assert read[:100] != read[100:]


def test_look_alikes_are_drawn_more_often() -> None:
    cards = choose("あ").cards & ~choose("あさ").cards
    inside = tuple(card for card in range(1, 101) if cards >> card & 1)

    def alike(strength: int) -> float:
        found = [Draw(inside, dead=3, look_alike=strength).drawn(Seed.numbered(n)) for n in range(60)]
        dead = [card for read in found for card in read if card not in inside]
        return sum(weight(card, cards, 1000) for card in dead) / len(dead) / 1e9

    assert alike(1000) > alike(500) > alike(0)


def test_a_plain_draw_of_dead_cards_is_as_it_always_was() -> None:
    assert arrange(range(1, 11), Order.NUMBER, Seed.numbered(42), 3) == (*range(1, 11), 35, 74, 86)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"cards": (1, 2), "absent": 6}, "no cards in this set"),
        ({"cards": tuple(range(1, 51)), "absent": mask(range(60, 70)), "dead": 41}, "0 to 40"),
        ({"cards": (1,), "look_alike": 1001}, "0 to 1"),
        ({"cards": (1,), "rounds": 0}, f"1 to {MOST_ROUNDS}"),
        ({"cards": (1,), "rounds": MOST_ROUNDS + 1}, f"1 to {MOST_ROUNDS}"),
        ({"cards": (1,), "most": -1}, "end after -1 cards"),
    ],
)
def test_what_cannot_be_drawn_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Draw(**fields)
