"""E4: named targets and others at match pace; the hand goes for a target and stays for all else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.training.chance import pick
from engine.training.dprime import GoNoGo
from engine.training.exercises.question import Answered, Card, Heard, Press, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.interval import share
from engine.training.pairs import shared_kana
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, numbers
from poems.chance import Bits, Seed, below

OTHERS: Final = 0.4
"""The share of reads that are no target."""
MOST_TARGETS: Final = 5
CLOSER_UNDER: Final = 0.05
FARTHER_OVER: Final = 0.15
"""Between these shares of false alarms the lures stay as close as they are."""
WINDOW: Final = 10
"""After so many others the lures are set anew."""
MOST_CLOSE: Final = 3


class Instruction(StrEnum):
    """How the player is to weigh speed against faults; the three together show their curve."""

    SAFE = "safe"
    NORMAL = "normal"
    ATTACK = "attack"


@dataclass(frozen=True, slots=True)
class Reaction:
    """A run of so many reads. Raises ValueError for no target, or for more than five."""

    targets: tuple[int, ...]
    seed: Seed
    reads: int = 30
    instruction: Instruction = Instruction.NORMAL
    voices: tuple[str, ...] = ("",)
    level: int = 0
    """How close the lures are at the start: what earlier runs came to."""

    def __post_init__(self) -> None:
        if not 1 <= len(set(self.targets)) == len(self.targets) <= MOST_TARGETS:
            raise ValueError(f"one to {MOST_TARGETS} different targets")

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next read: a target, or another card, half of those with a target's first kana."""
        number = len(done)
        if number >= self.reads:
            return None
        bits = self.seed.stream(f"reaction {number}")
        close = closeness(done, self.level)
        target = below(100, bits) >= 100 * OTHERS
        card = pick(self.targets, bits) if target else self._lure(close, bits)
        return Question(
            Exercise.REACTION,
            number,
            Heard(card, pick(self.voices, bits)),
            Press(target),
            options=self.targets,
            poem=card,
            unread=ALL_CARDS,
            level=float(close),
            set_id=self.instruction,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return whether it was pressed for a target, and for nothing else."""
        wanted = question.answer == Press(pressed=True)
        pressed = isinstance(response.given, Card | Press) and response.given != Press(pressed=False)
        if pressed and not wanted:
            early = response.rt_ms is not None and response.rt_ms < 0
            return Verdict.wrong(ErrorKind.EARLY if early else ErrorKind.FALSE_ALARM)
        if wanted and not pressed:
            return Verdict.wrong(ErrorKind.MISSED)
        return Verdict.right(question.poem if wanted else None)

    def _lure(self, close: int, bits: Bits) -> int:
        """Return a card that is no target: at each level of closeness half of the lures share a kana more."""
        others = [card for card in numbers(ALL_CARDS) if card not in self.targets]
        if below(2, bits):
            for shared in range(close + 1, 0, -1):
                alike = [
                    card for card in others if any(shared_kana(card, one) >= shared for one in self.targets)
                ]
                if alike:
                    return pick(alike, bits)
        return pick(others, bits)


def counts(done: Sequence[Answered]) -> GoNoGo:
    """Return hits and false alarms; what was interrupted is left out."""
    counted = [one for one in done if not one.response.interrupted]
    targets = [one for one in counted if one.question.answer == Press(pressed=True)]
    others = [one for one in counted if one.question.answer != Press(pressed=True)]
    return GoNoGo(
        hits=sum(one.verdict.correct is True for one in targets),
        targets=len(targets),
        false_alarms=sum(one.verdict.correct is False for one in others),
        others=len(others),
    )


def closeness(done: Sequence[Answered], level: int = 0) -> int:
    """Return how close the lures are: closer while there are few false alarms, farther while there are many."""
    counted = [
        one for one in done if not one.response.interrupted and one.question.answer != Press(pressed=True)
    ]
    return _moved([one.verdict.correct is False for one in counted], level)


def level_of(trials: Iterable[Trial]) -> int:
    """Return how close the lures are after these trials of several runs, by the rule of one run."""
    own = [one for one in trials if one.exercise is Exercise.REACTION and not one.interrupted]
    return _moved([one.correct is False for one in own if one.poem not in one.options], 0)


def _moved(false: Sequence[bool], level: int) -> int:
    """Return the level after these others, of which some were false alarms."""
    others = false_alarms = 0
    for one in false:
        others += 1
        false_alarms += one
        if others == WINDOW:
            if false_alarms < CLOSER_UNDER * WINDOW:
                level = min(level + 1, MOST_CLOSE)
            elif false_alarms > FARTHER_OVER * WINDOW:
                level = max(level - 1, 0)
            others = false_alarms = 0
    return level


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result under one instruction: one point of the speed–accuracy curve."""

    tally: Tally
    instruction: Instruction
    counts: GoNoGo

    @property
    def false_alarms(self) -> float | None:
        """The share of others that were hit."""
        found = share(self.counts.false_alarms, self.counts.others)
        return None if found is None else found.value


def summary(drill: Reaction, done: Sequence[Answered]) -> Summary:
    """Return what a run shows; times are those of hits alone."""
    hits = [one for one in done if one.question.answer == Press(pressed=True)]
    return Summary(tally(hits), drill.instruction, counts(done))
