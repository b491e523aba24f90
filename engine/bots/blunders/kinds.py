"""The kinds of blunders, and the form in which they are found."""

from collections.abc import Mapping
from enum import StrEnum


class Blunder(StrEnum):
    """A kind of blunder."""

    PARTNER_BEATEN = "beats a trick that is sure to be a partner's"
    WIN_MISSED = "does not go out although it can in this turn"
    WIN_GIVEN = "lets an enemy lay the last card, unhindered, at once"
    PARTNER_STOPPED = "receives an attack that would let the partner go out"


Found = Mapping[int, Blunder]
"""Legal actions that are blunders. Never all of them."""
