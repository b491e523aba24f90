"""Who wins a trick of kan, and what a led card asks for: docs/rules/kan.md §1 and §4."""

from functools import cache
from typing import Final

from engine.decks.french import JOKER, SUIT_MASKS, SUITS, card, french
from engine.games.mechanics.asking import JOKER_BIT, asked_suit
from engine.games.mechanics.following import SPECIAL, strengths
from engine.games.mechanics.tricks import Duty

SEATS: Final = 5
HAND: Final = 10
PACK: Final = tuple(one for one in french().numbers if one not in {card("C2"), card("D2"), card("H2")})
NEEDED: Final = (9, 8, 9)
"""Pictures that the kankei must capture, by deal."""
FIRST_TRUMPS: Final = "CDH"
"""The first trumps of the rounds in turn; those of the last round are spades."""
POWERLESS: Final = 1


def first_trump(round_: int, rounds: int) -> int:
    """Return the trump suit of the first deal of a round, counted from 0."""
    return SUITS.index("S" if round_ == rounds - 1 else FIRST_TRUMPS[round_ % len(FIRST_TRUMPS)])


def ace_of(trump: int) -> int:
    """Return the ace of trumps."""
    return card(f"{SUITS[trump]}A")


@cache
def power(trump: int, led: int, ask: str, *, last: bool) -> tuple[int, ...]:
    """Return the strength of each card when this card was led; in the last trick the joker has none."""
    out = strengths(trump, asked_suit(led, ask))
    out[JOKER] = POWERLESS if last else SPECIAL
    return tuple(out)


@cache
def duty(led: int, ask: str) -> Duty:
    """Return what a led card asks for."""
    return Duty(SUIT_MASKS[asked_suit(led, ask)], 0, JOKER_BIT)


@cache
def seating(first: int, second: int) -> tuple[int, ...]:
    """Return the seats in the order of play when these two are partners: side by side they do not sit.

    Of neighbours the one who plays later changes places with the next player.
    """
    order = list(range(SEATS))
    for one, other in ((first, second), (second, first)):
        if (one + 1) % SEATS == other:
            beyond = (other + 1) % SEATS
            order[other], order[beyond] = order[beyond], order[other]
    return tuple(order)
