"""The cards that lie on the mats, against what a draw will read: told without a word about the order."""

from dataclasses import dataclass

from poems.cards import mask
from reader.order import Draw, Order


@dataclass(frozen=True, slots=True)
class LaidCheck:
    """Masks of the laid cards: those that `will` be read, that `may` be (where chance decides), and that `never` will.

    `dead` are the cards known to be read that do not lie; `drawn` more dead ones are drawn by chance.
    """

    will: int
    may: int
    never: int
    dead: int
    drawn: int


def check(draw: Draw, laid: int) -> LaidCheck:
    """Compare the laid cards of a mask with a draw, before or during its reading."""
    inside = mask(draw.inside)
    certain, possible = inside, inside
    if draw.dead:
        possible |= draw.outside
        if draw.dead == draw.outside.bit_count():
            certain = possible
    ends_early = 0 < draw.most < draw.in_a_round
    if draw.order is Order.RANDOM or ends_early:
        # a card may not have come up when the reading ends
        certain = 0
    return LaidCheck(
        will=laid & certain,
        may=laid & possible & ~certain,
        never=laid & ~possible,
        dead=inside & ~laid,
        drawn=draw.dead,
    )
