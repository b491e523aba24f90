"""Questions, what is answered, and the verdict: the values that all exercises share."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from engine.karuta.field import Slot
from engine.karuta.player import Side
from engine.training.items import Skill
from engine.training.trial import ErrorKind, Exercise


class Stop(StrEnum):
    """Where a sound ends."""

    RUNS_ON = "runs_on"
    KIMARIJI_END = "kimariji_end"
    CUT = "cut"
    """So many milliseconds after the decision point, faded over 5 ms."""


# What is shown or heard.


@dataclass(frozen=True, slots=True)
class Face:
    """A torifuda, upright or upside down."""

    card: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Heard:
    """The upper half of a poem in a voice. `cut_ms` counts from the decision point."""

    card: int
    voice: str = ""
    stop: Stop = Stop.RUNS_ON
    cut_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A card, and which poems were read before: the mask `read`."""

    card: int
    read: int


@dataclass(frozen=True, slots=True)
class Group:
    """A first kana, and which poems were read before."""

    kana: str
    read: int


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the field; the owner's seat decides right and left."""

    owner: Side
    slot: Slot


@dataclass(frozen=True, slots=True)
class Named:
    """A card by its kimari-ji, whose place is asked, or whether it is on the field at all."""

    card: int


@dataclass(frozen=True, slots=True)
class Open:
    """The whole field, open, to be looked at."""


@dataclass(frozen=True, slots=True)
class Verse:
    """A part of a poem, or its poet, in words."""

    card: int
    part: str


Prompt: TypeAlias = Face | Heard | Unread | Group | Place | Named | Open | Verse


# What is answered.


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was chosen; 0 is "none of them"."""

    card: int


@dataclass(frozen=True, slots=True)
class Kana:
    """A kimari-ji, in whatever spelling it was typed."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """Whether it was pressed at all."""

    pressed: bool


@dataclass(frozen=True, slots=True)
class Cards:
    """Several cards, as a mask, such as those of a group that are left."""

    cards: int


@dataclass(frozen=True, slots=True)
class Told:
    """What the player says of themselves: right or not, without a check; `outcome` where they said more."""

    right: bool
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Present:
    """Whether a card lies on the field."""

    here: bool


@dataclass(frozen=True, slots=True)
class Laps:
    """How long the field was looked at, and the laps that were marked meanwhile, in seconds."""

    laps_s: tuple[float, ...]
    whole_s: float


Given: TypeAlias = Card | Kana | Press | Cards | Told | Present | Place | Laps


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a run. `answer` is what is right; `level` is what the exercise varies.

    `unread` is the mask of what could come, None where every poem can. `number` counts from 0 inside the run.
    """

    exercise: Exercise
    number: int
    prompt: Prompt
    answer: Given
    options: tuple[int, ...] = ()
    poem: int | None = None
    skill: Skill | None = None
    unread: int | None = None
    level: float | None = None
    set_id: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What came of a question: None is no answer. `rt_ms` counts from the decision point, or from when it was shown.

    `confidence` is from 1, a guess, to 4, sure. `recalled` is which it was, from 1, where the player chose the order.
    """

    given: Given | None
    rt_ms: float | None = None
    touched: tuple[int, ...] = ()
    interrupted: bool = False
    hint: bool = False
    confidence: int | None = None
    recalled: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a response was judged. `chosen` is the card it names; `points` from 0 to 1 where there is more than right."""

    correct: bool | None
    error: ErrorKind | None = None
    chosen: int | None = None
    points: float = 0.0

    @classmethod
    def right(cls, chosen: int | None = None) -> "Verdict":
        """Return the verdict of a right answer."""
        return cls(correct=True, chosen=chosen, points=1.0)

    @classmethod
    def wrong(cls, error: ErrorKind, chosen: int | None = None, points: float = 0.0) -> "Verdict":
        """Return the verdict of a wrong answer, or of none."""
        return cls(correct=False, error=error, chosen=chosen, points=points)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its response and verdict."""

    question: Question
    response: Response
    verdict: Verdict


class Drill(Protocol):
    """What every exercise can do."""

    def ask(self, done: Sequence[Answered]) -> Question | None:
        """Return the next question after these, or None at the end."""

    def judge(self, question: Question, response: Response) -> Verdict:
        """Return how a response to one of this drill's questions counts."""


def answer(drill: Drill, done: Sequence[Answered], response: Response) -> tuple[Answered, ...]:
    """Return the run with the next question answered. Raises ValueError at the end of the run."""
    question = drill.ask(done)
    if question is None:
        raise ValueError("the run is over")
    return (*done, Answered(question, response, drill.judge(question, response)))
