"""The options of Ginkō: docs/rules/ginko.md §4."""

from dataclasses import dataclass

from engine.core.options import choice, count, flag
from engine.decks.pictures import WITH_HATS
from engine.games.mechanics.banking import BankingOptions


@dataclass(frozen=True, slots=True)
class GinkoOptions(BankingOptions):
    """How a table plays Ginkō."""

    picture_set: str = choice(*WITH_HATS)
    start: int = count(20, 1)
    slots: int = choice(5, 4)
    """Cards on the table, the banker's included."""
    interest: int = count(1, 0)
    """Stakes that a won bet earns."""
    bank_rotation: bool = flag(False)
    """Whether the next seat banks in the next round."""
    monk_multipliers: bool = flag(False)
    """Whether a bet on a monk loses two stakes, and a bet lost to a monk three."""
    semimaru_value: int | None = count(1000, 0, none=True)
    """What Semimaru is worth; None for as much as any monk."""
