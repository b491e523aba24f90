"""A trial: everything that one answer in a drill tells, as it was when it was given.

Trials are facts and are only ever added. A correction is a row of its own that names the trial; `settled` is the fold
of both, and everything else is a fold over that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Final, TypeAlias

from engine.training.items import Item, Skill
from poems.cards import ALL_CARDS
from poems.kimariji import current, full

VERSION: Final = 2
"""The version of what the trials mean; a change of a rule below raises it."""
OLDEST: Final = 1
"""The first version, which is still read."""
CHOSEN: Final = 2
"""From this version on a day's warm-up is measured by cards that were chosen; before it, by presses at a sign."""

EARLIEST_MS: Final = -150.0
LATEST_MS: Final = 5000.0
"""Times outside are kept, but are no reaction to this sound, and count in no statistics of speed."""

MOST_DELAY_SPREAD_MS: Final = 25.0
MOST_LABEL_SPREAD_MS: Final = 50.0
"""The unevenness of a tapped delay, and the doubt about a decision point, beyond which a time tells no speed."""


class Exercise(StrEnum):
    """Where a trial comes from: the exercises, the warm-up before them, and matches on the mat."""

    FUDANAGASHI = "fudanagashi"
    SOUND = "sound"
    CONTRAST = "contrast"
    REACTION = "reaction"
    KIMARIJI_NOW = "kimariji_now"
    NAKAMAWAKE = "nakamawake"
    MEMORISING = "memorising"
    LAYING = "laying"
    """The own layout, laid without an opponent."""
    UPDATING = "updating"
    FULL_MAT = "full_mat"
    HARAI = "harai"
    ENDGAME = "endgame"
    NUKIFUDA = "nukifuda"
    GHOST = "ghost"
    POEM = "poem"
    WARM_UP = "warm_up"
    MATCH = "match"


class Grade(StrEnum):
    """How well something was recalled, as FSRS counts it; `AGAIN` alone is a failure."""

    AGAIN = "again"
    HARD = "hard"
    GOOD = "good"
    EASY = "easy"

    @property
    def passed(self) -> bool:
        """Whether it was recalled."""
        return self is not Grade.AGAIN


class ErrorKind(StrEnum):
    """What was wrong with an answer."""

    LOOK_ALIKE_SOUND = "look_alike_sound"
    """A card that begins alike."""
    LOOK_ALIKE_FACE = "look_alike_face"
    OTHER_CARD = "other_card"
    WRONG_SIDE = "wrong_side"
    KARAFUDA = "karafuda"
    """A card was taken for a poem that is not on the field."""
    EARLY = "early"
    """Pressed before the sound could tell, and wrong."""
    TOO_LONG = "too_long"
    """A kimari-ji longer than it is now: a change was missed."""
    TOO_SHORT = "too_short"
    """A kimari-ji shorter than it is now: it would be a foul."""
    OLD_PLACE = "old_place"
    WRONG_PLACE = "wrong_place"
    MISSED = "missed"
    """A target that was let pass."""
    FALSE_ALARM = "false_alarm"
    NO_ANSWER = "no_answer"
    OTHER = "other"


class LabelSource(StrEnum):
    """Who said where the decision point of a sound lies."""

    SYNTHESISER = "synthesiser"
    ALIGNER = "aligner"
    HAND = "hand"


class DelaySource(StrEnum):
    """How the output's delay became known."""

    NONE = "none"
    BROWSER = "browser"
    TAPPED = "tapped"
    MEASURED = "measured"
    TYPED = "typed"


class DeviceClass(StrEnum):
    """What was answered on: times of different kinds are not compared."""

    PHONE = "phone"
    TABLET = "tablet"
    COMPUTER = "computer"
    OTHER = "other"


class InputKind(StrEnum):
    """What was answered with."""

    TOUCH = "touch"
    KEYBOARD = "keyboard"
    MOUSE = "mouse"
    PEN = "pen"
    VOICE = "voice"


@dataclass(frozen=True, slots=True)
class Sound:
    """What was heard, and the clocks of the answer. Times in milliseconds; None where it is not known.

    `decision_point_ms` and `kimariji_end_ms` count from the first sample of the file, `audio_clock_ms` is when that
    sample was scheduled and `press_clock_ms` when the press came, both on the page's clock. `label_spread_ms` is how
    far the decision point may be off, `delay_spread_ms` how unevenly the delay was tapped.
    """

    voice: str
    speed: float = 1.0
    file_hash: str = ""
    decision_point_ms: float | None = None
    kimariji_end_ms: float | None = None
    label_source: LabelSource | None = None
    audio_clock_ms: float | None = None
    press_clock_ms: float | None = None
    output_delay_ms: float = 0.0
    delay_source: DelaySource = DelaySource.NONE
    delay_spread_ms: float | None = None
    label_spread_ms: float | None = None

    @property
    def measures(self) -> bool:
        """Whether a time against this sound tells how fast somebody was.

        A delay that was never measured, or too unevenly, and a decision point that may be far off do not: such times
        are kept and count in no figure.
        """
        return (
            self.delay_source not in (DelaySource.NONE, DelaySource.BROWSER)
            and (self.delay_spread_ms or 0.0) <= MOST_DELAY_SPREAD_MS
            and (self.label_spread_ms or 0.0) <= MOST_LABEL_SPREAD_MS
        )


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer, as it was given. `chosen` is the card that `response` names, 0 for "none of them".

    `unread` and `options` are what could have come and what could be chosen. `touched` are cards touched or chosen
    before the response. `rt_ms` counts from the decision point of the sound, or from when the card was shown; negative
    times are anticipations and are kept. `level` is what the exercise varies: the cut in milliseconds (contrast), the
    reads since (kimari-ji now), the moves since (updating). `confidence` is from 1, a guess, to 4, sure; None where it
    was not asked, or skipped. `recalled` is which of a run it was, from 1, where the player chose the order.
    """

    trial_id: str
    user: str
    exercise: Exercise
    shown_at: datetime
    practice_day: date
    version: int = VERSION
    seed: str = ""
    poem: int | None = None
    skill: Skill | None = None
    set_id: str = ""
    sound: Sound | None = None
    unread: int | None = None
    layout_id: str = ""
    turned: bool = False
    options: tuple[int, ...] = ()
    response: str = ""
    chosen: int | None = None
    touched: tuple[int, ...] = ()
    correct: bool | None = None
    """None where nothing was to be judged."""
    self_judged: bool = False
    error_kind: ErrorKind | None = None
    rt_ms: float | None = None
    interrupted: bool = False
    hint: bool = False
    device: DeviceClass = DeviceClass.OTHER
    input_kind: InputKind = InputKind.TOUCH
    warmup_median_ms: float | None = None
    level: float | None = None
    confidence: int | None = None
    recalled: int | None = None
    auto_grade: Grade | None = None
    grade_reason: str = ""
    override: Grade | None = None
    """Only ever set by `settled`, from an `Overridden` row."""

    @property
    def item(self) -> Item | None:
        """What the trial is about, where it is about one item."""
        return None if self.poem is None or self.skill is None else Item(self.poem, self.skill)

    @property
    def grade(self) -> Grade | None:
        """How it counts for the schedule; None for a trial that is not graded."""
        return self.auto_grade if self.override is None else self.override

    @property
    def anticipatory(self) -> bool:
        """Whether it came before the sound could tell the cards apart."""
        return self.rt_ms is not None and self.rt_ms < 0

    @property
    def timed(self) -> bool:
        """Whether the time counts in statistics of speed: right, undisturbed, without help, and no guess."""
        return (
            self.rt_ms is not None
            and EARLIEST_MS <= self.rt_ms <= LATEST_MS
            and self.correct is True
            and not (self.interrupted or self.hint or self.touched)
            and self.measured
        )

    @property
    def measured(self) -> bool:
        """Whether the time tells how fast it was: always in silence, with sound where delay and label are sure."""
        return self.sound is None or self.sound.measures

    @property
    def baseline_ms(self) -> float | None:
        """The day's warm-up, to hold the time against; None where there was none, or one of presses.

        A press takes less time than a choice, so the two are never held against each other.
        """
        return self.warmup_median_ms if self.version >= CHOSEN else None

    @property
    def kimariji_length(self) -> int | None:
        """How many kana were needed: of the kimari-ji at that moment where what was unread is known."""
        if self.poem is None:
            return None
        if self.unread is None or self.skill is Skill.FACE:
            return len(full(self.poem))
        return len(current(self.poem, ALL_CARDS & ~self.unread))


@dataclass(frozen=True, slots=True)
class Overridden:
    """The player put the automatic grade right; once for each trial."""

    trial_id: str
    grade: Grade
    at: datetime


@dataclass(frozen=True, slots=True)
class Voided:
    """The trial does not count: something outside disturbed it."""

    trial_id: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Relabelled:
    """The decision point of the sound was set anew, so the reaction time follows it."""

    trial_id: str
    decision_point_ms: float
    kimariji_end_ms: float | None
    label_source: LabelSource
    at: datetime


Correction: TypeAlias = Overridden | Voided | Relabelled
Row: TypeAlias = Trial | Correction


class Unknown(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """A row that cannot be added: it names no trial, or says a second time what can be said once."""


def reaction(sound: Sound) -> float | None:
    """Return the milliseconds from the heard decision point to the press, never clamped; None without clocks."""
    if sound.press_clock_ms is None or sound.audio_clock_ms is None or sound.decision_point_ms is None:
        return None
    return sound.press_clock_ms - (sound.audio_clock_ms + sound.decision_point_ms + sound.output_delay_ms)


def settled(rows: Iterable[Row]) -> tuple[Trial, ...]:
    """Return the trials as they stand after all corrections, in the order in which they were given.

    A trial that comes again with its id is the same one, sent twice. Raises Unknown as `added` does.
    """
    trials: dict[str, Trial] = {}
    gone: set[str] = set()
    for row in rows:
        if isinstance(row, Trial):
            trials.setdefault(row.trial_id, row if row.override is None else replace(row, override=None))
            continue
        if row.trial_id not in trials:
            raise Unknown(f"there is no trial {row.trial_id[:40]!r} to correct")
        if isinstance(row, Voided):
            gone.add(row.trial_id)
        else:
            trials[row.trial_id] = _corrected(trials[row.trial_id], row)
    kept = (trial for trial in trials.values() if trial.trial_id not in gone)
    return tuple(sorted(kept, key=lambda trial: (trial.practice_day, trial.shown_at, trial.trial_id)))


def _corrected(trial: Trial, row: Overridden | Relabelled) -> Trial:
    if isinstance(row, Overridden):
        if trial.override is not None:
            raise Unknown(f"the grade of trial {trial.trial_id[:40]!r} was put right already")
        return replace(trial, override=row.grade)
    if trial.sound is None:
        raise Unknown(f"trial {trial.trial_id[:40]!r} had no sound, so no decision point")
    sound = replace(
        trial.sound,
        decision_point_ms=row.decision_point_ms,
        kimariji_end_ms=row.kimariji_end_ms,
        label_source=row.label_source,
    )
    measured = reaction(sound)
    return replace(trial, sound=sound, rt_ms=trial.rt_ms if measured is None else measured)
