"""Confusions: counted with a half-life, both ways, and named only when the trials support it."""

import random
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.confusion import (
    FEWEST,
    HALF_LIFE_DAYS,
    Beta,
    Matrix,
    beta_below,
    matrix,
    mistaken_for,
    prior_share,
    shows,
)
from engine.training.pairs import LAST_KANA, Pair
from engine.training.trial import Exercise, Trial
from poems.cards import mask
from tests.engine.training.makers import DAY, trial

PAIR = Pair(15, 50)  # the two きみがため


def asked(right: int, wrong: int, **fields: Any) -> list[Trial]:
    """Return trials of 50 in which 15 could be chosen, and was in the wrong ones."""
    common = {"poem": 50, "options": (15, 50), **fields}
    return [
        trial(number, correct=number >= wrong, chosen=50 if number >= wrong else 15, **common)
        for number in range(right + wrong)
    ]


@pytest.mark.parametrize(
    ("x", "a", "b", "expected"),
    [
        (0.5, 1, 1, 0.5),
        (0.3, 1, 1, 0.3),
        (0.2, 2, 3, 0.1808),
        (0.5, 2, 3, 0.6875),
        (0.5, 0.5, 0.5, 0.5),
        (0.05, 1, 20, 1 - 0.95**20),
    ],
)
def test_the_beta_distribution(x: float, a: float, b: float, expected: float) -> None:
    assert beta_below(x, a, b) == pytest.approx(expected, abs=1e-9)


@settings(max_examples=40)
@given(st.floats(0.5, 30), st.floats(0.5, 30), st.floats(0.01, 0.99))
def test_its_quantiles_turn_it_round(a: float, b: float, q: float) -> None:
    rate = Beta(a, b, 0)
    assert beta_below(rate.quantile(q), a, b) == pytest.approx(q, abs=1e-3)
    assert beta_below(0.3, a, b) + beta_below(0.7, b, a) == pytest.approx(1)
    assert 0 < rate.mean < 1


@pytest.mark.parametrize(("a", "b"), [(0.05, 4), (0.6, 9), (3, 17), (40, 60)])
def test_draws_follow_the_distribution(a: float, b: float) -> None:
    rate, rng = Beta(a, b, 0), random.Random(4)
    drawn = [rate.draw(rng) for _ in range(3000)]
    assert all(0 <= one <= 1 for one in drawn)
    assert sum(drawn) / 3000 == pytest.approx(rate.mean, abs=4 * (rate.variance / 3000) ** 0.5)
    assert sum(one < 0.2 for one in drawn) / 3000 == pytest.approx(beta_below(0.2, a, b), abs=0.03)


def test_mistakes_either_way_are_one_pair() -> None:
    there = matrix(asked(6, 3), DAY)
    back = matrix([trial(n, 15, options=(15, 50), correct=False, chosen=50) for n in range(3)], DAY)
    assert there.counts[PAIR].mistakes == back.counts[PAIR].mistakes == 3
    assert back.of(PAIR).mean > there.of(PAIR).mean > Matrix().of(PAIR).mean


def test_nothing_is_named_before_eight_trials() -> None:
    assert matrix(asked(0, FEWEST - 1), DAY).named() == ()
    (named,) = matrix(asked(0, FEWEST), DAY).named()
    assert (named.pair, named.n, named.mistakes) == (PAIR, 8, 8)
    assert named.low < named.rate < named.high


@pytest.mark.parametrize(("right", "wrong"), [(8, 0), (8, 1), (20, 2), (60, 3)])
def test_slips_are_no_confusion(right: int, wrong: int) -> None:
    assert matrix(asked(right, wrong), DAY).named() == ()


def test_old_mistakes_fade() -> None:
    trials = asked(0, 9)
    now, later = (matrix(trials, DAY + timedelta(days=days)).counts[PAIR] for days in (0, HALF_LIFE_DAYS))
    assert later.mixed == pytest.approx(now.mixed / 2)
    assert later.mistakes == now.mistakes == 9
    cured = [*trials, *asked(40, 0, day=DAY + timedelta(days=1))]
    assert matrix(cured, DAY + timedelta(days=1)).named() == ()


def test_a_mistake_in_a_match_counts_three_times() -> None:
    drill = matrix(asked(0, 1), DAY).counts[PAIR]
    match = matrix(asked(0, 1, exercise=Exercise.MATCH), DAY).counts[PAIR]
    assert match.mixed == pytest.approx(3 * drill.mixed)
    assert match.n == drill.n == 1


def test_touching_the_partner_first_counts_too() -> None:
    touched = trial(poem=50, touched=(15,))
    assert list(mistaken_for(touched)) == [15]
    assert matrix([touched], DAY).counts[PAIR].mistakes == 1
    assert list(mistaken_for(trial(poem=50, correct=False, chosen=0))) == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, True),
        ({"exercise": Exercise.KIMARIJI_NOW}, False),
        ({"exercise": Exercise.CONTRAST, "level": 120.0}, False),
        ({"exercise": Exercise.CONTRAST, "level": 250.0}, True),
        ({"exercise": Exercise.CONTRAST}, True),
        ({"exercise": Exercise.WARM_UP, "options": (17, 87)}, True),
        ({"exercise": Exercise.WARM_UP}, False),  # pressed, not chosen
        ({"interrupted": True}, False),
        ({"correct": None}, False),
    ],
)
def test_which_trials_say_something(fields: dict[str, Any], expected: bool) -> None:
    assert shows(trial(**fields)) is expected


def test_only_what_could_be_chosen_is_at_stake() -> None:
    among = matrix([trial(poem=50, options=(50, 15, 77))], DAY).counts
    assert set(among) == {PAIR}
    gone = matrix([trial(poem=50, unread=mask([50, 77]))], DAY).counts
    assert set(gone) == set()
    free = matrix([trial(poem=50)], DAY).counts
    assert PAIR in free
    # a mix-up that nobody expected is held against every chance that there was
    odd = matrix([trial(1, 50), trial(2, 50), trial(3, 50, correct=False, chosen=77)], DAY).counts
    assert odd[Pair(50, 77)].n == 3
    assert odd[Pair(50, 77)].mistakes == 1


def test_the_prior_prefers_what_sounds_alike() -> None:
    assert prior_share(PAIR) > prior_share(Pair.of(50, 77))
    top = set(Matrix().ranked()[:30])
    assert PAIR in top
    assert len(set(Matrix().ranked())) == len(LAST_KANA)


def test_a_learner_without_confusions_gets_none_named() -> None:
    rng = random.Random(8)
    for _ in range(3):
        trials = []
        for number in range(600):
            target = rng.randint(1, 100)
            wrong = rng.random() < 0.02
            other = rng.choice([card for card in range(1, 101) if card != target])
            trials.append(trial(number, target, correct=not wrong, chosen=other if wrong else target))
        assert matrix(trials, DAY).named() == ()
