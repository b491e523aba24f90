"""Card sets as the reader program Wasuramoti passes them on: links and lines of text.

A link is `wasuramoti://fudaset/` and the URL-safe base64 of `{group: [{name: number}, …]}`, where the number's bit
n - 1 is poem n, written in base 36. A text has a line for each set: the URL-safe base64 of the bits, the lowest byte
first and bit n for poem n, a blank, and the name.
"""

import base64
import binascii
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from poems.cards import ALL_CARDS, shown

LINK: Final = "wasuramoti://fudaset/"
LONGEST: Final = 100_000
"""Letters of a text that is looked at; a hundred sets need 5000."""
MOST: Final = 200
"""Sets of one link or text."""

_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set under the name that somebody gave it; `cards` is a mask."""

    name: str
    cards: int


def read(text: str) -> tuple[NamedSet, ...]:
    """Read a link, several of them, or lines of text. Raises ValueError, naming the line that is neither."""
    if len(text) > LONGEST:
        raise ValueError(f"a text of {len(text)} letters is too long for card sets")
    out: list[NamedSet] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        link = re.search(r"fudaset/([A-Za-z0-9_=%-]+)", line)
        out += _linked(link[1]) if link else [_line(line)]
        if len(out) > MOST:
            raise ValueError(f"more than {MOST} sets: pass them on in parts")
    if not out:
        raise ValueError(
            "no card set is there: paste a wasuramoti:// link or the lines that its export copies"
        )
    return tuple(out)


def link(group: str, sets: Sequence[NamedSet]) -> str:
    """Return the link that opens these sets in Wasuramoti."""
    document = {group: [{one.name: _base36(one.cards >> 1)} for one in sets]}
    plain = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return LINK + base64.urlsafe_b64encode(plain.encode()).decode()


def lines(sets: Sequence[NamedSet]) -> str:
    """Return the text that Wasuramoti imports from the clipboard."""
    return "\n".join(f"{code(one.cards)} {' '.join(one.name.split())}" for one in sets)


def code(cards: int) -> str:
    """Return a set as a short text: URL-safe base64 of its bits, the lowest byte first, without padding at its end."""
    data = cards.to_bytes((cards.bit_length() + 7) // 8, "little")
    return base64.urlsafe_b64encode(data).decode()


def decoded(text: str) -> int:
    """Return the set of a `code`, with or without its padding. Raises ValueError."""
    cards = int.from_bytes(_bytes(text), "little")
    if not cards or cards & ~ALL_CARDS:
        raise ValueError(f"{shown(text)} is no card set")
    return cards


def _line(line: str) -> NamedSet:
    first, _, name = line.partition(" ")
    try:
        cards = decoded(first)
    except ValueError:
        raise ValueError(f"{shown(line)} is no card set: it begins with the set's code and a blank") from None
    if not name.strip():
        raise ValueError(f"{shown(line)}: the set has no name")
    return NamedSet(name.strip(), cards)


def _linked(data: str) -> list[NamedSet]:
    wrong = ValueError(f"the link {shown(data)} does not hold card sets")
    try:
        document: Any = json.loads(_bytes(data.replace("%3D", "=").replace("%3d", "=")).decode())
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(document, dict) or not all(isinstance(sets, list) for sets in document.values()):
        raise wrong
    out = []
    for one in (one for sets in document.values() for one in sets):
        if not isinstance(one, dict):
            raise wrong
        out += [NamedSet(str(name).strip(), _from_base36(number)) for name, number in one.items()]
    if not out or not all(one.name for one in out):
        raise wrong
    return out


def _from_base36(number: object) -> int:
    plain = str(number).lower()
    if not re.fullmatch("[0-9a-z]{1,20}", plain):
        raise ValueError(f"{shown(str(number))} is no card set")
    cards = int(plain, 36) << 1
    if not cards or cards & ~ALL_CARDS:
        raise ValueError(f"{shown(str(number))} is no card set")
    return cards


def _base36(number: int) -> str:
    out = ""
    while number:
        number, digit = divmod(number, 36)
        out = _BASE36[digit] + out
    return out or "0"


def _bytes(text: str) -> bytes:
    plain = text.rstrip("=")
    if not re.fullmatch("[A-Za-z0-9_-]+", plain):
        raise ValueError(f"{shown(text)} is no base64")
    try:
        return base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        raise ValueError(f"{shown(text)} is no base64") from None
