"""E5: what is the kimari-ji now? It changes about 42 times in a match; a change missed is a slow take or a fault.

Four forms: a list of what was read (snapshot), reads that tick by (stream), an alarm for a group's changes, and the
safe prefix of a layout, at which the hand may go early.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.training.chance import pick, some, weighted
from engine.training.exercises.question import Answered, Kana, Press, Question, Response, Unread, Verdict
from engine.training.exercises.tally import Tally, climbed, tally
from engine.training.items import Skill
from engine.training.trial import ErrorKind, Exercise, Trial
from poems import kimariji
from poems.answer import opening
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Bits, Seed, shuffled

LENGTHS: Final = (5, 20, 50)
"""Poems read before a snapshot, from the easiest level up."""
LONGER_AT: Final = 0.8
LONGER_AFTER: Final = 5
MOST_LAG: Final = 10
_CHANGED: Final = 12.0
_NEXT: Final = 1.0
_OTHER: Final = 0.25
_ASKED: Final = 0.35
"""The share of reads of a stream after which a card is asked."""


class Form(StrEnum):
    """What is asked."""

    SNAPSHOT = "snapshot"
    STREAM = "stream"
    SAFE = "safe"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """So many questions, each about a list of its own; the lists grow with success.

    With `territory` the safe prefix is asked of one of its cards in place of the current kimari-ji.
    """

    seed: Seed
    questions: int = 10
    level: int = 0
    territory: int = 0

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next list and card."""
        number = len(done)
        if number >= self.questions:
            return None
        bits = self.seed.stream(f"snapshot {number}")
        level = self.level_after(done)
        order = shuffled(numbers(ALL_CARDS), bits)
        read = mask(order[: LENGTHS[level]])
        lag = lags(order[: LENGTHS[level]])
        left = [card for card in order[LENGTHS[level] :] if not self.territory or self.territory >> card & 1]
        if not left:
            left = [next(card for card in numbers(self.territory or ALL_CARDS))]
            read &= ~mask(left)
        card = weighted({one: _weight(lag.get(one)) for one in left}, bits)
        return question(number, card, read, self.territory, lag.get(card))

    def judge(self, asked: Question, response: Response) -> Verdict:
        """Return how a typed kimari-ji counts."""
        return judged(asked, response)

    def level_after(self, done: Sequence[Answered]) -> int:
        """Return how long the lists are now: four of the last five right bring longer ones."""
        return climbed(done, self.level, len(LENGTHS) - 1, right=LONGER_AT, last=LONGER_AFTER)


@dataclass(frozen=True, slots=True)
class Stream:
    """A whole reading that ticks by. `asks_after(n)` says what is asked once n poems have been read."""

    seed: Seed
    reads: int = 60

    @property
    def order(self) -> tuple[int, ...]:
        """The poems in the order in which they are read."""
        return shuffled(numbers(ALL_CARDS), self.seed.stream("order"))[: self.reads]

    def points(self) -> tuple[int, ...]:
        """Return after how many reads something is asked, in order; never after the first four."""
        bits = self.seed.stream("points")
        return tuple(at for at in range(5, self.reads + 1) if pick(range(100), bits) < 100 * _ASKED)

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next question of the stream."""
        points = self.points()
        if len(done) >= len(points):
            return None
        after = points[len(done)]
        read = mask(self.order[:after])
        lag = lags(self.order[:after])
        bits = self.seed.stream(f"stream {after}")
        left = numbers(ALL_CARDS & ~read)
        soon = {change.card for card in left for change in kimariji.changes(read, card)}
        card = weighted({one: _weight(lag.get(one), soon=one in soon) for one in left}, bits)
        return question(len(done), card, read, 0, lag.get(card))

    def judge(self, asked: Question, response: Response) -> Verdict:
        """Return how a typed kimari-ji counts."""
        return judged(asked, response)


@dataclass(frozen=True, slots=True)
class Alarm:
    """Reads tick by, and it is pressed when the kimari-ji of any card of a group changes."""

    group: int
    seed: Seed
    reads: int = 40

    @property
    def order(self) -> tuple[int, ...]:
        """The poems in the order in which they are read: half of them begin like a card of the group."""
        bits = self.seed.stream("order")
        near = [
            card for card in numbers(ALL_CARDS) if any(self._same(card, one) for one in numbers(self.group))
        ]
        far = [card for card in numbers(ALL_CARDS) if card not in near]
        half = some(near, self.reads // 2, bits)
        return shuffled([*half, *some(far, self.reads - len(half), bits)], bits)

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next read; the answer says whether a card of the group changes by it."""
        order = self.order
        if len(done) >= len(order):
            return None
        read = mask(order[: len(done)])
        card = order[len(done)]
        changed = [one for one in kimariji.changes(read, card) if self.group >> one.card & 1]
        return Question(
            Exercise.KIMARIJI_NOW,
            len(done),
            Unread(card, read),
            Press(bool(changed)),
            poem=card,
            unread=ALL_CARDS & ~read,
        )

    def judge(self, asked: Question, response: Response) -> Verdict:
        """Return whether it was pressed for a change, and for nothing else."""
        wanted = asked.answer == Press(pressed=True)
        pressed = response.given == Press(pressed=True)
        if wanted == pressed:
            return Verdict.right()
        return Verdict.wrong(ErrorKind.MISSED if wanted else ErrorKind.FALSE_ALARM)

    @staticmethod
    def _same(card: int, other: int) -> bool:
        return kimariji.full(card)[0] == kimariji.full(other)[0]


def question(number: int, card: int, read: int, territory: int, lag: int | None) -> Question:
    """Return what is asked of a card; `level` is how many reads ago its kimari-ji changed, None for never."""
    right = kimariji.safe_prefix(card, read, territory) if territory else kimariji.current(card, read)
    return Question(
        Exercise.KIMARIJI_NOW,
        number,
        Unread(card, read),
        Kana(right),
        poem=card,
        skill=None if territory else Skill.CURRENT,
        unread=ALL_CARDS & ~read,
        level=None if lag is None else float(lag),
        set_id=Form.SAFE if territory else "",
    )


def judged(asked: Question, response: Response) -> Verdict:
    """Return how a typed kimari-ji counts: right, too long (a change was missed), too short (it would be a fault)."""
    if not isinstance(response.given, Kana) or not response.given.text.strip():
        return Verdict.wrong(ErrorKind.NO_ANSWER)
    assert isinstance(asked.answer, Kana)
    card, right = asked.poem or 0, asked.answer.text
    length = opening(card, response.given.text)
    if not length:
        return Verdict.wrong(ErrorKind.OTHER)
    if length == len(right):
        return Verdict.right(card)
    return Verdict.wrong(ErrorKind.TOO_LONG if length > len(right) else ErrorKind.TOO_SHORT)


def level_of(trials: Sequence[Trial]) -> int:
    """Return how long the lists are after these trials of several runs, by the rule of one run.

    So many of the last few right, all on lists of a level's length, bring the next; what was answered on it stays.
    """
    level = 0
    while level < len(LENGTHS) - 1:
        own = [one.correct is True for one in trials if _length(one) == LENGTHS[level]]
        windows = (own[end - LONGER_AFTER : end] for end in range(LONGER_AFTER, len(own) + 1))
        if not any(sum(window) >= LONGER_AT * LONGER_AFTER for window in windows):
            break
        level += 1
    return level


def _length(trial: Trial) -> int:
    return 0 if trial.unread is None else len(numbers(ALL_CARDS)) - trial.unread.bit_count()


def lags(order: Sequence[int]) -> dict[int, int]:
    """Return for each card whose kimari-ji has changed how many reads ago it last did; 1 is by the last read."""
    last: dict[int, int] = {}
    read = 0
    for index, card in enumerate(order):
        for change in kimariji.changes(read, card):
            last[change.card] = index
        read |= 1 << card
    return {card: len(order) - index for card, index in last.items() if not read >> card & 1}


def _weight(lag: int | None, *, soon: bool = False) -> float:
    if lag is not None and lag <= MOST_LAG:
        return _CHANGED
    return _NEXT if soon else _OTHER


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result, with right answers by how long ago the change was: `(1–3, 4–10, longer or never)`."""

    tally: Tally
    by_lag: tuple[tuple[str, int, int], ...]
    """Name, right, of how many."""


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    rows = []
    for name, low, high in (("1-3", 1, 3), ("4-10", 4, 10), ("11+", 11, 1000)):
        own = [one for one in done if one.question.level is not None and low <= one.question.level <= high]
        rows.append((name, sum(one.verdict.correct is True for one in own), len(own)))
    never = [one for one in done if one.question.level is None]
    rows.append(("never", sum(one.verdict.correct is True for one in never), len(never)))
    return Summary(tally(done), tuple(rows))


def drawn_group(seed: Seed) -> int:
    """Return a group for the alarm: all cards of a first kana that has four or more."""
    bits: Bits = seed.stream("group")
    kana = sorted({kimariji.full(card)[0] for card in numbers(ALL_CARDS)})
    large = [one for one in kana if kimariji.starting_with(one).bit_count() >= 4]
    return kimariji.starting_with(pick(large, bits))
