"""E1, fudanagashi (札流し): the kimari-ji of one face after another, against the clock."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.confusion import Matrix, matrix
from engine.training.exercises.fudanagashi import PENALTY_MS, Fudanagashi, next_cards, summary
from engine.training.exercises.question import Face, Question, Response, Verdict
from engine.training.exercises.sound_to_card import faces
from engine.training.trial import Exercise, Trial
from poems.anthology import POEMS
from poems.chance import Seed
from poems.choice import chosen, written
from poems.kimariji import full
from poems.poem import Poem
from poems.romaji import hepburn, spellings
from webapp.drills.decks import cards_field, cards_of
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
    numbered,
    runs_of,
)
from webapp.i18n import decimal

FEWEST_FOR_BEST: Final = 20
"""Cards of a run that may be a best."""


class Faces(Kind):
    """Torifuda → kimari-ji: chosen among eight, typed, or said aloud and judged by oneself."""

    key = "faces"
    exercise = Exercise.FUDANAGASHI
    sign = "札"

    def title(self) -> str:
        """Return its name."""
        return str(_("Through the cards"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("A face, and its kimari-ji, against the clock (札流し)."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the cards, how it is answered, and whether cards are turned."""
        ways = (
            Choice("choose", str(_("Choose"))),
            Choice("type", str(_("Type"))),
            Choice("self", str(_("Say it, and judge myself"))),
        )
        turned = (Choice("yes", str(_("Some upside down"))), Choice("no", str(_("All upright"))))
        return (
            *cards_field(learner, self.exercise),
            Field("answer", str(_("Answer")), "choose", ways),
            Field("turned", str(_("Which way up")), "yes", turned),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the cards themselves, as sets and the log change. Raises BadOption."""
        found = super().options(typed, learner)
        return found | {"_cards": written(cards_of(found, learner, self.exercise))}

    def best(self, trials: Sequence[Trial]) -> str:
        """Return the fastest run, as if it had been through all hundred."""
        runs = runs_of(trials, self.exercise, FEWEST_FOR_BEST)
        if not runs:
            return ""
        time = f"{min(map(_hundred_s, runs)):.0f}"
        return str(_("best: %(time)s s for a hundred", time=time))

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return a question for each card."""
        drill = _drill(start)
        known = matrix(start.trials, start.day) if start.options["answer"] == "choose" else Matrix()
        return numbered([_step(one, known, start) for one in asked_by(drill)])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a kimari-ji counts, in any spelling."""
        return _drill(start).judge(step.question, response)

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return the time with its penalties, the next goal, and what comes more often."""
        found = summary(over.done)
        wrong = sum(one.verdict.correct is False for one in over.done)
        time = decimal(found.total_ms / 1000, 1)
        lines = [(str(_("Time taken")), _counted(len(over.done), wrong))]
        if found.goal_s is not None:
            goal = f"{found.goal_s:.0f}"
            lines.append((str(_("Next goal")), str(_("%(time)s s for these cards", time=goal))))
        slow = [f"{full(card)} {decimal(ms / 1000, 1)}" for card, ms in found.by_card_ms[:MOST_NAMED] if card]
        lines.append((str(_("Look out for")), " · ".join(slow)))
        hard = [full(card) for card in next_cards(over.done, MOST_NAMED)]
        if hard:
            told = _("“What was hard last time” begins with %(cards)s.", cards=" · ".join(hard))
            lines.append((str(_("Next time")), str(told)))
        return Ending(str(_("%(time)s s", time=time)), tuple(lines))

    def words(self) -> dict[str, str]:
        """Return the sentences of the script."""
        return {
            "faces": str(_("What is its kimari-ji?")),
            "give": str(_("OK")),
            "reveal": str(_("I have said it")),
            "knew": str(_("I was right")),
            "missed": str(_("I was wrong")),
        }


def _counted(count: int, wrong: int) -> str:
    if not wrong:
        return str(ngettext("%(num)s card, without a mistake", "%(num)s cards, without a mistake", count))
    penalty = f"{wrong * PENALTY_MS / 1000:.0f}"
    return str(
        ngettext(
            "%(num)s mistake, each three seconds more (%(time)s s)",
            "%(num)s mistakes, each three seconds more (%(time)s s)",
            wrong,
            time=penalty,
        )
    )


def _hundred_s(run: Sequence[Trial]) -> float:
    total = sum((one.rt_ms or 0.0) + (PENALTY_MS if one.correct is False else 0.0) for one in run)
    return total / len(run) / 10


def _drill(start: Start) -> Fudanagashi:
    return Fudanagashi(chosen(start.options["_cards"]), start.seed, start.options["turned"] == "yes")


def _step(question: Question, known: Matrix, start: Start) -> Step:
    card, mode = question.poem or 0, start.options["answer"]
    assert isinstance(question.prompt, Face)
    shown = {"part": "faces", "turned": question.prompt.turned, "mode": mode}
    if mode == "choose":
        options = offered(card, known, start.seed, question.number)
        asked = replace(question, options=options)
        return Step(0, "face", asked, full(card), tuple(map(full, options)), (card,), shown)
    if mode == "type":
        shown["accepted"] = accepted(POEMS[card - 1])
    return Step(0, "face", question, full(card), faces=(card,), shown=shown)


def offered(card: int, known: Matrix, seed: Seed, number: int) -> tuple[int, ...]:
    """Return eight cards to choose from, the nearest among them, by kimari-ji."""
    return tuple(sorted(faces(card, 0, 1, known, seed.stream(f"offered {number}")), key=full))


def accepted(poem: Poem) -> list[tuple[str, str]]:
    """Return what a page takes for the kimari-ji: the least, and how the poem goes on. The server judges by more."""
    whole = "".join(poem.kana_modern[Poem.kami])
    short = poem.kimariji
    letters = [""]
    for mora in short:
        letters = [before + way for before in letters for way in spellings(mora) or (hepburn(mora),)][:64]
    forms = {short, poem.kimariji_historical or short, whole[: len(short)], *letters}
    return [(one, hepburn(whole) if one.isascii() else whole) for one in sorted(forms)]
