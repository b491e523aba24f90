"""E12, nukifuda (抜き札): a reading list made for a purpose, from what the log of a learner says. Pure."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from engine.training.confusion import matrix
from engine.training.reading_list import READ_S, ReadingList, in_time, of_confusable, of_lost
from engine.training.trial import Exercise, Trial
from poems.chance import Seed

MINUTES: Final = (10, 20, 30, 45)
RECENT: Final = timedelta(days=30)


class Purpose(StrEnum):
    """What a list is for."""

    TIME = "time"
    """Any cards, as many as there is time for."""
    MIXED = "mixed"
    """Those that are mixed up the most, with their families."""
    MISSED = "missed"
    """Those that were missed in drills this month."""
    LOST = "lost"
    """Those that were lost in matches this month."""


def misses(trials: Sequence[Trial], today: date, purpose: Purpose) -> Counter[int]:
    """Return how often cards were missed in drills, or lost in matches, in the last thirty days."""
    match = purpose is Purpose.LOST
    return Counter(
        one.poem
        for one in trials
        if one.poem is not None
        and one.correct is False
        and one.exercise is not Exercise.WARM_UP
        and (one.exercise is Exercise.MATCH) == match
        and today - one.practice_day < RECENT
    )


def purposes(trials: Sequence[Trial], today: date) -> tuple[Purpose, ...]:
    """Return the purposes that a list can have: cards that were missed need some."""
    by_log = (one for one in (Purpose.MISSED, Purpose.LOST) if misses(trials, today, one))
    return (Purpose.TIME, Purpose.MIXED, *by_log)


def made(trials: Sequence[Trial], today: date, purpose: Purpose, minutes: int, seed: Seed) -> ReadingList:
    """Return a list for a purpose that takes so many minutes at most. Raises ValueError for a purpose without cards."""
    count = int(minutes * 60 // READ_S)
    match purpose:
        case Purpose.TIME:
            return in_time(minutes, seed)
        case Purpose.MIXED:
            return of_confusable(matrix(trials, today), count, seed)
        case _:
            return of_lost(misses(trials, today, purpose), count, seed)
