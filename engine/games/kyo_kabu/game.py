"""Kyō-kabu for a banker and one to nine bettors: the frozen facts. docs/rules/oicho_kabu.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.options import Options
from engine.games.kyo_kabu.options import KyoKabuOptions
from engine.games.mechanics.kabu import PHASES
from engine.games.mechanics.kabu_game import KabuGame


@dataclass(frozen=True, slots=True)
class KyoKabu(KabuGame):
    """Kyō-kabu with its options."""

    id: ClassVar[str] = "kyo_kabu"
    options_type: ClassVar[type[Options]] = KyoKabuOptions
    phases: ClassVar[tuple[str, ...]] = tuple(phase for phase in PHASES if phase != "draw")
    specials: ClassVar[tuple[tuple[int, int], ...]] = ((9, 1),)
    """Kuppin."""
    bank_alike_from: ClassVar[int] = 5
    fixed_fields: ClassVar[tuple[int, ...]] = (5, 6, 7, 8)
    one_field: ClassVar[bool] = True
    chooses_draw: ClassVar[bool] = False

    options: KyoKabuOptions = field(default_factory=KyoKabuOptions)

    @property
    def most_bets(self) -> int:
        """A bettor bets on one field."""
        return 1

    def beats_all(self, bank: tuple[int, ...]) -> bool:
        """Say whether the bank has kuppin."""
        return bank in self.specials or (self.options.kuppin_any_order and bank[::-1] in self.specials)
