"""The plan of a day: five minutes, or ten for whoever still learns new cards. What is asked, in which order, how long.

Missed days shrink what is due and never punish; before a tournament nothing new comes, and the last day is light.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from math import ceil
from typing import Final

from engine.training.chance import some
from engine.training.items import Skill
from engine.training.pairs import LAST_KANA, SINGLES, Pair, partners
from engine.training.schedule import MOST_DUE, Due, Schedule, Settings, backlog, due
from engine.training.sets import ContrastSet, Knowledge, Why, favoured, next_set
from engine.training.trial import Exercise, Trial
from poems.cards import mask, numbers
from poems.chance import Seed

WARM_UPS: Final = 8
ITEM_S: Final = 7.0
SLICE_S: Final = 6.5
SLICE_READS: Final = 10
CLOSE_S: Final = 20.0
SHORTER: Final = 0.07
"""How much shorter than five or ten minutes a plan may be before its slice fills it up."""
WARM_UP_S: Final = 25.0
CONTRAST_TIME_S: Final = 80.0
CUTS: Final = 4
"""Sounds cut short at the end of a contrast set that is heard."""
CUT_S: Final = 3.5
LONG_DUE: Final = 32
"""Items of a plan of ten minutes."""
SHORT_MIN: Final = 5
LONG_MIN: Final = 10
_WEEK: Final = timedelta(days=7)
_MONTH: Final = timedelta(days=30)


class Kind(StrEnum):
    """The blocks of a day, in their order."""

    WARM_UP = "warm_up"
    DUE = "due"
    CONTRAST = "contrast"
    SLICE = "slice"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the plan. `seconds` is how long it is planned to take.

    The warm-up and the slice have their `cards` or reads, the due part its `items`, the contrasts their `sets`.
    """

    kind: Kind
    seconds: float
    cards: tuple[int, ...] = ()
    items: tuple[Due, ...] = ()
    sets: tuple[ContrastSet, ...] = ()
    exercise: Exercise | None = None
    reads: int = 0
    favoured: int = 0
    """Mask of cards of pairs that were hardly ever tried: the mat favours them."""


class Extra(StrEnum):
    """What is offered beside the plan."""

    FACES = "faces"
    """All 100 faces, weekly."""
    FIELD = "field"
    """A field in fifteen minutes, with later probes, weekly."""
    UPDATE = "update"
    TEST_VOICE = "test_voice"
    """A voice that is kept for tests, monthly."""
    FRESH_LAYOUT = "fresh_layout"


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a day. `waiting` is how many items are due in all; `longer` says that ten minutes would be better."""

    day: date
    blocks: tuple[Block, ...]
    extras: tuple[Extra, ...]
    waiting: int
    longer: bool

    @property
    def seconds(self) -> float:
        """How long the whole plan takes, by plan."""
        return sum(block.seconds for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Done:
    """When extras were last done, by the trials; None for never."""

    faces: date | None = None
    field: date | None = None
    update: date | None = None
    test_voice: date | None = None
    fresh_layout: date | None = None


def done(trials: Sequence[Trial], test_voice: str = "") -> Done:
    """Return when the extras were last done; 50 faces and more on one day count as all of them."""
    faces: dict[date, int] = {}
    last: dict[Exercise, date] = {}
    layouts: dict[str, date] = {}
    voice = None
    for trial in trials:
        if trial.layout_id:
            layouts.setdefault(trial.layout_id, trial.practice_day)
        if trial.correct is not None:  # whoever looks at a mat and leaves has not answered anything
            last[trial.exercise] = max(trial.practice_day, last.get(trial.exercise, trial.practice_day))
        if trial.exercise is Exercise.FUDANAGASHI:
            faces[trial.practice_day] = faces.get(trial.practice_day, 0) + 1
        if test_voice and trial.sound is not None and trial.sound.voice == test_voice:
            voice = trial.practice_day if voice is None else max(voice, trial.practice_day)
    whole = [day for day, count in faces.items() if count >= 50]
    return Done(
        faces=max(whole, default=None),
        field=last.get(Exercise.MEMORISING),
        update=last.get(Exercise.UPDATING),
        test_voice=voice,
        fresh_layout=max(layouts.values(), default=None),
    )


def plan(
    schedule: Schedule,
    known: Knowledge,
    settings: Settings,
    today: date,
    seed: Seed,
    *,
    minutes: int = SHORT_MIN,
    before: Done = Done(),
    adaptive: bool = True,
    heard: bool = False,
) -> Plan:
    """Return the plan of a day of five or ten minutes. Raises ValueError for another length.

    The same seed and log give the same plan. Without `adaptive` the contrast sets are drawn at random; where they are
    `heard`, each has some sounds cut short at its end.
    """
    if minutes not in (SHORT_MIN, LONG_MIN):
        raise ValueError(f"a plan takes {SHORT_MIN} or {LONG_MIN} minutes, not {minutes}")
    long = minutes == LONG_MIN
    light = settings.tournament == today
    most = MOST_DUE // 2 if light else LONG_DUE if long else MOST_DUE
    items = due(schedule, settings, today, most)
    sets = contrasts(
        schedule, known, settings, today, seed, count=1 if light else 4 if long else 2, adaptive=adaptive
    )
    told_apart_s = (CONTRAST_TIME_S / 2 + (CUT_S * CUTS if heard else 0.0)) * len(sets)
    reads = SLICE_READS * (2 if long and not light else 1)
    if not light:
        reads = _filled(reads, WARM_UP_S + ITEM_S * len(items) + told_apart_s + CLOSE_S, minutes)
    even = today.toordinal() % 2 == 0
    blocks = (
        Block(Kind.WARM_UP, WARM_UP_S, cards=_warm_up(seed), exercise=Exercise.WARM_UP),
        Block(Kind.DUE, ITEM_S * len(items), items=items),
        Block(
            Kind.CONTRAST,
            told_apart_s,
            sets=sets,
            exercise=Exercise.CONTRAST,
        ),
        Block(
            Kind.SLICE,
            SLICE_S * reads,
            exercise=Exercise.FULL_MAT if even else Exercise.KIMARIJI_NOW,
            reads=reads,
            favoured=_favoured(schedule, known, seed),
        ),
        Block(Kind.CLOSE, CLOSE_S),
    )
    waiting = backlog(schedule, settings, today)
    learning = advice(schedule, settings) is not None
    return Plan(
        day=today,
        blocks=tuple(block for block in blocks if block.seconds),
        extras=extras(settings, today, before),
        waiting=waiting,
        longer=not long and (learning or waiting > MOST_DUE),
    )


def _filled(usual: int, other_s: float, minutes: int) -> int:
    """Return the reads of the slice: up to twice the usual ones, where too little is due to fill the plan."""
    missing = ceil((60 * minutes * (1 - SHORTER) - other_s) / SLICE_S)
    return min(max(usual, missing), 2 * usual)


def contrasts(
    schedule: Schedule,
    known: Knowledge,
    settings: Settings,
    today: date,
    seed: Seed,
    *,
    count: int = 2,
    adaptive: bool = True,
) -> tuple[ContrastSet, ...]:
    """Return the sets of the day, no two alike: first partners of which one was met today or yesterday, then the best.

    Only cards that were met by a skill of the plan are in them. Whoever met more than a plan has in two days went
    through cards that they know: these are no first meetings.
    """
    met = {
        item.poem: memory.first for item, memory in schedule.memories.items() if item.skill in settings.skills
    }
    known = replace(known, known=mask(met))
    fresh = [card for card, first in met.items() if today - first <= timedelta(days=1)]
    learned = fresh if len(fresh) <= MOST_DUE else ()
    out = [
        ContrastSet(pair.cards, Why.VALUE, 0.0)
        for pair in first_meetings(learned, known.known)
        if pair not in known.practised
    ][: count // 2 if count > 1 else count]
    for one in out:
        known = known.with_practised(one.cards, today)
    for attempt in range(4 * count):
        if len(out) >= count:
            break
        found = next_set(known, today, seed.stream(f"set {attempt}"), adaptive=adaptive)
        if found is None:
            break
        if found.cards not in [one.cards for one in out]:
            out.append(found)
            known = known.with_practised(found.cards, today)
    return tuple(out)


def _favoured(schedule: Schedule, known: Knowledge, seed: Seed) -> int:
    """Return the cards of the pairs that were tried the least, of those that were met."""
    met = schedule.met
    pairs = [pair for pair in LAST_KANA if pair.one in met and pair.other in met]
    return favoured(pairs, known.matrix, seed.stream("rare"))


def first_meetings(fresh: Sequence[int], known: int) -> tuple[Pair, ...]:
    """Return the partners that can be told apart for the first time: one is new, and both were met."""
    new = {Pair.of(card, other) for card in fresh for other in numbers(partners(card) & known)}
    return tuple(pair for pair in LAST_KANA if pair in new)


def _warm_up(seed: Seed) -> tuple[int, ...]:
    """Return what warms up: none of the seven more than twice, so that nearly all of them come."""
    return some(SINGLES * 2, WARM_UPS, seed.stream("warm-up"))


def extras(settings: Settings, today: date, before: Done) -> tuple[Extra, ...]:
    """Return what is offered beside the plan: weekly and monthly things, more of the field before a tournament.

    Nothing on the day of the tournament itself.
    """
    if settings.tournament == today:
        return ()
    left = (settings.tournament - today).days if settings.tournament is not None else None
    often = timedelta(days=2) if left is not None and 0 < left <= 7 else _WEEK
    wanted = (
        (Extra.FACES, before.faces, _WEEK),
        (Extra.FIELD, before.field, often),
        (Extra.UPDATE, before.update, often),
        (Extra.TEST_VOICE, before.test_voice, _MONTH),
        (Extra.FRESH_LAYOUT, before.fresh_layout, _MONTH),
    )
    return tuple(extra for extra, last, each in wanted if last is None or today - last >= each)


def advice(schedule: Schedule, settings: Settings) -> Skill | None:
    """Return the one skill to begin with for a learner of five minutes a day; None for whoever knows the cards.

    Two skills of new cards make 22 reviews a day, which do not fit into five minutes.
    """
    return Skill.FACE if len(schedule.met) < 100 and len(settings.skills) > 1 else None
