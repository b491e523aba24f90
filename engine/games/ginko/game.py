"""Ginkō for a banker and one to six bettors: the frozen facts. docs/rules/ginko.md."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.core.options import Options
from engine.decks.pictures import pictures
from engine.decks.yomifuda import SEMIMARU
from engine.games.ginko.options import GinkoOptions
from engine.games.ginko.values import values
from engine.games.mechanics.banking_game import BankingGame


@dataclass(frozen=True, slots=True)
class Ginko(BankingGame):
    """Ginkō with its options: every bet is compared with the banker's own card, on which nobody bets."""

    id: ClassVar[str] = "ginko"
    options_type: ClassVar[type[Options]] = GinkoOptions

    options: GinkoOptions = field(default_factory=GinkoOptions)
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """What each card is worth, by its number."""
    monks: int = field(init=False, repr=False, compare=False)
    """The monks as a mask; Semimaru is none here."""

    def __post_init__(self) -> None:
        options = self.options
        self._derive(
            values=values(options.picture_set, options.semimaru_value),
            monks=pictures(options.picture_set).monks & ~(1 << SEMIMARU),
        )

    @property
    def slots(self) -> int:
        """The cards on the table but for the banker's."""
        return self.options.slots - 1

    @property
    def has_bank_card(self) -> bool:
        """The first card is the banker's."""
        return True

    @property
    def rotates(self) -> bool:
        """Whether the bank goes round."""
        return self.options.bank_rotation

    def multiple(self, card: int, bank: int) -> int:
        """Return what a bet on this card wins or loses, in stakes: docs/rules/ginko.md §2."""
        worth, against = self.values[card], self.values[bank]
        if worth == against:
            return 0
        if worth > against:
            return self.options.interest
        if self.options.monk_multipliers and self.monks >> bank & 1:
            return -3
        return -2 if self.options.monk_multipliers and self.monks >> card & 1 else -1

    @property
    def multiples(self) -> tuple[int, int]:
        """The lowest and the highest of them."""
        return (-3 if self.options.monk_multipliers else -1, self.options.interest)
