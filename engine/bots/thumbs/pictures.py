"""What the rules of thumb share for games of tricks in which pictures count and the sides are known."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots.thumbs.tricks import boss, cheapest_winner
from engine.core.bits import mask_of
from engine.games.mechanics.following import PICTURES, SPECIAL

Power = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """A trick as the seat to act sees it."""

    legal: Sequence[int]
    table: Sequence[int]
    power: Power
    """Strengths in this trick; where one leads, those of every card among all."""
    by_suit: tuple[Power, ...]
    """Strengths when each suit is led."""
    friend_wins: bool
    last: bool
    unseen: int
    """What others may hold, the one card above all trumps left out: one cannot wait for it for ever."""


def choose(trick: Situation) -> int:
    """Return the card to play."""
    return _follow(trick) if trick.table else _lead(trick)


def _lead(trick: Situation) -> int:
    """Lead the lowest card above which nothing is left in its suit, else what one misses least."""
    sure = [card for card in trick.legal if boss(card, trick.by_suit[card // 13], trick.unseen)]
    if sure:
        return min(sure, key=lambda card: (trick.power[card], card % 13))
    return _least(trick)


def _follow(trick: Situation) -> int:
    """Win cheaply what is worth it, give pictures to a friend who wins, else play what one misses least."""
    best = max(trick.table, key=lambda card: trick.power[card])
    if trick.friend_wins and (trick.last or boss(best, trick.power, trick.unseen)):
        spare = [card for card in trick.legal if PICTURES >> card & 1 and trick.power[card] < SPECIAL]
        return min(spare, key=lambda card: (trick.power[card], card % 13)) if spare else _least(trick)
    at_stake = (mask_of(trick.table) & PICTURES).bit_count()
    card = cheapest_winner(trick.legal, trick.power, trick.power[best])
    if card is None or (trick.power[card] >= SPECIAL and at_stake < 2):
        return _least(trick)
    sure = trick.last or boss(card, trick.power, trick.unseen)
    if not sure and PICTURES >> card & 1:
        return _least(trick)
    return card


def _least(trick: Situation) -> int:
    """Return the card that one misses least: nothing strong, no picture, low."""
    power = trick.power
    return min(
        trick.legal, key=lambda card: (power[card] >= SPECIAL, PICTURES >> card & 1, power[card], card % 13)
    )
