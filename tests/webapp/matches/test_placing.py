"""A card is laid innermost, or just outside of another; nothing is ever laid on something else."""

from hypothesis import given
from hypothesis import strategies as st

from engine.karuta.field import MOST_IN_A_ROW, End, Layout, Row, Slot
from webapp.matches.placing import innermost, place


def row(*ordinals: int, start: int = 1) -> Layout:
    """A right lower row with cards 1, 2, 3 … at these places."""
    return Layout.of({card: Slot(End.RIGHT, Row.LOWER, at) for card, at in enumerate(ordinals, start)})


def lower(*pairs: tuple[int, int]) -> dict[int, Slot]:
    return {card: Slot(End.RIGHT, Row.LOWER, at) for card, at in pairs}


def test_without_a_card_to_point_at_it_goes_innermost() -> None:
    assert place(row(1, 2, 5), 9, End.RIGHT, Row.LOWER) == lower((9, 6))
    assert place(row(), 9, End.RIGHT, Row.LOWER) == lower((9, 1))
    assert place(row(1, 2), 9, End.LEFT, Row.FLOAT) == {9: Slot(End.LEFT, Row.FLOAT, 1)}


def test_a_gap_is_used_before_anything_is_pushed() -> None:
    assert place(row(1, 2, 5), 9, End.RIGHT, Row.LOWER, outside_of=3) == lower((9, 4))
    assert place(row(3), 9, End.RIGHT, Row.LOWER, outside_of=1) == lower((9, 2))


def test_without_a_gap_the_inner_cards_move_until_one_is_closed() -> None:
    assert place(row(1, 2, 3, 6), 9, End.RIGHT, Row.LOWER, outside_of=2) == lower((9, 2), (2, 3), (3, 4))
    assert place(row(1), 9, End.RIGHT, Row.LOWER, outside_of=1) == lower((9, 1), (1, 2))


def test_a_card_that_moves_within_its_row_leaves_its_own_place() -> None:
    assert place(row(1, 2, 3), 3, End.RIGHT, Row.LOWER, outside_of=2) == lower((3, 2), (2, 3))
    assert place(row(1, 2, 3), 1, End.RIGHT, Row.LOWER) == lower((1, 4))


@given(st.sets(st.integers(1, 20), min_size=1, max_size=10), st.data())
def test_the_row_stays_in_order_with_the_card_outside_of_the_other(
    places: set[int], data: st.DataObject
) -> None:
    layout = row(*sorted(places))
    target = data.draw(st.sampled_from([card for card, _ in layout]))
    card = data.draw(st.sampled_from([99, *(held for held, _ in layout if held != target)]))
    slots = place(layout, card, End.RIGHT, Row.LOWER, outside_of=target)
    after = [held for held, _ in layout.placed(slots.items()).row(Row.LOWER, End.RIGHT)]
    expected = [held for held, _ in layout if held != card]
    expected.insert(expected.index(target), card)
    assert after == expected


def test_two_cards_that_pass_each_other_for_ever_never_run_out_of_places() -> None:
    """Each goes inside of the other; once the places are used up the row closes its gaps."""
    layout = row(1, 2, 3)
    for turn in range(4 * MOST_IN_A_ROW):
        card = 2 + turn % 2
        layout = layout.placed(place(layout, card, End.RIGHT, Row.LOWER).items())
        assert [held for held, _ in layout.row(Row.LOWER, End.RIGHT)] == [1, 5 - card, card]


def test_the_row_closes_its_gaps_where_the_inner_cards_cannot_move_on() -> None:
    most = MOST_IN_A_ROW
    layout = row(3, most - 1, most)
    assert place(layout, 9, End.RIGHT, Row.LOWER, outside_of=3) == lower((1, 1), (2, 2), (9, 3), (3, 4))


def test_innermost_goes_past_the_slots_that_are_kept_free() -> None:
    kept = {Slot(End.RIGHT, Row.LOWER, 5), Slot(End.LEFT, Row.LOWER, 9)}
    assert innermost(row(1, 2), End.RIGHT, Row.LOWER, kept) == Slot(End.RIGHT, Row.LOWER, 6)
    assert innermost(row(1, 2), End.RIGHT, Row.MIDDLE, kept) == Slot(End.RIGHT, Row.MIDDLE, 1)
    last = {Slot(End.RIGHT, Row.LOWER, MOST_IN_A_ROW)}
    assert innermost(row(1, 2), End.RIGHT, Row.LOWER, last) == Slot(End.RIGHT, Row.LOWER, MOST_IN_A_ROW - 1)
