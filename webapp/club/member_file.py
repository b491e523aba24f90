"""People as a table for spreadsheets, and as an Excel workbook. What goes out comes in again as it was."""

from collections.abc import Iterable, Sequence

from webapp.club.member_columns import COLUMNS, cells_of
from webapp.db.people_models import Member
from webapp.workbook import to_xlsx


def table_of(people: Iterable[Member], *, japanese: bool = False) -> list[list[str]]:
    """Return the table with its headings, in English or Japanese."""
    heads = [names[1] if japanese else names[0] for names in COLUMNS.values()]
    return [heads, *([cells[key] for key in COLUMNS] for cells in map(cells_of, people))]


def xlsx_of(table: Sequence[Sequence[str]], title: str) -> bytes:
    """Return a table as a workbook with one sheet."""
    return to_xlsx([(title, table)])
