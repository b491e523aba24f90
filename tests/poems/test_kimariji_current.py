"""Kimari-ji while poems are being read: vectors, brute force on random states, and why they change."""

import random
from itertools import pairwise
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.anthology import POEMS
from poems.cards import ALL_CARDS, mask, numbers
from poems.kimariji import Change, changes, current, current_all, friends, full, history, safe_prefix, why

NUMBER = {one.kimariji: one.number for one in POEMS}
KEY = {one.number: one.kimariji_key for one in POEMS}
STATES = st.sets(st.integers(1, 100)).map(mask)
CARDS = st.integers(1, 100)


def cards(kimariji: str) -> int:
    return mask(NUMBER[one] for one in kimariji.split())


def by_definition(card: int, others: list[int]) -> str:
    """Return the shortest opening of a card that none of the others has."""
    key = KEY[card]
    return next(key[:n] for n in range(1, 30) if not any(KEY[other].startswith(key[:n]) for other in others))


def by_neighbours(read: int) -> dict[int, str]:
    """Return all current kimari-ji another way: in sorted order only neighbours can share the longest opening."""
    ordered = sorted((KEY[card], card) for card in numbers(ALL_CARDS & ~read))
    shared = [0]
    for (before, _), (after, _) in pairwise(ordered):
        shared.append(next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b))
    shared.append(0)
    return {card: key[: max(shared[i], shared[i + 1]) + 1] for i, (key, card) in enumerate(ordered)}


@pytest.mark.parametrize(
    ("read", "card", "now"),
    [
        ("はるの", "はるす", "はる"),
        ("はるの はなの はなさ", "はるす", "は"),
        ("あさぼらけう", "あさぼらけあ", "あさぼ"),
        ("あさぼらけう あさじ", "あさぼらけあ", "あさ"),
        ("きみがためは", "きみがためお", "きみ"),
        ("きみがためは きり", "きみがためお", "き"),
        ("わたのはらこ", "わたのはらや", "わた"),
        ("おおけ おおこ", "おおえ", "おお"),
        ("おぐ", "おく", "おく"),
        ("つき", "つく", "つ"),
        ("なにわえ なにし", "なにわが", "なに"),
        ("", "む", "む"),
    ],
)
def test_vectors(read: str, card: str, now: str) -> None:
    assert current(NUMBER[card], cards(read)) == now
    assert current_all(cards(read))[NUMBER[card]] == now


def test_nothing_read_is_the_full_deck() -> None:
    assert current_all(0) == {one.number: one.kimariji for one in POEMS}


def test_last_poem_needs_one_kana_and_then_none_is_left() -> None:
    assert current_all(ALL_CARDS & ~(1 << 15)) == {15: "き"}
    assert current_all(ALL_CARDS) == {}


def test_equals_brute_force_on_ten_thousand_states() -> None:
    rng = random.Random(20)
    for _ in range(10_000):
        read = mask(rng.sample(range(1, 101), rng.randrange(101)))
        assert current_all(read) == by_neighbours(read)


def test_the_safe_prefix_equals_its_definition_on_ten_thousand_states() -> None:
    rng = random.Random(21)
    for _ in range(10_000):
        read = mask(rng.sample(range(1, 101), rng.randrange(101)))
        held = rng.sample(range(1, 101), rng.randrange(1, 51))
        card, territory = held[0], mask(held)
        blocking = [other for other in numbers(ALL_CARDS & ~read & ~territory) if other != card]
        assert safe_prefix(card, read, territory) == by_definition(card, blocking)


@given(STATES, CARDS)
def test_equals_the_definition(read: int, card: int) -> None:
    others = [other for other in numbers(ALL_CARDS & ~read) if other != card]
    assert current(card, read) == by_definition(card, others)


@given(STATES, CARDS)
def test_reading_on_never_makes_it_longer(read: int, now_read: int) -> None:
    before, after = current_all(read), current_all(read | 1 << now_read)
    assert all(before[card].startswith(now) for card, now in after.items())


@given(STATES, CARDS)
def test_changes_are_the_difference_of_two_states(read: int, now_read: int) -> None:
    before, after = current_all(read), current_all(read | 1 << now_read)
    wanted = {card: (before[card], now) for card, now in after.items() if before[card] != now}
    found = changes(read, now_read)
    assert {change.card: (change.before, change.after) for change in found} == wanted
    assert all(change.because == now_read for change in found)


def test_a_change_says_what_it_was_and_which_poem_caused_it() -> None:
    read = cards("はるの はなの")
    assert changes(read, NUMBER["はなさ"]) == (
        Change(card=NUMBER["はるす"], before="はる", after="は", because=NUMBER["はなさ"]),
    )
    assert changes(0, NUMBER["む"]) == ()


def test_history_puts_the_changes_in_order() -> None:
    order = [NUMBER[one] for one in ["あさぼらけう", "む", "あさじ"]]
    assert history(order) == (
        Change(NUMBER["あさぼらけあ"], "あさぼらけあ", "あさぼ", NUMBER["あさぼらけう"]),
        Change(NUMBER["あさぼらけあ"], "あさぼ", "あさ", NUMBER["あさじ"]),
    )


def test_why_names_every_poem_that_had_to_be_read() -> None:
    read = cards("はるの はなの はなさ む")
    reason = why(NUMBER["はるす"], read)
    assert reason
    assert (reason.full, reason.current) == ("はるす", "は")
    assert reason.because == cards("はるの はなの はなさ")
    assert why(NUMBER["はるす"], cards("む")) is None


@given(STATES, CARDS)
def test_what_why_names_is_enough_and_all_needed(read: int, card: int) -> None:
    reason = why(card, read)
    if reason is None:
        assert current(card, read) == full(card)
        return
    assert not reason.because & ~read
    assert current(card, reason.because) == reason.current == current(card, read)
    for one in numbers(reason.because):
        assert current(card, reason.because & ~(1 << one)) != reason.current


@given(STATES, CARDS)
def test_friends_are_unread_and_share_all_but_the_last_kana(read: int, card: int) -> None:
    shared = current(card, read)[:-1]
    left = (other for other in numbers(ALL_CARDS & ~read) if other != card)
    assert friends(card, read) == mask(other for other in left if shared and KEY[other].startswith(shared))


def test_about_forty_two_changes_in_a_reading() -> None:
    # the mean is 42.5 and one reading spreads by about 3, so 300 readings spread by about 0.2
    rng = random.Random(42)
    counts = [len(history(rng.sample(range(1, 101), 100))) for _ in range(300)]
    assert 41.5 < mean(counts) < 43.5


@pytest.mark.parametrize(
    ("reads", "length"), [(10, 2.64), (25, 2.50), (50, 2.23), (70, 1.94), (80, 1.73), (90, 1.43)]
)
def test_mean_length_among_the_poems_that_are_left(reads: int, length: float) -> None:
    rng = random.Random(reads)
    means = [mean(map(len, current_all(mask(rng.sample(range(1, 101), reads))).values())) for _ in range(400)]
    assert mean(means) == pytest.approx(length, abs=0.05)


@pytest.mark.parametrize(
    ("card", "read", "territory", "safe"),
    [
        ("あさぼらけあ", "", "あさぼらけあ あさぼらけう あさじ", "あさ"),
        ("あさぼらけあ", "", "あさぼらけあ あさぼらけう", "あさぼ"),
        ("はるす", "", "はるす はるの はなの はなさ", "は"),
        ("おおえ", "", "おおえ", "おおえ"),
        ("はるす", "はるの", "はるす", "はる"),
        ("はるす", "はるの はなの はなさ", "はるす", "は"),
        ("む", "", "む", "む"),
    ],
)
def test_safe_prefix_of_a_layout(card: str, read: str, territory: str, safe: str) -> None:
    assert safe_prefix(NUMBER[card], cards(read), cards(territory)) == safe


@given(STATES, STATES, CARDS)
def test_safe_prefix_by_its_definition(read: int, territory: int, card: int) -> None:
    territory |= 1 << card
    blocking = [other for other in numbers(ALL_CARDS & ~read & ~territory) if other != card]
    safe = safe_prefix(card, read, territory)
    assert safe == by_definition(card, blocking)
    assert current(card, read).startswith(safe)


def test_no_touch_is_safe_in_a_territory_without_the_card() -> None:
    with pytest.raises(ValueError, match="card 18 does not lie in this territory"):
        safe_prefix(18, 0, mask([1, 2, 3]))
