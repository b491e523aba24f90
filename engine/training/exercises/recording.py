"""A trial of an answered question: what the exercise knows, put together with what the page measured."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from engine.training.exercises import laps
from engine.training.exercises.question import (
    Answered,
    Card,
    Cards,
    Face,
    Kana,
    Laps,
    Place,
    Present,
    Press,
    Told,
)
from engine.training.grading import History, grade
from engine.training.trial import DeviceClass, InputKind, Sound, Trial

_NO_OR_YES: Final = {Press: ("wait", "press"), Present: ("away", "here")}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is the same for a whole run: whose it is, when, and on what."""

    user: str
    practice_day: date
    seed: str = ""
    layout_id: str = ""
    device: DeviceClass = DeviceClass.OTHER
    input_kind: InputKind = InputKind.TOUCH
    warmup_median_ms: float | None = None


def trial_of(
    answered: Answered,
    trial_id: str,
    shown_at: datetime,
    run: Circumstances,
    past: History,
    *,
    sound: Sound | None = None,
) -> Trial:
    """Return the trial with its automatic grade, where it is about an item."""
    question, response, verdict = answered.question, answered.response, answered.verdict
    turned = question.prompt.turned if isinstance(question.prompt, Face) else False
    plain = Trial(
        trial_id=trial_id,
        user=run.user,
        exercise=question.exercise,
        shown_at=shown_at,
        practice_day=run.practice_day,
        seed=run.seed,
        poem=question.poem,
        skill=question.skill,
        set_id=question.set_id,
        sound=sound,
        unread=question.unread,
        layout_id=run.layout_id,
        turned=turned,
        options=question.options,
        response=written(answered),
        chosen=verdict.chosen,
        touched=response.touched,
        correct=verdict.correct,
        self_judged=isinstance(response.given, Told),
        error_kind=verdict.error,
        rt_ms=response.rt_ms,
        interrupted=response.interrupted,
        hint=response.hint,
        device=run.device,
        input_kind=run.input_kind,
        warmup_median_ms=run.warmup_median_ms,
        level=question.level,
        confidence=response.confidence,
        recalled=response.recalled,
    )
    if plain.item is None:
        return plain
    found = grade(plain, past)
    return replace(plain, auto_grade=found.grade, grade_reason=found.reason)


def written(answered: Answered) -> str:
    """Return a response as text for the log; empty for none."""
    match answered.response.given:
        case None:
            return ""
        case Card(card):
            return str(card)
        case Kana(text):
            return text
        case Press(yes) | Present(yes) as said:
            return _NO_OR_YES[type(said)][yes]
        case Cards(cards):
            return f"{cards:x}"
        case Told(right, outcome):
            return outcome or ("right" if right else "wrong")
        case Place(owner, slot):
            return f"{owner.label} {slot}"
        case Laps() as marked:
            return laps.written(marked)
