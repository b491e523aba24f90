"""The drawing of a bracket in the units of a picture: lines and texts with their places, for pages and prints."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from engine.tournament.bracket import Bracket
from webapp.tournaments.bracket_view import Tree, paths, tree
from webapp.tournaments.people import Names

ROW = 28
"""Height of an entrant's row."""
NAME = 250
"""Width of the column of names."""
STEP = 118
"""Width of a round."""
TOP = 26
LARGEST, SMALLEST = 14.0, 7.0
"""Sizes of letters, between which a long name is set smaller."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line as an SVG path; `won` is the way of a winner."""

    d: str
    won: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A text at its place. `fit` is the width that it must not go beyond, 0 where it fits as it is."""

    x: float
    y: float
    text: str
    kind: str
    size: float
    fit: float = 0
    end: bool = False
    """Whether it ends at its place instead of beginning there."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole bracket."""

    width: int
    height: int
    strokes: tuple[Stroke, ...]
    texts: tuple[Text, ...]


def picture(bracket: Bracket, names: Names, headings: tuple[str, ...], marks: Mapping[int, str]) -> Picture:
    """Return the drawing of a bracket; `headings` are its rounds, `marks` what stands at matches by their numbers."""
    drawing = tree(bracket)
    strokes = tuple(
        Stroke(
            f"M{_x(line.start)} {_y(line.row)}H{_x(joint.column)}V{_y(joint.row)}"
            + (f"h{STEP if joint.column == drawing.columns else 0}" if line.won else ""),
            line.won,
        )
        for joint, line in paths(drawing)
    )
    texts = (*_headings(headings), *_leaves(drawing, names), *_results(drawing, bracket, names, marks))
    return Picture(_x(drawing.columns) + STEP + 8, TOP + drawing.rows * ROW + 6, strokes, tuple(texts))


def _x(column: int) -> int:
    return NAME + column * STEP if column else NAME


def _y(row: float) -> float:
    return TOP + row * ROW + ROW / 2


def _headings(headings: tuple[str, ...]) -> list[Text]:
    return [
        fitted(_x(number) - STEP + 6, 16, text, "heading", STEP - 8, largest=12)
        for number, text in enumerate(headings, 1)
    ]


def _leaves(drawing: Tree, names: Names) -> list[Text]:
    found = []
    for leaf in drawing.leaves:
        y = _y(leaf.row)
        found.append(fitted(2, y + 5, names[leaf.who], "name", NAME * 0.58 - 6))
        found.append(fitted(NAME * 0.58, y + 4, names.club(leaf.who), "club", NAME * 0.42 - 8, largest=11))
    return found


def _results(drawing: Tree, bracket: Bracket, names: Names, marks: Mapping[int, str]) -> list[Text]:
    found = []
    for joint in drawing.joints:
        x, y = _x(joint.column), _y(joint.row)
        if isinstance(joint.winner, str):
            found.append(fitted(x + 6, y - 4, names[joint.winner], "through", STEP - 12, largest=11))
        if joint.match in marks:
            found.append(fitted(x - 5, y + 4, marks[joint.match], "mark", STEP - 12, largest=11, end=True))
        if bracket.matches[joint.match].set_aside is not None:
            found.append(fitted(x - 5, y + 4, "!", "aside", STEP, end=True))
    return found


def fitted(
    x: float, y: float, text: str, kind: str, width: float, *, largest: float = LARGEST, end: bool = False
) -> Text:
    """Return a text in letters so small that it fits into a width, squeezed where that is not enough."""
    size = min(largest, max(SMALLEST, width / max(ems(text), 1)))
    return Text(x, y, text, kind, round(size, 1), width if ems(text) * size > width else 0, end)


def ems(text: str) -> float:
    """Return about how wide a text is, in heights of its letters."""
    return sum(
        0.0 if unicodedata.combining(sign) else 1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58
        for sign in text
    )
