"""The history of one card, and the pairs that were trained."""

from datetime import timedelta

from engine.training.card_history import LAST, card_history
from engine.training.items import Skill
from engine.training.pairs import Pair
from engine.training.progress import trained_pairs
from engine.training.schedule import Settings, fold
from engine.training.trial import Exercise, Grade, Trial
from tests.engine.training.makers import DAY, trial

SETTINGS = Settings(skills=(Skill.SOUND,))


def test_a_card_that_was_never_asked_has_no_history() -> None:
    found = card_history(5, fold(()), [trial(1, 17)], SETTINGS, DAY)
    assert (found.known, found.days, found.mistaken, found.last, found.count) == ({}, (), (), (), 0)


def test_days_come_latest_first_and_times_only_from_five() -> None:
    yesterday = DAY - timedelta(days=1)
    trials = [
        *(trial(n, 17, yesterday, rt_ms=400.0 + n, auto_grade=Grade.GOOD) for n in range(5)),
        trial(9, 17, correct=False, chosen=5, rt_ms=900.0, auto_grade=Grade.AGAIN),
        trial(10, 18),
        trial(11, 17, exercise=Exercise.WARM_UP, skill=None),
    ]
    found = card_history(17, fold(trials), trials, SETTINGS, DAY)
    assert [one.day for one in found.days] == [DAY, yesterday]
    today, before = found.days
    assert today.right is not None
    assert (today.right.value, today.right.n, today.times.value) == (0.0, 1, None)
    assert (before.times.value, before.times.n) == (402.0, 5)
    assert found.mistaken == ((5, 1),)
    known = found.known[Skill.SOUND]
    assert (known.memory.first, known.memory.reviews, known.due > DAY) == (yesterday, 2, True)
    assert (found.count, found.last[0].trial_id, found.last[-1].trial_id) == (
        7,
        trials[-1].trial_id,
        trials[0].trial_id,
    )


def test_only_the_last_answers_are_listed() -> None:
    trials = [trial(n, 17) for n in range(LAST + 5)]
    found = card_history(17, fold(trials), trials, SETTINGS, DAY)
    assert (len(found.last), found.count) == (LAST, LAST + 5)


def test_a_trained_pair_has_the_day_of_its_first_set() -> None:
    def heard(number: int, days: int, *, interrupted: bool = False) -> Trial:
        return trial(
            number,
            50,
            DAY + timedelta(days=days),
            exercise=Exercise.CONTRAST,
            skill=None,
            options=(15, 50, 91),
            interrupted=interrupted,
        )

    trials = [heard(1, 0, interrupted=True), heard(2, 1), heard(3, 2), trial(4, 15, options=(15, 7))]
    assert trained_pairs(trials) == {
        Pair(15, 50): DAY + timedelta(days=1),
        Pair(50, 91): DAY + timedelta(days=1),
    }
