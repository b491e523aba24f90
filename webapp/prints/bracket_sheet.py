"""A bracket on paper: names at the left, the way of each winner drawn thick, margins at the matches."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from webapp.prints.bracket_parts import SHEET, Part, parts
from webapp.prints.listing import Heading, head
from webapp.prints.paper import ASCENT, EDGE, POINT, Notes, Paper
from webapp.tournaments.bracket_view import Joint, Tree, paths

_TOP: Final = 38.0
_FOOT: Final = 14.0
_NAMES: Final = 62.0
_WIDEST_STEP: Final = 26.0
_HIGHEST_ROW: Final = 9.0


@dataclass(frozen=True, slots=True)
class BracketSheets:
    """A bracket with what stands in it. Names and clubs are by the ids of entrants, marks by the matches' numbers.

    `sheet` and `winner_of` are words for a sheet's number and for whoever comes from it, with a place for `{number}`.
    """

    heading: Heading
    tree: Tree
    names: Mapping[str, str]
    clubs: Mapping[str, str]
    marks: Mapping[int, str]
    rounds: tuple[str, ...]
    sheet: str = "{number}"
    winner_of: str = "({number})"


def bracket(wanted: BracketSheets, day: dt.date, notes: Notes | None = None) -> bytes:
    """Return the bracket as a document."""
    paper = Paper(wanted.heading.title, day, notes)
    sheets = parts(wanted.tree)
    for number, part in enumerate(sheets, 1):
        paper.page()
        heading = wanted.heading
        if len(sheets) > 1:
            named = wanted.sheet.format(number=number)
            heading = Heading(heading.title, f"{heading.below}  {named}".strip(), heading.right)
        head(paper, heading)
        _draw(paper, wanted, part)
    return paper.bytes()


@dataclass(frozen=True, slots=True)
class _Scale:
    row: float
    step: float

    def x(self, column: int) -> float:
        return EDGE + _NAMES + column * self.step

    def y(self, row: float) -> float:
        return _TOP + (row + 0.5) * self.row

    @property
    def size(self) -> float:
        return min(11.0, self.row / POINT * 0.55)


def _draw(paper: Paper, wanted: BracketSheets, part: Part) -> None:
    tree = part.tree
    scale = _Scale(
        min(_HIGHEST_ROW, (paper.height - _TOP - _FOOT) / max(tree.rows, 1)),
        min(_WIDEST_STEP, (paper.width - 2 * EDGE - _NAMES) / (tree.columns + 1)),
    )
    for column, title in enumerate(wanted.rounds[part.before : part.before + tree.columns], 1):
        paper.text(scale.x(column), _TOP - 4, title, 8, align="center", width=scale.step - 1, grey=True)
    coming = {line.row: line.who for joint in tree.joints for line in joint.lines if not line.start}
    for leaf in tree.leaves:
        y = scale.y(leaf.row) + scale.size * POINT * ASCENT
        name, club = _leaf(wanted, leaf.who, coming.get(leaf.row))
        paper.text(EDGE, y, name, scale.size, width=_NAMES * (0.62 if club else 0.97) - 1)
        paper.text(
            EDGE + _NAMES - 1, y, club, scale.size * 0.8, align="right", width=_NAMES * 0.38 - 1, grey=True
        )
    for joint, line in paths(tree):
        x, y, up = scale.x(joint.column), scale.y(line.row), scale.y(joint.row)
        thick = 0.7 if line.won else 0.2
        paper.line(scale.x(line.start), y, x, y, thick, strong=line.won)
        paper.line(x, y, x, up, thick, strong=line.won)
        if line.won and joint.column == tree.columns:
            paper.line(x, up, x + scale.step * 0.9, up, thick, strong=True)
    for joint in tree.joints:
        _result(paper, wanted, joint, scale)


def _leaf(wanted: BracketSheets, who: str, comes: object) -> tuple[str, str]:
    """Return the name and the club of a leaf; for whoever comes from another sheet, the sheet and who it is."""
    if not who.startswith(SHEET):
        return wanted.names[who], wanted.clubs.get(who, "")
    sheet = wanted.winner_of.format(number=who.removeprefix(SHEET))
    return (wanted.names[comes], sheet) if isinstance(comes, str) else (sheet, "")


def _result(paper: Paper, wanted: BracketSheets, joint: Joint, scale: _Scale) -> None:
    x, y = scale.x(joint.column), scale.y(joint.row)
    size = min(8.0, scale.size)
    if isinstance(joint.winner, str):
        paper.text(x + 1, y - 0.9, wanted.names.get(joint.winner, ""), size, width=scale.step - 2)
    paper.text(x - 0.8, y + 1, wanted.marks.get(joint.match, ""), size, align="right", width=scale.step - 2)
