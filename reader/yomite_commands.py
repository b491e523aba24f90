"""What a reading is told: wishes of people, and reports of the output that plays the sound."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Start:
    """Begin: the opener, if there is one, and the first card."""


@dataclass(frozen=True, slots=True)
class Next:
    """Bring up the next card, or close the reading after the last one."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Stand still."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on: at the very sample, or, `from_shimo`, with the lower half before the card that was broken off.

    Where the sound was lost there is no sample to go on at, and it is always the lower half.
    """

    from_shimo: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """Let the last lower half be heard once more."""


@dataclass(frozen=True, slots=True)
class Back:
    """Take back the card being called, or the last one read; it comes next again."""


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave out the card being called, or, where its kimari-ji has been heard, the one after it."""


@dataclass(frozen=True, slots=True)
class Jump:
    """Choose which card comes next."""

    position: int


@dataclass(frozen=True, slots=True)
class Learn:
    """Mark a poem as learned, so that it does not come up any more."""

    poem: int


@dataclass(frozen=True, slots=True)
class Close:
    """Call no further card: read what closes the reading after the last one."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Break off for good."""


@dataclass(frozen=True, slots=True)
class HandUp:
    """A hand went up at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class HandDown:
    """A hand went down at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class Began:
    """The output: the half at this place of this call has begun to sound."""

    call: int
    place: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The output: the half at this place of this call has sounded to its end."""

    call: int
    place: int


@dataclass(frozen=True, slots=True)
class Deciding:
    """The output: the kimari-ji of the card that this call brings up has been heard."""

    call: int


@dataclass(frozen=True, slots=True)
class Over:
    """The output: the call has been heard to its end."""

    call: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The output: the loudspeaker is gone."""

    message: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The output: the voice could not speak the call."""

    call: int
    message: str


Tap: TypeAlias = Start | Next | Back | Skip | Replay
Wish: TypeAlias = Tap | Hold | Resume | Jump | Learn | Close | Stop | HandUp | HandDown
Report: TypeAlias = Began | Ended | Deciding | Over | Lost | Failed
Command: TypeAlias = Wish | Report


class Why(StrEnum):
    """Why a command was refused."""

    SPEAKING = "speaking"
    HAND_UP = "hand_up"
    DOUBLE_TAP = "double_tap"
    STARTED = "started"
    HELD = "held"
    NOT_HELD = "not_held"
    NOTHING_TO_HOLD = "nothing_to_hold"
    NOTHING_TO_REPLAY = "nothing_to_replay"
    NOTHING_BEFORE = "nothing_before"
    NOTHING_TO_COME = "nothing_to_come"
    ALREADY_READ = "already_read"
    NO_SUCH_CARD = "no_such_card"
    NOT_TOLD = "not_told"
    """Nobody is to learn whether the card comes."""
    DONE = "done"
    STOPPED = "stopped"
    STALE = "stale"
    """The output speaks of a call that was broken off."""
    OUT_OF_STEP = "out_of_step"
    """The output reports what cannot follow what it reported before."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A command that changes nothing; `tables` are those with a hand up."""

    why: Why
    tables: tuple[str, ...] = ()
