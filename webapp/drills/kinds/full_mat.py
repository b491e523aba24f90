"""E9: a whole mat, and reads of which half are dead cards: touch the card or its place, or nothing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask_babel import gettext as _

from engine.training.exercises.full_mat import DANGEROUS, FullMat, Way, level_of, summary
from engine.training.exercises.question import Question, Response, Verdict
from engine.training.trial import ErrorKind, Exercise
from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask, numbers
from poems.kimariji import current, full
from poems.poem import Poem
from webapp.drills.kind import (
    Choice,
    Ending,
    Field,
    Kind,
    Learner,
    Over,
    Start,
    Step,
    numbered,
    usual_lines,
)
from webapp.drills.kinds import mats
from webapp.hearing.endings import unmeasured
from webapp.hearing.views import heard_json, sound_words

READS: Final = (10, 20, 50)
SHOWN: Final = 12
"""Kana of a verse that are shown in silence: the first line and most of the second."""
FAULTS: Final = (
    ErrorKind.KARAFUDA,
    ErrorKind.WRONG_SIDE,
    ErrorKind.LOOK_ALIKE_SOUND,
    ErrorKind.OTHER_CARD,
    ErrorKind.EARLY,
    ErrorKind.MISSED,
    ErrorKind.NO_ANSWER,
)


class WholeMat(Kind):
    """A whole mat with dead cards."""

    key = "full_mat"
    exercise = Exercise.FULL_MAT
    sign = "場"
    styles = mats.STYLES
    on_mat = True

    def title(self) -> str:
        """Return its name."""
        return str(_("The whole mat"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Fifty cards, and every other read is of none of them."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return how many reads, whether the cards are seen, and the layout."""
        reads = tuple(Choice(str(one), str(one)) for one in READS)
        seen = (Choice("shown", str(_("open"))), Choice("hidden", str(_("hidden, after two minutes"))))
        return (
            Field("reads", str(_("Reads")), str(READS[1]), reads),
            Field("mat", str(_("The cards lie")), "shown", seen),
            mats.layout_field(learner),
            *mats.sound_fields(learner),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the layout and the share of dangerous dead cards. Raises BadOption."""
        found = mats.with_home(super().options(typed, learner), learner)
        return found | adapting(learner)

    def layout_id(self, start: Start) -> str:
        """Return the own layout."""
        return start.options["layout"]

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the reads."""
        heard = mats.heard(start)
        ways = ([_step(one, way, heard=heard) for way, one in each.items()] for each in _drill(start).ways())
        return numbered([replace(usual, harder=tuple(harder)) for usual, *harder in ways])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a touch counts, and a fault's kind; here a dead card is answered too, by "none"."""
        if response.given is None:
            return Verdict.wrong(ErrorKind.NO_ANSWER)
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return the mat, and whether it is hidden after a while."""
        field = mats.mat(start)
        return {
            "sides": mats.sides(field),
            "faces": mats.faces(numbers(field.cards)),
            "hidden": start.options["mat"] == "hidden",
            "time_s": 120,
            "swings_s": 0,
            **mats.sound(start),
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return (
            mats.words()
            | sound_words()
            | {
                "listen": str(_("Touch the card that is read, or “none”.")),
                "none": str(_("None: a dead card")),
                "dead_right": str(_("Right: a dead card")),
                "took": str(_("Taken: {time} s")),
                "let_pass": str(_("It was on the mat: {place}.")),
            }
        )

    def ending(self, start: Start, over: Over) -> Ending:
        """Return takes, faults by their kind, the time, and how dangerous the dead cards were."""
        found = summary(over.done)
        names = error_names()
        kinds = [
            f"{names[kind]} {found.tally.errors[kind]}" for kind in FAULTS if found.tally.errors.get(kind)
        ]
        lines = [
            (str(_("Faults")), str(found.faults)),
            (str(_("Mistakes")), " · ".join(kinds) or str(_("none"))),
            *usual_lines(found.tally, over.done),
            *unmeasured(over, start),
            (str(_("Dead cards")), _dangers(over)),
        ]
        return Ending(str(_("%(takes)s taken", takes=found.takes)), tuple(lines))


def adapting(learner: Learner) -> dict[str, str]:
    """Return the options that say how dangerous the dead cards are, and whether they become more so in the run."""
    if not learner.chosen.adaptive:
        return {"_level": "0"}
    return {"_level": str(level_of(learner.trials)), "_climbs": "yes"}


def _dangers(over: Over) -> str:
    """Return in words how many of the dead cards had a partner on the mat, and how that changed."""
    levels = [one.question.level for one in over.done if one.question.level is not None] or [DANGEROUS[0]]
    first, last = f"{levels[0]:.0%}", f"{levels[-1]:.0%}"
    if first == last:
        return str(_("%(share)s of them have a partner on the mat.", share=first))
    return str(
        _(
            "At first %(first)s of them had a partner on the mat, in the end %(last)s, as nine of ten were right.",
            first=first,
            last=last,
        )
    )


def error_names() -> dict[ErrorKind, str]:
    """Return what kinds of mistakes on the mat are called."""
    return {
        ErrorKind.KARAFUDA: str(_("touched for a dead card")),
        ErrorKind.WRONG_SIDE: str(_("wrong side")),
        ErrorKind.LOOK_ALIKE_SOUND: str(_("sounds alike")),
        ErrorKind.OTHER_CARD: str(_("another card")),
        ErrorKind.EARLY: str(_("too early")),
        ErrorKind.MISSED: str(_("let pass")),
        ErrorKind.NO_ANSWER: str(_("no answer")),
    }


def _drill(start: Start) -> FullMat:
    field = mats.mat(start)
    sides = tuple(mask(card for card, _slot in layout) for layout in (field.mine, field.theirs))
    reads, level = int(start.options["reads"]), int(start.options["_level"])
    return FullMat(
        (sides[0], sides[1]),
        start.seed,
        reads,
        mats.voices(start),
        level,
        known=int(start.options.get("_known", f"{ALL_CARDS:x}"), 16),
        favoured=int(start.options.get("_favoured", "0"), 16),
        climbs=start.options.get("_climbs") == "yes",
    )


def _step(one: Question, way: Way, *, heard: bool) -> Step:
    card = one.poem or 0
    shown = read_json(card, one.unread) | {"way": list(way)} | ({"heard": heard_json(one)} if heard else {})
    right = str(card) if card in one.options else "0"
    return Step(0, "mat_reads", one, right, faces=(), shown=shown)


def read_json(card: int, unread: int | None) -> dict[str, Any]:
    """Return a read as it is shown in silence: its kana one after another, and which of them decides."""
    read = ALL_CARDS & ~unread if unread is not None else 0
    # as it is heard: the kimari-ji may be spelt otherwise than the verse
    sounds = full(card) + "".join(POEMS[card - 1].kana_modern[Poem.kami])[len(full(card)) :]
    return {"kana": list(sounds[:SHOWN]), "decides": len(current(card, read))}
