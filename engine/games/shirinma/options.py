"""The options of shirinma: docs/rules/shirinma.md §6."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count

MAX_STAKE = 1000
MAX_PLAYERS = 23


@dataclass(frozen=True, slots=True)
class ShirinmaOptions(Options):
    """How a table plays shirinma; stakes are whole units."""

    players: int = choice(12, *range(13, MAX_PLAYERS + 1))
    ante: int = count(20, 0, MAX_STAKE)
    dragon: int = count(0, 0, MAX_STAKE)
    """What who is dealt a dragon pays into the pot."""
    maid: int = count(10, 0, MAX_STAKE)
    horse: int = count(20, 0, MAX_STAKE)
    king: int = count(30, 0, MAX_STAKE)
    max_bid: int = count(100, 1, MAX_STAKE)
    """The most that a ride may cost."""
    rounds: int = count(12, 1)
