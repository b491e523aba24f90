"""E6, nakamawake (仲間わけ): of a first kana, which cards are still unread, and so how many."""

from collections.abc import Sequence
from typing import Final

from flask_babel import gettext as _

from engine.training.exercises.nakamawake import (
    GROUPS,
    SINGLES,
    Nakamawake,
    Singles,
    choice,
    singles,
    summary,
)
from engine.training.exercises.question import Cards, Group, Question, Response, Verdict
from engine.training.trial import Exercise, Trial
from poems.kimariji import full
from poems.sets import in_musume_order
from webapp.drills.kind import (
    MOST_NAMED,
    Choice,
    Ending,
    Field,
    Kind,
    Learner,
    Over,
    Start,
    Step,
    asked_by,
    best_share,
    numbered,
    runs_of,
    score_of,
)

STEPS: Final = (4, 8, 12)
USUAL_STEP: Final = 8
MORE_AT, FEWER_UNDER = 0.85, 0.5
"""Shares of right answers of a run that bring more, or fewer, poems between two questions."""


class Groups(Kind):
    """Some questions along one reading."""

    key = "groups"
    exercise = Exercise.NAKAMAWAKE
    sign = "数"

    def title(self) -> str:
        """Return its name."""
        return str(_("How many are left"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Which cards of a first sound are still unread? (仲間わけ)"))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return how many poems are read between two questions."""
        forms = (
            Choice("left", str(_("Which cards of a first sound are left?"))),
            Choice(SINGLES, str(_("Which first sounds are single by now?"))),
        )
        steps = tuple(Choice(step, str(_("%(count)s poems", count=step))) for step in map(str, STEPS))
        usual = proposed(learner.trials) if learner.chosen.adaptive else USUAL_STEP
        return (
            Field("form", str(_("What is asked")), "left", forms),
            Field("step", str(_("Read between two questions")), str(usual), steps),
        )

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the questions."""
        return numbered([_step(one) for one in asked_by(_drill(start))])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return whether exactly what is left was named."""
        return _drill(start).judge(step.question, response)

    def ending(self, start: Start, over: Over) -> Ending:
        """Return what was right, and the cards that were forgotten."""
        found = summary(over.done)
        named = " · ".join(dict.fromkeys(found.forgotten[: 2 * MOST_NAMED]))
        lines = [(str(_("Forgotten")), named)] if named else []
        step = proposed(over.trials)
        if step != int(start.options["step"]):
            lines.append((str(_("Next time")), str(_("%(count)s poems between two questions.", count=step))))
        return Ending(score_of(found.tally), tuple(lines))

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            "group": str(_("%(kana)s: which are still unread?", kana="{kana}")),
            "group_none": str(_("None is left")),
            "group_ok": str(_("These (%(count)s)", count="{count}")),
            "group_right": str(_("Right: %(count)s left", count="{count}")),
            "group_wrong": str(_("Left are %(cards)s (%(count)s)", cards="{cards}", count="{count}")),
            "group_empty": str(_("None is left.")),
            "singles_none": str(_("No sound is single")),
            "singles": str(_("Which first sounds are single by now?")),
            "single": str(_("Single by now: %(kana)s", kana="{kana}")),
            "read": str(_("Read so far")),
        }


def proposed(trials: Sequence[Trial]) -> int:
    """Return how many poems are to be read between two questions, by how the last run went."""
    runs = runs_of(trials, Exercise.NAKAMAWAKE)
    if not runs:
        return USUAL_STEP
    first = 100 - (runs[-1][0].unread or 0).bit_count()
    at = STEPS.index(first) if first in STEPS else STEPS.index(USUAL_STEP)
    share = best_share(runs[-1:])
    change = 1 if share >= MORE_AT else -1 if share < FEWER_UNDER else 0
    return STEPS[min(max(at + change, 0), len(STEPS) - 1)]


def _drill(start: Start) -> Nakamawake | Singles:
    drill = Singles if start.options["form"] == SINGLES else Nakamawake
    return drill(start.seed, 8, int(start.options["step"]))


def _step(question: Question) -> Step:
    assert isinstance(question.prompt, Group)
    assert isinstance(question.answer, Cards)
    read = question.prompt.read
    shown = {
        "kana": question.prompt.kana,
        "read": [full(card) for card in in_musume_order(read)],
        "members": _singles(read) if question.set_id == SINGLES else _members(question.options),
        "left": [full(card) for card in in_musume_order(question.answer.cards)],
        "singles": [] if question.set_id == SINGLES else list(singles(read)),
    }
    return Step(0, "group", question, f"{question.answer.cards:x}", shown=shown)


def _members(cards: tuple[int, ...]) -> list[dict[str, str]]:
    return [{"bit": f"{1 << card:x}", "kimariji": full(card)} for card in cards]


def _singles(read: int) -> list[dict[str, str]]:
    return [{"bit": f"{choice(kana, read):x}", "kimariji": kana} for kana in GROUPS]
