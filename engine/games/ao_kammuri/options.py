"""The options of Ao-kammuri: docs/rules/ao_kammuri.md §6."""

from dataclasses import dataclass

from engine.core.options import Options, choice, count, flag
from engine.decks.pictures import WITH_HATS


@dataclass(frozen=True, slots=True)
class AoKammuriOptions(Options):
    """How a table plays Ao-kammuri."""

    picture_set: str = choice(*WITH_HATS)
    """The printing of the pack: who wears which hat."""
    separate_iro: bool = flag(False)
    """Whether the men on a dais are a kind of their own (iro-kammuri)."""
    goita_chain: bool = flag(False)
    """Whether an attack stands until it is received or comes back to the attacker."""
    scoring: str = choice("win", "remaining")
    next_dealer: str = choice("rotate", "winner")
    rounds: int = count(12, 1)
