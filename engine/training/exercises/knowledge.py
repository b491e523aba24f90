"""E14: the poems themselves, for school and newcomers: upper and lower half, poet, meaning. Apart from competing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.training.chance import some
from engine.training.exercises.question import Answered, Card, Question, Response, Verdict, Verse
from engine.training.exercises.tally import Tally, tally
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, numbers
from poems.chance import Seed, shuffled


class Knows(StrEnum):
    """What is shown, and what is chosen among four."""

    KAMI_TO_SHIMO = "kami_to_shimo"
    SHIMO_TO_KAMI = "shimo_to_kami"
    POEM_TO_POET = "poem_to_poet"
    POET_TO_POEM = "poet_to_poem"
    MEANING_TO_POEM = "meaning_to_poem"

    @property
    def shown(self) -> str:
        """The part that is shown."""
        return self.value.split("_")[0]

    @property
    def chosen(self) -> str:
        """The part that is chosen."""
        return self.value.split("_")[-1]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A run through some poems; no two of the four choices are alike, as every poem has its own poet and words."""

    cards: tuple[int, ...]
    knows: Knows
    seed: Seed
    choices: int = 4

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next poem with its choices."""
        order = shuffled(self.cards, self.seed.stream("order"))
        number = len(done)
        if number >= len(order):
            return None
        card = order[number]
        bits = self.seed.stream(f"choices {number}")
        others = some([one for one in numbers(ALL_CARDS) if one != card], self.choices - 1, bits)
        return Question(
            Exercise.POEM,
            number,
            Verse(card, self.knows.shown),
            Card(card),
            options=shuffled((card, *others), bits),
            poem=card,
            set_id=self.knows,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a choice counts."""
        if not isinstance(response.given, Card) or response.given.card == 0:
            return Verdict.wrong(ErrorKind.NO_ANSWER)
        card = response.given.card
        return Verdict.right(card) if card == question.poem else Verdict.wrong(ErrorKind.OTHER_CARD, card)


def summary(done: Sequence[Answered]) -> Tally:
    """Return what a run shows."""
    return tally(done)
