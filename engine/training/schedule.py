"""What a player knows, and what is due: FSRS for each item, a fold over the graded trials.

The scheduler's clock is the practice day: every review of a day is put at midnight UTC of its date. So a card that is
due tomorrow is due all of tomorrow, neither summer time nor another zone moves it, and a rebuilt schedule is the same.
What is kept of an item does not depend on how sure one wants to be; that, the season and a tournament only decide what
is due now.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final

from fsrs import Card, Rating, Scheduler, State

from engine.training.items import FIRST_SKILLS, Item, Skill
from engine.training.learning_order import Order, next_cards, order_of
from engine.training.trial import Grade, Trial

MOST_DUE: Final = 14
"""Items of one day. What was missed never piles up beyond it."""
MOST_DUE_FOR_NEW: Final = 8
"""New cards come only while no more than these are due."""
SEASON_CAP: Final = 30
OFF_SEASON_CAP: Final = 60
"""The longest interval in days."""
TOURNAMENT_RETENTION: Final = 0.97
TOURNAMENT_DAYS: Final = 7
NO_NEW_DAYS: Final = 3

_RATINGS: Final = {
    Grade.AGAIN: Rating.Again,
    Grade.HARD: Rating.Hard,
    Grade.GOOD: Rating.Good,
    Grade.EASY: Rating.Easy,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a player wants to be scheduled."""

    retention: float = 0.94
    in_season: bool = True
    tournament: date | None = None
    skills: tuple[Skill, ...] = FIRST_SKILLS
    order: Order = Order.SOUND_GROUP
    new_cards: int = 4
    """Cards that are met for the first time on one day."""

    def __post_init__(self) -> None:
        if not 0.7 <= self.retention <= 0.99:
            raise ValueError(f"a retention of {self.retention:g}: it may be 0.7 to 0.99")

    def aims(self, today: date) -> "Aims":
        """Return what is aimed at today: before a tournament more is wanted, and nothing new."""
        left = (self.tournament - today).days if self.tournament is not None else -1
        near = 0 <= left <= TOURNAMENT_DAYS
        return Aims(
            retention=max(self.retention, TOURNAMENT_RETENTION) if near else self.retention,
            cap=SEASON_CAP if self.in_season or near else OFF_SEASON_CAP,
            new_cards=0 if 0 <= left <= NO_NEW_DAYS else self.new_cards,
        )


@dataclass(frozen=True, slots=True)
class Aims:
    """What is aimed at on one day: the chance of recall, the longest interval in days, new cards."""

    retention: float
    cap: int
    new_cards: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of an item: `stability` in days, `difficulty` 1 to 10, and when it was asked."""

    stability: float
    difficulty: float
    first: date
    last: date
    reviews: int
    lapses: int
    last_grade: Grade

    @property
    def failed(self) -> bool:
        """Whether the last answer was a failure."""
        return not self.last_grade.passed


@dataclass(frozen=True, slots=True)
class Schedule:
    """What a player knows: a memory for each item that was ever asked, and the forecast's weights."""

    memories: Mapping[Item, Memory] = field(default_factory=dict)
    weights: tuple[float, ...] = ()
    """21 numbers of FSRS; the defaults where empty."""

    @property
    def met(self) -> frozenset[int]:
        """The cards that were asked at least once, by any skill."""
        return frozenset(item.poem for item in self.memories)

    def recall(self, item: Item, today: date) -> float | None:
        """Return the chance that an item is recalled today; None for one never asked."""
        memory = self.memories.get(item)
        return (
            None if memory is None else _retrievability(self.weights, memory.stability, _days(memory, today))
        )

    def sure(self, item: Item, today: date) -> float | None:
        """Return the chance that is told of an item: today's, or tomorrow's where it was asked today.

        On the day of an answer the forecast is 1 whatever the answer was, since the card was just seen.
        """
        memory = self.memories.get(item)
        return None if memory is None else self.recall(item, max(today, memory.last + timedelta(days=1)))

    def due_on(self, item: Item, aims: Aims) -> date | None:
        """Return the day on which an item is due; None for one never asked."""
        memory = self.memories.get(item)
        if memory is None:
            return None
        return memory.last + timedelta(days=interval(self.weights, memory.stability, aims))

    def after(self, item: Item, grade: Grade, day: date) -> "Schedule":
        """Return the schedule after one more review."""
        memory = reviewed(self.memories.get(item), item, grade, day, self.weights)
        return Schedule({**self.memories, item: memory}, self.weights)


@dataclass(frozen=True, slots=True)
class Review:
    """An answer that changed what is known of an item; `before` is None where it was asked for the first time."""

    item: Item
    grade: Grade
    day: date
    before: Memory | None
    after: Memory


@dataclass(frozen=True, slots=True)
class Due:
    """An item to be asked. `recall` is its chance; None for a new one. `again` was failed today already."""

    item: Item
    recall: float | None
    again: bool = False

    @property
    def new(self) -> bool:
        """Whether it was never asked."""
        return self.recall is None


def fold(trials: Iterable[Trial], weights: tuple[float, ...] = (), *, pass_fail: bool = False) -> Schedule:
    """Return the schedule after these settled trials. With `pass_fail` every pass counts as GOOD."""
    return Schedule({one.item: one.after for one in reviews(trials, weights, pass_fail=pass_fail)}, weights)


def reviews(
    trials: Iterable[Trial], weights: tuple[float, ...] = (), *, pass_fail: bool = False
) -> Iterator[Review]:
    """Yield every settled trial that counts as a review, in order, with what was known of its item before and after."""
    memories: dict[Item, Memory] = {}
    for trial in trials:
        item, grade, day = trial.item, trial.grade, trial.practice_day
        if item is None or grade is None:
            continue
        before = memories.get(item)
        if counts(before, grade, day):
            told = Grade.GOOD if pass_fail and grade.passed else grade
            memories[item] = reviewed(before, item, told, day, weights)
            yield Review(item, grade, day, before, memories[item])


def counts(memory: Memory | None, grade: Grade, day: date) -> bool:
    """Whether a graded trial is a review: a second pass on one day tells nothing new, a failure always does."""
    return not (grade.passed and memory is not None and memory.last >= day and memory.last_grade.passed)


def reviewed(
    memory: Memory | None, item: Item, grade: Grade, day: date, weights: tuple[float, ...] = ()
) -> Memory:
    """Return what is known of an item after a review. A day before the last one counts as the last one."""
    at = _clock(day if memory is None else max(day, memory.last))
    card = Card(card_id=item.number, due=at)
    if memory is not None:
        card.state, card.step = State.Review, None
        card.stability, card.difficulty = memory.stability, memory.difficulty
        card.last_review = _clock(memory.last)
    card, _ = _scheduler(weights).review_card(card, _RATINGS[grade], review_datetime=at)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(
        stability=card.stability,
        difficulty=card.difficulty,
        first=day if memory is None else memory.first,
        last=at.date(),
        reviews=1 if memory is None else memory.reviews + 1,
        lapses=(0 if memory is None else memory.lapses) + (memory is not None and not grade.passed),
        last_grade=grade,
    )


def interval(weights: tuple[float, ...], stability: float, aims: Aims) -> int:
    """Return after how many days, one at least, the chance of recall has fallen to what is aimed at."""
    decay, factor = _curve(weights)
    days = round(stability / factor * (float(aims.retention ** (1 / decay)) - 1))
    return min(max(days, 1), aims.cap)


def due(schedule: Schedule, settings: Settings, today: date, most: int = MOST_DUE) -> tuple[Due, ...]:
    """Return what is to be asked today, the least sure first, then what failed today, then new cards."""
    aims = settings.aims(today)
    waiting = sorted(
        _waiting(schedule, settings, aims, today), key=lambda one: (one.again, one.recall, one.item)
    )
    new = () if len(waiting) > MOST_DUE_FOR_NEW else _new(schedule, settings, aims, today)
    return (*waiting, *new)[:most]


@dataclass(frozen=True, slots=True)
class NewCards:
    """New cards on one day: how many were met already, how many usually are, how many are left in all.

    `waiting` is how many items are due, and `blocked` that these are too many for new cards.
    """

    met: int
    usual: int
    left: int
    waiting: int

    @property
    def blocked(self) -> bool:
        """Whether more is due than leaves room for new cards."""
        return self.waiting > MOST_DUE_FOR_NEW

    @property
    def more(self) -> int:
        """How many may be met beyond the usual ones, once those were met: as many again."""
        done = 0 < self.usual <= self.met
        return min(self.usual, self.left) if done and not self.blocked else 0


def new_cards(schedule: Schedule, settings: Settings, today: date) -> NewCards:
    """Return how it stands with the new cards of a day."""
    first = _first_met(schedule, settings)
    met, left = sum(day >= today for day in first.values()), len(order_of(settings.order)) - len(first)
    return NewCards(met, settings.aims(today).new_cards, left, backlog(schedule, settings, today))


def backlog(schedule: Schedule, settings: Settings, today: date) -> int:
    """Return how many items are due without the cap."""
    return len(list(_waiting(schedule, settings, settings.aims(today), today)))


def _waiting(schedule: Schedule, settings: Settings, aims: Aims, today: date) -> list[Due]:
    out = []
    for item, memory in schedule.memories.items():
        if item.skill not in settings.skills:
            continue
        again = memory.failed and memory.last >= today
        days = interval(schedule.weights, memory.stability, aims)
        if again or memory.last + timedelta(days=days) <= today:
            recall = _retrievability(schedule.weights, memory.stability, _days(memory, today))
            out.append(Due(item, recall, again))
    return out


def _new(schedule: Schedule, settings: Settings, aims: Aims, today: date) -> tuple[Due, ...]:
    """Return items never asked: first those of cards that are met already, then those of the next cards."""
    first = _first_met(schedule, settings)
    today_already = sum(day >= today for day in first.values())
    fresh = next_cards(settings.order, first, aims.new_cards - today_already)
    cards = (*(sorted(first) if aims.new_cards else ()), *fresh)
    wanted = (Item(card, skill) for card in cards for skill in settings.skills)
    return tuple(Due(item, None) for item in wanted if item not in schedule.memories)


def _first_met(schedule: Schedule, settings: Settings) -> dict[int, date]:
    """Return on which day each card was met by a skill that is practised."""
    first: dict[int, date] = {}
    for item, memory in schedule.memories.items():
        if item.skill in settings.skills:
            first[item.poem] = min(first.get(item.poem, memory.first), memory.first)
    return first


def _days(memory: Memory, today: date) -> int:
    return max((today - memory.last).days, 0)


def _retrievability(weights: tuple[float, ...], stability: float, days: int) -> float:
    decay, factor = _curve(weights)
    return float((1 + factor * days / stability) ** decay)


@lru_cache(maxsize=64)
def _curve(weights: tuple[float, ...]) -> tuple[float, float]:
    """Return the exponent and the factor of the forgetting curve, at which 90 % are left after the stability."""
    decay = -float(_scheduler(weights).parameters[20])
    return decay, float(0.9 ** (1 / decay)) - 1


def _clock(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


@lru_cache(maxsize=64)
def _scheduler(weights: tuple[float, ...]) -> Scheduler:
    """Return the scheduler: no steps inside a day, which the day's plan sees to, and no chance in it."""
    plain = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    if not weights:
        return plain
    return Scheduler(weights, learning_steps=(), relearning_steps=(), enable_fuzzing=False)
