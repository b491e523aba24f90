"""The first layout holds every card once, keeps sounds together and leaves no hole."""

import itertools
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from engine.karuta.field import End, Row
from poems.anthology import poem
from webapp.matches.arrange import ENDS, SHARES, SPLIT, arrange

hands = st.permutations(range(1, 101)).map(lambda deck: tuple(deck[:25]))
any_hands = st.sets(st.integers(1, 100), max_size=50).map(tuple)


@given(any_hands)
def test_every_card_lies_once_and_rows_are_packed_outwards(cards: tuple[int, ...]) -> None:
    layout = arrange(cards)
    assert sorted(card for card, _ in layout) == sorted(cards)
    for end, row in itertools.product(End, Row):
        ordinals = [slot.ordinal for _, slot in layout.row(row, end)]
        assert ordinals == list(range(1, len(ordinals) + 1))
    assert not any(slot.row is Row.FLOAT for _, slot in layout)


@given(hands)
def test_25_cards_fit_rows_of_at_most_12_and_leave_the_middle_open(cards: tuple[int, ...]) -> None:
    layout = arrange(cards)
    for row in (Row.UPPER, Row.MIDDLE, Row.LOWER):
        assert sum(len(layout.row(row, end)) for end in End) <= 12


@given(hands)
def test_a_plain_division_by_shares_is_never_better(cards: tuple[int, ...]) -> None:
    layout = arrange(cards)
    sizes = [len(layout.row(row, end)) for end, row in ENDS]
    order = [card for end, row in ENDS for card, _ in layout.row(row, end)]
    assert _cost(sizes, order) <= _cost(list(SHARES), order)


def test_a_sound_that_fits_into_one_end_is_not_cut() -> None:
    layout = arrange(
        [1, 5, 6, 7, 8, 9, 10, 12, 15, 20, 23, 30, 31, 39, 43, 45, 52, 57, 58, 61, 64, 87, 18, 81, 70]
    )
    ends = defaultdict(set)
    for card, slot in layout:
        ends[poem(card).first_kana].add((slot.end, slot.row))
    assert {sound for sound, where in ends.items() if len(where) > 1} <= {"あ"}


def _cost(sizes: list[int], order: list[int]) -> int:
    cuts = itertools.accumulate(sizes[:-1])
    sounds = [poem(card).first_kana for card in order]
    splits = sum(0 < cut < len(sounds) and sounds[cut - 1] == sounds[cut] for cut in cuts)
    return SPLIT * splits + sum((size - share) ** 2 for size, share in zip(sizes, SHARES, strict=True))
