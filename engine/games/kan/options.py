"""The options of kan: docs/rules/kan.md §7."""

from dataclasses import dataclass

from engine.core.options import Options, count


@dataclass(frozen=True, slots=True)
class KanOptions(Options):
    """How a table plays kan."""

    rounds: int = count(10, 1)
    """Rounds of one to three deals; in the last one spades are the first trumps."""
