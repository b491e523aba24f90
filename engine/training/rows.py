"""The lines of every view: a figure, its interval, its trials; as words for the ear, and as cells for a table.

A line is what a page draws, what is read aloud in place of the drawing, and what is exported. A figure of too few
trials is not in it at all, so no page can show it by mistake.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from engine.training.interval import Interval


class Known(StrEnum):
    """Whether a figure may be told."""

    TOLD = "told"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a view: what it is about, the figure with its interval, and how many trials.

    `value` is None where there are too few trials; then `wanted` says how many there must be.
    """

    about: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    unit: str
    wanted: int = 0

    @property
    def known(self) -> Known:
        """Whether the figure may be told."""
        return Known.TOO_FEW if self.value is None else Known.TOLD


def row(about: str, figure: Interval | None, unit: str, fewest: int) -> Row:
    """Return a line; a figure of too few trials is left out of it, and only counted."""
    if figure is None or figure.n < fewest:
        return Row(about, None, None, None, 0 if figure is None else figure.n, unit, fewest)
    return Row(about, figure.value, figure.low, figure.high, figure.n, unit)


HEADINGS: Final = tuple(one.name for one in fields(Row))


def table(rows: Iterable[Row]) -> tuple[tuple[str, ...], ...]:
    """Return rows as texts for a CSV file, the headings first; a figure that is not known is left blank."""
    return (HEADINGS, *(tuple(_cell(getattr(one, name)) for name in HEADINGS) for one in rows))


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def words(one: Row) -> str:
    """Return a line in words, for whoever hears the page in place of seeing it."""
    if one.value is None or one.low is None or one.high is None:
        return f"{one.about}: not known yet, {one.n} of {one.wanted} trials"
    if one.unit == "share":
        return f"{one.about}: {one.value:.0%} ({one.low:.0%} to {one.high:.0%}, {one.n} trials)"
    return (
        f"{one.about}: {one.value:.3g} {one.unit} ({one.low:.3g} to {one.high:.3g}, {one.n} trials)".replace(
            "  ", " "
        )
    )
