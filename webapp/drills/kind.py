"""A kind of exercise as the pages know it: the menu's words, the choices before it, its questions, and its end.

To add one:

1. Write a module in `webapp/drills/kinds` with a subclass of `Kind`, and put an instance into `KINDS` there. The menu,
   the start page, the ticket, keeping the answers, stopping and going on, and the end come with it.
2. `options` turns what was filled in on the start page into a few texts. They are signed into the run's address with
   the learner, the seed, the day and how far the log stood. **Everything else follows from them**: `steps` is
   called again for each answer and has to return the same questions, so it may look at nothing but its `Start`. What
   stands elsewhere (a layout, a ghost, a setting) goes into the options. One that is no field of the start page begins
   with `_`.
3. `steps` returns all questions at once, since they are handed out with the page, which then needs no network. What
   adapts, adapts between runs, by the log, or by `Step.harder`. Where a script has to settle something of a question by
   itself (how short a sound is cut), it sends that as `asked`, and `settled` puts it into the question, within its
   limits.
4. A step's `script` is the file in `static/js/drills` that asks it; the head of `run.js` there says what it exports.
   `right` is the answer as text (`engine.training.exercises.recording.written`), `shown` whatever the script needs.
5. `judge` is the engine's verdict; the page's own is only for the learner's eyes. `understood` reads a text into what
   is judged and has to answer None, and not fail, for any text at all.

Every sentence is asked for in the language of the request (`gettext`), so none may stand in a constant.
"""

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from flask_babel import gettext as _

from engine.training.exercises.question import Answered, Drill, Given, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.trial import DeviceClass, ErrorKind, Exercise, Trial
from poems.chance import Seed
from poems.kimariji import full
from webapp.drills import given as texts
from webapp.drills.settings import Chosen
from webapp.i18n import decimal

MOST_NAMED = 5
"""Cards that an end names."""


@dataclass(frozen=True, slots=True)
class Step:
    """One question of a run. `shown` is for the script alone, as JSON; `faces` are the torifuda that it draws.

    `choices` are texts that can be answered; those that are kana can be shown in Latin letters too. `harder` is the
    same question at each higher level, or by each other way in which the run may have climbed, where it climbs by
    itself: its script says which it asked, 0 for this one.
    """

    number: int
    script: str
    question: Question
    right: str = ""
    choices: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    shown: Mapping[str, Any] = field(default_factory=dict)
    harder: "tuple[Step, ...]" = ()

    @property
    def levels(self) -> "tuple[Step, ...]":
        """This step and its harder ones, from the easiest up."""
        return (self, *self.harder)

    @property
    def card(self) -> int:
        """The card that is asked; 0 where it is not about one."""
        return self.question.poem or 0


@dataclass(frozen=True, slots=True)
class Start:
    """All that a run follows from: whose it is, its seed and day, the settled trials before it, and its options."""

    user: str
    seed: Seed
    day: dt.date
    trials: tuple[Trial, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learner:
    """Who is about to begin: their settled trials and settings. `id` is None for a device that never practised."""

    id: int | None
    trials: tuple[Trial, ...]
    chosen: Chosen
    day: dt.date
    matches: Callable[[], tuple[Trial, ...]] = tuple
    """Asks for what their matches on the board tell: few want it, and it takes a while."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values of a field, and its name."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the start page: buttons of a few `choices`, a list of many (`groups` by heading), or a text."""

    name: str
    label: str
    usual: str
    choices: tuple[Choice, ...] = ()
    groups: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    help: str = ""
    longest: int = 200
    only: tuple[str, tuple[str, ...]] = ("", ())
    """Another field, and its values with which this one has a meaning; with others a script hides it."""

    @property
    def values(self) -> frozenset[str]:
        """What can be chosen; empty for a text."""
        every = (*self.choices, *(one for _head, own in self.groups for one in own))
        return frozenset(one.value for one in every)


@dataclass(frozen=True, slots=True)
class Over:
    """A run that is over: what was answered, all settled trials with it, and what it was answered on."""

    done: tuple[Answered, ...]
    trials: tuple[Trial, ...]
    device: DeviceClass


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run ends with: the score, large, and lines of a heading and a sentence each."""

    score: str
    lines: tuple[tuple[str, str], ...] = ()


class BadOption(ValueError):  # noqa: N818 - what was filled in, not a fault of the program
    """An option that makes no run: its field, and a sentence that says the cure."""

    def __init__(self, field_name: str, sentence: str) -> None:
        super().__init__(f"{field_name}: {sentence}")
        self.field = field_name
        self.sentence = sentence


class Kind(ABC):
    """One kind of exercise. `key` stands in addresses and tickets; `sign` is drawn on its card in the menu."""

    key: ClassVar[str]
    exercise: ClassVar[Exercise]
    sign: ClassVar[str]
    styles: ClassVar[tuple[str, ...]] = ()
    """Further style sheets of its page, below `static`."""
    on_mat: ClassVar[bool] = False
    """Whether it names places of a mat, which are explained before it."""
    batch: ClassVar[int] = 1
    """Answers that go out together."""

    # Before a run.

    @abstractmethod
    def title(self) -> str:
        """Return its name, a word or two."""

    @abstractmethod
    def trains(self) -> str:
        """Return in one short line what it is good for."""

    def fields(self, _learner: Learner) -> tuple[Field, ...]:
        """Return what can be chosen before it, the fewer the better; none by default."""
        return ()

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options of a run from what was filled in. Raises BadOption.

        A field that was left out has its usual value.
        """
        found = {}
        for one in self.fields(learner):
            value = typed.get(one.name, one.usual)
            if one.values and value not in one.values:
                raise BadOption(one.name, _("Choose one of these."))
            if len(value) > one.longest:
                raise BadOption(one.name, _("This is too long: %(count)s signs at most.", count=one.longest))
            found[one.name] = value
        return found

    def best(self, trials: Sequence[Trial]) -> str:
        """Return the personal best in words, or how often it was done; empty for never."""
        runs = runs_of(trials, self.exercise)
        share = f"{best_share(runs):.0%}"
        return str(_("best: %(share)s", share=share)) if runs else ""

    # The run.

    @abstractmethod
    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return all questions, numbered from 0: the same ones at every call with the same start."""

    @abstractmethod
    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how a response to one of the steps counts."""

    def understood(self, step: Step, text: str, *, told: bool) -> Given | None:
        """Return what a text says; None for what says nothing. `told`: the learner judges themselves."""
        return texts.understood(step.question.answer, text, told=told)

    def settled(self, step: Step, asked: float | None) -> Step:
        """Return the step with what its script settled by itself; by default which of its levels it asked."""
        levels = dict(enumerate(step.levels))
        return step if asked is None else levels.get(int(asked), step)

    def layout_id(self, _start: Start) -> str:
        """Return the layout that trials of a run name."""
        return ""

    def whole(self, _start: Start) -> dict[str, Any]:
        """Return what scripts need for the run as a whole, as JSON: `desk.page.whole`."""
        return {}

    def words(self) -> dict[str, str]:
        """Return the sentences of its scripts, beside the usual ones: `desk.texts`."""
        return {}

    # After it.

    def ending(self, _start: Start, over: Over) -> Ending:
        """Return the end of a run; by default how many were right, how fast, and what was missed."""
        found = tally(over.done)
        return Ending(score_of(found), usual_lines(found, over.done))


def score_of(found: Tally) -> str:
    """Return how many were right."""
    right = 0 if found.right is None else round(found.right.value * found.n)
    return str(_("%(right)s of %(count)s right.", right=right, count=found.n))


def usual_lines(found: Tally, done: Sequence[Answered]) -> tuple[tuple[str, str], ...]:
    """Return the median time and the missed cards, each where there is one."""
    lines = []
    if found.median_ms is not None:
        time = decimal(found.median_ms.value / 1000, 1)
        told = _("%(time)s s, the median of %(count)s", time=time, count=found.median_ms.n)
        lines.append((str(_("Time taken")), str(told)))
    missed = missed_cards(done)
    if missed:
        names = " · ".join(full(card) for card in missed[:MOST_NAMED])
        lines.append((str(_("Look out for")), str(_("Missed: %(cards)s", cards=names))))
    return tuple(lines)


def missed_cards(done: Sequence[Answered]) -> list[int]:
    """Return the cards that were answered wrongly, each once."""
    wrong = (one.question.poem for one in done if one.verdict.correct is False)
    return [*dict.fromkeys(card for card in wrong if card)]


def asked_by(drill: Drill) -> tuple[Question, ...]:
    """Return all questions of a drill: where they hang on the answers, as they are with none of them right."""
    out: list[Answered] = []
    while (question := drill.ask(out)) is not None:
        out.append(Answered(question, Response(None), Verdict.wrong(ErrorKind.NO_ANSWER)))
    return tuple(one.question for one in out)


def numbered(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps with their numbers, from 0."""
    return tuple(replace(step, number=number) for number, step in enumerate(steps))


def runs_of(trials: Sequence[Trial], exercise: Exercise, fewest: int = 5) -> list[list[Trial]]:
    """Return the trials of an exercise by run, those of a day's plan left out, and those of too few answers."""
    daily = {one.seed for one in trials if one.exercise is Exercise.WARM_UP}
    runs: dict[str, list[Trial]] = {}
    for one in trials:
        if one.exercise is exercise and one.seed and one.seed not in daily and not one.interrupted:
            runs.setdefault(one.seed, []).append(one)
    return [run for run in runs.values() if len(run) >= fewest]


def best_share(runs: Sequence[Sequence[Trial]]) -> float:
    """Return the largest share of right answers of any run, of what was judged; 0 of none."""
    judged = [[one for one in run if one.correct is not None] for run in runs]
    return max((sum(one.correct is True for one in run) / len(run) for run in judged if run), default=0.0)
