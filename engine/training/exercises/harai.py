"""E10, harai (払い): the phone reads, and real cards are swept. The player says what came of it; nothing is timed.

A phone cannot see a hand, so there are no milliseconds here, only counts. Swings by metronome have sets of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.training.exercises.question import Answered, Heard, Question, Response, Told, Verdict
from engine.training.interval import Interval, share
from engine.training.trial import ErrorKind, Exercise
from poems.cards import ALL_CARDS, mask
from poems.chance import Seed, shuffled

REST_AFTER_S: Final = 600
"""Seconds of swings and sweeps after which a rest is due."""
WARM_UP_S: Final = 120


class Outcome(StrEnum):
    """What came of a read, as the player says it."""

    TOOK = "took"
    LATE = "late"
    FAULT = "fault"
    NOT_THERE = "not_there"
    """A dead card, rightly let pass."""


class Swing(StrEnum):
    """What is swung by metronome."""

    WARM_UP = "warm_up"
    FOUR_CORNERS = "four_corners"
    WATARITE = "watarite"
    """Over from one card to its partner."""
    KAKOITE = "kakoite"
    """Covering a card until the sound tells."""


@dataclass(frozen=True, slots=True)
class SwingSet:
    """A set of swings: so many beats a minute for so long, and the rest after it, in seconds."""

    swing: Swing
    beats_a_minute: int
    seconds: int
    rest_s: int


def swing_sets(minutes: int, beats_a_minute: int = 40) -> tuple[SwingSet, ...]:
    """Return sets for a session, the warm-up first; a long rest after each ten minutes.

    Raises ValueError for no time or a pace that no arm keeps.
    """
    if minutes < 1 or not 10 <= beats_a_minute <= 120:
        raise ValueError("a session has a minute at least, and 10 to 120 beats a minute")
    out = [SwingSet(Swing.WARM_UP, min(beats_a_minute, 30), WARM_UP_S, 30)]
    swung = WARM_UP_S
    kinds = (Swing.FOUR_CORNERS, Swing.WATARITE, Swing.KAKOITE)
    while swung < minutes * 60:
        kind = kinds[(len(out) - 1) % len(kinds)]
        before, swung = swung, swung + 60
        rest = 60 if swung // REST_AFTER_S > before // REST_AFTER_S else 20
        out.append(SwingSet(kind, beats_a_minute, 60, rest))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Harai:
    """A reading for real cards: these poems, in an order of the seed; those of `field` lie before the player."""

    cards: tuple[int, ...]
    field: int
    seed: Seed
    voice: str = ""

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next read."""
        order = shuffled(self.cards, self.seed.stream("order"))
        if len(done) >= len(order):
            return None
        card = order[len(done)]
        return Question(
            Exercise.HARAI,
            len(done),
            Heard(card, self.voice),
            Told(right=True),
            poem=card,
            unread=ALL_CARDS & ~mask(order[: len(done)]),
            set_id="here" if self.field >> card & 1 else "dead",
        )

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return the player's own word; without one nothing is judged."""
        if not isinstance(response.given, Told):
            return Verdict(correct=None)
        if response.given.right:
            return Verdict.right()
        return Verdict.wrong(_ERRORS.get(response.given.outcome, ErrorKind.OTHER))


def told(outcome: Outcome) -> Told:
    """Return an outcome as the player's own word."""
    return Told(outcome in (Outcome.TOOK, Outcome.NOT_THERE), str(outcome))


def response(outcome: Outcome) -> Response:
    """Return the response that an outcome is; there is no time in it."""
    return Response(told(outcome))


_ERRORS: Final = {str(Outcome.LATE): ErrorKind.MISSED, str(Outcome.FAULT): ErrorKind.FALSE_ALARM}


@dataclass(frozen=True, slots=True)
class Summary:
    """A run's result: cards taken of those that lay, dead cards let pass of those that came."""

    taken: Interval | None
    let_pass: Interval | None


def summary(done: Sequence[Answered]) -> Summary:
    """Return what a run shows; what was not told is left out."""
    shares = []
    for kind in ("here", "dead"):
        own = [one for one in done if one.question.set_id == kind and one.verdict.correct is not None]
        shares.append(share(sum(one.verdict.correct is True for one in own), len(own)))
    return Summary(shares[0], shares[1])
