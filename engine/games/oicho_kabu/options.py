"""The options of oicho-kabu: docs/rules/oicho_kabu.md §5."""

from dataclasses import dataclass

from engine.core.options import choice, flag
from engine.games.mechanics.kabu import KabuOptions


@dataclass(frozen=True, slots=True)
class OichoKabuOptions(KabuOptions):
    """How a table plays oicho-kabu."""

    dead_cards: bool = flag(False)
    """Whether each bettor looks at a card that is out of play."""
    second_draw: str = choice("top", "chosen")
    """Whether the banker says for the second card too where it comes from."""
