"""Chance that anyone can check: a secret seed, its commitment, and a stream of bits a purpose.

Whoever has the seed can deal again: block n of a stream is `sha256(seed + purpose + n)`, the 16 bytes of the seed
first, then the purpose in UTF-8, then n = 0, 1, 2 … in 8 bytes; bits are used from the most significant down.
Nothing here depends on Python's own generator.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, Self, TypeVar

Item = TypeVar("Item")

SEED_BYTES = 16


class Bits(Protocol):
    """Whatever gives random bits: a `Stream`, or `random.Random`."""

    def getrandbits(self, k: int, /) -> int:
        """Return a number of k random bits."""


@dataclass(frozen=True, slots=True)
class Seed:
    """128 bits that decide every draw of one purpose and the next; secret until the game is over."""

    value: bytes

    def __post_init__(self) -> None:
        if len(self.value) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(self.value)}")

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Read 32 hexadecimal digits. Raises ValueError for anything else."""
        if not re.fullmatch("[0-9a-f]{32}", text):
            raise ValueError("a seed is written as 32 hexadecimal digits")
        return cls(bytes.fromhex(text))

    @classmethod
    def numbered(cls, number: int) -> Self:
        """Return the seed that is a whole number, as `--rng` takes it. Raises ValueError beyond 128 bits."""
        if not 0 <= number < 1 << 8 * SEED_BYTES:
            raise ValueError(f"seed {number}: a seed is a whole number from 0 to 2^{8 * SEED_BYTES} - 1")
        return cls(number.to_bytes(SEED_BYTES, "big"))

    @property
    def hex(self) -> str:
        """The seed as 32 hexadecimal digits."""
        return self.value.hex()

    def commitment(self) -> str:
        """Return the SHA-256 of the seed in hexadecimal: published before the deal, it binds whoever holds the seed."""
        return hashlib.sha256(self.value).hexdigest()

    def fits(self, commitment: str) -> bool:
        """Whether this is the seed that was committed to."""
        return hmac.compare_digest(self.commitment().encode(), commitment.encode())

    def stream(self, purpose: str) -> "Stream":
        """Return the bits for one purpose, such as `deal`; other purposes do not move them."""
        return Stream(self.value + purpose.encode())


class Stream:
    """Random bits from a key, without end."""

    __slots__ = ("_block", "_key", "_left", "_pool")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._pool = 0
        self._left = 0

    def getrandbits(self, k: int, /) -> int:
        """Return the next k bits as a number."""
        while self._left < k:
            block = hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._pool = self._pool << 256 | int.from_bytes(block, "big")
            self._left += 256
            self._block += 1
        self._left -= k
        out = self._pool >> self._left
        self._pool &= (1 << self._left) - 1
        return out


def below(bound: int, bits: Bits) -> int:
    """Return a number from 0 to bound - 1, every one equally likely. Raises ValueError for a bound under 1."""
    if bound < 1:
        raise ValueError(f"no number is below {bound}")
    width = (bound - 1).bit_length()
    while True:
        number = bits.getrandbits(width) if width else 0
        if number < bound:
            return number


def shuffled(items: Iterable[Item], bits: Bits) -> tuple[Item, ...]:
    """Return the items in a random order, every order equally likely (Fisher-Yates, from the last place down)."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(last + 1, bits)
        out[last], out[other] = out[other], out[last]
    return tuple(out)
