"""The clock of the memorisation time: one for the whole hall (`docs/rules/karuta.md §1`).

Players look at the cards for fifteen minutes; in the last two they may practise swings. The log says how the clock was
set, and everybody counts from that.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from webapp.door import Body

MINUTES: Final = 15
CALL: Final = 120
"""Seconds before the end at which the last two minutes are called."""
LONGEST: Final = 60
"""Minutes that a clock may be set to."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How the clock was set at time `at` (seconds since 1970): `left` seconds to go of `length`, running or not.

    `then_start` says that the reading begins when it has run out.
    """

    at: float
    left: float
    length: float
    running: bool
    then_start: bool

    def left_at(self, now: float) -> float:
        """Return how many seconds there are to go, not below 0."""
        return max(0.0, self.left - (now - self.at) if self.running else self.left)


class ClockWish(Body):
    """What somebody does with the clock; `minutes` counts where it is started anew."""

    do: Literal["clock"]
    act: Literal["start", "pause", "reset"]
    minutes: Annotated[float, Field(gt=0, le=LONGEST)] = MINUTES
    then_start: bool = False


def after(clock: Clock | None, wish: ClockWish, now: float) -> Clock | None:
    """Return the clock after a wish, or None where it stands so already."""
    left = clock.left_at(now) if clock else 0.0
    match wish.act:
        case "start" if clock and left and not clock.running:
            return Clock(now, left, clock.length, running=True, then_start=wish.then_start)
        case "start" if clock and left and clock.running and clock.then_start == wish.then_start:
            return None
        case "start" if clock and left:
            return Clock(now, left, clock.length, running=True, then_start=wish.then_start)
        case "start":
            length = wish.minutes * 60
            return Clock(now, length, length, running=True, then_start=wish.then_start)
        case "pause" if clock and clock.running and left:
            return Clock(now, left, clock.length, running=False, then_start=clock.then_start)
        case "reset" if clock and clock.length:
            return Clock(now, 0.0, 0.0, running=False, then_start=False)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock as a page counts on from it; `left` and `length` are in seconds, 0 for one that is not set."""

    left: float
    length: float
    running: bool
    then_start: bool


def clock_view(clock: Clock | None, now: float) -> ClockView | None:
    """Return the clock for pages, None where none is set."""
    if clock is None or not clock.length:
        return None
    return ClockView(round(clock.left_at(now), 3), clock.length, clock.running, clock.then_start)
