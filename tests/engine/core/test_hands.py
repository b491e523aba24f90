from hypothesis import given
from hypothesis import strategies as st

from engine.core.bits import mask_of
from engine.core.hands import NONE, ONE, UNPACK, all_but, hand_of, listed

CARDS = st.sets(st.integers(0, 79), max_size=30)


@given(st.lists(st.integers(-1, 79), max_size=30, unique_by=lambda card: card if card >= 0 else object()))
def test_a_hand_is_its_cards_ascending_without_the_hidden_ones(drawn: list[int]) -> None:
    assert list(hand_of(drawn)) == sorted(card for card in drawn if card != -1)


@given(CARDS)
def test_a_hand_as_a_mask_as_a_tuple_and_card_by_card(held: set[int]) -> None:
    hand = hand_of(held)
    assert listed(mask_of(held)) == hand
    assert UNPACK[len(hand)](hand) == tuple(sorted(held))
    for card in range(80):
        assert set(hand.replace(ONE[card], NONE)) == held - {card}


@given(CARDS, CARDS)
def test_deleting_all_but_what_is_wanted_leaves_it_in_order(held: set[int], wanted: set[int]) -> None:
    assert list(hand_of(held).translate(None, all_but(mask_of(wanted)))) == sorted(held & wanted)
