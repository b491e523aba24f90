"""The options of Ginkō-ya: docs/rules/ginko.md §4."""

from dataclasses import dataclass

from engine.games.mechanics.banking import BankingOptions


@dataclass(frozen=True, slots=True)
class GinkoyaOptions(BankingOptions):
    """How a table plays Ginkō-ya: as the two games agree on."""
