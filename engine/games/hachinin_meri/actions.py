"""The actions of Hachinin-meri as ints and as text: docs/rules/hachinin_meri.md §12.

0-74 play a card, then 75 opening leads, 75 opening discards, pass and robatta.
"""

from typing import Final

from engine.decks.unsun import unsun
from engine.games.mechanics.wording import Wording

CARDS: Final = 75
LEAD0: Final = CARDS
DISCARD0: Final = 2 * CARDS
PASS: Final = 3 * CARDS
ROBATTA: Final = PASS + 1
ACTIONS: Final = ROBATTA + 1

_CODES: Final = tuple(card.code for card in unsun().cards)
WORDING: Final = Wording(
    (*(f"{verb} {code}" for verb in ("play", "lead", "discard") for code in _CODES), "pass", "robatta"),
    "pass, robatta, lead C5, discard I4 or play PR, with one blank between",
)
