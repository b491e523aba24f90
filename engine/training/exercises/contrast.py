"""E3: two or three cards that sound alike, and as little of the sound as can be: where does hearing begin?

The same module asks whole sounds among a contrast set (`Telling`), which is how the sets of the day are practised.
Neither counts for the schedule: two buttons are easier than the mat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from engine.training.chance import pick
from engine.training.exercises.question import Answered, Card, Heard, Question, Response, Stop, Verdict
from engine.training.exercises.sound_to_card import chosen
from engine.training.exercises.tally import Tally, tally
from engine.training.pairs import Pair, SoundClass, sound_class
from engine.training.sets import ContrastSet, next_answer, next_even_answer, over
from engine.training.threshold import Answer, Threshold, fold
from engine.training.trial import Exercise
from poems.cards import mask
from poems.chance import Seed


@dataclass(frozen=True, slots=True)
class Contrast:
    """A run of cut sounds. Only the cards of the set can come, so the decision point is that among them.

    Raises ValueError for fewer than two cards or more than three.
    """

    cards: tuple[int, ...]
    seed: Seed
    voice: str = ""

    def __post_init__(self) -> None:
        if not 2 <= len(set(self.cards)) == len(self.cards) <= 3:
            raise ValueError("a contrast is heard between two or three cards")

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next sound, cut where its answer tells the most."""
        known = threshold(done)
        if known.over:
            return None
        return self.question([one.question.poem or 0 for one in done], known.next_cut_ms)

    def question(self, asked: Sequence[int], cut: float) -> Question:
        """Return the question after these cards, cut so many milliseconds after the decision point.

        Which card comes does not hang on the answers, so a page can have all of them and cut the sounds by itself.
        """
        card = next_answer(self.cards, asked, self.seed.stream(f"contrast {len(asked)}"))
        return Question(
            Exercise.CONTRAST,
            len(asked),
            Heard(card, self.voice, Stop.CUT, cut),
            Card(card),
            options=self.cards,
            poem=card,
            unread=mask(self.cards),
            level=cut,
            set_id="-".join(map(str, sorted(self.cards))),
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a chosen card counts."""
        return chosen(question.poem or 0, response)


def threshold(done: Sequence[Answered]) -> Threshold:
    """Return what a run tells of the threshold; what was interrupted does not count."""
    return fold(
        Answer(one.question.level, one.verdict.correct is True, len(one.question.options))
        for one in done
        if one.question.level is not None and not one.response.interrupted
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result: what is known of the threshold, and what has to be heard for it."""

    tally: Tally
    threshold: Threshold
    sound_classes: tuple[SoundClass, ...]


def summary(drill: Contrast, done: Sequence[Answered]) -> Summary:
    """Return what a run shows."""
    classes = {sound_class(Pair.of(one, other)) for one, other in combinations(drill.cards, 2)}
    return Summary(tally(done), threshold(done), tuple(sorted(classes)))


Cards: TypeAlias = tuple[int, ...]
"""The cards of a contrast, in ascending order."""


def next_contrasts(
    thresholds_ms: Mapping[Cards, float], matter: Mapping[Cards, float], count: int
) -> tuple[Cards, ...]:
    """Return the pairs or trios to hear next: the highest threshold times how much it matters in matches."""
    worth = {cards: max(ms, 0.0) * matter.get(cards, 1.0) for cards, ms in thresholds_ms.items()}
    return tuple(sorted(worth, key=lambda cards: (-worth[cards], cards)))[:count]


@dataclass(frozen=True, slots=True)
class Telling:
    """A contrast set with whole sounds up to the kimari-ji: ends at ten right of twelve, or after twenty."""

    chosen_set: ContrastSet
    seed: Seed
    voices: tuple[str, ...] = ("",)

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next sound of the set."""
        if over(one.verdict.correct is True for one in done):
            return None
        bits = self.seed.stream(f"telling {len(done)}")
        asked = [one.question.poem or 0 for one in done]
        choose = next_even_answer if len(self.chosen_set.cards) > 2 else next_answer
        card = choose(self.chosen_set.cards, asked, bits)
        return Question(
            Exercise.CONTRAST,
            len(done),
            Heard(card, pick(self.voices, bits), Stop.KIMARIJI_END),
            Card(card),
            options=self.chosen_set.cards,
            poem=card,
            unread=mask(self.chosen_set.cards),
            set_id=self.chosen_set.id,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a chosen card counts."""
        return chosen(question.poem or 0, response)
