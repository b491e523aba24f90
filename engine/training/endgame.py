"""The end of a match from counts: which card can be waited for, which card to send, and what the counts promise.

Nothing here is a reading of people. A card is the easier the fewer kana its safe prefix has: the hand may go at that
kana without a foul. The chance of winning is that of a plain model, stated with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from poems.cards import ALL_CARDS, mask, numbers
from poems.kimariji import current, friends, safe_prefix


@dataclass(frozen=True, slots=True)
class Position:
    """Masks of the own cards, the opponent's, and the poems that were read."""

    mine: int
    theirs: int
    read: int

    @property
    def dead(self) -> int:
        """How many dead cards can still be read."""
        return (ALL_CARDS & ~self.read & ~self.mine & ~self.theirs).bit_count()

    def side(self, card: int) -> int:
        """Return the mask of the side that holds a card."""
        return self.mine if self.mine >> card & 1 else self.theirs

    def sent(self, card: int) -> "Position":
        """Return the position after a card went from the own side to the opponent's."""
        return Position(self.mine & ~(1 << card), self.theirs | 1 << card, self.read)


class Reason(StrEnum):
    """Why a card is easy or hard to wait for, or good to send."""

    SINGLE = "single"
    """It is known at its first kana."""
    PARTNER_BESIDE = "partner_beside"
    """Its partners lie on the same side, so the hand may go for both."""
    PARTNER_ACROSS = "partner_across"
    """A partner lies on the other side: going early may be a foul."""
    PARTNER_DEAD = "partner_dead"
    """A partner can still be read and lies nowhere: any touch would be a foul."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A card that can be waited for: its kimari-ji now, the safe prefix, the partners that can still come, and why."""

    card: int
    kimariji: str
    safe: str
    partners: int
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Send:
    """A card that can be sent. `cost` is in kana of safe prefixes: the own cards' sum less the opponent's, after it."""

    card: int
    cost: int
    because: tuple[Reason, ...]


def waits(position: Position) -> tuple[Wait, ...]:
    """Return the cards of the field by how early the hand may go, the earliest first."""
    found = [_wait(position, card) for card in numbers(position.mine | position.theirs)]
    return tuple(sorted(found, key=lambda one: (len(one.safe), len(one.kimariji), one.card)))


def sends(position: Position) -> tuple[Send, ...]:
    """Return the own cards by what sending each would leave, the best first."""
    found = [
        Send(card, balance(position.sent(card)), _reasons(position, card)) for card in numbers(position.mine)
    ]
    return tuple(sorted(found, key=lambda one: (one.cost, one.card)))


def balance(position: Position) -> int:
    """Return the kana of the own safe prefixes less those of the opponent's: the lower, the better."""
    mine = sum(len(safe_prefix(card, position.read, position.mine)) for card in numbers(position.mine))
    return mine - sum(
        len(safe_prefix(card, position.read, position.theirs)) for card in numbers(position.theirs)
    )


def next_is_mine(position: Position) -> float | None:
    """Return the chance that the next poem of a card on the field is one of the own; None with no card left."""
    mine, theirs = position.mine.bit_count(), position.theirs.bit_count()
    return mine / (mine + theirs) if mine + theirs else None


@cache
def win_chance(mine: int, theirs: int, keep: float = 0.6) -> float:
    """Return the chance of winning by counts, if whoever holds a read card keeps it with this chance, and nobody fouls.

    A card lost to the other side is followed by one more that is sent. Raises ValueError outside 1 to 25 cards, and
    for a chance outside 0 to 1.
    """
    if not (0 <= mine <= 25 and 0 <= theirs <= 25) or mine == theirs == 0 or not 0 <= keep <= 1:
        raise ValueError("counts are 0 to 25 cards, not both 0, and a chance from 0 to 1")
    if not mine:
        return 1.0
    if not theirs:
        return 0.0
    # a read of an own card: kept, it goes; lost, the opponent has one card less, and so does nobody else
    own = mine / (mine + theirs)
    kept = own * keep * win_chance(mine - 1, theirs, keep) + own * (1 - keep) * win_chance(
        mine, theirs - 1, keep
    )
    across = 1 - own
    lost = across * keep * win_chance(mine, theirs - 1, keep) + across * (1 - keep) * win_chance(
        mine - 1, theirs, keep
    )
    return kept + lost


def _wait(position: Position, card: int) -> Wait:
    side = position.side(card)
    now = current(card, position.read)
    partners = friends(card, position.read).bit_count()
    return Wait(card, now, safe_prefix(card, position.read, side), partners, _reasons(position, card))


def _reasons(position: Position, card: int) -> tuple[Reason, ...]:
    partners = friends(card, position.read)
    if len(current(card, position.read)) == 1:
        return (Reason.SINGLE,)
    beside = position.side(card)
    other = (position.mine | position.theirs) & ~beside
    found = (
        (Reason.PARTNER_BESIDE, partners & beside),
        (Reason.PARTNER_ACROSS, partners & other),
        (Reason.PARTNER_DEAD, partners & ~beside & ~other),
    )
    return tuple(reason for reason, cards in found if cards)


def position_of(mine: Sequence[int], theirs: Sequence[int], unread_dead: Sequence[int]) -> Position:
    """Return the position in which these cards are left and everything else has been read."""
    left = mask((*mine, *theirs, *unread_dead))
    return Position(mask(mine), mask(theirs), ALL_CARDS & ~left)
