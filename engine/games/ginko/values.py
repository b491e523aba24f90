"""What the cards are worth: docs/rules/ginko.md §1."""

from functools import cache
from typing import Final

from engine.decks.pictures import pictures
from engine.decks.yomifuda import SEMIMARU, yomifuda

DAIS: Final = 500
MONK: Final = 400
EBOSHI: Final = 300
BOW: Final = 150
WOMAN: Final = 50
CROWN: Final = 10


@cache
def values(picture_set: str, semimaru: int | None) -> tuple[int, ...]:
    """Return the value of each card by its number (there is no card 0), for a printing that tells the hats."""
    drawn = pictures(picture_set)
    assert drawn.hats is not None
    ranked = (
        (drawn.dais, DAIS),
        (drawn.monks, MONK),
        (drawn.women, WOMAN),
        (drawn.bows, BOW),
        (drawn.hats.tate | drawn.hats.yoko, EBOSHI),
    )
    worth = [0] * (max(yomifuda().numbers) + 1)
    for card in yomifuda().numbers:
        worth[card] = next((value for mask, value in ranked if mask >> card & 1), CROWN)
    if semimaru is not None:
        worth[SEMIMARU] = semimaru
    return tuple(worth)
