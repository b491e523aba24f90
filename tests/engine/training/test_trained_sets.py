"""What became of a contrast set: its first day beside the last ones, with nothing told of too few answers."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from engine.training.trained_sets import TrainedSet, trained_sets
from engine.training.trial import Exercise, Trial
from tests.engine.training.makers import DAY, trial

A, B, C, D, E = 3, 15, 18, 50, 81
NUMBERS = iter(range(10**6))


def asked(
    cards: tuple[int, ...], day: int, answers: str, card: int | None = None, **fields: Any
) -> list[Trial]:
    """Return answers to a set, `.` right and `x` the next card of the set, on a day from the first."""
    out = []
    for at, sign in enumerate(answers):
        target = cards[at % len(cards)] if card is None else card
        other = cards[(cards.index(target) + 1) % len(cards)]
        plain: dict[str, Any] = {"exercise": Exercise.CONTRAST, "skill": None, "options": cards}
        plain |= {"correct": sign == ".", "chosen": target if sign == "." else other}
        out.append(trial(next(NUMBERS) % 80000, target, DAY + timedelta(days=day), **(plain | fields)))
    return out


def only(trials: list[Trial], cards: tuple[int, ...]) -> TrainedSet:
    return next(one for one in trained_sets(trials) if one.cards == tuple(sorted(cards)))


def test_the_first_day_is_held_against_the_last() -> None:
    trials = [*asked((A, B), 0, "x.x......."), *asked((A, B), 3, "x" * 10), *asked((A, B), 9, ".........x")]
    found = only(trials, (A, B))
    assert found.known
    assert found.after is not None
    assert (found.before.first, found.before.last) == (DAY, DAY)
    assert (found.after.first, found.after.last) == (DAY + timedelta(days=9),) * 2
    before, after = found.before.rate, found.after.rate
    assert (before.value, before.n) == (0.2, 10)
    assert (after.value, after.n) == (0.1, 10)
    assert before.low is not None
    assert before.high is not None
    assert before.low < 0.2 < before.high


def test_the_last_days_go_back_as_far_as_eight_answers_need_and_never_to_the_first() -> None:
    parts = [asked((A, B), day, "xxx") for day in range(5)]
    found = only([one for part in parts for one in part], (A, B))
    assert found.after is not None
    assert (found.after.first, found.after.rate.n) == (DAY + timedelta(days=2), 9)
    short = only([one for part in parts[:3] for one in part], (A, B))
    assert short.after is not None
    assert (short.after.first, short.after.rate.n, short.after.rate.value) == (
        DAY + timedelta(days=1),
        6,
        None,
    )
    assert not short.known
    assert short.before.rate.value is None


def test_a_set_that_came_once_has_no_last_days() -> None:
    found = only([*asked((A, B), 0, "." * 10), *asked((C, D), 4, "." * 10)], (A, B))
    assert (found.after, found.known, found.last) == (None, False, DAY)


def test_later_sets_count_as_far_as_two_of_the_cards_come_together() -> None:
    first = asked((A, B, C), 0, "x" * 9)
    # of A and D, D and E nothing counts; of A, B and D the answers for A and B do, and only A for B or B for A
    later = [*asked((A, D), 1, "x" * 9), *asked((A, B, D), 2, "x" * 12), *asked((D, E), 3, "x" * 9)]
    found = only([*first, *later], (A, B, C))
    assert found.after is not None
    assert found.after.first == found.after.last == DAY + timedelta(days=2)
    # four times A → B, four times B → D, four times D → A
    assert (found.after.rate.value, found.after.rate.n) == (0.5, 8)


@pytest.mark.parametrize(
    "fields",
    [
        {"level": 120.0},
        {"level": 300.0},
        {"interrupted": True},
        {"exercise": Exercise.SOUND},
        {"correct": None},
    ],
)
def test_cut_sounds_other_exercises_and_what_was_interrupted_are_left_out(fields: dict[str, Any]) -> None:
    assert trained_sets(asked((A, B), 0, "x" * 10, **fields)) == ()


def test_the_last_practised_comes_first() -> None:
    trials = [*asked((A, B), 5, "..."), *asked((C, D), 1, "..."), *asked((C, E), 7, "...")]
    assert [one.cards for one in trained_sets(trials)] == [(C, E), (A, B), (C, D)]


def _by_hand(trials: list[Trial], cards: set[int], days: list[date]) -> tuple[int, int]:
    """Return how many answers of some days could mix up two of the cards, and how many did."""
    could = did = 0
    for one in trials:
        others = cards.intersection(one.options) - {one.poem}
        if one.practice_day in days and one.poem in cards and others:
            could += 1
            did += one.chosen in others
    return could, did


def _random(rng: random.Random) -> Iterator[Trial]:
    for day in range(12):
        for _ in range(rng.randrange(3)):
            cards = tuple(sorted(rng.sample((A, B, C, D, E), rng.randrange(2, 5))))
            yield from asked(
                cards, day, "".join(rng.choice("..x") for _ in range(rng.randrange(2, 14))), card=None
            )


@pytest.mark.parametrize("seed", range(25))
def test_figures_are_those_of_the_answers(seed: int) -> None:
    trials = list(_random(random.Random(seed)))
    for one in trained_sets(trials):
        cards = set(one.cards)
        own = [t.practice_day for t in trials if set(t.options) == cards]
        first = min(own)
        could, did = _by_hand(trials, cards, [first])
        assert (one.before.first, one.before.rate.n) == (first, could)
        if could >= 8:
            assert one.before.rate.value == did / could
        later = sorted(
            {t.practice_day for t in trials if t.practice_day > first and len(cards & {*t.options}) > 1}
        )
        if not later:
            assert one.after is None
            continue
        assert one.after is not None
        count = next(
            (n for n in range(1, len(later)) if _by_hand(trials, cards, later[-n:])[0] >= 8), len(later)
        )
        could, did = _by_hand(trials, cards, later[-count:])
        assert (one.after.first, one.after.last) == (later[-count], later[-1])
        assert one.after.rate.n == could
        assert one.after.rate.value == (did / could if could >= 8 else None)
