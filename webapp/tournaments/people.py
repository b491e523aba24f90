"""Who entered a class, who of them plays and who waits, and what they are called."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.tournament.entrant import Entrant
from webapp.club.names import folded, matches, sort_key


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody of a team's squad; `id` is `TEAM.NUMBER`."""

    id: str
    name: str
    kana: str = ""
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody, or a team, who entered a class."""

    number: int
    name: str
    kana: str = ""
    club: str = ""
    dan: int | None = None
    seed_group: int | None = None
    family: str = ""
    member: int | None = None
    played: int | None = None
    """How often they played this class in the fiscal year, as they say."""
    entered_at: dt.datetime | None = None
    lot: int | None = None
    paid: bool = False
    here_at: dt.datetime | None = None
    withdrawn: bool = False
    squad: tuple[Player, ...] = ()

    @property
    def id(self) -> str:
        """What events and the engine call it."""
        return str(self.number)

    @property
    def clubs(self) -> tuple[str, ...]:
        """The clubs, as typed."""
        return clubs_of(self.club)

    @property
    def here(self) -> bool:
        """Whether they reported at the desk."""
        return self.here_at is not None

    def entrant(self) -> Entrant:
        """Return the entry as a draw knows it."""
        return Entrant(self.id, frozenset(map(folded, self.clubs)), folded(self.family), self.seed_group)

    def found_by(self, typed: str) -> bool:
        """Whether a typed text finds it."""
        players = (text for player in self.squad for text in (player.name, player.kana))
        return matches(typed, self.name, self.kana, self.club, *players)


def clubs_of(text: str) -> tuple[str, ...]:
    """Return the clubs that a text names."""
    return tuple(filter(None, (part.strip() for part in text.replace("／", "/").split("/"))))


@dataclass(frozen=True, slots=True)
class Admitted:
    """The entries of a class by what becomes of them, each in its order."""

    playing: tuple[Entry, ...]
    waiting: tuple[Entry, ...]
    """The waiting list; whoever is first moves up when somebody withdraws."""
    undrawn: tuple[Entry, ...]
    """Entries that a lottery still has to sort."""
    withdrawn: tuple[Entry, ...]


def admitted(entries: Sequence[Entry], capacity: int | None, *, lottery: bool = False) -> Admitted:
    """Return who plays and who waits: in the order of the lots, then of the entries."""
    there = sorted(
        (one for one in entries if not one.withdrawn),
        key=lambda one: (one.lot is None, one.lot or 0, one.number),
    )
    gone = tuple(one for one in entries if one.withdrawn)
    full = capacity is not None and len(there) > capacity
    if full and lottery and all(one.lot is None for one in there):
        return Admitted((), (), tuple(there), gone)
    return Admitted(tuple(there[:capacity]), tuple(there[capacity:]) if full else (), (), gone)


def by_kana(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries as lists show them."""
    return sorted(entries, key=lambda one: (*sort_key(one.kana, one.name), one.number))


class Names:
    """What entrants and players are called, by their ids; namesakes are told apart by club, else by what tells
    members apart in the whole club (`told`, by member), else by number.

    Who was forgotten, or is not shown to whoever asks, is a number.
    """

    def __init__(self, entries: Iterable[Entry], told: Mapping[int, str] = MappingProxyType({})) -> None:
        self._entries: Mapping[str, Entry] = {one.id: one for one in entries}
        self._players = {player.id: player for one in self._entries.values() for player in one.squad}
        names = [
            _Called(one.id, one.name, one.club, told.get(one.member or 0, ""))
            for one in self._entries.values()
        ]
        names += [
            _Called(player.id, player.name, "", told.get(player.member or 0, ""))
            for player in self._players.values()
        ]
        self._apart = _told_apart(names)

    def __getitem__(self, who: str) -> str:
        apart = self.apart(who)
        return f"{self.plain(who)} ({apart})" if apart else self.plain(who)

    def apart(self, who: str) -> str:
        """Return what tells somebody from their namesakes here, empty for who has none."""
        return self._apart.get(who, "")

    def plain(self, who: str) -> str:
        """Return the bare name, as files write it."""
        known = self._entries.get(who) or self._players.get(who)
        return known.name if known is not None and known.name else f"#{who}"

    def club(self, who: str) -> str:
        """Return the club; a player has the team's."""
        known = self._entries.get(who) or self._entries.get(who.partition(".")[0])
        return known.club if known is not None else ""

    def kana(self, who: str) -> str:
        """Return the kana, empty where it is not known."""
        known = self._entries.get(who) or self._players.get(who)
        return known.kana if known is not None else ""

    def entry(self, who: str) -> Entry | None:
        """Return an entry; None for somebody who is in no list."""
        return self._entries.get(who)


@dataclass(frozen=True, slots=True)
class _Called:
    """Somebody with all that could tell them from a namesake; `told` is what the club tells them apart by."""

    id: str
    name: str
    club: str
    told: str


def _told_apart(people: Sequence[_Called]) -> dict[str, str]:
    """Return what tells apart those who share a name, by their ids."""
    by_name: dict[str, list[_Called]] = {}
    for one in people:
        if one.name:
            by_name.setdefault(folded(one.name), []).append(one)
    found = {}
    for same in by_name.values():
        if len(same) > 1:
            clubs = Counter(folded(one.club) for one in same)
            notes = Counter(folded(one.told) for one in same)
            for one in same:
                by_club = one.club if clubs[folded(one.club)] == 1 else ""
                by_note = one.told if notes[folded(one.told)] == 1 else ""
                found[one.id] = by_club or by_note or f"#{one.id}"
    return found
