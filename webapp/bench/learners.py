"""Simulated people with a memory of their own, and with a hearing threshold. Seeded."""

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler

from engine.training.items import Item
from engine.training.schedule import Memory, Schedule, Settings, due, reviewed
from engine.training.threshold import LONGEST, Answer, Standing, Threshold, right_share
from engine.training.trial import Grade

FIRST_DAY: Final = date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Recall:
    """One review a day or more after the last: what was forecast, by us and by plain FSRS, and what came."""

    forecast: float
    plain: float
    recalled: bool


def remembering(seed: int, days: int, settings: Settings) -> tuple[list[Recall], int]:
    """Return the reviews of a learner whose memory has weights of its own, and how many there were a day at the end.

    The learner comes at any hour of the day. Plain FSRS is told the hours and has its own steps.
    """
    rng = random.Random(seed)  # noqa: S311 - the same learner each time
    own = _own_weights(rng)
    truth: dict[Item, Memory] = {}
    known: dict[Item, Memory] = {}
    plain, cards = Scheduler(enable_fuzzing=False), dict[Item, FsrsCard]()
    out: list[Recall] = []
    late = 0
    for number in range(days):
        day = FIRST_DAY + timedelta(days=number)
        at = datetime.combine(day, time(rng.randrange(5, 24), rng.randrange(60)), UTC)
        schedule = Schedule(known)
        asked = due(schedule, settings, day)
        late += len(asked) if number >= days - 20 else 0
        for one in asked:
            item = one.item
            chance = Schedule(truth, own).recall(item, day)
            recalled = rng.random() < (0.5 if chance is None else chance)
            if one.recall is not None:
                out.append(Recall(one.recall, plain.get_card_retrievability(cards[item], at), recalled))
            grades = (Grade.GOOD,) if recalled else (Grade.AGAIN, Grade.GOOD)
            for grade in grades:  # what failed comes again the same day
                truth[item] = reviewed(truth.get(item), item, grade, day, own)
                known[item] = reviewed(known.get(item), item, grade, day)
                rating = Rating.Good if grade.passed else Rating.Again
                card = cards.get(item) or FsrsCard(item.number, due=at)
                cards[item], _ = plain.review_card(card, rating, at)
                at += timedelta(seconds=7)
    return out, round(late / 20)


def _own_weights(rng: random.Random) -> tuple[float, ...]:
    """Return weights a little off the usual ones: no learner's memory is the model's."""
    usual = Scheduler().parameters
    changed = [value * rng.lognormvariate(0, 0.08) for value in usual[:-1]]
    return (
        *(min(max(value, low), high) for value, (low, high) in zip(changed, _BOUNDS, strict=True)),
        usual[-1],
    )


_BOUNDS: Final = (
    *((0.001, 100.0),) * 4,
    (1.0, 10.0),
    (0.001, 4.0),
    (0.001, 4.0),
    (0.001, 0.75),
    (0.0, 4.5),
    (0.0, 0.8),
    (0.001, 3.5),
    (0.001, 5.0),
    (0.001, 0.25),
    (0.001, 0.9),
    (0.0, 4.0),
    (0.0, 1.0),
    (1.0, 6.0),
    (0.0, 2.0),
    (0.0, 2.0),
    (0.0, 0.8),
)
"""What FSRS allows its weights to be, the exponent left out."""


def listened(seed: int, threshold_ms: float, spread_ms: float, choices: int = 2) -> float | None:
    """Return the threshold that a listener's run is said to have; None where none is told."""
    rng, known = random.Random(seed), Threshold()  # noqa: S311 - the same listener each time
    while not known.over:
        cut = known.next_cut_ms
        right = rng.random() < right_share(cut - threshold_ms, spread_ms, choices)
        known = known.after(Answer(cut, right, choices))
    return None if known.found is None else known.found.value


def guessed(seed: int, choices: int) -> bool:
    """Whether somebody who hears nothing, and guesses, is told a threshold at any moment of a run."""
    rng, known = random.Random(seed), Threshold()  # noqa: S311 - the same guesses each time
    while not known.over:
        known = known.after(Answer(known.next_cut_ms, rng.random() < 1 / choices, choices))
        if known.standing is not Standing.OPEN:
            return True
    return False


def staircase(
    seed: int, threshold_ms: float, spread_ms: float, choices: int = 2, answers: int = LONGEST
) -> float | None:
    """Return what a plain two-down-one-up staircase says: the mean of its last six turns, None of fewer than four."""
    rng = random.Random(seed)  # noqa: S311 - the same listener each time
    cut, in_a_row, direction, turns = 300.0, 0, 0, list[float]()
    for _ in range(answers):
        right = rng.random() < right_share(cut - threshold_ms, spread_ms, choices)
        in_a_row = in_a_row + 1 if right else 0
        if right and in_a_row < 2:
            continue
        now, in_a_row = (-1 if right else 1), 0
        if direction not in (0, now):
            turns.append(cut)
        direction = now
        cut = max(cut + now * (40.0, 20.0, 10.0)[min(len(turns), 2)], -100.0)
        if len(turns) == 8:
            break
    return sum(turns[-6:]) / len(turns[-6:]) if len(turns) >= 4 else None
