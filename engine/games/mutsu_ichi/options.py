"""The options of mutsu-ichi: docs/rules/mutsu_ichi.md §4."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count
from engine.games.mechanics.banking import MAX_STAKE


@dataclass(frozen=True, slots=True)
class MutsuIchiOptions(Options):
    """How a table plays mutsu-ichi."""

    players: int = choice(4, 2, 3, 5, 6, 7, 8)
    """The banker and one to seven bettors."""
    stake: int = count(1, 1, MAX_STAKE)
    """What lies on each card that is placed."""
    most: int = count(4, 1, 6)
    """How many cards a bettor may place."""
    rounds: int = count(12, 1)
