"""Contrast sets: what they are made of, what they keep together, when they stop."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.confusion import Counts, Matrix
from engine.training.pairs import LAST_KANA, SINGLES, Pair, family
from engine.training.sets import (
    LONGEST,
    MOST_CARDS,
    Knowledge,
    Why,
    grown,
    hidden,
    next_answer,
    next_even_answer,
    next_set,
    over,
    pair_value,
    slow_value,
)
from engine.training.speed import CardSpeed
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed
from poems.kimariji import full
from tests.engine.training.makers import DAY

CARD = {full(number): number for number in range(1, 101)}
PAIR = Pair(15, 50)
BAD = Knowledge(Matrix({PAIR: Counts(20, 8, 20, 8)}))
SEEDS = [Seed.numbered(number) for number in range(60)]


@pytest.mark.parametrize("all_tried", [False, True])
def test_what_is_mixed_up_most_comes_most_often_once_all_was_looked_at(all_tried: bool) -> None:
    tried = {pair: Counts(10, 0, 10, 0) for pair in LAST_KANA if all_tried}
    known = Knowledge(Matrix({**tried, **BAD.matrix.counts}))
    sets = [next_set(known, DAY, seed.stream("set")) for seed in SEEDS]
    why = Counter(one.why for one in sets if one)
    assert why[Why.RANDOM] > 0
    if all_tried:
        assert why[Why.UNSURE] == 0
    else:
        assert why[Why.UNSURE] > why[Why.VALUE] > 0
    assert all(set(PAIR.cards) <= set(one.cards) for one in sets if one and one.why is Why.VALUE)


def test_those_of_one_kana_are_left_to_the_warm_up_once_all_seven_were_met() -> None:
    """All other pairs were tried, so only they could be looked for."""
    tried = {pair: Counts(10, 0, 10, 0) for pair in LAST_KANA if not set(pair.cards) <= set(SINGLES)}
    for known, looked in ((ALL_CARDS, False), (ALL_CARDS & ~mask(SINGLES[:1]), True)):
        sets = [next_set(Knowledge(Matrix(tried), known=known), DAY, seed.stream("set")) for seed in SEEDS]
        assert any(one.why is Why.UNSURE for one in sets if one) is looked


def test_a_slip_between_cards_that_are_not_alike_is_believed_less() -> None:
    once = Counts(3, 1, 3, 1)
    alike, unlike = PAIR, Pair.of(CARD["む"], CARD["あさぼらけあ"])
    known = Matrix({alike: once, unlike: once})
    assert known.expected(alike) == known.of(alike).mean > 3 * known.expected(unlike)
    often = Matrix({unlike: Counts(20, 8, 20, 8)})
    assert often.expected(unlike) > Matrix().expected(alike)
    assert known.ranked()[0] == alike


def test_without_adapting_nothing_chooses() -> None:
    sets = [next_set(BAD, DAY, seed.stream("set"), adaptive=False) for seed in SEEDS]
    assert {one.why for one in sets if one} == {Why.RANDOM}
    assert sum(set(PAIR.cards) <= set(one.cards) for one in sets if one) < 10


@given(st.integers(0, 10_000), st.sets(st.integers(1, 100)), st.sampled_from(LAST_KANA))
def test_a_set_is_two_to_four_cards_that_were_met(number: int, cards: set[int], bad: Pair) -> None:
    known = Knowledge(Matrix({bad: Counts(20, 8, 20, 8)}), known=mask(cards))
    found = next_set(known, DAY, random.Random(number))
    if found is None:
        assert not any(one.one in cards and one.other in cards for one in LAST_KANA)
    else:
        assert 2 <= len(found.cards) <= MOST_CARDS
        assert set(found.cards) <= cards
        assert found.cards == tuple(sorted(found.cards))


@given(st.sampled_from(LAST_KANA), st.permutations(LAST_KANA))
def test_families_stay_whole(first: Pair, order: list[Pair]) -> None:
    cards = mask(grown(first, order))
    for card in numbers(cards):
        assert family(card) & ~cards == 0
    assert cards.bit_count() >= 3


def test_the_three_of_oo_and_the_four_of_na_come_together() -> None:
    first = Pair.of(CARD["おおえ"], CARD["おおけ"])
    assert set(grown(first, ())) == {CARD["おおえ"], CARD["おおけ"], CARD["おおこ"]}
    nage, naga = Pair.of(CARD["なげき"], CARD["なげけ"]), Pair.of(CARD["ながか"], CARD["ながら"])
    between = Pair.of(CARD["なげき"], CARD["ながら"])
    assert set(grown(nage, [between])) == {*nage.cards, *naga.cards}


def test_what_was_tried_least_is_mixed_in() -> None:
    tried = {pair: Counts(20, 0, 20, 0) for pair in LAST_KANA}
    fresh = Pair.of(CARD["こころあ"], CARD["こころに"])
    known = Knowledge(Matrix({**tried, PAIR: Counts(20, 8, 20, 8), fresh: Counts(1, 0, 1, 0)}))
    sets = [one for one in (next_set(known, DAY, seed.stream("set")) for seed in SEEDS) if one is not None]
    value = [one for one in sets if one.why is Why.VALUE]
    assert all(set(one.cards) == {*PAIR.cards, *fresh.cards} for one in value)
    assert all(one.focus == PAIR for one in value)


def test_a_pair_is_looked_for_until_it_shows() -> None:
    counts = {PAIR: Counts(4, 0, 4, 0), Pair(1, 79): Counts(9, 1, 9, 1)}
    assert hidden(PAIR, Matrix(counts)) == pytest.approx(0.7**4)
    assert hidden(Pair(1, 79), Matrix(counts)) == 0
    assert hidden(PAIR, Matrix()) == 1


def test_looking_for_what_is_hidden_takes_a_set_that_no_other_beats() -> None:
    """By brute force over all sets of up to four cards that whole families allow, with two families left untried."""
    wide = [pair for pair in LAST_KANA if full(pair.one)[:-1] == full(pair.other)[:-1] == "た"]
    tried = {pair: Counts(12, 0, 12, 0) for pair in LAST_KANA if pair not in wide}
    known = Knowledge(Matrix(tried))
    found = [one for one in (next_set(known, DAY, seed.stream("set")) for seed in SEEDS) if one]
    unsure = [one for one in found if one.why is Why.UNSURE]
    assert unsure
    for one in unsure:
        inside = [pair for pair in LAST_KANA if set(pair.cards) <= set(one.cards)]
        assert len(inside) == 6  # four of the six た: no four cards have more pairs
        assert set(inside) <= set(wide)


@pytest.mark.parametrize(("mistakes", "together"), [(6, True), (1, False)])
def test_two_pairs_that_are_mixed_up_are_practised_together(mistakes: int, together: bool) -> None:
    other = Pair.of(CARD["こころあ"], CARD["こころに"])
    known = Knowledge(Matrix({PAIR: Counts(20, 8, 20, 8), other: Counts(20, mistakes, 20, mistakes)}))
    sets = [one for one in (next_set(known, DAY, seed.stream("set")) for seed in SEEDS) if one is not None]
    value = [one for one in sets if one.why is Why.VALUE]
    assert value
    assert all((set(one.cards) == {*PAIR.cards, *other.cards}) is together for one in value)


def test_the_next_set_of_a_day_is_another() -> None:
    for seed in SEEDS:
        first = next_set(BAD, DAY, seed.stream("one"))
        assert first is not None
        second = next_set(BAD.with_practised(first.cards, DAY), DAY, seed.stream("two"))
        assert second is not None
        if second.why is not Why.RANDOM:
            assert not set(PAIR.cards) <= set(first.cards) & set(second.cards)
    assert BAD.practised == {}


def test_the_cards_of_a_set_are_asked_about_equally_often() -> None:
    spread = {"any": 0.0, "even": 0.0}
    for number in range(200):
        for name, choose in (("any", next_answer), ("even", next_even_answer)):
            rng, asked = random.Random(number), list[int]()
            for _ in range(10):
                asked.append(choose(range(4), asked, rng))
            assert all(len(set(asked[at : at + 3])) > 1 for at in range(8))
            spread[name] += sum((asked.count(card) - 2.5) ** 2 for card in range(4))
            often = [asked.count(card) for card in range(4)]
            assert name == "any" or max(often) - min(often) <= 2 <= min(often) + 1
    assert spread["even"] < spread["any"] / 3


def test_what_a_pair_is_worth() -> None:
    worth = pair_value(PAIR, 0.2, Knowledge(), DAY)
    assert worth == pytest.approx(0.2 * 2 * 0.75)
    assert pair_value(PAIR, 0.2, Knowledge(across=frozenset({PAIR})), DAY) == pytest.approx(worth * 1.5)
    recent = [
        pair_value(PAIR, 0.2, Knowledge(practised={PAIR: DAY - timedelta(days=ago)}), DAY)
        for ago in (0, 1, 2)
    ]
    assert recent == pytest.approx([0, worth * 0.35, worth * (1 - 0.65**2)])
    slow = CardSpeed(15, 1400, 1200, 1600, 9)
    assert pair_value(PAIR, 0.2, Knowledge(speeds={15: slow}), DAY) > worth
    assert slow_value(replace(slow, n=4), 700) == slow_value(None, 700) == 0


@given(st.sampled_from([2, 3, 4]), st.integers(0, 500))
def test_no_answer_three_times_running(count: int, number: int) -> None:
    rng, asked = random.Random(number), list[int]()
    for _ in range(LONGEST):
        asked.append(next_answer(range(1, count + 1), asked, rng))
    assert all(len(set(asked[at : at + 3])) > 1 for at in range(LONGEST - 2))
    assert 2 <= len(set(asked)) <= count


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([True] * 9, False),
        ([True] * 10, True),
        ([False] * 5 + [True] * 9, False),
        ([False] * 5 + [True] * 10, True),
        ([True] * 5 + [False] * 3 + [True] * 5, False),
        ([False] * 20, True),
        ([False] * 19, False),
    ],
)
def test_when_a_set_stops(answers: list[bool], expected: bool) -> None:
    assert over(answers) is expected


def test_the_same_seed_makes_the_same_set() -> None:
    one, other = (next_set(BAD, DAY, SEEDS[7].stream("set")) for _ in range(2))
    assert one == other
    assert one is not None
    assert one.id == "-".join(map(str, one.cards))
