"""A single elimination drawn with lines: a row for every entrant, and a column for every round to their right."""

from collections.abc import Mapping
from typing import TypeAlias

from engine.tournament.tree import FINAL, sides

Lines: TypeAlias = tuple[list[str], int]
"""The lines of a part of the sheet, and the one from which its winner goes on."""


def lines(leaves: Mapping[int, object], rounds: int) -> list[str]:
    """Return a line for each leaf, from the top of the sheet to the bottom."""
    return _lines(FINAL, leaves, rounds)[0]


def _lines(place: int, leaves: Mapping[int, object], rounds: int) -> Lines:
    if place in leaves:
        return ["──" * rounds], 0
    (above, upper), (below, lower) = (_lines(side, leaves, rounds - 1) for side in sides(place))
    lower += len(above)
    drawn = []
    for index, line in enumerate([*above, *below]):
        end = "─┬" if index == upper else "─┘" if index == lower else " │" if upper < index < lower else "  "
        drawn.append(line + end)
    return drawn, upper
