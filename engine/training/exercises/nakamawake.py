"""E6, nakamawake (仲間わけ): how many of a first sound are still unread, and which."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.training.chance import pick
from engine.training.exercises.question import Answered, Cards, Group, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Seed, shuffled
from poems.kimariji import full, starting_with
from poems.sets import MUSUME

SINGLES: Final = "single"
ALWAYS_SINGLE: Final = mask(
    card for card in numbers(ALL_CARDS) if starting_with(full(card)[0]).bit_count() == 1
)
GROUPS: Final = tuple(kana for kana in MUSUME if starting_with(kana).bit_count() > 1)
"""The first kana that more than one card has."""


@dataclass(frozen=True, slots=True)
class Nakamawake:
    """So many questions along one reading, after each `step` reads."""

    seed: Seed
    questions: int = 8
    step: int = 8

    @property
    def order(self) -> tuple[int, ...]:
        """The poems in the order in which they are read."""
        return shuffled(numbers(ALL_CARDS), self.seed.stream("order"))

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next group; those of more than one card are asked."""
        number = len(done)
        if number >= self.questions or (number + 1) * self.step >= 100:
            return None
        read = mask(self.order[: (number + 1) * self.step])
        kana = pick(GROUPS, self.seed.stream(f"group {number}"))
        left = starting_with(kana) & ~read
        return Question(
            Exercise.NAKAMAWAKE,
            number,
            Group(kana, read),
            Cards(left),
            numbers(starting_with(kana)),
            unread=ALL_CARDS & ~read,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return whether exactly the cards that are left were named; points are for each card told rightly."""
        return judged(question, response)


@dataclass(frozen=True, slots=True)
class Singles:
    """The same reading, asked which first sounds are single by now; the seven that always are do not count."""

    seed: Seed
    questions: int = 8
    step: int = 8

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next question: the answer are the cards that are the last of their first kana."""
        number = len(done)
        if number >= self.questions or (number + 1) * self.step >= 100:
            return None
        order = shuffled(numbers(ALL_CARDS), self.seed.stream("order"))
        read = mask(order[: (number + 1) * self.step])
        found = mask(card for kana in singles(read) for card in numbers(starting_with(kana) & ~read))
        return Question(
            Exercise.NAKAMAWAKE,
            number,
            Group("", read),
            Cards(found & ~ALWAYS_SINGLE),
            numbers(ALL_CARDS & ~ALWAYS_SINGLE),
            unread=ALL_CARDS & ~read,
            set_id=SINGLES,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return whether exactly the single ones were named."""
        return judged(question, response)


def judged(question: Question, response: Response) -> Verdict:
    """Return whether exactly the right cards were named; points are for each card told rightly."""
    assert isinstance(question.answer, Cards)
    if not isinstance(response.given, Cards):
        return Verdict.wrong(ErrorKind.NO_ANSWER)
    wrong = question.answer.cards ^ response.given.cards
    if not wrong:
        return Verdict.right()
    points = 1 - wrong.bit_count() / max(len(question.options), 1)
    gone = response.given.cards & ~question.answer.cards
    return Verdict.wrong(ErrorKind.FALSE_ALARM if gone else ErrorKind.MISSED, points=max(points, 0.0))


def choice(kana: str, read: int) -> int:
    """Return the cards that naming a first kana as single stands for: what is left of it, or all where none is."""
    every = starting_with(kana)
    return every & ~read or every


def missed(answered: Answered) -> tuple[int, ...]:
    """Return the cards that were left and were not named."""
    assert isinstance(answered.question.answer, Cards)
    given = answered.response.given.cards if isinstance(answered.response.given, Cards) else 0
    return numbers(answered.question.answer.cards & ~given)


def singles(read: int) -> tuple[str, ...]:
    """Return the first kana of which one card alone is unread: it is taken at its first sound."""
    return tuple(kana for kana in MUSUME if (starting_with(kana) & ~read).bit_count() == 1)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result, with the kimari-ji of the cards that were forgotten."""

    tally: Tally
    forgotten: tuple[str, ...]


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    return Summary(tally(done), tuple(full(card) for one in done for card in missed(one)))
