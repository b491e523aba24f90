"""Simulated players, a few of each kind: what they need is found, and the figures stand beside their gates.

The players are seeded and nothing is timed, so these are the same everywhere. The whole sizes are `naniwazu bench
drills`.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from engine.training.items import Skill
from engine.training.schedule import Settings
from engine.training.trial import Exercise
from webapp.bench import drills
from webapp.bench.confused import USUAL, Confused, Practice, planted
from webapp.bench.learners import guessed, listened, remembering, staircase


def test_planted_confusions_rise_and_are_named_and_no_others() -> None:
    pairs = planted(3, 2)
    practice = Practice(Confused(3, pairs, slips=0.02, rate=0.4, learning=1.0), 3, replace(USUAL, minutes=10))
    named = set()
    for number in range(12):
        practice.day(number)
        named |= {one.pair for one in practice.known.named()}
    assert set(pairs) <= set(practice.known.ranked()[:8])
    assert named == set(pairs)


def test_a_player_without_confusions_gets_none_named() -> None:
    practice = Practice(Confused(5, (), slips=0.02, rate=0.3, learning=1.0), 5)
    for number in range(5):
        practice.day(number)
        assert practice.known.named() == ()


def test_a_planted_confusion_shows_wherever_both_cards_can_be_answered_and_nowhere_else() -> None:
    """The rate is the player's in each exercise, counted from what the log keeps."""
    asked, mixed = Counter[Exercise](), Counter[Exercise]()
    for seed in range(900, 903):
        pairs = planted(seed, 5)
        practice = Practice(Confused(seed, pairs, slips=0.0, rate=0.3, learning=1.0), seed)
        for number in range(8):
            practice.day(number)
        for one in practice.trials:
            if one.poem is None or (one.exercise is Exercise.CONTRAST and one.level is not None):
                continue  # a sound that is cut short may be misheard too
            rivals = [card for pair in pairs for card in pair.cards if one.poem in pair.cards]
            offered = [card for card in rivals if card != one.poem and card in one.options]
            if not offered:
                assert one.correct is not False
            elif len(offered) == 1:
                asked[one.exercise] += 1
                mixed[one.exercise] += one.chosen == offered[0]
    assert set(asked) == {
        Exercise.FUDANAGASHI,
        Exercise.SOUND,
        Exercise.CONTRAST,
        Exercise.WARM_UP,
        Exercise.FULL_MAT,
    }
    assert sum(asked.values()) > 250
    for exercise, count in asked.items():
        spread = (0.3 * 0.7 / count) ** 0.5
        assert mixed[exercise] / count == pytest.approx(0.3, abs=3.5 * spread), exercise


def test_the_sets_of_a_day_are_about_different_pairs() -> None:
    practice = Practice(Confused(4, planted(4, 5), slips=0.02, rate=0.3, learning=1.0), 4)
    days = 0
    for number in range(4):
        before = len(practice.trials)
        practice.day(number)
        whole = [
            one for one in practice.trials[before:] if one.exercise is Exercise.CONTRAST and one.level is None
        ]
        found = {frozenset(one.options) for one in whole}
        pairs = Counter(two for one in found for two in combinations(sorted(one), 2))
        days += len(found) == 2 and max(pairs.values()) == 1
    assert days == 4


def test_practice_cures_and_the_same_seed_practises_the_same() -> None:
    trials = []
    for _ in range(2):
        player = Confused(2, planted(2, 1), slips=0.02, rate=0.3, learning=0.8)
        practice = Practice(player, 2)
        for number in range(3):
            practice.day(number)
        trials.append((practice.trials, dict(player.rates)))
    assert trials[0] == trials[1]
    assert max(trials[0][1].values()) < 0.3


def test_the_forecast_beats_the_average_and_plain_fsrs_and_the_aim_is_met() -> None:
    runs = [remembering(seed, 60, Settings(skills=(Skill.SOUND,))) for seed in range(4)]
    every = [one for reviews, _ in runs for one in reviews]
    assert len(every) > 800
    assert drills._loss(every) < drills._average_loss(every)
    assert drills._loss(every) <= drills._plain_loss(every)
    assert abs(100 * sum(one.recalled for one in every) / len(every) - 94) <= 3
    assert all(late <= 14 for _, late in runs)


@pytest.mark.parametrize(("choices", "least"), [(2, 22), (3, 27)])
def test_thresholds_are_found_oftener_than_by_a_plain_staircase(choices: int, least: int) -> None:
    near, plain = (
        sum(
            one is not None and abs(one - 120) <= 20
            for one in (method(seed, 120, 20, choices) for seed in range(30))
        )
        for method in (listened, staircase)
    )
    assert near >= least
    assert near > plain


@pytest.mark.parametrize("choices", [2, 3])
def test_whoever_guesses_is_hardly_ever_told_a_threshold(choices: int) -> None:
    assert sum(guessed(seed, choices) for seed in range(30)) <= 2


def test_figures_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drills, "SEEDS", 4)
    monkeypatch.setattr(drills, "TO_CURE", 1)
    monkeypatch.setattr(drills, "SESSIONS", 1)
    monkeypatch.setattr(drills, "LONGEST", 1)
    monkeypatch.setattr(drills, "LEARNERS", 1)
    monkeypatch.setattr(drills, "DAYS", 30)
    figures = drills.run()
    assert len(figures) == 27
    assert all(figure.name and figure.unit and figure.note for figure in figures)
    gates = [figure.note for figure in figures if "at least" in figure.note or "within" in figure.note]
    assert len(gates) == 6
