"""Home layouts: all 100 cards once, any deal laid by them, a code that comes back and finds its own slips."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.karuta.deal import deal
from engine.karuta.field import End, Row
from engine.training.layout import (
    CORNERS,
    FITS,
    BadCode,
    HomeLayout,
    overfull,
    printed,
    realistic,
    suggested,
)
from engine.training.pairs import Pair
from poems.chance import Seed
from poems.kimariji import full

LAYOUTS = st.builds(
    lambda cards, cuts: HomeLayout(
        tuple(tuple(cards[a:b]) for a, b in zip([0, *sorted(cuts)], [*sorted(cuts), 100], strict=True))
    ),
    st.permutations(range(1, 101)),
    st.lists(st.integers(0, 100), min_size=5, max_size=5),
)
LOWER_RIGHT = (Row.LOWER, End.RIGHT)


@settings(max_examples=40)
@given(LAYOUTS)
def test_a_code_comes_back(layout: HomeLayout) -> None:
    code = layout.code()
    assert HomeLayout.from_code(code) == layout
    assert HomeLayout.from_code(f" {code.replace('-', '').lower()}\n") == layout
    assert len(code.replace("-", "")) <= 118


@settings(max_examples=60)
@given(st.integers(0, 110), st.sampled_from("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
def test_a_wrong_letter_is_found(at: int, letter: str) -> None:
    code = suggested().code().replace("-", "")
    if code[at] != letter:
        with pytest.raises(BadCode):
            HomeLayout.from_code(code[:at] + letter + code[at + 1 :])


def test_exchanged_and_missing_letters_are_found() -> None:
    code = suggested().code().replace("-", "")
    at = next(at for at in range(10, 90) if code[at] != code[at + 1])
    for wrong in (
        code[:at] + code[at + 1] + code[at] + code[at + 2 :],
        code[:-1],
        code + "0",
        code[1:],
        "",
        "?",
        "A" * 300,
        "0",
    ):
        with pytest.raises(BadCode):
            HomeLayout.from_code(wrong)


@settings(max_examples=40)
@given(LAYOUTS, st.integers(0, 999))
def test_any_deal_is_laid_in_the_order_of_the_home(layout: HomeLayout, number: int) -> None:
    cards = deal(Seed.numbered(number))[0]
    laid = layout.laid(cards)
    assert {card for card, _ in laid} == set(cards)
    for (row, end), home in layout.items():
        here = [card for card, _ in laid.row(row, end)]
        assert here == [card for card in home if card in cards]
        assert [slot.ordinal for _, slot in laid.row(row, end)] == list(range(1, len(here) + 1))


@settings(max_examples=40)
@given(LAYOUTS, st.integers(1, 100), st.sampled_from(CORNERS), st.integers(-3, 120))
def test_a_card_can_be_moved_anywhere_and_none_is_lost(
    layout: HomeLayout, card: int, to: tuple[Row, End], at: int
) -> None:
    after = layout.moved(card, to, at)
    assert after.corner(card) == to
    assert sorted(card for corner in after.corners for card in corner) == list(range(1, 101))
    before = {corner: [one for one in cards if one != card] for corner, cards in layout.items()}
    assert {corner: [one for one in cards if one != card] for corner, cards in after.items()} == before


def test_two_cards_change_places() -> None:
    layout = suggested()
    after = layout.swapped(1, 100)
    assert (after.corner(1), after.corner(100)) == (layout.corner(100), layout.corner(1))
    assert after.swapped(1, 100) == layout


def test_what_is_no_layout_is_refused_by_name() -> None:
    whole = suggested().corners
    with pytest.raises(ValueError, match="6 ends of rows, not 5"):
        HomeLayout(whole[:5])
    with pytest.raises(ValueError, match="1 cards have no place"):
        HomeLayout((whole[0][1:], *whole[1:]))
    with pytest.raises(ValueError, match=f"card {whole[1][0]} lies in two places"):
        HomeLayout(((*whole[0], whole[1][0]), *whole[1:]))
    with pytest.raises(ValueError, match="101 is no card"):
        suggested().corner(101)


def test_partners_across_are_told() -> None:
    layout = suggested()
    here = layout.corner(15)
    other_end = End.LEFT if here[1] is End.RIGHT else End.RIGHT
    pair = Pair(15, 50)
    assert pair not in layout.moved(50, here, 0).across()
    assert pair in layout.moved(50, (Row.UPPER, other_end), 0).across()


def test_a_suggested_layout_keeps_sound_groups_and_its_lower_row_is_the_fullest() -> None:
    layout = suggested()
    sizes = {row: sum(len(cards) for (of, _), cards in layout.items() if of is row) for row in Row}
    assert sizes[Row.LOWER] > sizes[Row.MIDDLE] > sizes[Row.UPPER]
    assert layout.widest(range(1, 101)) == sizes[Row.LOWER]
    assert layout.widest(deal(Seed.numbered(3))[0]) <= 16
    assert full(layout.corners[CORNERS.index(LOWER_RIGHT)][0]) == "む"


def test_an_opponents_layout_is_drawn() -> None:
    one, other = realistic(Seed.numbered(1)), realistic(Seed.numbered(2))
    assert one != other
    assert one == realistic(Seed.numbered(1))


def test_rows_are_printed_as_they_lie() -> None:
    layout = suggested()
    rows = printed(layout)
    assert [one.row for one in rows] == [Row.UPPER, Row.MIDDLE, Row.LOWER]
    by = dict(layout.items())
    assert rows[2].left == by[Row.LOWER, End.LEFT]
    assert rows[2].right[-1] == by[LOWER_RIGHT][0]
    assert sum(len(one.left) + len(one.right) for one in rows) == 100


def test_how_often_a_row_is_overfull() -> None:
    assert overfull(FITS) == 0
    assert overfull(100) == 1
    odds = [overfull(homes) for homes in range(101)]
    assert odds == sorted(odds)
    count, of = 0, 2000
    for number in range(of):
        count += sum(card <= 60 for card in deal(Seed.numbered(number))[0]) > FITS
    assert overfull(60) == pytest.approx(count / of, abs=0.03)
