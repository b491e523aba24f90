"""Certificates: 賞状 from top to bottom, or lines from left to right, one for each who is honoured.

What is too long is set smaller, down to 9 points; then in more lines, and on further pages. Nothing leaves the frame.
"""

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from webapp.prints.paper import POINT, Notes, Paper
from webapp.prints.upright import cells

_TITLE: Final = 46.0
_NAME: Final = 34.0
_LEAD: Final = 26.0
_BODY: Final = 21.0
_FOOT: Final = 17.0
_FRAME: Final = 12.0
_LEFT: Final = _FRAME + 14
_SMALL: Final = 12.0
_LEAST: Final = 9.0
"""Letters are not set smaller: what has no room then is set in more lines, and on further pages."""
_CLOSING: Final = "︑︒﹂﹄︶ー、。」』）"


@dataclass(frozen=True, slots=True)
class Certificate:
    """What stands on one: a title, what was achieved, whose it is, a text, the day in words, and who gives it."""

    title: str
    achieved: str
    name: str
    text: str
    day: str
    given_by: tuple[str, ...]
    upright: bool = True


def certificates(wanted: Sequence[Certificate], day: dt.date, notes: Notes | None = None) -> bytes:
    """Return certificates as a document, each on a page of its own."""
    paper = Paper(wanted[0].title if wanted else "", day, notes)
    for one in wanted:
        paper.page(numbered=False)
        _frame(paper)
        (_upright if one.upright else _level)(paper, one)
    return paper.bytes()


def _frame(paper: Paper) -> None:
    for inset, thick in ((_FRAME, 1.2), (_FRAME + 2.2, 0.3)):
        paper.box(inset, inset, paper.width - 2 * inset, paper.height - 2 * inset, thick)


def _further(paper: Paper) -> None:
    paper.page(numbered=False)
    _frame(paper)


def _upright(paper: Paper, one: Certificate) -> None:
    top, bottom = _FRAME + 18, paper.height - _FRAME - 18
    high, right = bottom - top, paper.width - _FRAME - 24
    x = right
    for text, most, gap, below, end in (
        ("\u3000".join(one.title), _TITLE, 25, 8, False),
        (one.achieved, _LEAD, 23, 0, False),
        (one.name, _NAME, 21, 0, True),
    ):
        lines, size = _columns(paper, text, high - 2 * below, gap + 1, most)
        for number, line in enumerate(lines):
            x -= _pitch(size) if number else 0
            paper.column(x, bottom if end else top + below, line, size, height=_slack(high, size), end=end)
        x -= gap
    closing = _closing(paper, one, high)
    giver = _FOOT * POINT * 1.7
    need = giver * (len(closing) + 1)
    lines, size = _columns(paper, one.text, high, x - _LEFT - need, _BODY)
    for line in lines:
        if x < _LEFT:
            _further(paper)
            x = right
        paper.column(x, top, line, size, height=_slack(high, size))
        x -= _pitch(size)
    if x < _LEFT + need - giver:
        _further(paper)
    x = min(_LEFT + giver * (len(closing) - 1), right)
    for text, size, end in closing:
        if x < _FRAME:
            _further(paper)
            x = right
        paper.column(x, bottom if end else top + 16, text, size, height=_slack(high, size) - 16, end=end)
        x -= giver


def _pitch(size: float) -> float:
    """Return how far one column is from the next; small letters stand closer."""
    return size * POINT * (1.6 if size > _SMALL else 1.25)


def _slack(high: float, size: float) -> float:
    """Return a height into which a column fits whose last sign closes what stands before it."""
    return high + size * POINT


def _closing(paper: Paper, one: Certificate, high: float) -> list[tuple[str, float, bool]]:
    """Return the columns at the end, each with its size and whether it ends at the bottom: the day, who gives it."""
    found = []
    for text, end in ((one.day, False), *((text, True) for text in one.given_by)):
        lines, size = _columns(paper, text, high - 32, _pitch(_FOOT), _FOOT)
        found += [(line, size, end) for line in lines]
    return found


Measured = Sequence[tuple[str, float]]
"""The pieces of a line that are not taken apart, each with its height in letters of one point."""


def _columns(paper: Paper, text: str, high: float, room: float, size: float) -> tuple[list[str], float]:
    """Return a text in columns of a height, in letters so small that the columns find room, down to the least."""
    parts: list[Measured] = [
        [
            (piece, paper.column_height(piece, 1))
            for one in cells(part.strip())
            for piece in _pieces(paper, one.text, high / _LEAST)
        ]
        for part in text.splitlines() or [""]
    ]
    while True:
        lines = [line for part in parts for line in _filled(part, high / size)]
        if len(lines) * _pitch(size) <= room or size <= _LEAST:
            return lines, size
        size = max(size - 1, _LEAST)


def _pieces(paper: Paper, text: str, high: float) -> list[str]:
    """Return a text in pieces that are no higher than a column of the least letters; most are one piece."""
    if len(text) < 2 or paper.column_height(text, 1) <= high:
        return [text]
    middle = len(text) // 2
    at = text.rfind(" ", 1, middle + 1) + 1 or middle
    return [*_pieces(paper, text[:at].rstrip(), high), *_pieces(paper, text[at:], high)]


def _filled(part: Measured, high: float) -> list[str]:
    """Return a line in columns of a height; no column begins with what closes the one before."""
    lines, tall = [""], 0.0
    for piece, height in part:
        if lines[-1] and tall + height > high and piece not in _CLOSING:
            lines.append("")
            tall = 0.0
        lines[-1] += piece
        tall += height
    return lines


def _level(paper: Paper, one: Certificate) -> None:
    middle, wide, bottom = paper.width / 2, paper.width - 2 * _LEFT, paper.height - _FRAME - 12
    y = 0.0
    for at, text, most in ((70.0, one.title, 40.0), (102.0, one.achieved, 20.0), (132.0, one.name, 32.0)):
        y = max(y, at)
        lines, size = _lines(paper, text, most, wide, 1)
        for line in lines:
            paper.text(middle, y, line, size, align="center", width=wide)
            y += size * POINT * 1.25
        y += 8
    closing = [line for text in (one.day, *one.given_by) for line in _lines(paper, text, 13, wide, 1)[0]]
    y = max(y, 156)
    room = int((bottom - 9 * len(closing) - 14 - y) / 8)
    lines, size = _lines(paper, one.text, 14, wide, room)
    step = 8 * size / 14
    for line in lines:
        if y > bottom:
            _further(paper)
            y = 50
        paper.text(middle, y, line, size, align="center", width=wide)
        y += step
    y = max(y + 14, 224)
    for line in closing:
        if y > bottom:
            _further(paper)
            y = 50
        paper.text(middle, y, line, 13, align="center", width=wide)
        y += 9


def _lines(paper: Paper, text: str, size: float, wide: float, most: int) -> tuple[list[str], float]:
    """Return a text in lines of a width, in letters so small that they are few enough, down to the least."""
    room = most * size
    while True:
        lines = [line for part in text.splitlines() or [""] for line in _wrapped(paper, part, size, wide)]
        if len(lines) * size <= room or size <= _LEAST:
            return lines, size
        size = max(size - 1, _LEAST)


_WORDS: Final = re.compile(r"\s+|[^\s\u2e80-\uffef]+|.")
"""Words, and signs between which a line may be broken."""


def _wrapped(paper: Paper, text: str, size: float, wide: float) -> list[str]:
    """Return lines of a width; a word that is wider is taken apart, and no line begins with what closes one."""
    lines, far = [""], 0.0
    for word in _WORDS.findall(text.strip()):
        width = paper.wide(word, size)
        for piece in [word] if width <= wide else word:
            more = width if piece is word else paper.wide(piece, size)
            if lines[-1] and far + more > wide and piece not in _CLOSING:
                lines[-1] = lines[-1].rstrip()
                lines.append("")
                far = 0.0
            if lines[-1] or piece.strip():
                lines[-1] += piece
                far += more
    return lines
