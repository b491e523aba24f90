"""Draws that anyone can check."""

import hashlib
import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poems.chance import Seed, below, shuffled

SEED = Seed(bytes(range(16)))


def bits_by_the_book(seed: bytes, purpose: str, count: int) -> str:
    """The module's own description, written a second time and slowly."""
    out = ""
    block = 0
    while len(out) < count:
        digest = hashlib.sha256(seed + purpose.encode() + block.to_bytes(8, "big")).digest()
        out += "".join(f"{byte:08b}" for byte in digest)
        block += 1
    return out[:count]


@given(st.binary(min_size=16, max_size=16), st.text(max_size=9), st.lists(st.integers(0, 300), max_size=12))
def test_a_stream_is_what_its_description_says(value: bytes, purpose: str, widths: list[int]) -> None:
    stream = Seed(value).stream(purpose)
    book = bits_by_the_book(value, purpose, sum(widths))
    for width in widths:
        wanted, book = book[:width], book[width:]
        assert stream.getrandbits(width) == int(wanted or "0", 2)


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert SEED.commitment() == hashlib.sha256(bytes(range(16))).hexdigest()
    assert SEED.fits(SEED.commitment())
    assert not Seed(bytes(16)).fits(SEED.commitment())


def test_a_seed_is_written_and_read() -> None:
    assert Seed.from_hex(SEED.hex) == SEED
    assert SEED.hex == "000102030405060708090a0b0c0d0e0f"


@pytest.mark.parametrize("text", ["", "00", "0" * 33, "g" * 32, "0" * 31 + "\n", "A" * 32, "０" * 32])
def test_other_text_is_no_seed(text: str) -> None:
    with pytest.raises(ValueError, match="32 hexadecimal"):
        Seed.from_hex(text)


@pytest.mark.parametrize("size", [0, 15, 17])
def test_a_seed_is_sixteen_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        Seed(bytes(size))


def test_one_purpose_does_not_move_another() -> None:
    alone = SEED.stream("deal").getrandbits(64)
    other = SEED.stream("bot A")
    other.getrandbits(1000)
    assert SEED.stream("deal").getrandbits(64) == alone
    assert SEED.stream("bot A").getrandbits(64) != alone


@given(st.integers(1, 1000))
def test_below_stays_below(bound: int) -> None:
    stream = SEED.stream(str(bound))
    assert {below(bound, stream) for _ in range(30)} <= set(range(bound))


def test_nothing_is_below_zero() -> None:
    with pytest.raises(ValueError, match="no number is below 0"):
        below(0, SEED.stream(""))


def test_every_order_is_equally_likely() -> None:
    """4! orders in 24,000 shuffles: chi-squared with 23 degrees of freedom stays under its 99.9 % point."""
    stream = SEED.stream("orders")
    seen = Counter(shuffled("abcd", stream) for _ in range(24_000))
    assert set(seen) == set(permutations("abcd"))
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7


@given(st.lists(st.integers()), st.integers(0, 2**32))
def test_shuffled_keeps_the_items(items: list[int], seed: int) -> None:
    assert Counter(shuffled(items, random.Random(seed))) == Counter(items)


def test_a_shuffle_stays_the_same_in_every_release() -> None:
    assert shuffled(range(10), SEED.stream("deal")) == (7, 3, 8, 0, 1, 5, 9, 6, 4, 2)
