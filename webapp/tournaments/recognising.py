"""Which member of the club a typed name is, and why nobody is, where it is nobody. Pure."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from webapp.club.names import folded
from webapp.db.people_models import Member


class Unknown(StrEnum):
    """Why a name is not taken for a member."""

    NOBODY = "nobody"
    """No member has this name."""
    OTHER_KANA = "other_kana"
    OTHER_CLUB = "other_club"
    SEVERAL = "several"
    """More than one member fits."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """The member whom a name is; else why it is nobody, and the members of that name."""

    member: Member | None
    unknown: Unknown | None = None
    named: tuple[Member, ...] = ()


class Club:
    """The members of the club by their names."""

    def __init__(self, members: Iterable[Member]) -> None:
        self._by_name: dict[str, list[Member]] = {}
        for one in members:
            self._by_name.setdefault(folded(one.name), []).append(one)

    def recognise(self, name: str, kana: str = "", clubs: Collection[str] = ()) -> Recognised:
        """Return whom a name is: the one member of that name whose kana and club do not speak against it."""
        named = tuple(self._by_name.get(folded(name), ()))
        if not named:
            return Recognised(None, Unknown.NOBODY)
        fits = [one for one in named if not kana or not one.kana or folded(one.kana) == folded(kana)]
        if not fits:
            return Recognised(None, Unknown.OTHER_KANA, named)
        own = set(map(folded, clubs))
        fits = [one for one in fits if not own or not one.club or folded(one.club) in own]
        if not fits:
            return Recognised(None, Unknown.OTHER_CLUB, named)
        if len(fits) > 1:
            return Recognised(None, Unknown.SEVERAL, tuple(fits))
        return Recognised(fits[0], None, named)
