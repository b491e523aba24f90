"""All that is known of one card: how it is recalled, its days, what it was taken for, and the last answers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from engine.training.confusion import mistaken_for
from engine.training.interval import Interval, median
from engine.training.items import Item, Skill
from engine.training.progress import FEWEST_TIMES, right
from engine.training.rows import Row, row
from engine.training.schedule import Memory, Schedule, Settings
from engine.training.trial import Exercise, Trial

LAST: Final = 20
"""Answers that are listed one by one, and days."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the schedule has of a card by one skill: its memory, how sure it is, and when it is due."""

    memory: Memory
    recall: float
    due: date


@dataclass(frozen=True, slots=True)
class Day:
    """What happened to a card on a day by one exercise; `times` are those that count as reactions."""

    day: date
    exercise: Exercise
    right: Interval | None
    times: Row


@dataclass(frozen=True, slots=True)
class CardHistory:
    """A card's history, the latest first. `mistaken` is how often the card was taken for which other."""

    card: int
    known: Mapping[Skill, Known]
    days: tuple[Day, ...]
    mistaken: tuple[tuple[int, int], ...]
    last: tuple[Trial, ...]
    count: int
    """Answers in all."""


def card_history(
    card: int, schedule: Schedule, trials: Sequence[Trial], settings: Settings, today: date
) -> CardHistory:
    """Return the history of a card from settled trials."""
    own = [one for one in trials if one.poem == card]
    taken = Counter(other for one in own for other in mistaken_for(one))
    return CardHistory(
        card,
        _known(card, schedule, settings, today),
        _days(own),
        tuple(sorted(taken.items(), key=lambda one: (-one[1], one[0]))),
        tuple(reversed(own[-LAST:])),
        len(own),
    )


def _known(card: int, schedule: Schedule, settings: Settings, today: date) -> dict[Skill, Known]:
    aims, out = settings.aims(today), {}
    for skill in Skill:
        item = Item(card, skill)
        memory, recall, due = (
            schedule.memories.get(item),
            schedule.sure(item, today),
            schedule.due_on(item, aims),
        )
        if memory is not None and recall is not None and due is not None:
            out[skill] = Known(memory, recall, due)
    return out


def _days(own: Sequence[Trial]) -> tuple[Day, ...]:
    by: dict[tuple[date, Exercise], list[Trial]] = {}
    for one in own:
        if one.exercise is not Exercise.WARM_UP:
            by.setdefault((one.practice_day, one.exercise), []).append(one)
    found = sorted(by.items(), key=lambda one: (-one[0][0].toordinal(), one[0][1]))
    return tuple(Day(day, exercise, right(part), _times(part)) for (day, exercise), part in found[:LAST])


def _times(part: Sequence[Trial]) -> Row:
    times = [one.rt_ms for one in part if one.timed and one.rt_ms is not None]
    return row("times", median(times), "ms", FEWEST_TIMES)
