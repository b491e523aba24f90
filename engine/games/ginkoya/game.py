"""Ginkō-ya for a banker and one to six bettors: the frozen facts. docs/rules/ginko.md §3."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.core.options import Options
from engine.decks.pictures import pictures
from engine.decks.yomifuda import SEMIMARU, SHOKUSHI
from engine.games.ginkoya.options import GinkoyaOptions
from engine.games.mechanics.banking_game import BankingGame

SLOTS: Final = 4
MOST: Final = 5
"""Stakes that Semimaru loses and Princess Shokushi wins."""


@dataclass(frozen=True, slots=True)
class Ginkoya(BankingGame):
    """Ginkō-ya with its options: the banker has no card, each slot decides by itself."""

    id: ClassVar[str] = "ginkoya"
    options_type: ClassVar[type[Options]] = GinkoyaOptions

    options: GinkoyaOptions = field(default_factory=GinkoyaOptions)
    wins: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """What a bet wins or loses in stakes, by the number of the card."""

    def __post_init__(self) -> None:
        drawn = pictures(self.options.picture_set)
        wins = [(drawn.women >> card & 1) - (drawn.monks >> card & 1) for card in range(101)]
        wins[SEMIMARU], wins[SHOKUSHI] = -MOST, MOST
        self._derive(wins=tuple(wins))

    @property
    def slots(self) -> int:
        """Four cards."""
        return SLOTS

    def multiple(self, card: int, bank: int) -> int:
        """Return what a bet on this card wins or loses, in stakes."""
        return self.wins[card]

    @property
    def multiples(self) -> tuple[int, int]:
        """The lowest and the highest of them."""
        return (-MOST, MOST)
