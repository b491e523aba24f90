"""The events of plays, made once: playing by the million only looks them up."""

from typing import Final

from engine.core.events import Passed
from engine.games.hachinin_meri.actions import CARDS
from engine.games.hachinin_meri.events import LaidFaceDown
from engine.games.hachinin_meri.ranks import trumps
from engine.games.mechanics.tricks import played_table, taken_table

PLAYED: Final = played_table(8, CARDS)
FOLLOWED: Final = (
    *(
        tuple(
            tuple(
                (LaidFaceDown(seat, card),) if mask >> card & 1 else PLAYED[seat][card]
                for card in range(CARDS)
            )
            for seat in range(8)
        )
        for mask in (trumps(suit).mask for suit in range(5))
    ),
    PLAYED,
)
"""A follower's play by the suit whose trumps lie face down (the last: none), by seat and card."""
TAKEN: Final = taken_table(8)
PASSED: Final = tuple((Passed(seat),) for seat in range(8))
