"""The contrast sets on the page of progress: their first day beside the last ones, drawn, in words, and as a table."""

from collections.abc import Sequence
from datetime import date
from typing import Final, TypeAlias

from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from engine.training.rows import HEADINGS, table
from engine.training.trained_sets import Days, TrainedSet, trained_sets
from engine.training.trial import Trial
from webapp.drills.progress_drawing import SHARE, Chart, Line, figure, told

Table: TypeAlias = tuple[tuple[str, ...], ...]

MOST: Final = 12
"""Sets that the page shows, the last practised; the table has all."""


def chart_of(trials: Sequence[Trial]) -> tuple[Chart, str]:
    """Return the sets of which both figures are known, two lines each, and what is to be said of the others."""
    every = trained_sets(trials)
    known = [one for one in every if one.known]
    lines = tuple(line for one in known[:MOST] for line in _lines(one))
    chart = Chart(lines, figure(0.0, SHARE), figure(1.0, SHARE), 0.0)
    return chart, _others(len(known) - MOST, len(every) - len(known))


def _lines(one: TrainedSet) -> tuple[Line, ...]:
    days = (one.before, one.after) if one.after is not None else (one.before,)
    return tuple(_line(each) for each in days)


def _line(one: Days) -> Line:
    rate = one.rate
    label = f"{rate.about} · {_when(one)}"
    if rate.value is None or rate.low is None or rate.high is None:
        return Line(label, told(rate))
    return Line(label, told(rate), 100 * rate.value, 100 * rate.low, 100 * rate.high)


def _when(one: Days) -> str:
    first, last = (format_date(day, "short") for day in (one.first, one.last))
    return str(first) if first == last else f"{first} – {last}"


def _others(more: int, unknown: int) -> str:
    """Return how many sets are not drawn, and why."""
    parts = []
    if more > 0:
        parts.append(
            ngettext("%(num)s set more is in the table.", "%(num)s sets more are in the table.", more)
        )
    if unknown:
        parts.append(
            ngettext(
                "%(num)s set was practised on one day only, or too little for a figure.",
                "%(num)s sets were practised on one day only, or too little for a figure.",
                unknown,
            )
        )
    return " ".join(map(str, parts))


def sets_table(trials: Sequence[Trial], _today: date) -> Table:
    """Return all sets as a table, the headings first; what is not known is blank."""
    figures = HEADINGS[1:]
    heads = (
        *(HEADINGS[0], "cards", "first_day"),
        *(f"first_{name}" for name in figures),
        *("last_from", "last_day"),
        *(f"last_{name}" for name in figures),
    )
    return (heads, *(_cells(one) for one in trained_sets(trials)))


def _cells(one: TrainedSet) -> tuple[str, ...]:
    name, *before = table([one.before.rate])[1]
    cells = (name, " ".join(map(str, one.cards)), one.before.first.isoformat(), *before)
    if one.after is None:
        return (*cells, *("",) * (2 + len(HEADINGS[1:])))
    days = (one.after.first.isoformat(), one.after.last.isoformat())
    return (*cells, *days, *table([one.after.rate])[1][1:])


def title() -> str:
    """Return the name of the figure."""
    return str(_("Contrast sets, first and last days"))


def explained() -> str:
    """Return what is to be known to read it."""
    return str(
        _(
            "How often a card of the set was taken for another one of it: on the first day of the set, and on the last"
            " days on which its cards came together, as far back as eight answers need."
        )
    )
