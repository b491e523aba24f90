"""Laying one's own cards: packs of 25 by one's home layout, against the clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from engine.training.exercises.laying import PACKS, Laying, summary
from engine.training.exercises.question import Place, Response, Verdict
from engine.training.exercises.tally import tally
from engine.training.layout import DEALT
from engine.training.trial import Exercise, Trial
from webapp.drills.kind import (
    Choice,
    Ending,
    Field,
    Kind,
    Learner,
    Over,
    Start,
    Step,
    asked_by,
    numbered,
    runs_of,
    score_of,
)
from webapp.drills.kinds import mats
from webapp.teiichi.words import arranging


class Lay(Kind):
    """Lay 25 of the own layout."""

    key = "laying"
    exercise = Exercise.LAYING
    sign = "並"
    styles = ("css/teiichi.css", *mats.STYLES)
    on_mat = True
    batch = DEALT

    def title(self) -> str:
        """Return its name."""
        return str(_("Lay my cards"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Your home layout, 25 cards at a time, against the clock."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the layout and how many packs."""
        packs = (Choice("1", str(_("One pack of 25"))), Choice(str(PACKS), str(_("Four packs: all hundred"))))
        return (mats.layout_field(learner), Field("packs", str(_("How many")), "1", packs))

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the layout itself. Raises BadOption."""
        return mats.with_home(super().options(typed, learner), learner)

    def layout_id(self, start: Start) -> str:
        """Return the layout that is learnt."""
        return start.options["layout"]

    def best(self, trials: Sequence[Trial]) -> str:
        """Return the fastest pack without a mistake."""
        runs = runs_of(trials, self.exercise, DEALT)
        packs = [run[at : at + DEALT] for run in runs for at in range(0, len(run) - DEALT + 1, DEALT)]
        clean = [sum(one.rt_ms or 0.0 for one in pack) for pack in packs if all(one.correct for one in pack)]
        time = f"{min(clean, default=0.0) / 1000:.0f}"
        return str(_("best: %(time)s s for 25", time=time)) if clean else ""

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the cards of each pack."""
        drill = _drill(start)
        steps = []
        for one in asked_by(drill):
            assert isinstance(one.answer, Place)
            pack = one.number // DEALT
            shown = {"group": pack, "last": one.number % DEALT == DEALT - 1}
            steps.append(Step(0, "arrange", one, mats.place_text(one.answer), shown=shown))
        return numbered(steps)

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a place counts."""
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return the faces, and where the cards of each pack belong."""
        drill = _drill(start)
        packs = [drill.pack(number) for number in range(drill.packs)]
        return {
            "faces": mats.faces(card for pack in packs for card in pack),
            "groups": [list(pack) for pack in packs],
            "two": False,
            "words": arranging(),
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return mats.words() | mats.arranging_words()

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return for each pack the time, and how many lie right."""
        lines = []
        for one in summary(over.done):
            places = 0 if one.places is None else round(one.places.value * DEALT)
            corners = 0 if one.corners is None else round(one.corners.value * DEALT)
            time = f"{one.seconds:.0f}"
            told = _(
                "%(time)s s; %(places)s of 25 in their place, %(corners)s at their end of the row",
                time=time,
                places=places,
                corners=corners,
            )
            lines.append((str(_("Pack %(number)s", number=one.pack)), str(told)))
        return Ending(score_of(tally(over.done)), tuple(lines))


def _drill(start: Start) -> Laying:
    return Laying(mats.home(start), start.seed, int(start.options["packs"]))
