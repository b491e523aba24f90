"""Tables as people hand them in and take them away: CSV in any of the usual encodings, and Excel workbooks.

Every fault names its row, counted from 1 as a spreadsheet does.
"""

import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask_babel import gettext as _

from webapp.characters import shortened
from webapp.tournaments.sheet import LARGEST, MOST_CELLS, Row, SheetError, decoded, rows, too_large, too_wide

WORKBOOK: Final = b"PK\x03\x04"
LARGEST_UNPACKED: Final = 100_000_000
"""Bytes that a workbook may come to when it is unpacked; a small file can hold a very large one."""
MOST_ROWS: Final = 100_000
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MOST_TITLE: Final = 31
"""Signs of a sheet's title."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a title, empty for a CSV file."""

    title: str
    rows: tuple[Row, ...]


def sheets(data: bytes) -> tuple[Sheet, ...]:
    """Return the tables of a file that hold anything. Raises SheetError for a file that cannot be used."""
    if not data.startswith(WORKBOOK):
        return (Sheet("", tuple(rows(decoded(data)))),)
    if len(data) > LARGEST:
        raise SheetError(None, too_large(len(data)))
    return tuple(sheet for sheet in _workbook(data) if sheet.rows)


def first_table(data: bytes) -> tuple[Row, ...]:
    """Return the rows of the first table that holds anything; none where nothing does. Raises SheetError."""
    return next((sheet.rows for sheet in sheets(data) if sheet.rows), ())


def _workbook(data: bytes) -> Iterable[Sheet]:
    from openpyxl import load_workbook  # noqa: PLC0415 - a tenth of the server's start, and seldom needed
    from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415

    try:
        _check_size(data)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        return [Sheet(str(sheet.title), tuple(_rows(sheet))) for sheet in book.worksheets]
    except SheetError:
        raise
    except (InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, OSError, SyntaxError) as error:
        raise SheetError(
            None, _("is no Excel workbook, or a damaged one; save it again, or as CSV")
        ) from error


def _check_size(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(part.file_size for part in packed.infolist()) > LARGEST_UNPACKED:
            raise SheetError(None, _("is too large when it is unpacked"))


def _rows(sheet: Any) -> Iterable[Row]:
    for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
        if number > MOST_ROWS:
            raise SheetError(number, _("more than %(most)s rows", most=MOST_ROWS))
        cells = [cell_text(value) for value in values]
        while cells and not cells[-1].strip():
            cells.pop()
        if len(cells) > MOST_CELLS:
            raise SheetError(number, too_wide(len(cells)))
        if cells:
            yield Row(number, tuple(cells))


def cell_text(value: object) -> str:
    """Return what a workbook's cell says: a whole number without a fraction, a day as 2026-04-01."""
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ", "minutes")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, (dt.date, dt.time)) else str(value)


def to_xlsx(tables: Iterable[tuple[str, Sequence[Sequence[str]]]]) -> bytes:
    """Return a workbook of these tables, each with its title; a text is a text, whatever it begins with."""
    from openpyxl import Workbook  # noqa: PLC0415 - as above

    book = Workbook()
    book.remove(book.worksheets[0])
    for title, lines in tables:
        sheet = book.create_sheet(shortened(title, MOST_TITLE))
        for row, line in enumerate(lines, 1):
            for column, text in enumerate(line, 1):
                cell = sheet.cell(row, column, _writable(text))
                cell.data_type = "s"
        sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _writable(text: str) -> str:
    """Return a text without the control signs that no workbook takes."""
    return "".join(sign for sign in text if sign in "\t\n" or sign >= " ")
