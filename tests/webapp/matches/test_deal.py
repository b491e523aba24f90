"""A typed deal is read as people write cards, and a slip is named."""

import pytest

from poems.anthology import POEMS
from webapp.matches.deal import DealError, Wrong, named_cards, sides


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", ()),
        ("1,5,10-12", (1, 5, 10, 11, 12)),
        ("８、９　１０", (8, 9, 10)),
        ("008 09", (8, 9)),
        ("むらさめ す め", (87, 18, 57)),
        ("１０−１２", (10, 11, 12)),
        ("10 〜 12", (10, 11, 12)),
        ("あさぼらけあ・あさぼらけう", (31, 64)),
        ("Murasame", (87,)),
        ("めぐりあひて\n99", (57, 99)),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, cards: tuple[int, ...]) -> None:
    assert named_cards(text) == cards


def test_every_kimariji_names_its_card() -> None:
    assert named_cards(" ".join(poem.kimariji for poem in POEMS)) == tuple(range(1, 101))


@pytest.mark.parametrize(
    ("text", "wrong", "entry"),
    [
        ("1, 101", Wrong.UNKNOWN, "101"),
        ("0", Wrong.UNKNOWN, "0"),
        ("3 あさぼらけ", Wrong.UNKNOWN, "あさぼらけ"),
        ("ぬぬ", Wrong.UNKNOWN, "ぬぬ"),
        ("1.5", Wrong.UNKNOWN, "1.5"),
        ("-3", Wrong.UNKNOWN, "-3"),
        ("7 ７", Wrong.TWICE, "7"),
        ("①", Wrong.UNKNOWN, "①"),
        ("十二", Wrong.UNKNOWN, "十二"),
        ("1２３", Wrong.UNKNOWN, "123"),
        ("む 87", Wrong.TWICE, "87"),
        ("10-20 15", Wrong.TWICE, "15"),
        ("20-10", Wrong.BACKWARDS, "20-10"),
    ],
)
def test_a_slip_is_named(text: str, wrong: Wrong, entry: str) -> None:
    with pytest.raises(DealError) as fault:
        named_cards(text)
    assert (fault.value.wrong, fault.value.entry) == (wrong, entry)


def test_sides_must_be_25_each_and_share_no_card() -> None:
    assert sides("1-25", "26-50") == (tuple(range(1, 26)), tuple(range(26, 51)))
    with pytest.raises(DealError) as both:
        sides("1-25", "25-49")
    assert (both.value.wrong, both.value.entry) == (Wrong.BOTH, "25-49")
    with pytest.raises(DealError) as few:
        sides("1-25", "26-49")
    assert (few.value.wrong, few.value.entry) == (Wrong.COUNT, "24")
    with pytest.raises(DealError) as many:
        sides("1-26", "27-51")
    assert (many.value.wrong, many.value.entry) == (Wrong.COUNT, "26")
