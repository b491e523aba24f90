"""How long a bot may think at a table: a number of worlds, and no more than a blink."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from engine.bots.bot import Budget

WORLDS: Final = 200
SECONDS: Final = 0.06
"""Of thought a move. A playout that has begun is finished, so a move may take some milliseconds more."""


def blink(clock: Callable[[], float] = monotonic) -> Budget:
    """Return a budget that ends a blink from now, by a clock that tells seconds."""
    end = clock() + SECONDS
    return Budget(WORLDS, lambda: clock() < end)
