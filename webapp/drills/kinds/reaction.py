"""E4, go or stay: the hand goes for named targets, at match pace, and stays for all else."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask_babel import gettext as _

from engine.training.chance import some
from engine.training.exercises.question import Answered, Press, Question, Response, Verdict
from engine.training.exercises.reaction import MOST_TARGETS, Instruction, Reaction, counts, level_of, summary
from engine.training.progress import speed_accuracy
from engine.training.trial import Exercise, Trial
from poems.cards import ALL_CARDS, numbers
from poems.choice import chosen, written
from webapp.drills.kind import (
    BadOption,
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
from webapp.hearing.endings import early, unmeasured
from webapp.hearing.views import heard_json, sound_words, whole_json
from webapp.hearing.voices import voice_fields, voices_of
from webapp.i18n import decimal

READS: Final = (20, 30, 60)
DRAWN: Final = (1, 3, 5)
OWN: Final = "own"
_UNCOUNTED: Final = Response(None, interrupted=True)
"""An answer that moves nothing: all reads of a run are known before it, as close as those of earlier runs made them."""


class GoOrStay(Kind):
    """Targets that are named, and reads of them and of others."""

    key = "reaction"
    exercise = Exercise.REACTION
    sign = "速"
    styles = ("css/hearing.css",)

    def title(self) -> str:
        """Return its name."""
        return str(_("Go or stay"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Press for your cards at match pace, and for no others."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the targets, how many reads, how speed weighs against faults, and the voice."""
        drawn = tuple(Choice(str(one), str(one)) for one in DRAWN)
        reads = tuple(Choice(str(one), str(one)) for one in READS)
        weigh = tuple(Choice(one, name) for one, name in instruction_names().items())
        return (
            Field("targets", str(_("Your cards")), str(DRAWN[1]), (*drawn, Choice(OWN, str(_("my own"))))),
            Field(
                OWN,
                str(_("My own")),
                "",
                help=str(_("One to five, only for “my own”: きみがためは むらさ")),
                only=("targets", (OWN,)),
            ),
            Field("reads", str(_("Reads")), str(READS[1]), reads),
            Field("instruction", str(_("How to play")), learner.chosen.instruction, weigh),
            *voice_fields(),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the targets typed, and how close the others are. Raises BadOption."""
        found = super().options(typed, learner)
        targets = _typed(found[OWN]) if found["targets"] == OWN else ()
        met = {one.poem for one in learner.trials if one.item is not None and one.poem}
        level = level_of(learner.trials) if learner.chosen.adaptive else 0
        return found | {
            "_targets": written(targets) if targets else "",
            "_from": written(tuple(sorted(met))) if len(met) >= MOST_TARGETS else "",
            "_level": str(level),
        }

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the reads."""
        drill, done = _drill(start), list[Answered]()
        while (question := drill.ask(done)) is not None:
            done.append(Answered(question, _UNCOUNTED, Verdict(None)))
        return numbered([_step(one.question) for one in done])

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return whether it was pressed for a target, and for nothing else."""
        return _drill(start).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return where the sounds come from, and the targets."""
        options = start.options
        return {
            "sound": whole_json(voices_of(options), options["speed"]),
            "targets": list(_drill(start).targets),
            "instruction": instruction_words()[Instruction(options["instruction"])],
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its script."""
        return sound_words() | {
            "targets": str(_("Your cards")),
            "reaction": str(_("Press for these, stay for all else.")),
            "ready": str(_("I know them")),
            "hit": str(_("Taken")),
            "stayed": str(_("Let pass, rightly")),
            "alarm": str(_("It was {kimariji}.")),
            "missed": str(_("Missed: {kimariji}")),
        }

    def ending(self, start: Start, over: Over) -> Ending:
        """Return hits, false alarms, d′ and the time, and the same for each way of playing."""
        drill = _drill(start)
        found = summary(drill, over.done)
        own = counts(over.done)
        lines = [
            (str(_("False alarms")), str(_("%(count)s of %(all)s", count=own.false_alarms, all=own.others))),
        ]
        if own.d_prime is not None:
            one = own.d_prime
            told = f"{decimal(one.value, 1)} ({decimal(one.low, 1)} – {decimal(one.high, 1)}, n = {one.n})"
            lines.append(("d′", told))
        times = (*usual_lines(found.tally, ()), *early(found.tally.early))
        score = _("%(hits)s of %(targets)s taken", hits=own.hits, targets=own.targets)
        return Ending(str(score), (*lines, *times, *unmeasured(over, start), *_curve(over.trials)))


def instruction_names() -> dict[Instruction, str]:
    """Return what the three ways of playing are called."""
    return {
        Instruction.SAFE: str(_("safe")),
        Instruction.NORMAL: str(_("as usual")),
        Instruction.ATTACK: str(_("attack")),
    }


def instruction_words() -> dict[Instruction, str]:
    """Return the three ways of playing as they are told before a run."""
    return {
        Instruction.SAFE: str(_("Play safe: no fault, however slow.")),
        Instruction.NORMAL: str(_("Play as in a match.")),
        Instruction.ATTACK: str(_("Attack: as fast as you can, a fault may happen.")),
    }


def _curve(trials: Sequence[Trial]) -> list[tuple[str, str]]:
    """Return a line for each way of playing that has a time: how fast, and how many false alarms."""
    names = instruction_names()
    lines = []
    for point in speed_accuracy(trials):
        if point.times.value is not None and point.false_alarms.value is not None:
            time, share = decimal(point.times.value / 1000, 2), f"{point.false_alarms.value:.0%}"
            told = _(
                "%(time)s s, false alarms %(share)s (n = %(count)s)",
                time=time,
                share=share,
                count=point.times.n,
            )
            lines.append((names[point.instruction], str(told)))
    return lines


def _typed(text: str) -> tuple[int, ...]:
    """Return the targets that were typed. Raises BadOption."""
    try:
        found = tuple(dict.fromkeys(chosen(text)))
    except ValueError:
        found = ()
    if not 1 <= len(found) <= MOST_TARGETS:
        raise BadOption(OWN, str(_("Write one to five cards, by openings such as きみ or by number.")))
    return found


def _drill(start: Start) -> Reaction:
    options = start.options
    if options["_targets"]:
        targets = chosen(options["_targets"])
    else:
        pool = chosen(options["_from"]) if options["_from"] else numbers(ALL_CARDS)
        targets = some(pool, int(options["targets"]), start.seed.stream("targets"))
    return Reaction(
        tuple(targets),
        start.seed,
        int(options["reads"]),
        Instruction(options["instruction"]),
        voices_of(options),
        int(options["_level"]),
    )


def _step(one: Question) -> Step:
    assert isinstance(one.answer, Press)
    right = "press" if one.answer.pressed else "wait"
    return Step(0, "reaction", one, right, faces=one.options, shown={"heard": heard_json(one)})
