"""The options of kyō-kabu: docs/rules/oicho_kabu.md §5."""

from dataclasses import dataclass

from engine.core.options import flag
from engine.games.mechanics.kabu import KabuOptions


@dataclass(frozen=True, slots=True)
class KyoKabuOptions(KabuOptions):
    """How a table plays kyō-kabu."""

    kuppin_any_order: bool = flag(False)
    """Whether 1, then 9 is kuppin too."""
