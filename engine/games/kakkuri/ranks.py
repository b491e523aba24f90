"""The cards of Kakkuri that are more than a number: docs/rules/kakkuri.md §1."""

from typing import Final

from engine.core.bits import mask_of
from engine.decks.mekuri import card
from engine.games.mechanics.shedding import sequence

WILD: Final = mask_of((card("P1"), card("O2")))
"""The one of clubs (aka-choro) and the two of coins (taiko): oni-fuda."""
BLACK_TONGS: Final = card("P3")
"""The three of clubs (kuro-hibashi): of eight players, its holder sits out."""
UTAZU: Final = mask_of((card("I1"), card("C1"), card("O1")))
SEQUENCE: Final = sequence(repeating=(1, 2), wild=WILD)
HAND: Final = 6
PACKET: Final = 3
