"""Laying (並べ): the own home layout is learnt by laying 25 of its cards, four packs of them, against the clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.karuta.field import Layout
from engine.karuta.player import Side
from engine.training.exercises.memorising import SAME_ROW, place_points
from engine.training.exercises.question import Answered, Named, Place, Question, Response, Verdict
from engine.training.interval import Interval, share
from engine.training.layout import DEALT, HomeLayout
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, numbers
from poems.chance import Seed, shuffled

PACKS: Final = 100 // DEALT


@dataclass(frozen=True, slots=True)
class Laying:
    """Packs of 25, one after the other; in four of them every card comes once. Raises ValueError for other counts."""

    home: HomeLayout
    seed: Seed
    packs: int = PACKS

    def __post_init__(self) -> None:
        if not 1 <= self.packs <= PACKS:
            raise ValueError(f"the hundred cards make 1 to {PACKS} packs, not {self.packs}")

    def pack(self, number: int) -> tuple[int, ...]:
        """Return the cards of a pack in the order in which they come up."""
        mixed = shuffled(numbers(ALL_CARDS), self.seed.stream("packs"))
        return mixed[number * DEALT : (number + 1) * DEALT]

    def laid(self, number: int) -> Layout:
        """Return where the cards of a pack belong."""
        return self.home.laid(self.pack(number))

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next card to be laid."""
        number = len(done)
        pack, at = divmod(number, DEALT)
        if pack >= self.packs:
            return None
        card = self.pack(pack)[at]
        slot = self.laid(pack).slot_of(card)
        assert slot is not None
        set_id = f"pack {pack + 1}"
        return Question(Exercise.LAYING, number, Named(card), Place(Side.A, slot), poem=card, set_id=set_id)

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a place counts: the right end of the right row has 0.6 points, the order there the rest."""
        given, right = response.given, question.answer
        if not isinstance(given, Place) or not isinstance(right, Place):
            return Verdict.wrong(ErrorKind.NO_ANSWER)
        points = place_points(right, given)
        return Verdict.right() if points == 1 else Verdict.wrong(ErrorKind.WRONG_PLACE, points=points)


@dataclass(frozen=True, slots=True)
class Summary:
    """A pack's result: how many lie in their place, how many at least in their corner, and the time for all."""

    pack: int
    places: Interval | None
    corners: Interval | None
    seconds: float


def summary(done: Sequence[Answered]) -> tuple[Summary, ...]:
    """Return what each pack shows, the first first."""
    packs: dict[int, list[Answered]] = {}
    for one in done:
        packs.setdefault(one.question.number // DEALT, []).append(one)
    return tuple(_summary(number, own) for number, own in sorted(packs.items()))


def _summary(number: int, own: Sequence[Answered]) -> Summary:
    places = sum(one.verdict.correct is True for one in own)
    corners = sum(one.verdict.points >= SAME_ROW for one in own)
    seconds = sum(one.response.rt_ms or 0.0 for one in own) / 1000
    return Summary(number + 1, share(places, len(own)), share(corners, len(own)), seconds)
