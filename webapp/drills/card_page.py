"""A card's history as its page shows it, in words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from engine.training.card_history import CardHistory, Day, Known
from engine.training.interval import Interval
from engine.training.trial import Exercise, Trial
from poems.anthology import POEMS
from poems.kimariji import full
from poems.poem import Poem
from webapp.drills.progress_drawing import figure, told
from webapp.drills.progress_words import (
    error_words,
    exercise_name,
    graded_words,
    skill_name,
    voided_words,
)


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One answer: when, of which exercise, what was said, and how it counts."""

    trial_id: str
    """Empty for a read of a match, which is put right in its record and not here."""
    day: str
    exercise: str
    said: str
    right: bool | None
    wrong: str
    time: str
    grade: str


@dataclass(frozen=True, slots=True)
class CardPage:
    """The page of a card."""

    poem: Poem
    kimariji: str
    known: tuple[tuple[str, str], ...]
    """Each skill, and in words how well it is known and when it is due."""
    mistaken: tuple[tuple[str, int], ...]
    days: tuple[tuple[str, str, str, str], ...]
    """Day, exercise, share right, time."""
    last: tuple[AnswerLine, ...]
    count: int
    out: tuple[tuple[AnswerLine, str], ...]
    """Answers that were taken out of the count, and why."""


def card_page(history: CardHistory, voided: Sequence[tuple[Trial, str]]) -> CardPage:
    """Return the page of a history; `voided` are the learner's answers that do not count, with the reasons."""
    return CardPage(
        POEMS[history.card - 1],
        full(history.card),
        tuple((str(skill_name(skill)), _known(one)) for skill, one in history.known.items()),
        tuple((full(card), times) for card, times in history.mistaken),
        tuple(_day(one) for one in history.days),
        tuple(map(_answer, history.last)),
        history.count,
        tuple((_answer(one), voided_words(why)) for one, why in voided if one.poem == history.card),
    )


def _known(one: Known) -> str:
    return str(
        _(
            "%(share)s sure; asked since %(first)s: %(count)s, forgotten: %(lapses)s; due on %(due)s",
            share=figure(one.recall, "share"),
            count=one.memory.reviews,
            first=one.memory.first.isoformat(),
            lapses=one.memory.lapses,
            due=one.due.isoformat(),
        )
    )


def _day(one: Day) -> tuple[str, str, str, str]:
    time = told(one.times) if one.times.value is not None else ""
    return one.day.isoformat(), str(exercise_name(one.exercise)), _right(one.right), time


def _right(found: Interval | None) -> str:
    """Return how many were right; a day has too few for a share."""
    return "" if found is None else f"{round(found.value * found.n)} / {found.n}"


def _answer(one: Trial) -> AnswerLine:
    wrong = "" if one.error_kind is None else str(error_words(one.error_kind))
    time = "" if one.rt_ms is None else figure(one.rt_ms, "ms")
    return AnswerLine(
        "" if one.exercise is Exercise.MATCH else one.trial_id,
        one.practice_day.isoformat(),
        str(exercise_name(one.exercise)),
        _said(one),
        one.correct,
        wrong,
        time,
        graded_words(one),
    )


def _said(one: Trial) -> str:
    """Return what was answered: a card by its kimari-ji, else the text as it was given."""
    if one.chosen and (not one.response or one.response.isdecimal()):
        return full(one.chosen)
    return one.response
