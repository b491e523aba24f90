"""Hands made by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.game import Game


def filled(
    game: Game[Any], hands: Mapping[int, str], size: int, dealer: int, lying: Sequence[int] = ()
) -> tuple[list[list[int]], list[int]]:
    """Return the hands from the one after the dealer on, and the cards left over.

    Seats hold the named cards, and for the rest the first of the pack that are neither named nor `lying` elsewhere.
    """
    given = {seat: list(map(game.deck.number, codes.split())) for seat, codes in hands.items()}
    named = {card for cards in (*given.values(), lying) for card in cards}
    rest = [card for card in game.pack if card not in named]
    order = []
    for place in range(game.seats):
        hand = given.get((dealer + 1 + place) % game.seats, [])
        order.append([*hand, *(rest.pop(0) for _ in range(size - len(hand)))])
    return order, rest
