"""E11: the last cards of a match. What can be waited for, what is to be sent? The answer is explained from counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.training.chance import some
from engine.training.endgame import Position, position_of, sends, waits
from engine.training.exercises.question import Answered, Card, Named, Question, Response, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, numbers
from poems.chance import Seed, below

MOST: Final = 5
MOST_DEAD: Final = 8


class Ask(StrEnum):
    """What is asked of a position."""

    WAIT = "wait"
    SEND = "send"


@dataclass(frozen=True, slots=True)
class EndgameQuiz:
    """So many positions: five own cards to one, the opponent's as many or one more or less; waits and sends in turn."""

    seed: Seed
    questions: int = 10

    def position(self, number: int) -> Position:
        """Return a position by its number: the later, the fewer cards."""
        bits = self.seed.stream(f"position {number}")
        mine = max(MOST - number * MOST // self.questions, 1)
        both = mine + max(mine + below(3, bits) - 1, 1)
        cards = some(numbers(ALL_CARDS), both + below(MOST_DEAD + 1, bits), bits)
        return position_of(cards[:mine], cards[mine:both], cards[both:])

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next position's question; with one card nothing is to be chosen for a send, so it is a wait."""
        number = len(done)
        if number >= self.questions:
            return None
        position = self.position(number)
        send = number % 2 == 1 and position.mine.bit_count() > 1
        best = sends(position)[0].card if send else waits(position)[0].card
        options = numbers(position.mine if send else position.mine | position.theirs)
        return Question(
            Exercise.ENDGAME,
            number,
            Named(best),
            Card(best),
            options=options,
            poem=best,
            unread=ALL_CARDS & ~position.read,
            set_id=Ask.SEND if send else Ask.WAIT,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a choice counts: right where none is better; else points go down with what it costs in kana."""
        if not isinstance(response.given, Card) or response.given.card not in question.options:
            return Verdict.wrong(ErrorKind.NO_ANSWER)
        cost = self.cost(question, response.given.card)
        if not cost:
            return Verdict.right(response.given.card)
        return Verdict.wrong(ErrorKind.OTHER, response.given.card, points=1 / (1 + cost))

    def cost(self, question: Question, card: int) -> int:
        """Return how many kana a choice costs against the best. Raises StopIteration for no option."""
        position = self.position(question.number)
        if question.set_id == Ask.SEND:
            every = sends(position)
            return next(one.cost for one in every if one.card == card) - every[0].cost
        ways = waits(position)
        return len(next(one.safe for one in ways if one.card == card)) - len(ways[0].safe)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result: how often the best was chosen, and the mean cost in kana of what was."""

    tally: Tally
    cost: float | None


def summary(drill: EndgameQuiz, done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    costs = [drill.cost(one.question, one.verdict.chosen) for one in done if one.verdict.chosen]
    return Summary(tally(done), sum(costs) / len(costs) if costs else None)
