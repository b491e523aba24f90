"""Simulated people who mix some cards up, and practise by the plan of a day as it is handed out. Seeded.

Nothing of a day is made up here: the questions are those of `webapp.drills.run`, from the log as it stands, and the
people know all hundred cards. They go through all faces on the first day of each week, as is offered beside the plan.
A mix-up can only show where both cards can be answered: in the warm-up, where it is a choice among the seven of one
kana, but not at signs to press at, nor where the kimari-ji of a reading is asked.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from engine.training.confusion import Matrix, matrix
from engine.training.exercises.fudanagashi import Fudanagashi
from engine.training.exercises.full_mat import FullMat, level_of
from engine.training.exercises.question import (
    Answered,
    Card,
    Drill,
    Given,
    Kana,
    Press,
    Question,
    Response,
    answer,
)
from engine.training.exercises.recording import Circumstances, trial_of
from engine.training.grading import History
from engine.training.pairs import LAST_KANA, Pair
from engine.training.sets import over
from engine.training.threshold import right_share
from engine.training.trial import Trial
from poems.chance import Seed
from poems.kimariji import full
from webapp.drills.kinds.faces import offered
from webapp.drills.run import Part, Run, Step, daily, judge
from webapp.drills.settings import Chosen

FIRST_DAY: Final = date(2026, 1, 1)
USUAL: Final = Chosen(sound=True)
HEARS_MS: Final = 120.0
HEARS_SPREAD_MS: Final = 20.0
"""What simulated people need of a sound that is cut short."""


class Confused:
    """A player who mixes up some pairs at a rate, wherever both can be answered, and else slips now and then.

    `learning` is what a chance to mix a pair up leaves of its rate: 1 for one who never learns.
    """

    def __init__(
        self, seed: int, planted: Sequence[Pair], slips: float, rate: float, learning: float
    ) -> None:
        self.rng = random.Random(seed)  # noqa: S311 - the same player each time
        self.rates = dict.fromkeys(planted, rate)
        self.slips = slips
        self.learning = learning

    def answer(self, question: Question) -> Response:
        """Return the response to a question of an exercise that shows confusions."""
        right = question.answer
        taken = self._taken_for(question.poem or 0, question.options)
        if taken is None:
            return Response(right, 500.0)
        given: Given = Kana(full(taken)) if isinstance(right, Kana) else Card(taken)
        return Response(given, 500.0)

    def answer_cut(self, question: Question) -> Response:
        """Return the response to a sound that is cut short: whoever did not hear enough guesses."""
        if self.rng.random() < right_share((question.level or 0.0) - HEARS_MS, HEARS_SPREAD_MS):
            return self.answer(question)
        return Response(Card(self.rng.choice([card for card in question.options if card != question.poem])))

    def _taken_for(self, target: int, offered: Sequence[int]) -> int | None:
        for pair, rate in self.rates.items():
            if target in pair:
                rival = pair.other if pair.one == target else pair.one
                if not offered or rival in offered:
                    self.rates[pair] = rate * self.learning
                    if self.rng.random() < rate:
                        return rival
        if self.rng.random() < self.slips:
            return self.rng.choice([card for card in offered or range(1, 101) if card != target])
        return None


@dataclass
class Practice:
    """A player's daily sessions, as they chose them, and their trials."""

    player: Confused
    seed: int
    chosen: Chosen = USUAL
    trials: list[Trial] = field(default_factory=list)
    contrast_trials: int = 0
    """Answers to whole sounds in contrast sets."""
    known: Matrix = field(default_factory=Matrix)

    def day(self, number: int) -> None:
        """Practise one day by its plan, with all faces before it on the first day of a week."""
        day = FIRST_DAY + timedelta(days=number)
        if number % 7 == 0:
            self._faces(day, Seed.numbered(2 * (self.seed * 1000 + number)))
        seed = Seed.numbered(2 * (self.seed * 1000 + number) + 1)
        run = daily(self.trials, day, seed, self.chosen)
        self._keep(self._steps(run.steps), day)
        if run.reads:
            self._keep(self._reads(run), day)
        self.known = matrix(self.trials, day)

    def _faces(self, day: date, seed: Seed) -> None:
        drill, known = Fudanagashi(tuple(range(1, 101)), seed), matrix(self.trials, day)
        done: list[Answered] = []
        while (plain := drill.ask(done)) is not None:
            asked = replace(plain, options=offered(plain.poem or 0, known, seed, plain.number))
            response = self.player.answer(asked)
            done.append(Answered(asked, response, drill.judge(asked, response)))
        self._keep(done, day)

    def _steps(self, steps: Iterable[Step]) -> Iterable[Answered]:
        """Yield the answers to the questions of a plan, of a contrast set as many as its page asks."""
        right: list[bool] = []
        for step in steps:
            if step.part is Part.CONTRAST:
                right = right if step.question.number else []
                if over(right):
                    continue
            if step.part is Part.CUT and not told_apart(right):
                continue
            done = judge(step, self._response(step))
            if step.part is Part.CONTRAST:
                right.append(done.verdict.correct is True)
                self.contrast_trials += 1
            yield done

    def _response(self, step: Step) -> Response:
        match step.part:
            case Part.WARM_UP if not step.question.options:
                return Response(Press(pressed=True), 300.0)
            case Part.NOW:
                return Response(step.question.answer, 500.0)
            case Part.CUT:
                return self.player.answer_cut(step.question)
            case _:
                return self.player.answer(step.question)

    def _reads(self, run: Run) -> tuple[Answered, ...]:
        """Return the answers to the reads on a mat at the end of a day."""
        seed = Seed.numbered(int(run.seed.hex, 16) ^ 1 << 100)
        drill: Drill = replace(
            FullMat.dealt(seed, run.reads, known=run.known),
            favoured=run.favoured,
            level=level_of(self.trials),
            climbs=self.chosen.adaptive,
        )
        done: tuple[Answered, ...] = ()
        while (question := drill.ask(done)) is not None:
            done = answer(drill, done, self.player.answer(question))
        return done

    def _keep(self, done: Iterable[Answered], day: date) -> None:
        for one in done:
            number = len(self.trials)
            at = datetime.combine(day, time(12), UTC) + timedelta(seconds=number % 40_000)
            self.trials.append(trial_of(one, f"{number:06}", at, Circumstances("simulated", day), History()))


def told_apart(right: Sequence[bool]) -> bool:
    """Whether a contrast set ended because its cards were told apart: only then are sounds of it cut short."""
    return over(right) and sum(right[-12:]) >= 10


def planted(seed: int, count: int) -> tuple[Pair, ...]:
    """Return pairs that a player mixes up, of the 88."""
    rng = random.Random(seed)  # noqa: S311 - the same pairs each time
    return tuple(rng.sample(LAST_KANA, count))
