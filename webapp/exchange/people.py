"""The names of a sheet beside the people whom the club knows. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from webapp.club.importing.comparing import Index
from webapp.club.names import folded
from webapp.db.people_models import Member
from webapp.exchange.checks import SheetMatch, Side

GUEST = "guest"
"""The decision that a name is nobody whom the club knows."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a sheet with its club, who it might be, what is proposed, and what was decided."""

    number: int
    side: Side
    candidates: tuple[int, ...]
    proposed: str
    decided: str = ""

    @property
    def choice(self) -> str:
        """What holds; empty while nobody has decided."""
        return self.decided or self.proposed


Key = tuple[str, str, str]
"""Class, name and club as they are compared: one person of a sheet."""


def key_of(match: SheetMatch, side: int) -> Key:
    """Return which person of the sheet sits on a side."""
    one = match.sides[side]
    return match.class_name, folded(one.name), folded(one.club)


def named(
    matches: Iterable[SheetMatch], people: Sequence[Member], decisions: Mapping[str, str]
) -> Mapping[Key, Named]:
    """Return the people of a sheet in the order in which they come up. A decision for no candidate does not count."""
    index = Index(people)
    sides: dict[Key, Side] = {}
    for match in matches:
        for side in (0, 1):
            sides.setdefault(key_of(match, side), match.sides[side])
    return {
        key: _named(number, side, index, decisions.get(f"p{number}", ""))
        for number, (key, side) in enumerate(sides.items(), 1)
    }


def _named(number: int, side: Side, index: Index, decided: str) -> Named:
    club = folded(side.club)
    same, near = index.named(side.name), index.near(side.name)
    candidates = tuple(one.id for one in (*same, *near))
    proposed = ""
    if not candidates:
        proposed = GUEST
    elif len(same) == 1 and not near and club and folded(same[0].club) == club:
        proposed = str(same[0].id)
    allowed = {GUEST, *map(str, candidates)}
    return Named(number, side, candidates, proposed, decided if decided in allowed else "")
