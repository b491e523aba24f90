"""Trials for tests, with only what a test is about."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from engine.training.items import Skill
from engine.training.trial import Exercise, Trial

DAY = date(2026, 1, 10)


def trial(number: int = 0, poem: int = 17, day: date = DAY, **fields: Any) -> Trial:
    """Return trial `number` of a day; right, and of the skill that the exercise asks."""
    exercise = fields.pop("exercise", Exercise.SOUND)
    shown = datetime.combine(day, time(12), UTC) + timedelta(seconds=number)
    fields.setdefault("skill", Skill.FACE if exercise is Exercise.FUDANAGASHI else Skill.SOUND)
    fields.setdefault("correct", True)
    fields.setdefault("chosen", poem if fields["correct"] else None)
    fields.setdefault("response", "x" if fields["chosen"] is not None else "")
    return Trial(f"{day}/{number:05}", "u", exercise, shown, day, poem=poem, **fields)
