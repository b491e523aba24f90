"""The secret partner of a called card: whoever holds it, known to nobody else until it is played.

All that follows is worked out from what is public and what one seat holds, so no label can leak that was stored.
"""

from collections.abc import Sequence

from engine.core.events import NOBODY


def holder(card: int, hands: Sequence[bytes]) -> int:
    """Return the seat that holds a card, NOBODY if none does."""
    for seat, hand in enumerate(hands):
        if card in hand:
            return seat
    return NOBODY


def known_partner(viewer: int, caller: int, shown_by: int, *, viewer_holds: bool) -> int:
    """Return the partner as a seat knows it: the one who showed the called card, or oneself with the card in hand."""
    if shown_by not in (NOBODY, caller):
        return shown_by
    return viewer if viewer_holds and viewer != caller else NOBODY
