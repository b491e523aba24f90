"""Who plays whom in a round of practice, who sits out, who reads; and why. docs/rules/tournaments.md §8.

The pairs are those of the least cost in sum, found exactly (`engine.tournament.matching`). A cost is the sum of its
reasons, and the reasons are given with every pair: "met 3 days ago", "two classes apart". Nothing is ever forced but
bans and locks; a rematch that cannot be avoided is one that costs.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Final

from engine.tournament.edge import Edge, edge
from engine.tournament.matching import cheapest
from poems.chance import Seed


class Aim(StrEnum):
    """Whom somebody wants to play."""

    ANY = "any"
    STRONGER = "stronger"
    """Wants to learn."""
    WEAKER = "weaker"
    """Wants to teach, or to tune up."""


class Role(StrEnum):
    """What somebody does who does not play."""

    READER = "reader"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is here. `level` is 0 for the strongest class, and grows downwards."""

    id: str
    level: int = 0
    club: str = ""
    aim: Aim = Aim.ANY
    can_read: bool = False
    times_read: int = 0
    """How often they read lately."""
    times_out: int = 0
    """How often they sat out lately, reading apart."""


@dataclass(frozen=True, slots=True)
class Room:
    """Everything that a round hangs on, by people's ids. Pairs are taken in either order."""

    people: tuple[Person, ...]
    readers: int = 0
    """How many read, rather than a machine."""
    today: Mapping[Edge, int] = field(default_factory=dict)
    """How often two met today already."""
    days_ago: Mapping[Edge, int] = field(default_factory=dict)
    """Days since two last met; nothing for those who never did."""
    wishes: frozenset[Edge] = frozenset()
    """Pairs that are wanted."""
    bans: frozenset[Edge] = frozenset()
    """Pairs that must not be."""
    pairs: frozenset[Edge] = frozenset()
    """Pairs that are fixed by hand."""
    roles: Mapping[str, Role] = field(default_factory=dict)
    """Who does not play, fixed by hand."""


class Reason(StrEnum):
    """What adds to, or takes from, the cost of a pair or of sitting out."""

    SAME_DAY = "same_day"
    RECENT = "recent"
    LEVELS = "levels"
    SAME_CLUB = "same_club"
    WISH = "wish"
    AGAINST_AIM = "against_aim"
    WITH_AIM = "with_aim"
    NEVER_MET = "never_met"
    SAT_OUT = "sat_out"
    HAS_READ = "has_read"
    CANNOT_READ = "cannot_read"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Because:
    """A reason, its cost, and the number it is about: times today, days ago, levels apart, times out."""

    reason: Reason
    cost: int
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing costs. A day's rematch is dearest, a wish is worth most."""

    same_day: int = 10_000
    """For each time that two met today."""
    recent: int = 1_400
    """Shared by the days since: met yesterday costs all of it, a fortnight ago a fourteenth."""
    recent_days: int = 28
    """Meetings longer ago cost nothing."""
    level: int = 60
    """Times the square of how many levels two are apart."""
    same_club: int = 0
    wish: int = -2_000
    against_aim: int = 150
    with_aim: int = -80
    never_met: int = -40
    sat_out: int = 3_000
    """For each time somebody sat out lately, when they would sit out again."""
    has_read: int = 1_000
    """For each time somebody read lately, when they would read again."""
    cannot_read: int = 100_000
    """For somebody reading who cannot; only where nobody can."""


USUAL: Final = Weights()


@dataclass(frozen=True, slots=True)
class Table:
    """Two who play, with what their pair costs and why."""

    players: Edge
    because: tuple[Because, ...]

    @property
    def cost(self) -> int:
        """What the pair costs in all."""
        return sum(one.cost for one in self.because)


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody who does not play, with what that costs and why."""

    person: str
    role: Role
    because: tuple[Because, ...]

    @property
    def cost(self) -> int:
        """What it costs in all."""
        return sum(one.cost for one in self.because)


@dataclass(frozen=True, slots=True)
class Round:
    """A round of practice."""

    tables: tuple[Table, ...]
    out: tuple[Out, ...]

    @property
    def cost(self) -> int:
        """What the round costs in all; no other round of this room costs less."""
        return sum(table.cost for table in self.tables) + sum(one.cost for one in self.out)


class NoRound(ValueError):  # noqa: N818 - an answer, not a fault of the program
    """The locks contradict each other, or the people."""


def pair_up(room: Room, seed: Seed, weights: Weights = USUAL) -> Round:
    """Return the round of least cost; among several the seed decides.

    Of an odd number one sits out; where bans leave no other way, more do. Raises NoRound where the locks name
    somebody who is not here, or one person twice, or a pair that is banned.
    """
    people = {person.id: person for person in room.people}
    room = _tidy(room)
    _check_locks(room, people)
    locked = {one for pair in room.pairs for one in pair} | set(room.roles)
    fixed = [Table(pair, (Because(Reason.LOCKED, 0),)) for pair in sorted(room.pairs)]
    out = [Out(one, role, (Because(Reason.LOCKED, 0),)) for one, role in sorted(room.roles.items())]
    free = [people[one] for one in sorted(people.keys() - locked)]
    readers = min(max(room.readers - sum(one.role is Role.READER for one in out), 0), len(free))
    tables, more_out = _best(room, free, readers, seed, weights)
    return Round(tuple(sorted([*fixed, *tables], key=lambda one: one.players)), (*out, *more_out))


def pair_reasons(room: Room, one: str, other: str, weights: Weights = USUAL) -> tuple[Because, ...]:
    """Return what a pair would cost in a room and why, whoever put it together. KeyError for who is not here."""
    people = {person.id: person for person in room.people}
    return _pair_reasons(_tidy(room), people[one], people[other], weights)


def seat_reasons(room: Room, person: str, role: Role, weights: Weights = USUAL) -> tuple[Because, ...]:
    """Return what it would cost that somebody does not play, and why. KeyError for who is not here."""
    people = {one.id: one for one in room.people}
    return _seat_reasons(people[person], role, weights)


def _best(
    room: Room, free: list[Person], readers: int, seed: Seed, weights: Weights
) -> tuple[list[Table], list[Out]]:
    """Match the free people with each other and with seats for those who do not play, as few as will do."""
    pairs = {
        edge(one.id, other.id): _pair_reasons(room, one, other, weights)
        for one, other in combinations(free, 2)
        if edge(one.id, other.id) not in room.bans
    }
    for resting in range((len(free) - readers) % 2, len(free) - readers + 1, 2):
        seats = [*((f"\0reader {n}", Role.READER) for n in range(readers))]
        seats += [*((f"\0rest {n}", Role.REST) for n in range(resting))]
        sitting = {(seat, one.id): _seat_reasons(one, role, weights) for seat, role in seats for one in free}
        costs = {pair: sum(one.cost for one in why) for pair, why in (pairs | sitting).items()}
        names = [*(one.id for one in free), *(seat for seat, _ in seats)]
        found = cheapest(names, costs, seed.stream("pairs"))
        if found is not None:
            role_of = dict(seats)
            return (
                [Table(pair, pairs[pair]) for pair in found if pair in pairs],
                sorted(
                    (Out(one, role_of[seat], sitting[seat, one]) for seat, one in found if seat in role_of),
                    key=lambda out: (out.role, out.person),
                ),
            )
    raise AssertionError("everybody can sit out")


def _tidy(room: Room) -> Room:
    return replace(
        room,
        today={edge(*pair): times for pair, times in room.today.items()},
        days_ago={edge(*pair): days for pair, days in room.days_ago.items()},
        wishes=frozenset(edge(*pair) for pair in room.wishes),
        bans=frozenset(edge(*pair) for pair in room.bans),
        pairs=frozenset(edge(*pair) for pair in room.pairs),
    )


def _check_locks(room: Room, people: Collection[str]) -> None:
    if len(people) < len(room.people):
        raise NoRound("somebody is here twice")
    named = [one for pair in room.pairs for one in pair] + list(room.roles)
    for one in named:
        if one not in people:
            raise NoRound(f"{one!r} is not here")
        if named.count(one) > 1:
            raise NoRound(f"{one!r} is fixed twice")
    banned = room.pairs & room.bans
    if banned:
        raise NoRound(f"{min(banned)} is banned and fixed")


def _pair_reasons(room: Room, one: Person, other: Person, weights: Weights) -> tuple[Because, ...]:
    return tuple(because for because in _pair_costs(room, one, other, weights) if because.cost)


def _pair_costs(room: Room, one: Person, other: Person, weights: Weights) -> Iterator[Because]:
    pair = edge(one.id, other.id)
    times, days = room.today.get(pair, 0), room.days_ago.get(pair)
    yield Because(Reason.SAME_DAY, weights.same_day * times, times)
    if days is not None and days <= weights.recent_days:
        yield Because(Reason.RECENT, weights.recent // max(days, 1), days)
    elif days is None and not times:
        yield Because(Reason.NEVER_MET, weights.never_met)
    apart = abs(one.level - other.level)
    yield Because(Reason.LEVELS, weights.level * apart * apart, apart)
    if one.club and one.club == other.club:
        yield Because(Reason.SAME_CLUB, weights.same_club)
    if pair in room.wishes:
        yield Because(Reason.WISH, weights.wish)
    for person, opponent in ((one, other), (other, one)):
        yield from _aim(person, opponent, weights)


def _aim(person: Person, opponent: Person, weights: Weights) -> Iterator[Because]:
    if person.aim is Aim.ANY:
        return
    higher = person.level - opponent.level if person.aim is Aim.STRONGER else opponent.level - person.level
    if higher > 0:
        yield Because(Reason.WITH_AIM, weights.with_aim)
    elif higher < 0:
        yield Because(Reason.AGAINST_AIM, weights.against_aim)


def _seat_reasons(person: Person, role: Role, weights: Weights) -> tuple[Because, ...]:
    if role is Role.REST:
        costs = [Because(Reason.SAT_OUT, weights.sat_out * person.times_out, person.times_out)]
    else:
        costs = [Because(Reason.HAS_READ, weights.has_read * person.times_read, person.times_read)]
        if not person.can_read:
            costs.append(Because(Reason.CANNOT_READ, weights.cannot_read))
    return tuple(because for because in costs if because.cost)
