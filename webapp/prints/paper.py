"""A document that is drawn on, in millimetres from the top left. No clock: one drawing is always the same bytes."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from webapp.prints import signs
from webapp.prints.signs import Font, runs
from webapp.prints.upright import Cell, Turn, cells

POINT: Final = 25.4 / 72
"""A typographic point, in millimetres; sizes of letters are in points."""
ASCENT: Final = 0.36
"""Half the height of a letter above its base line, as a share of its size: what is centred on a line hangs by it."""
EDGE: Final = 12.0
GREY: Final = 110
INK: Final = 0
ACCENT: Final = (150, 30, 45)


@dataclass(frozen=True, slots=True)
class Notes:
    """Words on every page, in the reader's language: what a page's number and signs that cannot be drawn say.

    `page` has places for `{page}` and `{pages}`, `missing` one for `{signs}`.
    """

    page: str = "{page}/{pages}"
    missing: str = "〓: {signs}"


class Paper:
    """A PDF document on A4."""

    def __init__(
        self, title: str, day: dt.date, notes: Notes | None = None, *, landscape: bool = False
    ) -> None:
        from fpdf import FPDF  # noqa: PLC0415 - takes most of a second to load, and a club may never print

        self._pdf = FPDF(orientation="landscape" if landscape else "portrait", format="A4", unit="mm")
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_title(title)
        self._pdf.set_producer("Naniwazu")
        self._pdf.set_creation_date(dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC))
        for font in Font:
            self._pdf.add_font(font, "", font.path)
        self._notes = notes or Notes()
        self._missing: dict[int, dict[str, None]] = {}
        self._numbered: list[int] = []

    @property
    def width(self) -> float:
        """The page's width."""
        return float(self._pdf.w)

    @property
    def height(self) -> float:
        """The page's height."""
        return float(self._pdf.h)

    def page(self, *, numbered: bool = True) -> None:
        """Begin a page."""
        self._pdf.add_page()
        if numbered:
            self._numbered.append(self._pdf.page)

    def wide(self, text: str, size: float) -> float:
        """Return how wide a text is."""
        total = 0.0
        for font, part in runs(text):
            self._pdf.set_font(font, size=size)
            total += self._pdf.get_string_width(part)
        return total

    def fitting(self, text: str, size: float, width: float, least: float = 4) -> float:
        """Return the size, at most the given one, at which a text fits into a width."""
        wide = self.wide(text, size)
        return size if wide <= width else max(least, size * width / wide)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        *,
        align: str = "left",
        width: float | None = None,
        grey: bool = False,
    ) -> None:
        """Set a text with its base line at y; `align` says which of its ends is at x, `width` what it must fit into."""
        if not text.strip():
            return
        self._note(text)
        size = size if width is None else self.fitting(text, size, width)
        wide = self.wide(text, size)
        x -= {"left": 0.0, "center": wide / 2, "right": wide}[align]
        squeeze = 100.0 if width is None or wide <= width else 100 * width / wide
        self._pdf.set_text_color(GREY if grey else INK)
        self._pdf.set_stretching(squeeze)
        for font, part in runs(text):
            self._pdf.set_font(font, size=size)
            self._pdf.text(x, y, part)
            x += self._pdf.get_string_width(part)
        self._pdf.set_stretching(100)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.2, *, strong: bool = False
    ) -> None:
        """Draw a line."""
        self._pdf.set_line_width(thick)
        self._pdf.set_draw_color(*(ACCENT if strong else (INK, INK, INK)))
        self._pdf.line(x1, y1, x2, y2)

    def box(self, x: float, y: float, width: float, height: float, thick: float = 0.2) -> None:
        """Draw the edges of a rectangle."""
        self._pdf.set_line_width(thick)
        self._pdf.set_draw_color(INK, INK, INK)
        self._pdf.rect(x, y, width, height)

    def column(
        self, x: float, y: float, text: str, size: float, *, height: float | None = None, end: bool = False
    ) -> None:
        """Set a text from top to bottom, its signs centred on x.

        It begins at y, or ends there where `end`; one that is higher than `height` is set smaller.
        """
        self._note(text)
        set_of = cells(text)
        tall = self._tall(set_of, size)
        if height is not None and tall > height:
            size, tall = size * height / tall, height
        if end:
            y -= tall
        self._pdf.set_text_color(INK)
        for cell in set_of:
            self._cell(x, y, cell, size)
            y += self._tall([cell], size)

    def column_height(self, text: str, size: float) -> float:
        """Return how high a text is from top to bottom."""
        return self._tall(cells(text), size)

    def _tall(self, set_of: Sequence[Cell], size: float) -> float:
        em = size * POINT
        return sum(self.wide(one.text, size) + em / 4 if one.turn is Turn.LYING else em for one in set_of)

    def _cell(self, x: float, y: float, cell: Cell, size: float) -> None:
        em = size * POINT
        middle = y + em / 2
        if cell.turn is Turn.UPRIGHT:
            shift = em * 0.1 if cell.small else 0.0
            self._plain(x + shift, middle + em * ASCENT - shift, cell.text, size)
            return
        middle = y + self._tall([cell], size) / 2
        with self._pdf.rotation(-90, x, middle):
            self._plain(x, middle + em * ASCENT, cell.text, size)

    def _plain(self, x: float, y: float, text: str, size: float) -> None:
        x -= self.wide(text, size) / 2
        for font, part in runs(text):
            self._pdf.set_font(font, size=size)
            self._pdf.text(x, y, part)
            x += self._pdf.get_string_width(part)

    def _note(self, text: str) -> None:
        for sign in signs.missing([text]):
            self._missing.setdefault(self._pdf.page, {})[sign] = None

    def bytes(self) -> bytes:
        """Return the document. Signs that could not be drawn are named at the foot of their page."""
        pages = len(self._pdf.pages)
        for number in range(1, pages + 1):
            self._pdf.page = number
            foot = self.height - 6
            lacking = self._missing.get(number)
            if lacking:
                named = ", ".join(f"{_seen(one)} {signs.code_points(one)}".strip() for one in lacking)
                self.text(EDGE, foot, self._notes.missing.format(signs=named), 8, width=self.width - 50)
            if pages > 1 and number in self._numbered:
                said = self._notes.page.format(page=number, pages=pages)
                self.text(self.width - EDGE, foot, said, 8, align="right", grey=True)
        return bytes(self._pdf.output())


def _seen(sign: str) -> str:
    """Return what can be drawn of a sign that cannot be drawn as it is."""
    return sign[0] if len(sign) > 1 and signs.font_of(sign[0]) is not None else ""
