from hypothesis import given
from hypothesis import strategies as st

from engine.core.bits import cards, mask_of

MASKS = st.one_of(st.integers(0, 2**53 - 1), st.integers(0, 2**79 - 1), st.integers(0, 2**101 - 1))


@given(MASKS)
def test_cards_are_the_bits_of_a_mask_in_order(mask: int) -> None:
    assert cards(mask) == tuple(bit for bit in range(101) if mask >> bit & 1)
    assert mask_of(cards(mask)) == mask


def test_single_cards_on_every_border_of_the_tables() -> None:
    for card in range(128):
        assert cards(1 << card) == (card,)


def test_hidden_cards_are_left_out_of_a_mask() -> None:
    assert mask_of((3, -1, 5, -1)) == 0b101000
