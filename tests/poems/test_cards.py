"""Masks of cards, and numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.cards import ALL_CARDS, mask, numbers, parse_number, parse_numbers

CARDS = st.sets(st.integers(1, 100))


@given(CARDS)
def test_mask_and_numbers_are_each_other(cards: set[int]) -> None:
    assert numbers(mask(cards)) == tuple(sorted(cards))


def test_all_cards_has_the_hundred_and_not_the_opener() -> None:
    assert numbers(ALL_CARDS) == tuple(range(1, 101))


@pytest.mark.parametrize("number", [0, -1, 101])
def test_what_is_no_card_has_no_mask(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is no card"):
        mask([number])


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12),
        ("１２", 12),
        (" 12 ", 12),
        ("1２", 12),
        ("008", 8),
        ("09", 9),
        ("９", 9),
        ("100", 100),
        ("\u300012", 12),
    ],
)
def test_number_as_typed(text: str, number: int) -> None:
    assert parse_number(text) == parse_number(f"\u3000{text}\u3000") == number


@pytest.mark.parametrize(
    "text", ["〇", "十二", "①", "1.5", "-3", "", " ", "²", "٣", "1 2", "0x1", "1_0", "+5"]
)
def test_what_is_no_number_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="is no number: write a number from 1 to 100, such as 12"):
        parse_number(text)


@pytest.mark.parametrize("text", ["0", "000", "101", "999", "9" * 5000])
def test_number_outside_the_hundred(text: str) -> None:
    with pytest.raises(ValueError, match=r"there is no poem \d{1,12}: write a number from 1 to 100$"):
        parse_number(text)


def test_opener_only_where_it_is_allowed() -> None:
    assert parse_number("000", opener=True) == 0
    with pytest.raises(ValueError, match="from 0 to 100"):
        parse_number("101", opener=True)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("1,5,10-12", (1, 5, 10, 11, 12)),
        ("12,3", (12, 3)),
        ("１，５、１０－１２", (1, 5, 10, 11, 12)),
        ("008 09\u300010", (8, 9, 10)),
        (" 3 , 1 - 2 ", (3, 1, 2)),
        ("98〜100", (98, 99, 100)),
        ("98~99", (98, 99)),
        ("7-7", (7,)),
        ("", ()),
        ("  ", ()),
    ],
)
def test_list_as_typed(text: str, cards: tuple[int, ...]) -> None:
    assert parse_numbers(text) == cards


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,,2", "empty place between two commas"),
        ("1,2,", "empty place between two commas"),
        ("20-10", "the range 20-10 runs backwards: write 10-20"),
        ("1-20,5", "card 5 comes twice"),
        ("-3", "'-3' is no card and no range"),
        ("3-", "'3-' is no card and no range"),
        ("1-2-3", "'2-3' is no number"),
        ("0-5", "there is no poem 0"),
        ("95-105", "there is no poem 105"),
        ("1;2", "'1;2' is no number"),
        ("あ", "'あ' is no number"),
    ],
)
def test_list_that_makes_no_sense(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_numbers(text)


def test_message_stays_short_whatever_was_typed() -> None:
    with pytest.raises(ValueError, match="no number") as refused:
        parse_numbers("a" * 10_000)
    assert len(str(refused.value)) < 120


@given(st.lists(st.integers(1, 100), unique=True))
def test_list_keeps_its_order(cards: list[int]) -> None:
    assert parse_numbers(",".join(map(str, cards))) == tuple(cards)
