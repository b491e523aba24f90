"""Speed of cards: what is not the card's is taken off, little is pulled to the group's, goals met with certainty."""

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.speed import CardSpeed, Pace, group_residuals, speeds, weighted
from engine.training.times import effects, scaled, unscaled
from engine.training.trial import DeviceClass, Exercise, Trial
from poems.anthology import POEMS
from poems.kimariji import full
from tests.engine.training.makers import DAY, trial

KIND = (Exercise.SOUND, DeviceClass.OTHER)


def answered(times: dict[int, list[float]], **fields: Any) -> list[Trial]:
    return [
        trial(number, poem, rt_ms=rt, **fields)
        for number, (poem, rt) in enumerate((poem, rt) for poem, each in times.items() for rt in each)
    ]


@given(st.floats(-399, 1e5))
def test_times_scale_there_and_back(rt: float) -> None:
    assert unscaled(scaled(rt)) == pytest.approx(rt, abs=1e-6)


def test_five_times_are_needed_and_the_whole_interval_under_the_goal() -> None:
    fast = CardSpeed(1, 400, 350, 450, 5)
    assert fast.pace(460) is Pace.FAST
    assert fast.pace(450) is Pace.BETWEEN
    assert fast.pace(340) is Pace.SLOW
    assert CardSpeed(1, 400, 350, 450, 4).pace(9000) is Pace.UNKNOWN


def test_a_slow_card_stands_out() -> None:
    found = speeds(
        answered({card: [500.0] * 10 if card != 5 else [900.0] * 10 for card in range(1, 31)}), KIND
    )
    assert found[5].ms > 750
    assert found[5].pace(600) is Pace.SLOW
    assert all(found[card].pace(600) is Pace.FAST for card in found if card != 5)
    assert found[5].low_ms < found[5].ms < found[5].high_ms


def test_few_trials_are_pulled_to_the_group() -> None:
    usual: dict[int, list[float]] = {card: [500.0] * 10 for card in range(1, 31)}
    once, often = (
        speeds(answered({**usual, 5: [900.0]}), KIND),
        speeds(answered({**usual, 5: [900.0] * 30}), KIND),
    )
    assert 500 < once[5].ms < 650 < often[5].ms < 900


def test_what_is_recent_weighs_more() -> None:
    assert weighted([0.0] * 20 + [1.0] * 20).mean > 0.6
    assert weighted([1.0, 0.0]).mean < 0.5
    assert weighted([]).weight == 0


def test_a_slow_day_is_not_the_cards() -> None:
    usual = answered({card: [500.0] * 6 for card in range(1, 21)}, warmup_median_ms=300.0)
    tired = [
        trial(number, 5, DAY + timedelta(days=1), rt_ms=785.0, warmup_median_ms=522.0) for number in range(6)
    ]  # both are 900/700 and 922/700 times what they were
    assert speeds([*usual, *tired], KIND)[5].ms == pytest.approx(500, abs=15)


@pytest.mark.parametrize("pressed", [0, 1], ids=["before", "since"])
def test_what_was_measured_by_presses_is_held_against_no_choices(pressed: int) -> None:
    usual = answered({card: [500.0] * 6 for card in range(1, 21)}, warmup_median_ms=300.0)
    later = [
        trial(number, 5, DAY + timedelta(days=1), rt_ms=500.0, warmup_median_ms=600.0) for number in range(6)
    ]
    parts = [usual, later]
    parts[pressed] = [replace(one, version=1) for one in parts[pressed]]
    trials = [one for part in parts for one in part]
    assert speeds(trials, KIND)[5].ms == pytest.approx(500)
    effect = effects(trials)
    assert effect is not None
    assert [effect.adjusted_ms(one) for one in trials] == pytest.approx([500.0] * len(trials))


def test_a_long_kimariji_is_not_slowness() -> None:
    rng = random.Random(3)
    cards = {
        card: [(400.0 + 100 * len(full(card))) * rng.uniform(0.95, 1.05) for _ in range(20)]
        for card in range(1, 101)
    }
    trials = answered(cards)
    effect = effects(trials)
    assert effect is not None
    lengths = [effect.of_length(length) for length in (1, 2, 3, 4, 6)]
    assert lengths == sorted(lengths)
    residuals = group_residuals(trials, KIND, lambda card: str(len(full(card))))
    assert all(abs(one.mean) < 0.03 for one in residuals.values())


def test_what_is_no_reaction_is_left_out() -> None:
    wrong = answered({5: [100.0] * 9}, correct=False)
    early = answered({6: [-500.0] * 9})
    other = answered({7: [500.0] * 9}, exercise=Exercise.GHOST)
    assert speeds([*wrong, *early, *other], KIND) == {}
    assert group_residuals(wrong, KIND, lambda card: None) == {}


def test_groups_are_told_apart() -> None:
    trials = answered(
        {card: [900.0 if POEMS[card - 1].first_kana == "な" else 500.0] * 5 for card in range(1, 101)}
    )
    found = group_residuals(trials, KIND, lambda card: POEMS[card - 1].first_kana)
    assert max(found, key=lambda group: found[group].mean) == "な"
