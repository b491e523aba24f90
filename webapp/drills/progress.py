"""The progress of a learner as a page shows it: the hundred, and figures with their counts and intervals.

Pure. A figure that the trials do not support is not drawn, only counted; words and table say the same as the drawing.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from flask_babel import gettext as _

from engine.training.forecast import FEWEST_DAYS, Forecast, Scored, forecast, minutes_a_day, scored
from engine.training.grading import GOAL_MS, GOALS_MS
from engine.training.items import Skill
from engine.training.mat_progress import layout_memory, mat, match_beside_drill, match_cards, match_takes
from engine.training.memory_progress import (
    confidence,
    lap_times,
    laps_a_run,
    places_by_laps,
    recall_order,
    recall_parts,
)
from engine.training.progress import (
    Cell,
    anticipations,
    confusion_graph,
    face_strip,
    grid,
    hearing,
    kimariji_by_reads,
    left_out,
    not_found,
    speed_accuracy,
    strip,
    trained_pairs,
    unmeasured,
)
from engine.training.rows import Row, row
from engine.training.schedule import Schedule, Settings
from engine.training.threshold import Standing
from engine.training.trial import DeviceClass, Exercise, Trial
from webapp.drills.progress_drawing import (
    Chart,
    Curve,
    DayStrip,
    Graph,
    Spot,
    band,
    chart,
    curve,
    figure,
    graph,
    spots,
    strips,
    third,
    told,
)
from webapp.drills.progress_words import about, device_words, skill_name
from webapp.drills.run import schedule_of
from webapp.drills.trained_sets import chart_of, explained, title
from webapp.i18n import decimal

DAYS: Final = 30
"""Days that the charts of times go back."""
EVERY_SKILL: Final = Settings(skills=tuple(Skill))
KINDS: Final = {
    Skill.FACE: Exercise.FUDANAGASHI,
    Skill.SOUND: Exercise.SOUND,
    Skill.CURRENT: Exercise.KIMARIJI_NOW,
    Skill.PLACE: Exercise.MEMORISING,
}
"""The exercise whose times tell how fast a skill is."""
CELL_BAR: Final = 40
"""The width of a cell's bar of time at twice the goal, in units of its drawing."""


class Figure(StrEnum):
    """What is shown, and can be fetched as a table."""

    CARDS = "cards"
    FACES = "faces"
    STRIP = "strip"
    CONFUSIONS = "confusions"
    SETS = "sets"
    HEARING = "hearing"
    NOW = "now"
    PLACES = "places"
    MAT = "mat"
    CONFIDENCE = "confidence"
    LAPS = "laps"
    RECALL = "recall"
    RECALL_ORDER = "recall-order"
    CURVE = "curve"
    GAP = "gap"
    MATCHES = "matches"
    MATCH_CARDS = "match-cards"
    FORECAST = "forecast"


@dataclass(frozen=True, slots=True)
class Square:
    """A card of the grid. `band` is how sure it is; `bar` how slow; `mixed` counts its confusions; `words` say all."""

    card: int
    kimariji: str
    band: str
    time: str
    bar: float | None
    mixed: int
    words: str


@dataclass(frozen=True, slots=True)
class Section:
    """A figure of the page: its drawing, one of several kinds, and what is to be known to read it."""

    figure: Figure
    title: str
    explained: str
    chart: Chart | None = None
    strips: tuple[DayStrip, ...] = ()
    graph: Graph | None = None
    spots: tuple[tuple[Spot, ...], ...] = ()
    curve: Curve | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """The whole page. `waiting` names the figures of which there is nothing yet."""

    count: int
    skill: Skill
    """What the hundred are shown by; `skills` are those that were ever asked, with their names."""
    skills: tuple[tuple[Skill, str], ...]
    goal_ms: float
    device: str
    """The device whose times are in the grid, in words."""
    squares: tuple[Square, ...]
    sections: tuple[Section, ...]
    waiting: tuple[str, ...]
    forecast: Forecast | None
    scored: tuple[Scored, ...]
    minutes: str
    """What a day with practice took, in words; empty before there are five of them."""


def progress(trials: Sequence[Trial], today: date, skill: Skill = Skill.FACE) -> Progress:
    """Return the page of settled trials, with the hundred by a skill."""
    schedule = schedule_of(trials)
    asked = {item.skill for item in schedule.memories}
    every = tuple(make(trials, today) for make in _SECTIONS)
    shown = tuple(one for one in every if _drawn(one))
    return Progress(
        len(trials),
        skill,
        tuple((one, skill_name(one)) for one in Skill if one in asked or one is skill),
        goal_ms(KINDS[skill]),
        device_words(device_of(trials, KINDS[skill])),
        tuple(square(one, skill) for one in cells(schedule, trials, today, skill)),
        shown,
        tuple(one.title for one in every if one not in shown),
        forecast(schedule, Skill.FACE, today),
        scored(schedule, Skill.FACE, today),
        _minutes(trials, today),
    )


def _minutes(trials: Sequence[Trial], today: date) -> str:
    found = row("minutes", minutes_a_day(trials, today), "min", FEWEST_DAYS)
    if found.value is None:
        return ""
    return str(
        _(
            "Minutes on a day with practice: %(minutes)s, the median of the last four weeks.",
            minutes=told(found),
        )
    )


def _drawn(one: Section) -> bool:
    """Whether there is any trial behind a section."""
    charted = one.chart is not None and (one.chart.lines or one.note)
    graphed = one.graph is not None and one.graph.lines
    curved = one.curve is not None and one.curve.lines
    timed = any(strip.count or strip.early for strip in one.strips)
    return bool(
        charted or timed or graphed or curved or any(spot.count for line in one.spots for spot in line)
    )


# The hundred.


def device_of(trials: Iterable[Trial], exercise: Exercise) -> DeviceClass:
    """Return the kind of device that an exercise is done on the most: times of different kinds are not compared."""
    devices = Counter(one.device for one in trials if one.exercise is exercise).most_common(1)
    return devices[0][0] if devices else DeviceClass.OTHER


def cells(
    schedule: Schedule, trials: Sequence[Trial], today: date, skill: Skill = Skill.FACE
) -> tuple[Cell, ...]:
    """Return the grid in sound order; speeds are those of a skill's exercise on the device that it is done on most."""
    exercise = KINDS[skill]
    which = (exercise, device_of(trials, exercise))
    return grid(schedule, trials, EVERY_SKILL, today, which=which, goal_ms=goal_ms(exercise))


def goal_ms(exercise: Exercise) -> float:
    """Return how fast a fast answer is."""
    return GOALS_MS.get(exercise, GOAL_MS)


def square(one: Cell, skill: Skill = Skill.FACE) -> Square:
    """Return how a card is drawn."""
    recall, speed = one.recall[skill], one.speed
    mixed = len(one.confusions)
    if recall is None:
        return Square(
            one.card, one.kimariji, "new", "", None, mixed, str(_("%(card)s: not met yet", card=one.kimariji))
        )
    share = f"{recall:.0%}"
    words = [str(_("%(card)s: %(share)s sure", card=one.kimariji, share=share))]
    time, bar = "", None
    if speed is not None:
        time = decimal(speed.ms / 1000, 1)
        bar = round(min(max(speed.ms, 0) / goal_ms(KINDS[skill]) / 2, 1) * CELL_BAR, 1)
        words.append(str(_("%(time)s s (%(count)s times)", time=time, count=speed.n)))
    if mixed:
        words.append(str(_("mixed up")))
    return Square(one.card, one.kimariji, band(recall), time, bar, mixed, ", ".join(words))


# The figures.


def counted(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the lines that have a trial."""
    return tuple(one for one in rows if one.n)


def _faces(trials: Sequence[Trial], today: date) -> Section:
    return Section(
        Figure.FACES,
        _("Time to the kimari-ji of a face, by day"),
        _(
            "From when the card is shown, each device by itself. Box: the middle half of a day. Dot: its median, with"
            " its 95 % interval."
        ),
        strips=strips(face_strip(trials, today, DAYS), today, DAYS),
    )


def _strip(trials: Sequence[Trial], today: date) -> Section:
    early, outside, unsure = anticipations(trials), left_out(trials), unmeasured(trials)
    notes = []
    if early.n:
        notes.append(
            _(
                "Before the sound could tell: %(share)s. Left out, being under −0.15 s or over 5 s: %(count)s.",
                share=told(early),
                count=outside,
            )
        )
    if unsure:
        notes.append(_("Left out, as the delay of their sound was not measured: %(count)s.", count=unsure))
    return Section(
        Figure.STRIP,
        _("Decision time by length of kimari-ji, the last 30 days"),
        _(
            "Box: the middle half of a day. Dot: its median, with its 95 % interval. Below the line: presses before the"
            " sound could tell. Each device by itself, and what was heard apart from what was shown: their times are"
            " not measured alike. The exercises stand together, so days of different ones cannot be compared."
        ),
        strips=strips(strip(trials, today, DAYS), today, DAYS),
        note=" ".join(map(str, notes)),
    )


def _confusions(trials: Sequence[Trial], today: date) -> Section:
    return Section(
        Figure.CONFUSIONS,
        _("Mixed up"),
        _(
            "The thicker a line, the more often; dashed: before the first contrast set of the pair."
            " A pair is named from eight chances on."
        ),
        graph=graph(confusion_graph(trials, today, trained_pairs(trials))),
    )


def _sets(trials: Sequence[Trial], _today: date) -> Section:
    chart, note = chart_of(trials)
    return Section(Figure.SETS, title(), explained(), chart, note=note)


def _hearing(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.HEARING,
        _("Hearing: how much of a sound is enough"),
        _(
            "Seconds past the decision point at which 71 of 100 are right, by what has to be told apart, and by voice."
        ),
        chart(counted(hearing(trials))),
        note=_not_found(trials),
    )


def _not_found(trials: Sequence[Trial]) -> str:
    """Return what was asked often enough and has no figure, with what can be said of it all the same."""
    told = []
    for what, known in not_found(trials):
        found = known.estimate
        low, high = ("", "") if found is None else (figure(found.low, "ms"), figure(found.high, "ms"))
        words = {
            Standing.BELOW: _("%(time)s or less", time=high),
            Standing.ABOVE: _("%(time)s or more", time=low),
        }
        how = words.get(known.standing, _("not found yet"))
        told.append(f"{about(what)}: {how} (n = {known.answers})")
    return "; ".join(told)


def _now(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.NOW,
        _("Kimari-ji now: right, by poems read"),
        _("Too long: a change was missed. Too short: it would be a foul."),
        chart(counted(kimariji_by_reads(trials))),
    )


def _places(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.PLACES,
        _("Places remembered"),
        _(
            "By the minutes since memorising, by half of the field, by the moves since;"
            " and, asked at once, by the laps marked."
        ),
        chart(counted((*layout_memory(trials), *places_by_laps(trials)))),
    )


def _mat(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.MAT,
        _("Where on the mat places are remembered"),
        _("The field as it lies before you. An end of a row has a figure from eight answers on."),
        spots=spots(mat(trials)),
    )


def _confidence(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.CONFIDENCE,
        _("Right, by how sure I was"),
        _(
            "Whoever knows what they know is right the more often the surer they are. What was skipped is in none."
        ),
        chart(counted(confidence(trials))),
    )


def _laps(trials: Sequence[Trial], _today: date) -> Section:
    each = laps_a_run(trials)
    note = "" if each.value is None else str(_("Laps in a run that had any: %(laps)s.", laps=told(each)))
    return Section(
        Figure.LAPS,
        _("Laps while memorising"),
        _(
            "The time of the first lap round the mat, of the second and so on, where laps were marked: the medians."
        ),
        chart(counted(lap_times(trials))),
        note=note,
    )


def _recall(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.RECALL,
        _("Places remembered, by the order of recall"),
        _("Where all cards were laid again: the third that was laid first, then, and last."),
        chart(counted(recall_parts(trials))),
    )


def _recall_order(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.RECALL_ORDER,
        _("Order of recall on the mat"),
        _(
            "How far through laying all again an end of a row came: 0% is the first card, 100% the last. The median,"
            " from eight cards on; the field as it lies before you."
        ),
        spots=spots(recall_order(trials), third),
    )


def _curve(trials: Sequence[Trial], today: date) -> Section:
    own = [one for one in trials if one.practice_day == today]
    return Section(
        Figure.CURVE,
        _("Speed against false alarms"),
        _("Farther left is faster, lower is surer. Filled: all days. Hollow: today."),
        curve=curve(speed_accuracy(trials), speed_accuracy(own)),
    )


def _gap(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.GAP,
        _("Matches beside drills"),
        _("Cards that were got, of those that lay on the field."),
        chart(counted(match_beside_drill(trials))),
    )


def _matches(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.MATCHES,
        _("Cards got in matches"),
        _("By half of the field, by the kana that were needed, and by the number of the read."),
        chart(counted(match_takes(trials))),
    )


def _match_cards(trials: Sequence[Trial], _today: date) -> Section:
    return Section(
        Figure.MATCH_CARDS,
        _("Cards got in matches, card by card"),
        _("Those that came eight times or more, the least got first."),
        chart(match_cards(trials)),
    )


_SECTIONS: Final[tuple[Callable[[Sequence[Trial], date], Section], ...]] = (
    _faces,
    _strip,
    _confusions,
    _sets,
    _hearing,
    _now,
    _places,
    _mat,
    _confidence,
    _laps,
    _recall,
    _recall_order,
    _curve,
    _gap,
    _matches,
    _match_cards,
)
