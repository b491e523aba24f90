"""Oicho-kabu for a banker and one to nine bettors: the frozen facts. docs/rules/oicho_kabu.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.options import Options
from engine.games.mechanics.kabu import FIELDS
from engine.games.mechanics.kabu_game import KabuGame
from engine.games.oicho_kabu.options import OichoKabuOptions


@dataclass(frozen=True, slots=True)
class OichoKabu(KabuGame):
    """Oicho-kabu with its options."""

    id: ClassVar[str] = "oicho_kabu"
    options_type: ClassVar[type[Options]] = OichoKabuOptions
    specials: ClassVar[tuple[tuple[int, int], ...]] = ((4, 1), (9, 1))
    """Shippin and kuppin."""

    options: OichoKabuOptions = field(default_factory=OichoKabuOptions)

    @property
    def most_bets(self) -> int:
        """A bettor may bet on all fields."""
        return FIELDS

    @property
    def dead_cards(self) -> bool:
        """Whether each bettor looks at a card that is out of play."""
        return self.options.dead_cards

    @property
    def chooses_second(self) -> bool:
        """Whether the banker chooses where the second card comes from."""
        return self.options.second_draw == "chosen"
