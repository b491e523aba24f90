"""Days as people write them in forms and tables."""

import datetime as dt
import re
import unicodedata
from typing import Final

_ERAS: Final = {"令和": 2018, "r": 2018, "平成": 1988, "h": 1988, "昭和": 1925, "s": 1925}
"""The year before the first of an era."""
_WRITTEN: Final = re.compile(
    r"(?P<era>令和|平成|昭和|[rhs])?\s*(?P<year>\d{1,4}|元)\s*[-/.年]\s*(?P<month>\d{1,2})(?:\s*[-/.月]\s*(?P<day>\d{1,2})?\s*日?)?",
    re.ASCII,
)


def parse_day(text: str) -> dt.date | None:
    """Return the day of `2026-04-01`, `2026/4/1`, `2026年4月`, `令和8年4月1日` or `R8.4.1`; None for anything else.

    Digits of any width; a month is its first day.
    """
    found = _WRITTEN.fullmatch(unicodedata.normalize("NFKC", text).strip().casefold())
    if found is None:
        return None
    era = found["era"]
    year = 1 if found["year"] == "元" else int(found["year"])
    if era is None and len(found["year"]) != 4:
        return None
    try:
        return dt.date(year + _ERAS.get(era or "", 0), int(found["month"]), int(found["day"] or 1))
    except ValueError:
        return None
