"""Teiichi (定位置): a player's fixed place for each of the 100 cards, by row, end and order.

A card keeps its place among those of its row and end: of the 25 that are dealt, the outermost lies first. So one home
layout lays out any deal, and two players' make a real field. The text to share it is short, has a check, and is the
same for the same layout.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Final, Self, TypeAlias

from engine.karuta.field import End, Layout, Row, Slot
from engine.training.pairs import LAST_KANA, Pair
from poems.cards import ALL_CARDS, mask
from poems.chance import Seed, shuffled
from poems.kimariji import full
from poems.sets import MUSUME_ORDER

Corner: TypeAlias = tuple[Row, End]
"""One end of one row."""

ROWS: Final = (Row.UPPER, Row.MIDDLE, Row.LOWER)
CORNERS: Final[tuple[Corner, ...]] = tuple((row, end) for row in ROWS for end in (End.LEFT, End.RIGHT))
"""The six, as they lie: from the opponent's side to the owner's, left before right."""

DEALT: Final = 25
FITS: Final = 16
"""Cards side by side in the 87 cm of a row."""

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32: no I, L, O or U to misread."""
_FORMAT: Final = 1
_CHECK_BITS: Final = 15
_FIVE: Final = 5


class BadCode(ValueError):  # noqa: N818 - what was typed, not a fault of the program
    """A text that is no layout's code; the message says what to do."""


@dataclass(frozen=True, slots=True)
class HomeLayout:
    """The cards of each corner, from the outside in. Raises ValueError unless all 100 lie there once."""

    corners: tuple[tuple[int, ...], ...]
    """In the order of `CORNERS`."""

    def __post_init__(self) -> None:
        if len(self.corners) != len(CORNERS):
            raise ValueError(f"a layout has {len(CORNERS)} ends of rows, not {len(self.corners)}")
        cards = [card for corner in self.corners for card in corner]
        for card in cards:
            if cards.count(card) > 1:
                raise ValueError(f"card {card} lies in two places: take one away")
        missing = ALL_CARDS & ~mask(cards)
        if missing:
            lowest = (missing & -missing).bit_length() - 1
            raise ValueError(f"{missing.bit_count()} cards have no place, card {lowest} among them")

    @classmethod
    def of(cls, corners: Mapping[Corner, Iterable[int]]) -> Self:
        """Build a layout from the cards of each corner, outside in."""
        return cls(tuple(tuple(corners.get(corner, ())) for corner in CORNERS))

    def items(self) -> Iterator[tuple[Corner, tuple[int, ...]]]:
        """Yield each corner with its cards."""
        return zip(CORNERS, self.corners, strict=True)

    def corner(self, card: int) -> Corner:
        """Return where a card has its place. Raises ValueError for what is no card."""
        for corner, cards in self.items():
            if card in cards:
                return corner
        raise ValueError(f"{card} is no card: cards are numbered 1 to 100")

    def moved(self, card: int, to: Corner, at: int) -> "HomeLayout":
        """Return the layout after a card went to place `at` of a corner, counted from 0 at the outside."""
        left = {corner: [one for one in cards if one != card] for corner, cards in self.items()}
        left[to].insert(min(max(at, 0), len(left[to])), card)
        return HomeLayout.of(left)

    def swapped(self, one: int, other: int) -> "HomeLayout":
        """Return the layout with two cards in each other's places."""
        change = {one: other, other: one}
        return HomeLayout(tuple(tuple(change.get(card, card) for card in cards) for cards in self.corners))

    def laid(self, deal: Iterable[int]) -> Layout:
        """Return where the cards of a deal lie by this layout: each by its corner, closed up from the outside."""
        dealt = frozenset(deal)
        slots: dict[int, Slot] = {}
        for (row, end), cards in self.items():
            here = [card for card in cards if card in dealt]
            slots |= {card: Slot(end, row, ordinal) for ordinal, card in enumerate(here, start=1)}
        return Layout.of(slots)

    def across(self) -> frozenset[Pair]:
        """Return the pairs that sound alike and have their places at opposite ends."""
        ends = {card: end for (_, end), cards in self.items() for card in cards}
        return frozenset(pair for pair in LAST_KANA if ends[pair.one] is not ends[pair.other])

    def widest(self, deal: Iterable[int]) -> int:
        """Return how many cards the fullest row of a deal has; more than `FITS` lie over each other."""
        laid = self.laid(deal)
        return max(sum(slot.row is row for _, slot in laid) for row in ROWS)

    def code(self) -> str:
        """Return the text to share: 118 letters and digits in groups of five, the last three a check."""
        number = _FORMAT
        for size in (len(cards) for cards in self.corners):
            number = number * 101 + size
        left = list(range(1, 101))
        for card in (card for cards in self.corners for card in cards):
            at = left.index(card)
            number = number * len(left) + at
            del left[at]
        digits = ""
        checked = number << _CHECK_BITS | _check(number)
        while checked:
            digits = _DIGITS[checked & 31] + digits
            checked >>= _FIVE
        return "-".join(digits[at : at + _FIVE] for at in range(0, len(digits), _FIVE))

    @classmethod
    def from_code(cls, text: str) -> Self:
        """Read a shared text, in any case, with or without hyphens. Raises BadCode for anything else."""
        number = _number(text)
        places = []
        for size in range(1, 101):
            number, at = divmod(number, size)
            places.append(at)
        sizes = []
        for _ in CORNERS:
            number, size = divmod(number, 101)
            sizes.append(size)
        if number != _FORMAT or sum(sizes) != 100:
            raise BadCode("this code is no layout's, or a newer program's")
        left = list(range(1, 101))
        cards = [left.pop(at) for at in reversed(places)]
        corners, start = [], 0
        for size in reversed(sizes):
            corners.append(tuple(cards[start : start + size]))
            start += size
        return cls(tuple(corners))


def overfull(homes: int) -> float:
    """Return the chance that more cards are dealt for a row than fit, where so many have their home in it."""
    ways = sum(comb(homes, here) * comb(100 - homes, DEALT - here) for here in range(FITS + 1, DEALT + 1))
    return ways / comb(100, DEALT)


def suggested(order: Iterable[int] = MUSUME_ORDER) -> HomeLayout:
    """Return a layout to begin with: sound groups stay together, the lower rows are the fullest."""
    cards = tuple(order)
    sizes = {
        (Row.LOWER, End.RIGHT): 24, (Row.LOWER, End.LEFT): 22, (Row.MIDDLE, End.RIGHT): 16,
        (Row.MIDDLE, End.LEFT): 14, (Row.UPPER, End.RIGHT): 13, (Row.UPPER, End.LEFT): 11,
    }  # fmt: skip
    out, start = {}, 0
    for corner, size in sizes.items():
        out[corner] = cards[start : start + size]
        start += size
    return HomeLayout.of(out)


def realistic(seed: Seed) -> HomeLayout:
    """Return an opponent's layout by chance: groups of one first sound stay together, in corners of any order."""
    groups: dict[str, list[int]] = {}
    for card in MUSUME_ORDER:
        groups.setdefault(full(card)[0], []).append(card)
    order = [card for group in shuffled(groups.values(), seed.stream("layout")) for card in group]
    return suggested(order)


def _check(number: int) -> int:
    """Return 15 bits that a mistyped or exchanged digit changes."""
    return number * 0x5BD1E995 % 32_749


def _number(text: str) -> int:
    plain = "".join(text.split()).replace("-", "").upper().translate(str.maketrans("ILO", "110"))
    unknown = next((letter for letter in plain if letter not in _DIGITS), None)
    if not plain or unknown is not None:
        raise BadCode("a layout's code is letters and digits alone: copy all of it")
    if len(plain) > 200:
        raise BadCode("this is too long for a layout's code")
    checked = 0
    for letter in plain:
        checked = checked << _FIVE | _DIGITS.index(letter)
    number, check = checked >> _CHECK_BITS, checked & (1 << _CHECK_BITS) - 1
    if check != _check(number):
        raise BadCode("a letter or digit of this code is wrong or missing: copy it again")
    return number


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row as it lies on the table: the left end from the outside in, then the right end from the inside out."""

    row: Row
    left: tuple[int, ...]
    right: tuple[int, ...]


def printed(layout: HomeLayout) -> tuple[PrintedRow, ...]:
    """Return the rows to print, the upper row first, as the owner sees them."""
    by = dict(layout.items())
    return tuple(PrintedRow(row, by[row, End.LEFT], tuple(reversed(by[row, End.RIGHT]))) for row in ROWS)
