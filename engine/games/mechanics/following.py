"""Strength where suits of the French pack are followed: trumps above the led suit, and other suits never win."""

from typing import Final

from engine.core.bits import mask_of
from engine.decks.french import JOKER

LED: Final = 2
"""What the lowest card of the led suit counts; 1 is left for a card that wins only where it leads."""
TRUMP: Final = 20
"""What the lowest trump counts."""
SPECIAL: Final = 50
"""From here on up count cards that stand above all trumps."""
PICTURES: Final = mask_of(13 * suit + rank for suit in range(4) for rank in range(9, 13))
"""A K Q J of each suit."""


def strengths(trump: int, led: int) -> list[int]:
    """Return the strength of each card of 53 when this suit was led; NO_SUIT for no trump."""
    power = [0] * (JOKER + 1)
    for card in range(JOKER):
        suit, rank = divmod(card, 13)
        if suit == trump:
            power[card] = TRUMP + rank
        elif suit == led:
            power[card] = LED + rank
    return power
