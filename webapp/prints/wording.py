"""The words of certificates as they are proposed, and how days and places are written in them. Pure."""

import datetime as dt
import re
from collections.abc import Mapping
from typing import Final

from webapp.tournaments.grades import grade_in

_REIWA: Final = dt.date(2019, 5, 1)
_HEISEI: Final = dt.date(1989, 1, 8)
_DIGITS: Final = "〇一二三四五六七八九"
_PLACES: Final = {1: "優勝", 2: "準優勝", 3: "第三位", 4: "第四位"}

JAPANESE: Final[dict[str, str]] = {
    "title": "賞状",
    "achieved": "{class}　{place}",
    "name": "{name}　殿",
    "text": (
        "あなたは{tournament}において日頃の修練の成果を遺憾なく発揮され優秀な成績を収められました\n"
        "よってここにその栄誉をたたえこれを賞します"
    ),
    "day": "{day}",
    "given_by": "",
}
"""A certificate from top to bottom; by custom it has no commas and no full stops."""
JAPANESE_PLAYER: Final[dict[str, str]] = JAPANESE | {
    "text": (
        "あなたは{tournament}において{team}の選手として日頃の修練の成果を遺憾なく発揮され優秀な成績を収められました\n"
        "よってここにその栄誉をたたえこれを賞します"
    ),
}
"""One for a player of a team."""


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return a text with `{name}` and the like filled in; braces that mean nothing stay as they are."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


def kanji(number: int) -> str:
    """Return a number from 1 to 99 in words: 十一, 二十."""
    tens, ones = divmod(number, 10)
    return f"{_DIGITS[tens] if tens > 1 else ''}{'十' if tens else ''}{_DIGITS[ones] if ones else ''}"


def japanese_day(day: dt.date) -> str:
    """Return a day in the Japanese calendar: 令和八年十一月二十九日. Before 1989 it has the year of the West."""
    era, first = ("令和", 2019) if day >= _REIWA else ("平成", 1989)
    number = day.year - first + 1
    year = f"{era}{'元' if number == 1 else kanji(number)}年"
    if day < _HEISEI:
        year = "".join(_DIGITS[int(digit)] for digit in str(day.year)) + "年"
    return f"{year}{kanji(day.month)}月{kanji(day.day)}日"


def japanese_place(place: int) -> str:
    """Return a place as certificates name it."""
    return _PLACES.get(place, f"第{kanji(place)}位" if place < 100 else str(place))


def japanese_class(name: str) -> str:
    """Return a class as certificates name it: Ａ級."""
    grade = grade_in(name)
    return "".join(chr(ord(sign) + 0xFEE0) for sign in grade) + "級" if grade else name
