import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.bits import cards, mask_of
from engine.games.mechanics.unseen import NoDeal, Place, Unseen


def test_without_limits_every_deal_is_equally_likely() -> None:
    unseen = Unseen(0b1111, [Place(2, 0b1111), Place(2, 0b1111)])
    rng = random.Random(1)
    counts = Counter(tuple(unseen.deal(rng)) for _ in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


@given(st.data())
def test_a_deal_is_found_whenever_there_is_one(data: st.DataObject) -> None:
    """Deal first, then forbid at random what the deal does not need: so there is always one."""
    sizes = data.draw(st.lists(st.integers(0, 4), min_size=1, max_size=5))
    deck = data.draw(st.permutations(range(sum(sizes))))
    places, at = [], 0
    for size in sizes:
        held = mask_of(deck[at : at + size])
        at += size
        others = data.draw(st.integers(0, (1 << sum(sizes)) - 1))
        places.append(Place(size, held | others))
    dealt = Unseen((1 << sum(sizes)) - 1, places).deal(random.Random(data.draw(st.integers(0, 99))))
    assert sum(dealt) == (1 << sum(sizes)) - 1
    for mask, place in zip(dealt, places, strict=True):
        assert len(cards(mask)) == place.size
        assert not mask & ~place.allowed


def test_no_deal_is_an_error() -> None:
    with pytest.raises(NoDeal, match="3 unseen cards for 2 places"):
        Unseen(0b111, [Place(2, 0b111)])
    impossible = Unseen(0b111, [Place(1, 0b111), Place(2, 0b001)])
    with pytest.raises(NoDeal, match="fit no deal"):
        impossible.deal(random.Random(1))
