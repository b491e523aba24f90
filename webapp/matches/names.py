"""What players, cards and places are called on a page."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import get_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from engine.karuta.field import End, Row, Slot
from engine.karuta.player import PLAYERS, Pair, Player, Side
from poems.anthology import poem


@dataclass(frozen=True, slots=True)
class Names:
    """The players by the names that a page shows; namesakes are told apart by their letters."""

    shown: Pair[str]

    @classmethod
    def of(cls, names: Pair[str | None]) -> "Names":
        """Return the names of a match: letters where there are none, and a word for somebody who was forgotten."""
        known = [seat_name(names[player], player) for player in PLAYERS]
        if known[0] == known[1]:
            known = [f"{name} ({player.name})" for name, player in zip(known, PLAYERS, strict=True)]
        return cls((known[0], known[1]))

    def __getitem__(self, player: Player | str) -> str:
        return self.shown[Player[player] if isinstance(player, str) else player]


def seat_name(name: str | None, player: Player) -> str:
    """Return what stands on a page for a player: the name, the letter for None, a word for one that was forgotten."""
    if name is None:
        return player.name
    return name or str(_("a former member"))


def card_name(card: int) -> str:
    """Return what players call a card: its kimari-ji."""
    return poem(card).kimariji


def card_names(cards: Iterable[int]) -> str:
    """Return several cards' names."""
    comma = "、" if str(get_locale()).startswith("ja") else ", "
    return comma.join(map(card_name, cards))


def side_name(side: Side, names: Names) -> str:
    """Return whose side a card lies on, or that it is dead."""
    if side.owner is None:
        return str(_("Dead card"))
    return str(_("%(player)s's side", player=names[side.owner]))


def slot_name(slot: Slot) -> str:
    """Return a place as its owner sees it: `lower right 2`."""
    return f"{place_name(slot.row, slot.end)} {slot.ordinal}"


def place_name(row: Row, end: End) -> str:
    """Return an end of a row as its owner sees it."""
    return str(_PLACES[row, end])


_PLACES = {
    (Row.UPPER, End.LEFT): _l("upper left"),
    (Row.UPPER, End.RIGHT): _l("upper right"),
    (Row.MIDDLE, End.LEFT): _l("middle left"),
    (Row.MIDDLE, End.RIGHT): _l("middle right"),
    (Row.LOWER, End.LEFT): _l("lower left"),
    (Row.LOWER, End.RIGHT): _l("lower right"),
    (Row.FLOAT, End.LEFT): _l("float left"),
    (Row.FLOAT, End.RIGHT): _l("float right"),
}
