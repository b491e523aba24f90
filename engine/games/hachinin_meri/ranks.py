"""What beats what: docs/rules/hachinin_meri.md §3.

Sun, Un and maid stand above the tenka among trumps; among plain cards the maid and the dragon drop below the knight,
and the pips of the round suits run from 1, the best, to 9.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core.bits import mask_of
from engine.core.hands import ONE, all_but, listed
from engine.decks.unsun import LONG, SUIT_MASKS, SUITS, card
from engine.games.hachinin_meri.actions import CARDS
from engine.games.mechanics.tricks import Duty

TENKA: Final = card("PR")
_ROUND_PIPS: Final = "123456789"
_LONG_PIPS: Final = "987654321"
_TRUMP: Final = 100


def trump_order(suit: int) -> tuple[str, ...]:
    """Return the trumps of a trump suit by code, strongest first, as in the pack of 75."""
    s = SUITS[suit]
    pips = _LONG_PIPS if s in LONG else _ROUND_PIPS
    courts = "KH" if s == "P" else "RKH"
    return (f"{s}X", f"{s}U", f"{s}S", "PR", *(s + rank for rank in courts + pips))


def plain_order(suit: int) -> tuple[str, ...]:
    """Return the cards of a suit by code, strongest first, where another suit is trump."""
    ranks = {"P": "XUKHS987654321", "I": "XUKHS98765432R1"}.get(SUITS[suit], "XUKHSR" + _ROUND_PIPS)
    return tuple(SUITS[suit] + rank for rank in ranks)


@dataclass(frozen=True, slots=True)
class Trumps:
    """All that a trump suit decides. `power[led]` is strength by card for a led plain suit (or the trump suit)."""

    suit: int
    mask: int
    listed: bytes
    """The same, listed."""
    others: bytes
    """The cards that are no trumps."""
    plain: tuple[int, ...]
    """The plain cards of each suit, as masks."""
    power: tuple[tuple[int, ...], ...]
    dragon: int
    """The robai of the trump suit."""
    dragon_bit: int
    sun_bit: int
    sun: bytes
    """The Sun of trumps as a hand of its own."""
    meri: Duty
    """What a led trump asks for, but in the first trick."""
    monchi: tuple[Duty, ...]
    """What a led plain card of each suit asks for after the first meri."""

    def rank(self, code: str) -> int:
        """Return the trump of this rank, such as `X`."""
        return card(SUITS[self.suit] + code)


@cache
def trumps(suit: int, *, tenka: bool = True) -> Trumps:
    """Return the table of a trump suit; `tenka` is False where the clubs are left out of the pack."""
    strongest_first = [card(code) for code in trump_order(suit) if tenka or code != "PR"]
    mask = mask_of(strongest_first)
    plain = tuple(suit_mask & ~mask for suit_mask in SUIT_MASKS)
    return Trumps(
        suit=suit,
        mask=mask,
        listed=listed(mask),
        others=all_but(mask),
        plain=plain,
        power=tuple(_power(strongest_first, suit, led) for led in range(5)),
        dragon=card(SUITS[suit] + "R"),
        dragon_bit=1 << card(SUITS[suit] + "R"),
        sun_bit=1 << card(SUITS[suit] + "X"),
        sun=ONE[card(SUITS[suit] + "X")],
        meri=Duty(mask),
        monchi=tuple(Duty(cards, 0, mask) for cards in plain),
    )


def _power(strongest_first: list[int], suit: int, led: int) -> tuple[int, ...]:
    power = [0] * CARDS
    if led != suit:
        for place, code in enumerate(reversed(plain_order(led)), start=1):
            power[card(code)] = place
    for place, trump in enumerate(reversed(strongest_first), start=_TRUMP):
        power[trump] = place
    return tuple(power)
