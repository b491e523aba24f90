"""What the pages of drills send."""

from typing import Annotated, Literal

from pydantic import Field

from engine.training.exercises.reaction import Instruction
from engine.training.trial import DelaySource, DeviceClass, InputKind, LabelSource, Sound
from webapp.door import Body
from webapp.drills.settings import Goal, Wait

MOST = 100
"""Answers in one batch."""
LONGEST = 200
"""Signs of an answer."""
_Clock = Annotated[float, Field(ge=-1e9, le=1e9)]


_Moment = Annotated[float, Field(ge=-1e12, le=1e12)]
"""A time of a page's clock, or one that follows from it."""
_Spread = Annotated[float, Field(ge=0, le=1e6)]


class Clocks(Body):
    """What a page says of a sound that was heard, as `ear.js` measured it; times in milliseconds."""

    voice: Annotated[str, Field(max_length=120)]
    speed: Annotated[float, Field(gt=0, le=10)] = 1.0
    file_hash: Annotated[str, Field(pattern="^[0-9a-f]{0,64}$")] = ""
    decision_point_ms: _Spread | None = None
    kimariji_end_ms: _Spread | None = None
    label_source: LabelSource | None = None
    audio_clock_ms: _Moment | None = None
    press_clock_ms: _Moment | None = None
    output_delay_ms: Annotated[float, Field(ge=-10_000, le=10_000)] = 0.0
    delay_source: DelaySource = DelaySource.NONE
    delay_spread_ms: _Spread | None = None
    label_spread_ms: _Spread | None = None

    def sound(self) -> Sound:
        """Return it as a trial keeps it."""
        return Sound(**self.model_dump())


class Given(Body):
    """One answer. `card` is that of the question, 0 for none; `rt_ms` counts from when it was shown, below 0 too.

    `told` says that the learner judged themselves. `asked` is what the script settled of the question by itself,
    `heard` the clocks of a sound.
    """

    number: Annotated[int, Field(ge=0, le=1000)]
    card: Annotated[int, Field(ge=0, le=100)]
    given: Annotated[str, Field(max_length=LONGEST)] | None
    rt_ms: _Clock | None
    shown_at: Annotated[int, Field(ge=0, le=32_503_680_000_000)]
    """When the question was shown, in milliseconds since 1970."""
    interrupted: bool
    input: InputKind
    told: bool = False
    asked: _Clock | None = None
    touched: Annotated[tuple[Annotated[int, Field(ge=1, le=100)], ...], Field(max_length=20)] = ()
    confidence: Annotated[int, Field(ge=1, le=4)] | None = None
    recalled: Annotated[int, Field(ge=1, le=100)] | None = None
    """Which it was of those that the learner recalled in an order of their own."""
    heard: Clocks | None = None


class Batch(Body):
    """Answers of a run, in their order; `over` with the last of them."""

    device: DeviceClass
    answers: Annotated[list[Given], Field(max_length=MOST)]
    over: bool


YesNo = Literal["yes", "no"]


class DayForm(Body):
    """A round of the day; with `more` it has new cards beyond the usual ones."""

    more: YesNo = "no"


class Preferences(Body):
    """How somebody wants to practise; `tournament` is a date, or empty."""

    goal: Goal = Goal.LEARN
    minutes: Literal["5", "10"] = "5"
    tournament: Annotated[str, Field(max_length=40)] = ""
    in_season: YesNo = "no"
    sound: YesNo = "no"
    letters: YesNo = "no"
    furigana: YesNo = "no"
    large: YesNo = "no"
    left_handed: YesNo = "no"
    adaptive: YesNo = "no"
    wait: Wait = Wait.SHORT
    instruction: Instruction = Instruction.NORMAL
