"""E2: the upper half sounds up to the end of the kimari-ji, and the card is chosen among eight faces."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.training.chance import pick, some
from engine.training.confusion import Matrix, alike
from engine.training.exercises.question import Answered, Card, Heard, Question, Response, Stop, Verdict
from engine.training.exercises.tally import Tally, climbed, tally
from engine.training.items import Skill
from engine.training.pairs import Pair, partners, sound_alike
from engine.training.trial import ErrorKind, Exercise, Trial
from poems.cards import ALL_CARDS, mask, numbers
from poems.chance import Bits, Seed, shuffled
from poems.kimariji import friends

FACES: Final = 8
CLOSER_AT: Final = 0.9
CLOSER_AFTER: Final = 10
"""Nine right of the last ten bring closer faces."""
MOST_CLOSE: Final = 4


@dataclass(frozen=True, slots=True)
class SoundToCard:
    """A run through these cards. Each further level of closeness takes two more faces from those that are mixed up."""

    cards: tuple[int, ...]
    seed: Seed
    voices: tuple[str, ...] = ("",)
    runs_on: bool = False
    read: int = 0
    matrix: Matrix = field(default_factory=Matrix)
    set_id: str = ""
    level: int = 0
    """The closeness at the start: what the last run reached."""

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next sound with its faces."""
        number = len(done)
        if number >= len(self.cards):
            return None
        card = self.cards[number]
        close = closeness(done, self.level)
        bits = self.seed.stream(f"sound {number}")
        stop = Stop.RUNS_ON if self.runs_on else Stop.KIMARIJI_END
        return Question(
            Exercise.SOUND,
            number,
            Heard(card, pick(self.voices, bits), stop),
            Card(card),
            options=faces(card, self.read, close, self.matrix, bits),
            poem=card,
            skill=Skill.SOUND,
            unread=ALL_CARDS & ~self.read,
            level=float(close),
            set_id=self.set_id,
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a chosen card counts."""
        return chosen(question.poem or 0, response)


def chosen(card: int, response: Response) -> Verdict:
    """Return how a chosen card counts for the one that was read."""
    if not isinstance(response.given, Card) or response.given.card == 0:
        return Verdict.wrong(ErrorKind.NO_ANSWER, 0 if response.given is not None else None)
    other = response.given.card
    if other == card:
        return Verdict.right(card)
    if response.rt_ms is not None and response.rt_ms < 0:
        return Verdict.wrong(ErrorKind.EARLY, other)
    return Verdict.wrong(
        ErrorKind.LOOK_ALIKE_SOUND if sound_alike(card, other) else ErrorKind.OTHER_CARD, other
    )


def faces(card: int, read: int, close: int, matrix: Matrix, bits: Bits) -> tuple[int, ...]:
    """Return eight faces in a random order, the right one and its friends among them.

    Every unread card that has the same beginning but for the last kana is there, as far as there is room (for one of
    the seven, the other six); then, by the closeness, those that the player mixes up the most; then any.
    """
    unread = ALL_CARDS & ~read & ~(1 << card)
    must = shuffled(numbers((friends(card, read) | partners(card)) & unread), bits)
    mixed = (pair for pair, one in matrix.counts.items() if one.mistakes and card in pair)
    likely = {*must, *alike(card), *(other for pair in mixed for other in pair.cards)}
    rates = {other: matrix.of(Pair.of(card, other)).mean for other in sorted(likely) if unread >> other & 1}
    must = tuple(sorted(must, key=lambda other: -rates[other]))
    near = sorted(rates, key=lambda other: -rates[other])[: 2 * close]
    chosen_faces = list(dict.fromkeys([*must, *near]))[: FACES - 1]
    rest = numbers(unread & ~mask(chosen_faces))
    chosen_faces += some(rest, FACES - 1 - len(chosen_faces), bits)
    return shuffled([card, *chosen_faces], bits)


def closeness(done: Sequence[Answered], level: int = 0) -> int:
    """Return the level of closeness after these answers; each ten with nine right bring one more."""
    return climbed(done, level, MOST_CLOSE, right=CLOSER_AT, last=CLOSER_AFTER)


def level_of(trials: Iterable[Trial]) -> int:
    """Return the level of closeness after these trials of several runs, by the rule of one run."""
    own = [one for one in trials if one.exercise is Exercise.SOUND and not one.interrupted]
    level = 0
    while level < MOST_CLOSE:
        right = [one.correct is True for one in own if one.level == level]
        windows = (right[end - CLOSER_AFTER : end] for end in range(CLOSER_AFTER, len(right) + 1))
        if not any(sum(window) >= CLOSER_AT * CLOSER_AFTER for window in windows):
            break
        level += 1
    return level


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result: the figures, the level reached, and who was taken for whom how often."""

    tally: Tally
    closeness: int
    mixed_up: Mapping[Pair, int]


def summary(done: Sequence[Answered], level: int = 0) -> Summary:
    """Return what a run shows."""
    mixed: dict[Pair, int] = {}
    for one in done:
        other, card = one.verdict.chosen, one.question.poem
        if one.verdict.correct is False and other and card and other != card:
            pair = Pair.of(card, other)
            mixed[pair] = mixed.get(pair, 0) + 1
    return Summary(tally(done), closeness(done, level), mixed)
