"""The 202 halves of a whole pack, and how files and addresses name them."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from reader.pattern import OPENER, Half

HALVES: Final = tuple(Half(poem, part) for poem in range(101) for part in ("kami", "shimo"))
"""The opener's two halves, then both of every poem."""

_KEY: Final = re.compile(r"(\d{3})-(kami|shimo)")


def key(half: Half) -> str:
    """Return a half's name in files and addresses: `017-kami`."""
    return f"{half.poem:03d}-{half.part}"


def half_of(text: str) -> Half:
    """Read `017-kami`; raises ValueError for what names no half."""
    found = _KEY.fullmatch(text)
    if found is None or int(found[1]) > 100:
        raise ValueError(f"{text!r} names no half of a poem; they are called 000-kami to 100-shimo")
    return Half(int(found[1]), "kami" if found[2] == "kami" else "shimo")


def listed(
    halves: Iterable[Half], *, upper: str = "upper", lower: str = "lower", opener: str = "opener"
) -> str:
    """Name halves for people, as short as they can be: `17, 20-23, 40 (upper), opener (lower)`.

    The words are English unless others are given.
    """
    parts: dict[int, list[str]] = {}
    for half in sorted(set(halves), key=lambda one: (one.poem, one.part)):
        parts.setdefault(half.poem, []).append(half.part)
    whole = [poem for poem, found in parts.items() if len(found) == 2 and poem != OPENER]
    words = [_range(run) for run in _runs(whole)]
    for poem, found in parts.items():
        if poem in whole:
            continue
        which = "" if len(found) == 2 else f" ({upper if found == ['kami'] else lower})"
        words.append((opener if poem == OPENER else str(poem)) + which)
    return ", ".join(words)


def _runs(numbers: list[int]) -> list[list[int]]:
    """Return numbers that follow each other together."""
    pairs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    return [[number for _, number in run] for _, run in pairs]


def _range(run: list[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"
