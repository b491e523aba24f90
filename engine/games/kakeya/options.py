"""The options of kakeya-torampu: docs/rules/kakeya.md §6."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count, flag


@dataclass(frozen=True, slots=True)
class KakeyaOptions(Options):
    """How a table plays kakeya-torampu."""

    trump: str = choice("S", "H", "D", "C", "losers")
    """The trump suit of all hands, or that the losers of the last hand name it before they see their cards."""
    rensho_anytime: bool = flag(False)
    """Whether the rensho may be played without following suit."""
    stones: int = count(5, 1)
    """Stones that each pair starts with."""
