"""The pairs that sound alike, against the counts that are published for the 100 cards."""

from itertools import combinations

import pytest

from engine.training.learning_order import Order, next_cards, order_of
from engine.training.pairs import (
    LAST_KANA,
    TRIOS,
    Pair,
    SoundClass,
    face_alike,
    family,
    only_consonant,
    partners,
    shared_kana,
    sound_class,
)
from poems.anthology import POEMS
from poems.cards import mask, numbers
from poems.kimariji import full

CARD = {full(number): number for number in range(1, 101)}

SAME_VOWEL = (
    "あし/あい おく/おぐ たち/たき す/ふ す/む ふ/む やまざ/やまが ありあ/ありま かぜを/かぜそ め/せ "
    "おおえ/おおけ よを/よも うら/うか もろ/もも おと/おも たか/たま ながか/ながら"
)


def pair(text: str) -> Pair:
    one, other = text.split("/")
    return Pair.of(CARD[one], CARD[other])


def test_88_pairs_differ_in_their_last_kana_and_21_are_singles() -> None:
    plain = [
        Pair(a, b)
        for a, b in combinations(range(1, 101), 2)
        if len(full(a)) == len(full(b)) and full(a)[:-1] == full(b)[:-1]
    ]
    assert list(LAST_KANA) == plain
    assert len(plain) == 88
    assert sum(len(full(one.one)) == 1 for one in plain) == 21


def test_in_17_of_them_a_consonant_alone_tells() -> None:
    assert {one for one in LAST_KANA if only_consonant(one)} == {pair(text) for text in SAME_VOWEL.split()}


def test_66_trios_part_at_their_last_kana_and_35_are_singles() -> None:
    plain = [
        three
        for three in combinations(range(1, 101), 3)
        if len({full(card)[:-1] for card in three}) == 1 and len({len(full(card)) for card in three}) == 1
    ]
    assert sorted(TRIOS) == plain
    assert len(plain) == 66
    assert sum(len(full(one)) == 1 for one, _, _ in plain) == 35
    assert tuple(sorted(CARD[one] for one in ("おおえ", "おおけ", "おおこ"))) in TRIOS


def test_partners_are_those_of_the_pairs() -> None:
    for card in range(1, 101):
        assert set(numbers(partners(card))) == {
            other for one in LAST_KANA if card in one for other in one.cards if other != card
        }


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("す/ふ", SoundClass.FRICATIVES),
        ("おく/おぐ", SoundClass.K_AND_G),
        ("きみがためは/きみがためお", SoundClass.OTHER),
        ("なげき/なげけ", SoundClass.VOWEL),
        ("ながか/ながら", SoundClass.LIQUID),
    ],
)
def test_what_must_be_heard(cards: str, expected: SoundClass) -> None:
    assert sound_class(pair(cards)) is expected


def test_families_are_whole() -> None:
    assert set(numbers(family(CARD["おおえ"]))) == {CARD[one] for one in ("おおえ", "おおけ", "おおこ")}
    assert set(numbers(family(CARD["なげき"]))) == {CARD["なげき"], CARD["なげけ"]}
    assert family(CARD["む"]) == mask([CARD["む"]])
    for card in range(1, 101):
        assert all(family(other) == family(card) for other in numbers(family(card)))


def test_faces_that_begin_alike() -> None:
    assert face_alike(16, 34)  # まつとしきかは, まつもむかしの
    assert not face_alike(16, 17)


def test_shared_kana() -> None:
    assert shared_kana(CARD["あさぼらけあ"], CARD["あさぼらけう"]) == 5
    assert shared_kana(CARD["む"], CARD["す"]) == 0


@pytest.mark.parametrize(("one", "other"), [(5, 5), (7, 3), (0, 4), (3, 101)])
def test_a_pair_is_two_cards_in_order(one: int, other: int) -> None:
    with pytest.raises(ValueError, match="no pair"):
        Pair(one, other)


def first_met(order: Order, each: int) -> dict[int, int]:
    """Return the day on which each card is met, so many a day."""
    day_of: dict[int, int] = {}
    day = 0
    while len(day_of) < 100:
        day_of |= dict.fromkeys(next_cards(order, day_of, each), day)
        day += 1
    return day_of


def test_by_sound_group_partners_come_on_the_same_or_the_next_day() -> None:
    day_of = first_met(Order.SOUND_GROUP, 5)
    assert max(day_of.values()) == 19
    apart = {one for one in LAST_KANA if abs(day_of[one.one] - day_of[one.other]) > 1}
    assert apart == set()


def test_by_length_some_partners_are_parted_from_their_family() -> None:
    day_of = first_met(Order.LENGTH, 5)
    assert abs(day_of[CARD["あさじ"]] - day_of[CARD["あさぼらけあ"]]) > 1


def test_other_orders_can_be_chosen_and_hold_every_card() -> None:
    for order in Order:
        assert sorted(order_of(order)) == list(range(1, 101))
    assert len({POEMS[card - 1].goshiki for card in order_of(Order.GOSHIKI)[:20]}) == 1
    lengths = [POEMS[card - 1].kimariji_length for card in order_of(Order.LENGTH)]
    assert lengths == sorted(lengths)


def test_a_learner_who_changes_the_order_keeps_what_they_know() -> None:
    known = order_of(Order.SOUND_GROUP)[:30]
    assert not set(known) & set(next_cards(Order.GOSHIKI, known, 70))
    assert len(next_cards(Order.GOSHIKI, known, 99)) == 70
    assert next_cards(Order.GOSHIKI, known, -1) == ()
