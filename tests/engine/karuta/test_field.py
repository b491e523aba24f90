"""Slots as players name them, and layouts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.karuta.field import MOST_IN_A_ROW, End, Layout, Row, Slot, spread

SLOTS = st.builds(Slot, st.sampled_from(End), st.sampled_from(Row), st.integers(1, MOST_IN_A_ROW))


@given(SLOTS)
def test_a_printed_slot_is_read_again(slot: Slot) -> None:
    assert Slot.parse(str(slot)) == slot


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("右下1", Slot(End.RIGHT, Row.LOWER, 1)),
        ("左中2", Slot(End.LEFT, Row.MIDDLE, 2)),
        ("右上16", Slot(End.RIGHT, Row.UPPER, 16)),
        ("浮左1", Slot(End.LEFT, Row.FLOAT, 1)),
        ("浮右3", Slot(End.RIGHT, Row.FLOAT, 3)),
        ("右下１", Slot(End.RIGHT, Row.LOWER, 1)),
        ("左上１２", Slot(End.LEFT, Row.UPPER, 12)),
    ],
)
def test_slots_are_end_row_and_ordinal(text: str, slot: Slot) -> None:
    assert Slot.parse(text) == slot


@pytest.mark.parametrize(
    "text",
    [
        "",
        "右",
        "右下",
        "右下0",
        "右下01",
        "右下51",
        "右下100",
        "下右1",
        "左浮1",
        "浮上1",
        "右下①",
        "右下1 ",
        "右下一",
        "右下-1",
        "R下1",
        "右下1\n",
        "右下1右下1",
        "右下" + "9" * 5000,
    ],
)
def test_other_text_is_no_slot(text: str) -> None:
    with pytest.raises(ValueError, match="is no slot") as error:
        Slot.parse(text)
    assert len(str(error.value)) < 90


@pytest.mark.parametrize("ordinal", [0, -1, 51])
def test_ordinals_are_counted_from_one(ordinal: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 50"):
        Slot(End.LEFT, Row.UPPER, ordinal)


@given(st.dictionaries(st.integers(1, 100), SLOTS, max_size=25))
def test_a_layout_has_one_card_a_slot(slots: dict[int, Slot]) -> None:
    if len(set(slots.values())) < len(slots):
        with pytest.raises(ValueError, match="holds card"):
            Layout.of(slots)
        return
    layout = Layout.of(slots)
    assert len(layout) == len(slots)
    assert dict(layout) == slots
    for card, slot in slots.items():
        assert layout.slot_of(card) == slot
        assert layout.card_at(slot) == card
        assert layout.without(card).card_at(slot) is None
    for row in Row:
        for end in End:
            here = layout.row(row, end)
            assert [slot.ordinal for _, slot in here] == sorted(slot.ordinal for _, slot in here)
            free = layout.next_free(row, end) if not here or here[-1][1].ordinal < MOST_IN_A_ROW else None
            assert free is None or layout.card_at(free) is None


def test_cards_change_places_all_at_once() -> None:
    one, two = Slot.parse("右下1"), Slot.parse("右下2")
    layout = Layout.of({3: one, 5: two})
    assert dict(layout.placed({3: two, 5: one}.items())) == {3: two, 5: one}
    with pytest.raises(ValueError, match="右下2 holds card"):
        layout.placed([(3, two)])


@given(st.permutations(range(1, 26)))
def test_a_spread_fills_three_rows_at_both_ends(cards: list[int]) -> None:
    layout = spread(cards)
    assert {card for card, _ in layout} == set(cards)
    sizes = [len(layout.row(row, end)) for row in (Row.UPPER, Row.MIDDLE, Row.LOWER) for end in End]
    assert sorted(sizes) == [4, 4, 4, 4, 4, 5]
    assert layout.slot_of(cards[0]) == Slot(End.RIGHT, Row.LOWER, 1)


def test_slots_sort_by_row_then_end_then_ordinal() -> None:
    texts = ["浮左1", "左下2", "左下1", "右下1", "右中1", "左上1", "右上2"]
    ordered = sorted(map(Slot.parse, texts), key=lambda slot: slot.sort_key)
    assert [str(slot) for slot in ordered] == ["右上2", "左上1", "右中1", "右下1", "左下1", "左下2", "浮左1"]
