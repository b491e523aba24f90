"""Tables of text as people save them: CSV in any of the usual encodings, with commas, semicolons or tabs.

Every fault names its line, counted from 1 as an editor does. Reasons are in the language of the page that asks; on the
command line that is English.
"""

import csv
import io
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from webapp.unseen import seen

LARGEST: Final = 8_000_000
"""Bytes of a file; the largest meets have a few hundred thousand."""
MOST_CELLS: Final = 200
"""Columns of a table."""

_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_WORKBOOKS: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_DIVIDERS: Final = "\t;,"
_MOST_ABOVE: Final = 20
"""Rows in which headings are looked for: a title, the day, how to fill it in."""
_ESCAPES: Final = (b"\x1b$", b"\x1b(")
"""How ISO-2022-JP changes to kanji and back."""
_RUSSIAN: Final = frozenset([*range(0xC0, 0x100), *"Ёё№«»–—\u00a0".encode("cp1251")])
"""Bytes of Russian in Windows-1251."""
_HALF_WIDTH: Final = frozenset(range(0xA1, 0xE0))
"""Bytes of half-width kana in Shift_JIS."""
_SINGLE_SHIFTS: Final = (0x8E, 0x8F)
"""What comes before half-width kana, and before the kanji of JIS X 0212, in EUC-JP."""
_SECOND_LEVEL: Final = 0xD0
"""The first byte in EUC-JP of kanji that are seldom written."""


def _(text: str, **params: object) -> str:
    """Return a text in the language of the page that asks; a command that loads no pages says it in English."""
    if "flask_babel" not in sys.modules:
        return text % params if params else text
    from flask_babel import gettext  # noqa: PLC0415 - takes longer to load than a draw takes

    return str(gettext(text, **params))


class SheetError(ValueError):
    """A table that cannot be used; `line` counts from 1, None where it is about the whole file."""

    def __init__(self, line: int | None, reason: str) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Row:
    """A row that holds something: its first line in the file, and its cells as they were typed."""

    line: int
    cells: tuple[str, ...]


def decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16, Shift_JIS (CP932), EUC-JP, ISO-2022-JP or Windows-1251.

    UTF-8 and UTF-16 have a mark of order or none. Raises SheetError for anything else.
    """
    if len(data) > LARGEST:
        raise SheetError(None, too_large(len(data)))
    if data.startswith(_WORKBOOKS):
        raise SheetError(None, _("is an Excel workbook; save it as CSV"))
    mark, encoding = next((pair for pair in _MARKS if data.startswith(pair[0])), (b"", _unmarked(data)))
    body = data[len(mark) :]
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + len(mark)
        if encoding.startswith("utf-16"):
            raise SheetError(
                None, _("begins as UTF-16 but is not: byte %(number)s does not fit", number=at)
            ) from None
        is_not = (
            _("is not UTF-8 as it says: byte %(number)s does not fit", number=at)
            if mark
            else _(
                "is in no encoding that is known; save it as UTF-8: byte %(number)s does not fit", number=at
            )
        )
        raise SheetError(body.count(b"\n", 0, error.start) + 1, is_not) from None
    if "\0" in text:
        raise SheetError(
            text.count("\n", 0, text.index("\0")) + 1, _("holds a zero character: this is no text")
        )
    return text


def too_large(size: int) -> str:
    """Return that a file of so many bytes is too large."""
    told, most = format(size, ","), format(LARGEST, ",")
    text: str = _("is too large: %(size)s bytes, and %(most)s are enough for any club", size=told, most=most)
    return text


def too_wide(count: int) -> str:
    """Return that a row of so many cells has too many."""
    text: str = _("has %(count)s cells, and %(most)s are the most", count=count, most=MOST_CELLS)
    return text


def _unmarked(data: bytes) -> str:
    # no other text has zero bytes; in UTF-16 commas, digits and line ends have one, always on the same side
    zeros = (data[:400:2].count(0), data[1:400:2].count(0))
    if max(zeros) > 10 * min(zeros) + len(data[:400]) // 60 and len(data) % 2 == 0:
        return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"
    if data.isascii():
        return "iso2022_jp_ext" if any(sign in data for sign in _ESCAPES) else "utf-8"
    if _fits(data, "utf-8"):
        return "utf-8"
    high = frozenset(data) - frozenset(range(0x80))
    japanese = _japanese(data, high)
    return "cp1251" if high <= _RUSSIAN and not _fits(data, japanese) else japanese


def _japanese(data: bytes, high: frozenset[int]) -> str:
    """Return which of two encodings a text is in; one that is both is half-width kana alone, or very short."""
    if not _fits(data, "euc_jp") or high <= _HALF_WIDTH:
        return "cp932"
    if not _fits(data, "cp932"):
        return "euc_jp"
    return max(("euc_jp", "cp932"), key=lambda encoding: _usual(data.decode(encoding)))


def _usual(text: str) -> float:
    """Return how usual the signs of a Japanese text are: one 髙 would be a 釵 in the other encoding, one 芝 a ﾅ."""
    return sum(_usual_sign(sign) for sign in text if not sign.isascii())


def _usual_sign(sign: str) -> float:
    try:
        known = sign.encode("euc_jp")
    except UnicodeEncodeError:  # 髙, ①: the makers' own signs; or nobody's
        return -2 if unicodedata.category(sign) == "Co" else 1
    if known[0] in _SINGLE_SHIFTS:
        return 0
    return 2 if known[0] < _SECOND_LEVEL else 0.5


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def rows(text: str) -> Iterator[Row]:
    """Yield the rows that hold something. Raises SheetError for a table that is not whole."""
    # csv would take a lone carriage return inside quotes for what it is; everywhere else it ends a line
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=_divider(text), strict=True)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise SheetError(line, _("is not CSV: %(fault)s", fault=error)) from None
        if len(cells) > MOST_CELLS:
            raise SheetError(line, too_wide(len(cells)))
        if any(cell.strip() for cell in cells):
            yield Row(line, tuple(cells))
        line = reader.line_num + 1


def _divider(text: str) -> str:
    """Return what divides the cells: the sign that is most frequent in the first line that has any of them."""
    first = next((line for line in text.splitlines() if any(sign in line for sign in _DIVIDERS)), "")
    return max(_DIVIDERS, key=lambda sign: (first.count(sign), sign == ","))


def tidy(cell: str) -> str:
    """Return a cell as typed, in one of the two equal ways to encode it, without outer blanks and unseen signs."""
    return unicodedata.normalize("NFC", seen(cell)).strip()


def plain(cell: str) -> str:
    """Return a cell for comparing and counting: widths of characters and outer blanks do not matter."""
    return unicodedata.normalize("NFKC", seen(cell)).strip()


def heading(cell: str) -> str:
    """Return a column's heading as it is compared."""
    return "_".join(plain(cell).casefold().replace("_", " ").replace("-", " ").split())


def headed(table: Sequence[Row], names: Iterable[str]) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return what stands above the headings, and the rows from them on: the first row where a cell is in `names`.

    Where no row of the first twenty has any, nothing stands above.
    """
    known = set(map(heading, names))
    for at, row in enumerate(table[:_MOST_ABOVE]):
        if any(heading(cell) in known for cell in row.cells):
            return table[:at], table[at:]
    return (), table


def positions(header: Row, columns: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return where each of our columns stands, by our name for it.

    `columns` has the headings that each is known under. The first of them goes before the others, which are then
    somebody else's columns. Raises SheetError where two columns say the same.
    """
    headings = [heading(cell) for cell in header.cells]
    found: dict[str, int] = {}
    for key, (first, *others) in columns.items():
        here = [index for index, cell in enumerate(headings) if cell == heading(first)]
        if not here:
            known = {heading(name) for name in others}
            here = [index for index, cell in enumerate(headings) if cell in known]
        if len(here) > 1:
            one, other = (tidy(header.cells[index]) for index in here[:2])
            reason = _(
                'the columns "%(one)s" and "%(other)s" say the same; one of them must go',
                one=one,
                other=other,
            )
            raise SheetError(header.line, reason)
        if here:
            found[key] = here[0]
    return found


def whole(text: str, low: int, high: int) -> int | None:
    """Return the whole number that was typed, in digits of any width; None for anything else.

    ``①`` and ``十二`` are none: they are digits to some readers of text and not to others.
    """
    digits = text.strip().translate(_DIGITS)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        return None
    number = int(digits)
    return number if low <= number <= high else None


_DIGITS: Final = str.maketrans("０１２３４５６７８９", "0123456789")
