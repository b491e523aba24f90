"""Intervals, d′ and thresholds, against worked values and simulated listeners."""

import math
import random
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.dprime import GoNoGo
from engine.training.interval import median, quantile, quartiles, share
from engine.training.threshold import (
    CEILING_MS,
    FEWEST,
    FLOOR_MS,
    LONGEST,
    RIGHT,
    START_MS,
    Answer,
    Standing,
    Threshold,
    fold,
    right_share,
)


def test_a_share_has_wilsons_interval() -> None:
    found = share(8, 10)
    assert found is not None
    assert (found.value, found.n) == (0.8, 10)
    assert found.low == pytest.approx(0.490, abs=1e-3)
    assert found.high == pytest.approx(0.943, abs=1e-3)
    assert share(0, 0) is None
    with pytest.raises(ValueError, match="5 of 4"):
        share(5, 4)


@given(st.integers(1, 400), st.data())
def test_a_share_lies_in_its_interval(of: int, data: st.DataObject) -> None:
    found = share(data.draw(st.integers(0, of)), of)
    assert found is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60))
def test_a_median_lies_in_its_interval(values: list[float]) -> None:
    found = median(values)
    assert found is not None
    assert min(values) <= found.low <= found.value <= found.high <= max(values)
    assert found.n == len(values)
    assert quantile(values, 0) == min(values)
    assert quantile(values, 1) == max(values)


def test_a_median_interval_covers_as_it_says() -> None:
    rng = random.Random(5)
    covered = 0
    for _ in range(1000):
        found = median([rng.gauss(0, 1) for _ in range(25)])
        assert found is not None
        covered += found.low <= 0 <= found.high
    assert 930 <= covered <= 990


def test_a_median_interval_never_covers_less_than_it_says() -> None:
    """By counting: as many values lie below the true median as of so many tosses come up heads."""
    for n in range(6, 400):
        found = median(range(n))
        assert found is not None
        assert found.low + found.high == n - 1
        outside = 2 * sum(comb(n, below) for below in range(int(found.low) + 1))
        assert 20 * outside <= 2**n


def test_nothing_has_no_figures() -> None:
    assert median([]) is None
    assert quartiles([1.0]) is None
    assert quartiles([1, 2, 3, 4, 5]) == (2, 4)
    with pytest.raises(ValueError, match="no quantile"):
        quantile([], 0.5)


def test_d_prime_by_hand() -> None:
    # rates 18.5/21 and 4.5/31: z 1.180 and -1.057
    found = GoNoGo(18, 20, 4, 30).d_prime
    assert found is not None
    assert found.value == pytest.approx(2.237, abs=2e-3)
    assert found.low < found.value < found.high
    assert found.n == 50
    assert GoNoGo(18, 20, 4, 30).bias == pytest.approx(-0.061, abs=2e-3)


def test_d_prime_needs_both_and_survives_a_run_without_faults() -> None:
    assert GoNoGo(3, 3, 0, 0).d_prime is None
    assert GoNoGo(0, 0, 0, 3).bias is None
    perfect = GoNoGo(10, 10, 0, 10).d_prime
    assert perfect is not None
    assert 3 < perfect.value < 4
    chance = GoNoGo(5, 10, 5, 10).d_prime
    assert chance is not None
    assert chance.value == pytest.approx(0)
    with pytest.raises(ValueError, match="more hits"):
        GoNoGo(4, 3, 0, 0)


def listen(seed: int, threshold: float, spread: float, choices: int = 2) -> Threshold:
    """Return what a listener's answers tell who is right in 71 % at the threshold."""
    rng, known = random.Random(seed), Threshold()
    while not known.over:
        cut = known.next_cut_ms
        right = rng.random() < right_share(cut - threshold, spread, choices)
        known = known.after(Answer(cut, right, choices))
    return known


@pytest.mark.parametrize("choices", [2, 3])
def test_a_listener_at_the_threshold_is_right_in_71_of_100_and_one_who_hears_nothing_guesses(
    choices: int,
) -> None:
    assert pytest.approx(0.5) == RIGHT**2
    assert right_share(0, 20, choices) == pytest.approx(RIGHT)
    assert right_share(-1e4, 20, choices) == pytest.approx(1 / choices)
    assert right_share(1e4, 20, choices) == pytest.approx(0.98)


@pytest.mark.parametrize(("choices", "near"), [(2, 22), (3, 27)])
def test_a_threshold_of_120_ms_is_found_and_told(choices: int, near: int) -> None:
    runs = [listen(seed, 120, 20, choices) for seed in range(30)]
    found = [one.found for one in runs]
    assert sum(one is not None and abs(one.value - 120) <= 20 for one in found) >= near
    believed = [one.estimate for one in runs]
    assert sum(one is not None and one.low <= 120 <= one.high for one in believed) >= 27


def test_the_first_cut_is_wide_and_nothing_is_told_early() -> None:
    known = Threshold()
    assert (known.next_cut_ms, known.estimate, known.over) == (START_MS, None, False)
    for number in range(LONGEST):
        known = known.after(Answer(known.next_cut_ms, right=True))
        assert (known.estimate is None) is (number + 1 < FEWEST)
        assert (known.standing is Standing.OPEN) is (number + 1 < FEWEST)
    assert known.over
    assert known.next_cut_ms < 0
    assert known.next_cut_ms >= FLOOR_MS
    assert (known.standing, known.found) == (Standing.BELOW, None)


@pytest.mark.parametrize("choices", [2, 3])
def test_of_those_who_guess_hardly_one_is_told_a_threshold_however_often_they_look(choices: int) -> None:
    told = 0
    for seed in range(60):
        rng, known, seen = random.Random(seed), Threshold(), False
        while not known.over:
            known = known.after(Answer(known.next_cut_ms, rng.random() < 1 / choices, choices))
            seen = seen or known.standing is not Standing.OPEN
        told += seen
    assert told <= 4


def test_what_is_heard_only_at_full_length_lies_over_what_can_be_asked() -> None:
    known = fold(Answer(CEILING_MS, number % 3 > 0, 3) for number in range(40))
    assert known.standing is Standing.ABOVE
    assert known.found is None
    both = [one for n in range(20) for one in (Answer(CEILING_MS, n < 19, 3), Answer(400.0, n % 3 == 0, 3))]
    clear = fold(both)
    assert clear.standing is Standing.FOUND
    assert clear.found is not None
    assert 400 <= clear.found.value <= 600


def evidence(answers: list[Answer]) -> float:
    """Return how many times likelier answers are by hearing than by guessing, worked out in plain products."""
    hearing, cells = 0.0, [(at, spread) for at in range(-100, 601, 10) for spread in (10.0, 20.0, 40.0, 70.0)]
    guessing = math.prod(1 / one.choices if one.right else 1 - 1 / one.choices for one in answers)
    for at, spread in cells:
        shares = ((right_share(one.cut_ms - at, spread, one.choices), one.right) for one in answers)
        hearing += math.prod(share if right else 1 - share for share, right in shares)
    return hearing / len(cells) / guessing


ANSWERS = st.builds(
    Answer, st.sampled_from([-50.0, 0.0, 150.0, 300.0, 450.0]), st.booleans(), st.integers(2, 3)
)


@settings(max_examples=30, deadline=None)
@given(st.lists(ANSWERS, min_size=10, max_size=25))
def test_nothing_is_told_that_is_not_twenty_times_likelier_than_guessing(answers: list[Answer]) -> None:
    known = fold(answers)
    assert (known.standing is Standing.OPEN) is (len(answers) < FEWEST or evidence(answers) < 20)


@settings(max_examples=20)
@given(st.lists(st.booleans(), max_size=10), st.integers(2, 3))
def test_the_next_cut_is_no_longer_after_a_right_answer_than_after_a_wrong_one(
    answers: list[bool], choices: int
) -> None:
    known = fold(())
    for right in answers:
        known = known.after(Answer(known.next_cut_ms, right, choices))
    cut = known.next_cut_ms
    after = [known.after(Answer(cut, right, choices)).next_cut_ms for right in (True, False)]
    assert after[0] <= after[1]
    assert all(FLOOR_MS <= one <= CEILING_MS for one in after)
