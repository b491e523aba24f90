"""E7: a mat is memorised for some minutes, then asked with its cards hidden: at once, after 10 and after 30 minutes.

The first step of a run is the time before, with its laps; how sure one is of an answer is asked with each that follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from flask_babel import gettext as _
from flask_babel import ngettext

from engine.training.exercises import laps
from engine.training.exercises.memorising import (
    OPPONENTS,
    PROBES_MIN,
    SWINGS_S,
    TIMES_S,
    Memorising,
    Probe,
    Summary,
    by_confidence,
    next_level,
    summary,
)
from engine.training.exercises.memorising import Field as Mat
from engine.training.exercises.question import Laps, Place, Present, Question, Response, Verdict
from engine.training.exercises.tally import tally
from engine.training.interval import Interval
from engine.training.trial import Exercise, Trial
from poems.cards import numbers
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
from webapp.drills.progress_words import half_name, sure_names
from webapp.i18n import decimal
from webapp.matches.names import place_name
from webapp.teiichi.words import arranging

QUESTIONS: Final = 20
ASKED: Final = "yes"


class Memorise(Kind):
    """Memorise a mat."""

    key = "memorising"
    exercise = Exercise.MEMORISING
    sign = "暗"
    styles = ("css/teiichi.css", *mats.STYLES)
    on_mat = True
    batch = 25

    def title(self) -> str:
        """Return its name."""
        return str(_("Memorise the mat"))

    def trains(self) -> str:
        """Return what it is good for."""
        return str(_("Both sides in the time before a match, asked at once and later."))

    def fields(self, learner: Learner) -> tuple[Field, ...]:
        """Return the time, what is asked and when, the layout, and how many cards lie opposite."""
        times = tuple(Choice(str(one), f"{one // 60}:{one % 60:02}") for one in TIMES_S)
        probes = (
            Choice(Probe.CARD_TO_PLACE, str(_("Where does a card lie?"))),
            Choice(Probe.PLACE_TO_CARD, str(_("What lies at a place?"))),
            Choice(Probe.PRESENT, str(_("On the mat or not?"))),
            Choice(Probe.PLACE_ALL, str(_("Lay all again"))),
        )
        when = (
            Choice("now", str(_("at once"))),
            Choice("later", str(_("at once, after 10 and after 30 minutes"))),
        )
        usual = _level(learner.trials)
        across = tuple(Choice(str(count), str(count)) for count in OPPONENTS)
        sure = (Choice(ASKED, str(_("yes"))), Choice("no", str(_("no"))))
        return (
            Field("time", str(_("Time to memorise")), str(TIMES_S[2]), times),
            Field("probe", str(_("What is asked")), Probe.CARD_TO_PLACE, probes),
            Field("when", str(_("When")), "now", when),
            mats.layout_field(learner),
            Field(
                "opponents",
                str(_("Cards opposite")),
                str(OPPONENTS[usual]),
                across,
                help=str(_("Proposed by how the last time went.")),
            ),
            Field(
                "sure",
                str(_("Ask how sure I am")),
                ASKED,
                sure,
                help=str(_("One tap after each answer, before it is told; it can be skipped.")),
            ),
        )

    def options(self, typed: Mapping[str, str], learner: Learner) -> dict[str, str]:
        """Return the options with the layout itself. Raises BadOption."""
        return mats.with_home(super().options(typed, learner), learner)

    def layout_id(self, start: Start) -> str:
        """Return the own layout."""
        return start.options["layout"]

    def steps(self, start: Start) -> tuple[Step, ...]:
        """Return the time before, and the questions of each probe."""
        sure = start.options.get("sure")
        # a run that an earlier program began has neither, and its questions keep their numbers
        steps = [] if sure is None else [Step(0, "memorise", laps.question())]
        for group, delay in enumerate(_delays(start)):
            steps += [_step(one, delay, group, sure == ASKED) for one in asked_by(_drill(start, delay))]
        return numbered(steps)

    def settled(self, step: Step, asked: float | None) -> Step:
        """Return the step with the time since as it was: whoever comes late is asked after a longer time."""
        if asked is None:
            return step
        since = max((minutes for minutes in PROBES_MIN if minutes <= asked), default=0)
        level = max(float(since), step.question.level or 0.0)
        return replace(step, question=replace(step.question, level=level))

    def judge(self, step: Step, response: Response, start: Start) -> Verdict:
        """Return how an answer counts; laps are nothing to be judged."""
        if isinstance(step.question.answer, Laps):
            return Verdict(correct=None)
        return _drill(start, int(step.shown["after"])).judge(step.question, response)

    def whole(self, start: Start) -> dict[str, Any]:
        """Return the mat, the time, and when it is asked."""
        field = _mat(start)
        return {
            "sides": mats.sides(field),
            "faces": mats.faces(numbers(field.cards)),
            "time_s": int(start.options["time"]),
            "swings_s": SWINGS_S,
            "most_laps": laps.MOST,
            "delays": _delays(start),
            "groups": [list(numbers(field.cards)) for _delay in _delays(start)],
            "two": True,
            "words": arranging(two=True),
        }

    def words(self) -> dict[str, str]:
        """Return the sentences of its scripts."""
        return mats.words() | mats.arranging_words() | mats.memory_words() | sure_words() | _recall_words()

    def ending(self, start: Start, over: Over) -> Ending:
        """Return the points of each probe, own and opponent's side apart; then laps, sureness, and order of recall."""
        probes = [one for one in over.done if not isinstance(one.question.answer, Laps)]
        lines, orders = list[tuple[str, str]](), list[tuple[str, str]]()
        for delay in sorted({one.question.level or 0.0 for one in probes}):
            own = [one for one in probes if (one.question.level or 0.0) == delay]
            found = summary(_drill(start, int(delay)), own)
            minutes = f"{delay:g}"
            head = _("At once") if not delay else _("After %(minutes)s minutes", minutes=minutes)
            lines.append((str(head), _probe_told(found)))
            if found.order:
                orders.append((str(_("Order of recall")), _order_told(found)))
        marked = next((one.response.given for one in over.done if isinstance(one.response.given, Laps)), None)
        if marked is not None:
            lines.append((str(_("Time to memorise")), laps_told(marked)))
        sure = by_confidence((one.response.confidence, one.verdict.correct) for one in probes)
        if sure:
            lines.append((str(_("How sure, and right")), _sure_told(sure)))
        return Ending(score_of(tally(probes)), (*lines, *orders))


def _probe_told(found: Summary) -> str:
    parts = []
    if found.points is not None:
        points = f"{found.points:.0%}"
        parts.append(str(_("%(points)s of the points", points=points)))
    for name, one in ((_("my side"), found.own), (_("opponent's side"), found.opponents)):
        if one is not None:
            told = _(
                "%(side)s %(right)s of %(count)s", side=name, right=round(one.value * one.n), count=one.n
            )
            parts.append(str(told))
    sure = None if found.presence is None else found.presence.d_prime
    if sure is not None:
        parts.append(
            f"d′ {decimal(sure.value, 1)} ({decimal(sure.low, 1)}–{decimal(sure.high, 1)}, n = {sure.n})"
        )
    return ", ".join(parts)


def laps_told(marked: Laps) -> str:
    """Return how long a mat was memorised, and each lap."""
    whole = _clock(marked.whole_s)
    if not marked.laps_s:
        return whole
    count, each = len(marked.laps_s), ", ".join(map(_clock, marked.laps_s))
    told = ngettext(
        "%(whole)s, with %(num)s lap: %(each)s",
        "%(whole)s, with %(num)s laps: %(each)s",
        count,
        whole=whole,
        each=each,
    )
    return str(told)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _sure_told(found: tuple[tuple[int, Interval], ...]) -> str:
    names = sure_names()
    return " · ".join(
        str(
            _(
                "%(side)s %(right)s of %(count)s",
                side=names[sure],
                right=round(one.value * one.n),
                count=one.n,
            )
        )
        for sure, one in found
    )


def _order_told(found: Summary) -> str:
    """Return the ends of the rows in the order in which they were recalled, each with its number of cards."""
    told = []
    for half, own in groupby(found.order, key=attrgetter("half")):
        names = ", ".join(f"{place_name(one.row, one.end)} ({one.cards})" for one in own)
        told.append(f"{half_name(half)}: {names}")
    return " → ".join(told)


def _recall_words() -> dict[str, str]:
    return {
        "lap_took": str(_("Lap {count}: {time}")),
        "recalled": str(_("Order of recall")),
        "recalled_list": str(_("As a list")),
    }


def sure_words() -> dict[str, str]:
    """Return the sentences that ask how sure one is."""
    return {
        "sure": str(_("How sure are you?")),
        **{f"sure_{sure}": name for sure, name in sure_names().items()},
        "sure_skip": str(_("Skip this one")),
        "sure_skip_rest": str(_("Skip the rest")),
    }


def _level(trials: Sequence[Trial]) -> int:
    """Return how many cards lie opposite by now, as a level: by the share that was right in the runs before."""
    level = 0
    for run in runs_of(trials, Exercise.MEMORISING):
        at_once = [one for one in run if not one.level and one.correct is not None]
        level = next_level(
            level, sum(one.correct is True for one in at_once) / len(at_once) if at_once else None
        )
    return level


def _delays(start: Start) -> tuple[int, ...]:
    return PROBES_MIN if start.options["when"] == "later" else PROBES_MIN[:1]


def _mat(start: Start) -> Mat:
    return mats.mat(start, int(start.options["opponents"]))


def _drill(start: Start, delay: int) -> Memorising:
    probe = Probe(start.options["probe"])
    return Memorising(_mat(start), start.seed, probe, QUESTIONS, delay)


def _step(one: Question, delay: int, group: int, sure: bool) -> Step:  # noqa: FBT001 - a field of the step
    card = one.poem or 0
    shown: dict[str, Any] = {"after": delay, "group": group}
    match one.answer:
        case Place() as place:
            shown["name"] = mats.place_name(place)
            probe, right = "where", mats.place_text(place)
        case Present(here):
            probe, right = "present", "here" if here else "away"
        case _:
            assert isinstance(one.prompt, Place)
            shown |= {"at": mats.place_text(one.prompt), "name": mats.place_name(one.prompt)}
            probe, right = "what", str(card)
    whole = one.set_id.startswith(Probe.PLACE_ALL)
    script = "arrange" if whole else "mat_memory"
    if sure:
        shown["sure"] = "rest" if whole else "one"
    return Step(0, script, one, right, faces=(card,), shown=shown | {"probe": probe})
