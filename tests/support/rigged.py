"""Packs that make rare things happen, for games in which a random deal hardly ever does."""

import random
from collections.abc import Callable, Sequence

from engine.decks.mekuri import NUMBERS
from engine.games.kakkuri.ranks import HAND, PACKET
from poems.chance import shuffled

Rig = Callable[[Sequence[int], int, random.Random], tuple[int, ...]]


def three_pairs(pack: Sequence[int], seats: int, rng: random.Random) -> tuple[int, ...]:
    """Deal three pairs of different numbers to one or two players of Kakkuri (sansoku)."""
    numbers = shuffled(range(NUMBERS), rng)
    order = list(pack)
    for place in rng.sample(range(seats), rng.choice((1, 1, 2))):
        chosen, numbers = numbers[: HAND // 2], numbers[HAND // 2 :]
        pairs = [suit * NUMBERS + number for number in chosen for suit in rng.sample(range(4), 2)]
        places = [seats * PACKET * packet + PACKET * place + at for packet in (0, 1) for at in range(PACKET)]
        for at, card in zip(places, pairs, strict=True):
            other = order.index(card)
            order[at], order[other] = order[other], order[at]
    return tuple(order)


def stuck_field(pack: Sequence[int], seats: int, rng: random.Random) -> tuple[int, ...]:
    """Deal four cards of one number to where the field of a fishing game begins, for hands of seven or of ten."""
    order, face = list(pack), rng.randrange(NUMBERS)
    start = seats * rng.choice((7, 10) if seats == 2 else (7,))
    for suit in range(4):
        other = order.index(suit * NUMBERS + face)
        order[start + suit], order[other] = order[other], order[start + suit]
    return tuple(order)


RIGS: dict[str, Rig] = {"kakkuri": three_pairs, "judan": stuck_field, "mekuri": stuck_field}
