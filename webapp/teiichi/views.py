"""What the pages of home layouts show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from engine.karuta.field import End
from engine.training.layout import CORNERS, FITS, HomeLayout, overfull
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from webapp.matches.cards import card_version
from webapp.teiichi.book import Kept
from webapp.teiichi.words import ROW_NAMES, arranging, short


def editor(kept: Kept) -> dict[str, Any]:
    """Return what the editor's script needs."""
    return {
        "corners": kept.corners,
        "cards": MUSUME_ORDER,
        "version": kept.version,
        "stream": f"teiichi:{kept.id}",
        "save_url": url_for("teiichi.save", number=kept.id),
        "cards_url": url_for("matches.cards", v=card_version()),
        "crowded": [round(overfull(homes), 4) for homes in range(101)],
    }


def editor_words() -> dict[str, Any]:
    """Return the words of the editor."""
    return {
        **arranging(),
        "rows": [str(name) for name in ROW_NAMES.values()],
        "row": _("{row}: {count} cards, about {dealt} of a deal"),
        "crowded": _("more than %(fits)s, which do not fit, in {share} %% of deals", fits=FITS),
        "whole": _("All 100 cards have a place."),
        "left": _("{count} cards have no place yet."),
        "saved": _("Saved"),
        "saving": _("Saving …"),
        "offline": _("Not saved yet: no connection. It goes on by itself."),
        "door": _("Not saved yet: enter again with the code."),
        "reload": _("Not saved yet: load the page again."),
        "conflict": _("Another page changed this layout. Load this page again to go on from there."),
        "refused": _("This could not be saved. Load the page again."),
        "unload": _("Not everything is saved yet."),
    }


def told(name: str, corners: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Return a layout as its owner gets it in a file: the cards of each corner by number, from the outside in."""
    places = {short(*corner): list(cards) for corner, cards in zip(CORNERS, corners, strict=True)}
    return {"name": name, **places}


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as it lies: its name, and the kimari-ji of the left and of the right end from the outside in."""

    name: str
    left: tuple[str, ...]
    right: tuple[str, ...]


def rows(layout: HomeLayout) -> tuple[ShownRow, ...]:
    """Return a layout's rows, the upper first."""
    by = dict(layout.items())
    return tuple(
        ShownRow(str(name), *(tuple(map(full, by[row, end])) for end in (End.LEFT, End.RIGHT)))
        for row, name in ROW_NAMES.items()
    )
