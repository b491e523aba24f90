"""Purpose-made reading lists: as many as fit, families whole, what is wanted first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.training.confusion import Counts, Matrix
from engine.training.pairs import Pair, family
from engine.training.reading_list import ReadingList, in_time, of_confusable, of_lost
from poems.cards import mask
from poems.chance import Seed

SEED = Seed.numbered(5)


def whole(found: ReadingList) -> bool:
    cards = mask(found.order)
    return all(family(card) & ~cards == 0 for card in found.order)


@settings(max_examples=30)
@given(st.floats(0.5, 60), st.integers(0, 99))
def test_what_fits_into_the_time(minutes: float, number: int) -> None:
    found = in_time(minutes, Seed.numbered(number))
    assert found.seconds <= minutes * 60
    assert whole(found)
    assert len(set(found.order)) == len(found.order)
    assert len(found.left_out) == 100 - len(found.order)


def test_sixty_reads_in_45_minutes() -> None:
    found = in_time(45, SEED, pause_s=30.0)
    assert len(found.order) == 60
    assert in_time(45, SEED, pause_s=30.0) == found
    assert in_time(45, Seed.numbered(6), pause_s=30.0) != found
    assert len(in_time(60, SEED).order) == 100


def test_the_confusable_come_first_with_their_families() -> None:
    pair = Pair(15, 50)
    found = of_confusable(Matrix({pair: Counts(20, 9, 20, 9)}), 20, SEED)
    assert {15, 50} <= set(found.order)
    assert len(found.order) <= 20
    assert whole(found)


def test_what_was_lost_comes_with_its_partners() -> None:
    found = of_lost({15: 3, 17: 1, 4: 0}, 10, SEED)
    assert set(found.order) == {15, 50, 17}
    assert of_lost({15: 3, 17: 1}, 2, SEED).order in ((15, 50), (50, 15))


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(ValueError, match="a minute at least"):
        in_time(0.1, SEED)
    with pytest.raises(ValueError, match="no card was lost"):
        of_lost({5: 0}, 10, SEED)
