"""Sets of cards as bit masks, and numbers of cards as people type them.

Bit n of a mask (`1 << n`) is poem n, 1 to 100. Bit 0 is never a card: the opener has none.
"""

import re
from collections.abc import Iterable

ALL_CARDS = (1 << 101) - 2

_FULL_WIDTH = str.maketrans("０１２３４５６７８９，、－–—−〜～~", "0123456789,,-------")
_EXAMPLE = "write them as 1,5,10-20"


class NoCardsError(ValueError):
    """A text that means no card, although all of it was understood."""


class UnknownCardsError(ValueError):
    """A text that means no cards; `part` is the piece of it that was not understood, short."""

    def __init__(self, message: str, part: str) -> None:
        super().__init__(message)
        self.part = part


def mask(numbers: Iterable[int]) -> int:
    """Return the set of these cards. Raises ValueError for a number that is no card."""
    cards = 0
    for number in numbers:
        if not 1 <= number <= 100:
            raise ValueError(f"{number} is no card: cards are numbered 1 to 100")
        cards |= 1 << number
    return cards


def numbers(cards: int) -> tuple[int, ...]:
    """Return the cards of a mask in ascending order."""
    out = []
    while cards:
        lowest = cards & -cards
        out.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(out)


def parse_number(text: str, *, opener: bool = False) -> int:
    """Read one poem number as typed: `8`, `008`, `８`; 0 only where the `opener` is allowed.

    Raises ValueError, with an example, for anything else, such as `①`, `十二`, `1.5` or `101`.
    """
    digits = text.translate(_FULL_WIDTH).strip()
    lowest = 0 if opener else 1
    if not re.fullmatch("[0-9]+", digits):
        raise UnknownCardsError(
            f"{shown(text)} is no number: write a number from {lowest} to 100, such as 12", brief(text)
        )
    significant = digits.lstrip("0") or "0"
    if len(significant) > 3 or not lowest <= int(significant) <= 100:
        raise UnknownCardsError(
            f"there is no poem {significant[:12]}: write a number from {lowest} to 100", brief(text)
        )
    return int(significant)


def parse_numbers(text: str) -> tuple[int, ...]:
    """Read a list of cards as typed, `1,5,10-20`, in the order given; blank text is no card.

    Full-width digits, commas and dashes count as plain ones, and spaces divide like commas. Raises
    ValueError for what is no card, for a range that runs backwards and for a card that comes twice.
    """
    plain = re.sub(r"\s*-\s*", "-", text.translate(_FULL_WIDTH)).strip()
    out: list[int] = []
    seen = 0
    for part in re.split(r"\s*,\s*|\s+", plain) if plain else ():
        for number in _parse_part(part):
            if seen >> number & 1:
                raise UnknownCardsError(f"card {number} comes twice in the list: leave one out", str(number))
            seen |= 1 << number
            out.append(number)
    return tuple(out)


def shown(text: str) -> str:
    """Return typed text as a message quotes it: on one line and short."""
    return repr(brief(text))


def brief(text: str) -> str:
    """Return typed text without what surrounds it, and no more of it than fits into a sentence."""
    stripped = text.strip()
    return stripped if len(stripped) <= 20 else stripped[:20] + "…"


def _parse_part(part: str) -> range:
    if not part:
        raise ValueError(f"an empty place between two commas: {_EXAMPLE}")
    first, dash, last = part.partition("-")
    if dash and not (first and last):
        raise UnknownCardsError(f"{shown(part)} is no card and no range of cards: {_EXAMPLE}", brief(part))
    start = parse_number(first)
    end = parse_number(last) if dash else start
    if end < start:
        raise UnknownCardsError(f"the range {part} runs backwards: write {end}-{start}", brief(part))
    return range(start, end + 1)
