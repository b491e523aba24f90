"""A bracket as it is looked at: its rounds as lists, and the whole tree as a drawing. Pure: ids and numbers only.

The drawing counts in rows and columns: row 0 is the first entrant from the top, column r the matches of round r.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.tournament.bracket import Bracket, Who


@dataclass(frozen=True, slots=True)
class Leaf:
    """An entrant at the left of the sheet."""

    who: str
    row: float
    bye: bool
    """Whether they stand in round 2 at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """From a side to its match: from column `start` to the match's column, on a row."""

    row: float
    start: int
    who: Who
    won: bool
    """Whether whoever comes here won the match."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A match where two lines meet: at a column, on a row between them."""

    match: int
    column: int
    row: float
    lines: tuple[Line, Line]
    winner: Who


@dataclass(frozen=True, slots=True)
class Tree:
    """The drawing of a bracket. Where rounds are still to be drawn, several parts stand below each other."""

    leaves: tuple[Leaf, ...]
    joints: tuple[Joint, ...]
    columns: int

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(self.leaves)


def tree(bracket: Bracket) -> Tree:
    """Return the drawing of a bracket."""
    below: dict[int, list[int]] = {}
    for place, match in bracket.leads.items():
        below.setdefault(match, []).append(place)
    drawing = _Drawing(bracket, {match: sorted(sides) for match, sides in below.items()})
    for place in bracket.free:
        drawing.add(place)
    return Tree(tuple(drawing.leaves), tuple(drawing.joints), bracket.rounds)


class _Drawing:
    def __init__(self, bracket: Bracket, below: Mapping[int, list[int]]) -> None:
        self._bracket = bracket
        self._below = below
        self.leaves: list[Leaf] = []
        self.joints: list[Joint] = []

    def add(self, place: int) -> tuple[float, int]:
        """Add what is under a place and return its row and the column that it comes from."""
        bracket = self._bracket
        if place in bracket.leaves:
            first = bracket.leads.get(place)
            bye = first is not None and bracket.round_of(first) > 1
            self.leaves.append(Leaf(bracket.leaves[place], len(self.leaves), bye))
            return len(self.leaves) - 1.0, 0
        match = bracket.matches[place]
        ends = [(self.add(side), bracket.at(side)) for side in self._below[place]]
        upper, lower = (
            Line(row, start, who, won=isinstance(who, str) and who == match.winner)
            for (row, start), who in ends
        )
        column = bracket.round_of(place)
        row = (upper.row + lower.row) / 2
        self.joints.append(Joint(place, column, row, (upper, lower), match.winner))
        return row, column


def paths(drawing: Tree) -> Iterator[tuple[Joint, Line]]:
    """Yield every line with its match, those of winners last, so that they lie on top."""
    every = [(joint, line) for joint in drawing.joints for line in joint.lines]
    yield from sorted(every, key=lambda one: one[1].won)
