"""What corners and the moves of cards are called on a page. `{...}` is filled in by its script."""

from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta.field import End, Row
from engine.training.layout import CORNERS
from webapp.matches.names import place_name

ROW_NAMES = {Row.UPPER: _l("Upper row"), Row.MIDDLE: _l("Middle row"), Row.LOWER: _l("Lower row")}
_SIGNS = {Row.UPPER: "上", Row.MIDDLE: "中", Row.LOWER: "下"}


def short(row: Row, end: End) -> str:
    """Return a corner as players write it: 右下."""
    return f"{end}{_SIGNS[row]}"


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """An end of a row: in words, and as players write it."""

    name: str
    short: str


def mat_places() -> tuple[tuple[NamedPlace, NamedPlace], ...]:
    """Return the ends of one's own rows as one sees them, the upper row first and the left end first."""
    return tuple(
        (
            NamedPlace(place_name(row, End.LEFT), short(row, End.LEFT)),
            NamedPlace(place_name(row, End.RIGHT), short(row, End.RIGHT)),
        )
        for row in ROW_NAMES
    )


def arranging(*, two: bool = False) -> dict[str, Any]:
    """Return the words of cards that are arranged by hand; `two`: the opponent's corners come after one's own."""
    names = [place_name(row, end) for row, end in CORNERS]
    if two:
        own = [str(_("my side, %(place)s", place=name)) for name in names]
        names = [*own, *(str(_("opponent's side, %(place)s", place=name)) for name in names)]
    return {
        "corners": names,
        "short": [short(row, end) for row, end in CORNERS],
        "choose_first": _("Choose a card first."),
        "lies": _("{card}: {place}, {number}"),
        "loose": _("{card} has no place now."),
        "lay_here": _("Lay it innermost here: {place}, {count} cards"),
        "undone": _("Undone."),
        "redone": _("Done again."),
    }
