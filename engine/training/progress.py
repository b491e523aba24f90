"""What a player and a coach can read: every figure with its trials and its interval, in words and as rows of a table.

Views are pure folds over settled trials. What the trials do not support is not said: a figure under its fewest trials
is "not known yet" (`engine.training.rows`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from engine.training.confusion import FEWEST as FEWEST_CHANCES
from engine.training.confusion import Confusion, matrix, mistaken_for, offered, shows
from engine.training.dprime import GoNoGo
from engine.training.exercises.reaction import Instruction
from engine.training.interval import Interval, median, quartiles, share
from engine.training.items import Item, Skill
from engine.training.pairs import Pair, sound_class
from engine.training.rows import Row, row
from engine.training.schedule import Schedule, Settings, due
from engine.training.speed import CardSpeed, Pace, speeds
from engine.training.threshold import FEWEST as FEWEST_HEARD
from engine.training.threshold import Answer, Threshold, fold
from engine.training.times import Kind
from engine.training.trial import EARLIEST_MS, LATEST_MS, DeviceClass, ErrorKind, Exercise, Trial
from poems.kimariji import full
from poems.sets import MUSUME_ORDER

FEWEST_TIMES: Final = 5
FEWEST_SHARE: Final = 8
"""Trials below which a time, or a share, is not told."""

_TESTED: Final = frozenset({Exercise.SOUND, Exercise.FULL_MAT, Exercise.GHOST, Exercise.REACTION})
"""Exercises whose times count from a decision point."""


# The grid of the hundred.


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of the grid: the chance of recall by skill, its speed, and what it is taken for. None is not known."""

    card: int
    kimariji: str
    recall: Mapping[Skill, float | None]
    speed: CardSpeed | None
    pace: Pace
    confusions: tuple[Confusion, ...]


def grid(
    schedule: Schedule,
    trials: Sequence[Trial],
    settings: Settings,
    today: date,
    *,
    which: Kind,
    goal_ms: float,
) -> tuple[Cell, ...]:
    """Return the 100 cards in sound order; speeds are those of one exercise on one kind of device."""
    fast = speeds(trials, which)
    named = matrix(trials, today).named()
    out = []
    for card in MUSUME_ORDER:
        recall = {skill: schedule.sure(Item(card, skill), today) for skill in settings.skills}
        speed = fast.get(card)
        pace = Pace.UNKNOWN if speed is None else speed.pace(goal_ms)
        mixed = tuple(one for one in named if card in one.pair)
        out.append(Cell(card, full(card), recall, speed if pace is not Pace.UNKNOWN else None, pace, mixed))
    return tuple(out)


# Speed.


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """How times were taken: of another way they cannot be compared. `user` tells two devices of one kind apart.

    By ear a time counts from a sound, less the output's delay; in silence from what a screen showed.
    """

    heard: bool
    device: DeviceClass
    user: str

    @classmethod
    def of(cls, trial: Trial) -> "Way":
        """Return how the time of a trial was taken."""
        return cls(trial.sound is not None, trial.device, trial.user)


@dataclass(frozen=True, slots=True)
class Strip:
    """One day of a strip of times taken one way, for one length of kimari-ji (0: any); anticipations stand apart."""

    way: Way
    day: date
    length: int
    times: Row
    quartiles_ms: tuple[float, float] | None
    early: int


def strip(trials: Iterable[Trial], today: date, days: int = 30) -> tuple[Strip, ...]:
    """Return the last days of decision times by way and length of kimari-ji, a day without any left out."""
    by: dict[tuple[Way, date, int], list[Trial]] = {}
    for trial in _timed_in(trials, _TESTED, today, days):
        length = trial.kimariji_length
        if length is not None:
            by.setdefault((Way.of(trial), trial.practice_day, length), []).append(trial)
    return _strips(by)


def face_strip(trials: Iterable[Trial], today: date, days: int = 30) -> tuple[Strip, ...]:
    """Return the last days of the times from a face to its kimari-ji by way, of all lengths together (0)."""
    by: dict[tuple[Way, date, int], list[Trial]] = {}
    for trial in _timed_in(trials, frozenset({Exercise.FUDANAGASHI}), today, days):
        by.setdefault((Way.of(trial), trial.practice_day, 0), []).append(trial)
    return _strips(by)


def _timed_in(
    trials: Iterable[Trial], exercises: frozenset[Exercise], today: date, days: int
) -> Iterator[Trial]:
    """Yield the trials of some exercises that have a time, of the last days."""
    for trial in trials:
        recent = timedelta(0) <= today - trial.practice_day < timedelta(days=days)
        if trial.exercise in exercises and trial.rt_ms is not None and recent:
            yield trial


def _strips(by: Mapping[tuple[Way, date, int], Sequence[Trial]]) -> tuple[Strip, ...]:
    out = []
    for (way, day, length), own in sorted(by.items(), key=lambda item: item[0]):
        times = [one.rt_ms for one in own if one.timed and one.rt_ms is not None and one.rt_ms >= 0]
        early = sum(one.anticipatory and _sure(one) for one in own)
        told = row(f"{day} {length}", median(times), "ms", FEWEST_TIMES)
        out.append(Strip(way, day, length, told, quartiles(times) if told.value is not None else None, early))
    return tuple(out)


def anticipations(trials: Iterable[Trial]) -> Row:
    """Return the share of presses that came before the sound could tell; whatever came outside −150 ms to 5 s too.

    By a sound whose delay or decision point nobody is sure of no press can be called early.
    """
    own = [one for one in trials if one.exercise in _TESTED and one.rt_ms is not None and _sure(one)]
    return row("anticipations", share(sum(one.anticipatory for one in own), len(own)), "share", FEWEST_SHARE)


def left_out(trials: Iterable[Trial]) -> int:
    """Return how many times are kept and count in no figure, being no reaction to this sound."""
    return sum(one.rt_ms is not None and not EARLIEST_MS <= one.rt_ms <= LATEST_MS for one in trials)


def unmeasured(trials: Iterable[Trial]) -> int:
    """Return how many times of a strip count in no figure, as nobody knows the delay, or the point, of their sound."""
    return sum(one.exercise in _TESTED and one.rt_ms is not None and not _sure(one) for one in trials)


def _sure(one: Trial) -> bool:
    """Whether a time has sure clocks behind it: those of a sound that measures, or none of a sound."""
    return one.sound is None or one.sound.measures


# Confusions.


@dataclass(frozen=True, slots=True)
class Edge:
    """A line of the confusion graph: how often now, and, for a set that was trained, how often before it."""

    pair: Pair
    now: Row
    before: Row | None


def confusion_graph(trials: Sequence[Trial], today: date, trained: Mapping[Pair, date]) -> tuple[Edge, ...]:
    """Return what may be called a confusion, and what was trained, with the figures before and after.

    `trained` is when a pair's first set was practised.
    """
    pairs = dict.fromkeys([*(one.pair for one in matrix(trials, today).named()), *sorted(trained)])
    of_card: dict[int, list[Trial]] = {}
    for trial in trials:
        if shows(trial):
            of_card.setdefault(trial.poem or 0, []).append(trial)
    out = []
    for pair in pairs:
        own = [trial for card in pair.cards for trial in of_card.get(card, ())]
        first = trained.get(pair)
        since = [one for one in own if first is None or one.practice_day >= first]
        before = None if first is None else _mixed(pair, [one for one in own if one.practice_day < first])
        out.append(Edge(pair, _mixed(pair, since), before))
    return tuple(out)


def trained_pairs(trials: Iterable[Trial]) -> dict[Pair, date]:
    """Return the pairs that contrast sets were made of, each with the day of its first set."""
    first: dict[Pair, date] = {}
    for trial in trials:
        if trial.exercise is Exercise.CONTRAST and trial.poem is not None and not trial.interrupted:
            for other in trial.options:
                if other != trial.poem:
                    first.setdefault(Pair.of(trial.poem, other), trial.practice_day)
    return first


def _mixed(pair: Pair, trials: Iterable[Trial]) -> Row:
    """Return how often a pair was mixed up in trials of its cards, of those in which it could be."""
    chances = mistakes = 0
    for trial in trials:
        other = pair.other if trial.poem == pair.one else pair.one
        mixed = other in mistaken_for(trial)
        chances += mixed or offered(trial, other)
        mistakes += mixed
    return row(f"{full(pair.one)}/{full(pair.other)}", share(mistakes, chances), "share", FEWEST_CHANCES)


# Hearing.


def hearing(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the thresholds in milliseconds that are found, over all runs, one line for each voice.

    Pairs stand together by sound class; trios, where one sound can be told and another not, each by its cards.
    """
    return tuple(row(about, known.found, "ms", 1) for about, known in _heard(trials))


def not_found(trials: Iterable[Trial]) -> tuple[tuple[str, Threshold], ...]:
    """Return what was asked often enough, and its threshold is still not known, or beyond what can be asked."""
    return tuple(
        (about, known)
        for about, known in _heard(trials)
        if known.answers >= FEWEST_HEARD and known.found is None
    )


def _heard(trials: Iterable[Trial]) -> list[tuple[str, Threshold]]:
    """Return what is believed of each threshold, by what is told apart and by whose voice."""
    by: dict[tuple[str, str], list[Answer]] = {}
    for trial in trials:
        cut = trial.exercise is Exercise.CONTRAST and trial.level is not None and not trial.interrupted
        if not cut or trial.level is None or trial.poem not in trial.options or len(trial.options) < 2:
            continue
        voice = trial.sound.voice if trial.sound is not None else ""
        answer = Answer(trial.level, trial.correct is True, len(trial.options))
        by.setdefault((_told_apart(trial.options), voice), []).append(answer)
    return [(f"{name} {voice}".strip(), fold(own)) for (name, voice), own in sorted(by.items())]


def _told_apart(cards: tuple[int, ...]) -> str:
    if len(cards) == 2:
        return sound_class(Pair.of(*cards))
    return "/".join(full(card) for card in sorted(cards))


# The kimari-ji of the moment.


def kimariji_by_reads(trials: Iterable[Trial]) -> tuple[Row, ...]:
    """Return the share of right answers by how many poems were read, then the changes missed and those too early."""
    own = [one for one in trials if one.exercise is Exercise.KIMARIJI_NOW and one.skill is Skill.CURRENT]
    rows = []
    for low, high in ((0, 9), (10, 24), (25, 49), (50, 74), (75, 99)):
        part = [one for one in own if one.unread is not None and low <= 100 - one.unread.bit_count() <= high]
        rows.append(row(f"{low}-{high}", right(part), "share", FEWEST_SHARE))
    kinds = (ErrorKind.TOO_LONG, ErrorKind.TOO_SHORT)
    judged = _judged(own)
    wrong = {kind: share(sum(one.error_kind is kind for one in judged), len(judged)) for kind in kinds}
    rows += [row(kind, found, "share", FEWEST_SHARE) for kind, found in wrong.items()]
    return tuple(rows)


# Speed against faults.


@dataclass(frozen=True, slots=True)
class Point:
    """One instruction of the speed–accuracy curve."""

    instruction: Instruction
    times: Row
    false_alarms: Row
    d_prime: Row


def speed_accuracy(trials: Iterable[Trial]) -> tuple[Point, ...]:
    """Return the curve: what comes of playing safe, as usual, and for attack."""
    own = _judged(one for one in trials if one.exercise is Exercise.REACTION)
    return tuple(_point(name, [one for one in own if one.set_id == name]) for name in Instruction)


def _point(name: Instruction, own: Sequence[Trial]) -> Point:
    targets = [one for one in own if one.poem in one.options]
    others = [one for one in own if one.poem not in one.options]
    times = [one.rt_ms for one in targets if one.timed and one.rt_ms is not None]
    alarms = sum(one.correct is False for one in others)
    counts = GoNoGo(sum(one.correct is True for one in targets), len(targets), alarms, len(others))
    return Point(
        name,
        row("times", median(times), "ms", FEWEST_TIMES),
        row("false alarms", share(alarms, len(others)), "share", FEWEST_SHARE),
        row("d'", counts.d_prime, "", 2 * FEWEST_SHARE),
    )


# The close of a day.


class Line(StrEnum):
    """The three lines at the end of a day."""

    BETTER = "better"
    WATCH = "watch"
    TOMORROW = "tomorrow"


@dataclass(frozen=True, slots=True)
class Closing:
    """A line: what it is about, and the figures; none where the trials say nothing."""

    line: Line
    about: str
    rows: tuple[Row, ...]


def closing(
    trials: Sequence[Trial], schedule: Schedule, settings: Settings, today: date, device: DeviceClass
) -> tuple[Closing, ...]:
    """Return what is better, what to watch and what comes tomorrow. A difference is told only beyond its intervals."""
    named = matrix(trials, today).named()
    watch = tuple(
        row(
            f"{full(one.pair.one)}/{full(one.pair.other)}",
            Interval(one.rate, one.low, one.high, one.n),
            "share",
            1,
        )
        for one in named[:1]
    )
    tomorrow = today + timedelta(days=1)
    aims = settings.aims(tomorrow)
    coming = sum(
        (on := schedule.due_on(item, aims)) is not None and on <= tomorrow
        for item in schedule.memories
        if item.skill in settings.skills
    )
    new = {one.item.poem for one in due(schedule, settings, tomorrow) if one.new} - schedule.met
    return (
        Closing(Line.BETTER, "decision time", _faster(trials, today, device)),
        Closing(Line.WATCH, "confusion", watch),
        Closing(Line.TOMORROW, "due", (_counted("due", coming), _counted("new", len(new)))),
    )


def _counted(about: str, count: int) -> Row:
    return Row(about, float(count), float(count), float(count), count, "items")


def _faster(trials: Sequence[Trial], today: date, device: DeviceClass) -> tuple[Row, ...]:
    """Return the week before and the last week where the second is faster beyond doubt; a row names the exercise.

    Times are compared within one exercise, heard or shown, the one that was done the most this week: else whoever
    turned from a slow exercise to a quick one would have become faster.
    """
    own = [one for one in trials if one.timed and one.device is device and one.exercise in _TESTED]
    week = timedelta(days=7)
    asked = Counter(_asked_as(one) for one in own if timedelta(0) <= today - one.practice_day < week)
    if not asked:
        return ()
    most = asked.most_common(1)[0][0]
    weeks = []
    for end in (today - week, today):
        times = [
            one.rt_ms
            for one in own
            if _asked_as(one) == most and end - week < one.practice_day <= end and one.rt_ms is not None
        ]
        weeks.append(row(most[0], median(times), "ms", FEWEST_TIMES))
    before, now = weeks
    if before.low is None or now.high is None or now.high >= before.low:
        return ()
    return before, now


def _asked_as(one: Trial) -> tuple[Exercise, bool]:
    return one.exercise, one.sound is not None


def right(trials: Sequence[Trial]) -> Interval | None:
    """Return the share of right answers among those that were judged and undisturbed."""
    judged = _judged(trials)
    return share(sum(one.correct is True for one in judged), len(judged))


def _judged(trials: Iterable[Trial]) -> list[Trial]:
    return [one for one in trials if one.correct is not None and not one.interrupted]
