"""Hands packed as numbers of cards of each kind, against lists."""

import random

from engine.core.bits import cards, mask_of
from engine.games.ao_kammuri.kinds import kinds_of
from engine.games.mechanics.shedding_attack import count_of, counted, kinds_in, packed, rest_of

KINDS = kinds_of("default", separate_iro=True)


def test_a_hand_is_counted_by_kind() -> None:
    rng = random.Random(1)
    for size in (0, 1, 25, 100):
        hand = mask_of(rng.sample(range(1, 101), size))
        expected = [len([card for card in cards(hand) if mask >> card & 1]) for mask in KINDS.masks]
        counts = counted(hand, KINDS.masks)
        assert [count_of(counts, kind) for kind in range(9)] == expected
        assert counts == packed(expected)
        assert kinds_in(counts) == sum(1 << kind for kind, count in enumerate(expected) if count)


def test_of_equal_cards_the_lowest_goes_first() -> None:
    rng = random.Random(2)
    for _ in range(50):
        dealt = rng.sample(range(1, 101), 25)
        held = sorted(dealt)
        for _ in range(rng.randrange(26)):
            card = rng.choice(held)
            kind = next(mask for mask in KINDS.masks if mask >> card & 1)
            held.remove(next(other for other in held if kind >> other & 1))
        counts = counted(mask_of(held), KINDS.masks)
        assert rest_of(mask_of(dealt), counts, KINDS.masks) == mask_of(held)
