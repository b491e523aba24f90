"""E1, fudanagashi (札流し): a torifuda is shown, and its kimari-ji is said, against the clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from engine.training.exercises.question import Answered, Face, Kana, Question, Response, Told, Verdict
from engine.training.exercises.tally import Tally, tally
from engine.training.items import Skill
from engine.training.pairs import face_alike
from engine.training.trial import ErrorKind, Exercise
from poems.answer import names_card
from poems.chance import Seed, below, shuffled
from poems.kana import hiragana
from poems.kimariji import full

PENALTY_MS: Final = 3000.0
LADDER_S: Final = (180, 120, 90, 60, 45)
"""Goals for all 100 cards, in seconds."""
SLOW: Final = 1.5
"""A card is practised more that takes so many times one's own median."""


@dataclass(frozen=True, slots=True)
class Fudanagashi:
    """A run through some cards, each once, in an order of the seed; `turning` shows half of them upside down."""

    cards: tuple[int, ...]
    seed: Seed
    turning: bool = True

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next face."""
        number = len(done)
        if number >= len(self.cards):
            return None
        card = shuffled(self.cards, self.seed.stream("order"))[number]
        turned = self.turning and below(2, self.seed.stream(f"turned {number}")) == 1
        return Question(
            Exercise.FUDANAGASHI, number, Face(card, turned), Kana(full(card)), poem=card, skill=Skill.FACE
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a kimari-ji counts, in any spelling; a player may also tell right from wrong themselves."""
        card = question.poem or 0
        match response.given:
            case Told(right=right):
                return Verdict.right(card) if right else Verdict.wrong(ErrorKind.OTHER)
            case Kana(text) if text.strip():
                return judged(card, text)
            case _:
                return Verdict.wrong(ErrorKind.NO_ANSWER)


def judged(card: int, text: str) -> Verdict:
    """Return how a typed kimari-ji counts for a card."""
    named = names_card(text)
    if named == card:
        return Verdict.right(card)
    if named is None:
        short = full(card).startswith(hiragana(text.strip()))
        return Verdict.wrong(ErrorKind.TOO_SHORT if short else ErrorKind.OTHER)
    alike = face_alike(card, named)
    return Verdict.wrong(ErrorKind.LOOK_ALIKE_FACE if alike else ErrorKind.OTHER_CARD, named)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result. `total_ms` has three seconds for each mistake; `goal_s` is the next rung for so many cards."""

    tally: Tally
    total_ms: float
    goal_s: float | None
    by_card_ms: tuple[tuple[int, float], ...]
    """The slowest first."""


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    times = {one.question.poem or 0: one.response.rt_ms or 0.0 for one in done}
    wrong = sum(one.verdict.correct is False for one in done)
    total = sum(times.values()) + PENALTY_MS * wrong
    rungs = [rung * len(done) / 100 for rung in LADDER_S]
    goal = next((rung for rung in rungs if rung * 1000 < total), None)
    slowest = sorted(times.items(), key=lambda pair: (-pair[1], pair[0]))
    return Summary(tally(done), total, goal, tuple(slowest))


def next_cards(done: Sequence[Answered], count: int) -> tuple[int, ...]:
    """Return the cards of the next run: those that were missed, then the slow, then what looks like them."""
    times = {one.question.poem or 0: one.response.rt_ms or 0.0 for one in done}
    if not times:
        return ()
    usual = median(times.values())
    missed = [one.question.poem or 0 for one in done if one.verdict.correct is False]
    slow = sorted((card for card in times if times[card] > SLOW * usual), key=lambda card: -times[card])
    hard = list(dict.fromkeys([*missed, *slow]))
    alike = [card for card in range(1, 101) if any(card != one and face_alike(one, card) for one in hard)]
    return tuple(dict.fromkeys([*hard, *alike]))[:count]


def slowest(times_ms: Sequence[tuple[int, float]], count: int) -> tuple[int, ...]:
    """Return the slowest cards of what is known, the slowest first: "my slowest 20"."""
    return tuple(card for card, _ in sorted(times_ms, key=lambda pair: (-pair[1], pair[0])))[:count]
