"""A table as a CSV file, as spreadsheets open it and run nothing of it."""

import csv
import io
from collections.abc import Callable, Iterable

_RISKY = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula; in some languages the wide signs too."""


def safe(cell: str) -> str:
    """Return a cell that no spreadsheet runs: an apostrophe stands before what looks like a formula."""
    return f"'{cell}" if cell.startswith(_RISKY) else cell


def bare(cell: str) -> str:
    """Return a cell as it was before `safe`."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_RISKY) else cell


def to_csv(rows: Iterable[Iterable[str]], cell: Callable[[str], str] = safe) -> bytes:
    """Return the file in UTF-8 with the mark by which spreadsheets know it; `cell` makes every cell harmless."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([cell(one) for one in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def figure(text: str) -> str:
    """Return a number as spreadsheets count with it, also one below zero; any other text is made harmless."""
    plain = text.replace("−", "-")
    try:
        float(plain)
    except ValueError:
        return safe(text)
    return plain
