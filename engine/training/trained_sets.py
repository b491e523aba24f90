"""What became of each contrast set: how often its cards were mixed up on its first day, and how often on the last days.

A set hardly ever comes again with the very same cards, as the others around a pair change. So every later set counts in
which two of its cards or more came together, as far as they do. Only contrasts with whole sounds, or with none, are
compared: their answers are chosen among as few cards each time, and a sound that is cut short is no mix-up.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from engine.training.confusion import FEWEST, mistaken_for
from engine.training.interval import share
from engine.training.rows import Row, row
from engine.training.trial import Exercise, Trial
from poems.cards import mask, numbers
from poems.kimariji import full


@dataclass(frozen=True, slots=True)
class Days:
    """The mix-ups inside a set on some days, of the answers in which there could have been one."""

    first: date
    last: date
    rate: Row


@dataclass(frozen=True, slots=True)
class TrainedSet:
    """A set with its first day and its last ones; `after` is None where no two of its cards came together since.

    `after` goes back as many days as a figure needs answers, and never to the first.
    """

    cards: tuple[int, ...]
    before: Days
    after: Days | None

    @property
    def known(self) -> bool:
        """Whether both figures may be told."""
        return (
            self.before.rate.value is not None
            and self.after is not None
            and self.after.rate.value is not None
        )

    @property
    def last(self) -> date:
        """The last day on which it was practised."""
        return self.before.last if self.after is None else self.after.last


@dataclass(frozen=True, slots=True)
class _Session:
    """The answers to one set on one day: each the card that was asked, and the mask of what it was taken for."""

    day: date
    cards: int
    answers: list[tuple[int, int]]

    def inside(self, cards: int) -> tuple[int, int]:
        """Return how many answers could have mixed up two of these cards, and how many did."""
        asked = [(card, taken) for card, taken in self.answers if cards >> card & 1]
        could = asked if (cards & self.cards).bit_count() > 1 else []
        return len(could), sum(bool(taken & cards) for _card, taken in could)


def trained_sets(trials: Iterable[Trial]) -> tuple[TrainedSet, ...]:
    """Return every contrast set of these settled trials, the last practised first."""
    sessions = _sessions(trials)
    first: dict[int, int] = {}
    for at, one in enumerate(sessions):
        first.setdefault(one.cards, at)
    found = [_trained(cards, sessions, at) for cards, at in first.items()]
    return tuple(
        sorted(found, key=lambda one: (-one.last.toordinal(), -one.before.first.toordinal(), one.cards))
    )


def _sessions(trials: Iterable[Trial]) -> list[_Session]:
    by: dict[tuple[date, int], _Session] = {}
    for one in trials:
        whole = one.exercise is Exercise.CONTRAST and one.level is None and not one.interrupted
        if not whole or one.correct is None or one.poem not in one.options or len(one.options) < 2:
            continue
        key = (one.practice_day, mask(one.options))
        session = by.setdefault(key, _Session(*key, []))
        session.answers.append((one.poem or 0, mask(mistaken_for(one))))
    return sorted(by.values(), key=lambda session: session.day)


def _trained(cards: int, sessions: Sequence[_Session], at: int) -> TrainedSet:
    day = sessions[at].day
    today = [one for one in sessions if one.day == day]
    later: list[_Session] = []
    for one in reversed(sessions):
        if one.day <= day:
            break
        if (one.cards & cards).bit_count() < 2:
            continue
        if later and later[-1].day != one.day and _counted(cards, later)[0] >= FEWEST:
            break
        later.append(one)
    name = "/".join(map(full, numbers(cards)))
    after = None if not later else _days(cards, later, name)
    return TrainedSet(numbers(cards), _days(cards, today, name), after)


def _days(cards: int, sessions: Sequence[_Session], name: str) -> Days:
    chances, mixed = _counted(cards, sessions)
    days = [one.day for one in sessions]
    return Days(min(days), max(days), row(name, share(mixed, chances), "share", FEWEST))


def _counted(cards: int, sessions: Sequence[_Session]) -> tuple[int, int]:
    each = [one.inside(cards) for one in sessions]
    return sum(could for could, _did in each), sum(did for _could, did in each)
