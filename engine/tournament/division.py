"""Which fifty cards each round of a practice is played with (札分け), from the session's name alone.

Every device that knows the name of the session, and how often the division was drawn anew, works out the same; there
is nothing to send. Rounds go in threes: first by the last digit of the cards' numbers, then by a few digits in either
place, less a card, then by the first digit, so that other cards lie together each time. docs/rules/tournaments.md §9.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from poems.cards import mask, numbers
from poems.chance import SEED_BYTES, Bits, Seed, below, shuffled

DIGITS = range(10)


class By(StrEnum):
    """How the cards of a round are told. Numbers have two digits; card 100 is written 00."""

    ONES = "ones"
    """The last digit is one of five."""
    EITHER = "either"
    """One of three digits stands in either place, less one card (抜き)."""
    TENS = "tens"
    """The first digit is one of five."""


@dataclass(frozen=True, slots=True)
class Division:
    """The cards of one round: how they are told, and the fifty as a mask (bit n is poem n)."""

    by: By
    digits: tuple[int, ...]
    without: int | None
    cards: int


def seed_of(session: str, drawn_anew: int = 0) -> Seed:
    """Return the seed of a session's division. `session` is any text that all devices share, such as its date."""
    name = f"division\n{session}\n{drawn_anew}"
    return Seed(hashlib.sha256(name.encode()).digest()[:SEED_BYTES])


def divisions(session: str, rounds: int, drawn_anew: int = 0) -> tuple[Division, ...]:
    """Return the cards of each round. More rounds leave those before as they are."""
    seed = seed_of(session, drawn_anew)
    found: list[Division] = []
    for number in range(rounds):
        bits = seed.stream(f"round {number}")
        found.append(_KINDS[number % 3](found[-1].digits if found else (), bits))
    return tuple(found)


def _ones(_: tuple[int, ...], bits: Bits) -> Division:
    digits = _some(DIGITS, 5, bits)
    return Division(By.ONES, digits, None, _cards(lambda _, ones: ones in digits))


def _either(used: tuple[int, ...], bits: Bits) -> Division:
    """Three of the digits that did not lead the round before: 51 cards, of which one stays away."""
    digits = _some((digit for digit in DIGITS if digit not in used), 3, bits)
    cards = _cards(lambda tens, ones: tens in digits or ones in digits)
    there = numbers(cards)
    without = there[below(len(there), bits)]
    return Division(By.EITHER, digits, without, cards & ~(1 << without))


def _tens(used: tuple[int, ...], bits: Bits) -> Division:
    digits = _some((digit for digit in DIGITS if digit not in used), 5, bits)
    return Division(By.TENS, digits, None, _cards(lambda tens, _: tens in digits))


_KINDS = (_ones, _either, _tens)


def _some(digits: Iterable[int], count: int, bits: Bits) -> tuple[int, ...]:
    return tuple(sorted(shuffled(digits, bits)[:count]))


def _cards(wanted: Callable[[int, int], bool]) -> int:
    return mask(card for card in range(1, 101) if wanted(card // 10 % 10, card % 10))
