"""A single elimination: the fold of its events. Winners advance, absence makes walkovers, corrections run through.

Nothing here is stored: whoever corrects a result gets the whole tree anew. A result that was entered for two who do
not meet any more is not thrown away. It is *set aside*: it counts for nothing, the match is open again and flagged;
should the two meet after all (the correction was wrong), it stands again.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from engine.tournament import events as ev
from engine.tournament import tree
from engine.tournament.outcome import How, Outcome


class Vacancy(Enum):
    """What can be in a match in the place of an entrant."""

    OPEN = "open"
    """It is not known yet who comes here."""
    NOBODY = "nobody"
    """Nobody comes: both who could have were absent, or lost."""


OPEN, NOBODY = Vacancy.OPEN, Vacancy.NOBODY
Who: TypeAlias = str | Vacancy
"""An entrant's id, or why there is none."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match as it was drawn: the places that lead to it. `depth` is 0 for the final, 1 for the semi-finals …"""

    match: int
    sides: tuple[int, int]
    depth: int


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands."""

    match: int
    depth: int
    sides: tuple[Who, Who]
    winner: Who
    outcome: Outcome | None = None
    """How it was decided: what was entered, or a walkover that follows from an absence; None where nobody was met."""
    entered: bool = False
    """Whether the outcome was entered, rather than follows."""
    set_aside: Outcome | None = None
    """The latest result entered for others than those who meet now, while nothing else decides the match."""

    @property
    def ready(self) -> bool:
        """Whether both are known and nothing is decided: it can be played."""
        return self.winner is OPEN and OPEN not in self.sides

    @property
    def players(self) -> tuple[str, ...]:
        """The entrants who are known."""
        return tuple(side for side in self.sides if isinstance(side, str))


@dataclass(frozen=True, slots=True)
class Bracket:
    """A single elimination as it stands. Two are equal when they stand the same, whatever was corrected before."""

    leaves: Mapping[int, str]
    """Entrants by the places where they begin."""
    matches: Mapping[int, Match]
    """Matches by number; each comes after those it waits for."""
    absent: Mapping[str, ev.Absent]
    left: frozenset[str]
    """Entrants whose place somebody else took."""
    leads: Mapping[int, int]
    """For each place the match that it leads to; the final, and what is not drawn yet, are not in it."""
    by_round: bool
    """Whether rounds are drawn one by one."""
    log: tuple[ev.Event, ...] = field(default=(), compare=False, repr=False)

    @property
    def rounds(self) -> int:
        """Rounds from the first match to the final, as far as they are known."""
        return max((match.depth + 1 for match in self.matches.values()), default=0)

    @property
    def entrants(self) -> frozenset[str]:
        """Everybody who has a place."""
        return frozenset(self.leaves.values())

    @property
    def free(self) -> tuple[int, ...]:
        """The places that lead to no match yet: one when everything is drawn."""
        return tuple(place for place in (*self.leaves, *self.matches) if place not in self.leads)

    @property
    def champion(self) -> Who:
        """The winner of it all."""
        last = self.free
        return self.at(last[0]) if len(last) == 1 else OPEN

    @property
    def ready(self) -> tuple[Match, ...]:
        """The matches that can be played now."""
        return tuple(match for match in self.matches.values() if match.ready)

    @property
    def flagged(self) -> tuple[Match, ...]:
        """The matches whose result was set aside."""
        return tuple(match for match in self.matches.values() if match.set_aside is not None)

    def at(self, place: int) -> Who:
        """Return who comes from a place: whoever stands there, or the winner of that match."""
        return self.leaves[place] if place in self.leaves else self.matches[place].winner

    def round_of(self, match: int) -> int:
        """Return the round of a match, counted from 1."""
        return self.rounds - self.matches[match].depth

    def place_of(self, entrant: str) -> int | None:
        """Return where an entrant begins; None for somebody who is not in it."""
        return next((place for place, one in self.leaves.items() if one == entrant), None)

    def is_absent(self, entrant: str, match: int) -> bool:
        """Whether somebody is absent from a match."""
        return entrant in self.absent and self.matches[match].depth <= self.absent[entrant].depth

    def next_depth(self, entrant: str) -> int | None:
        """Return the depth of the next match of an entrant, drawn or not; None for somebody who is out, or has won."""
        for match in self.matches.values():
            if entrant in match.sides and match.winner is OPEN:
                return match.depth
        waiting = self.free
        if len(waiting) > 1 and any(self.at(place) == entrant for place in waiting):
            return tree.next_depth(len(waiting))
        return None

    def leads_to(self, place: int) -> int | None:
        """Return the match that a place leads to; None where that is not drawn, and above the final."""
        return self.leads.get(place)

    def played_by(self, entrant: str) -> tuple[Match, ...]:
        """Return the matches of an entrant that are decided, in the order of the rounds."""
        return tuple(
            match for match in self.matches.values() if entrant in match.sides and match.winner is not OPEN
        )


def fold(log: Iterable[ev.Event]) -> Bracket:
    """Return the bracket after these events. Raises ValueError where they do not begin with a draw or a field."""
    events = tuple(log)
    if not events or not isinstance(events[0], ev.Drawn | ev.Entered):
        raise ValueError("a single elimination begins with its draw or its field")
    leaves, left = _leaves(events)
    absent = _absent(events)
    recorded = _recorded(events)
    drawn = tuple(_pairings(events, leaves))
    matches: dict[int, Match] = {}
    for pairing in drawn:
        upper, lower = (leaves[side] if side in leaves else matches[side].winner for side in pairing.sides)
        matches[pairing.match] = _match(pairing, (upper, lower), recorded.get(pairing.match, {}), absent)
    leads = {side: pairing.match for pairing in drawn for side in pairing.sides}
    return Bracket(leaves, matches, absent, left, leads, isinstance(events[0], ev.Entered), events)


def _leaves(events: tuple[ev.Event, ...]) -> tuple[dict[int, str], frozenset[str]]:
    leaves: dict[int, str] = {}
    left: set[str] = set()
    joined = 0
    for event in events:
        match event:
            case ev.Drawn():
                leaves = dict(event.leaves)
            case ev.Entered():
                leaves = dict(enumerate(event.entrants, 1))
            case ev.Replaced():
                left.add(leaves[event.place])
                leaves[event.place] = event.entrant
            case ev.Joined():
                upper, lower = tree.sides(event.place)
                leaves[upper] = leaves.pop(event.place)
                leaves[lower] = event.entrant
            case ev.JoinedRound():
                joined += 1
                leaves[-joined] = event.entrant
    return leaves, frozenset(left - set(leaves.values()))


def _absent(events: tuple[ev.Event, ...]) -> dict[str, ev.Absent]:
    absent: dict[str, ev.Absent] = {}
    for event in events:
        if isinstance(event, ev.Absent):
            absent[event.entrant] = event
        elif isinstance(event, ev.Returned):
            absent.pop(event.entrant, None)
    return absent


def _recorded(events: tuple[ev.Event, ...]) -> dict[int, dict[frozenset[str], Outcome]]:
    """Return what was entered for each match by the two who met, the latest last."""
    recorded: dict[int, dict[frozenset[str], Outcome]] = {}
    for event in events:
        if isinstance(event, ev.Recorded):
            by_pair = recorded.setdefault(event.match, {})
            by_pair.pop(event.outcome.pair, None)
            by_pair[event.outcome.pair] = event.outcome
        elif isinstance(event, ev.TakenBack):
            recorded.get(event.match, {}).pop(frozenset(event.players), None)
    return recorded


def _pairings(log: tuple[ev.Event, ...], leaves: Iterable[int]) -> Iterable[Pairing]:
    """Return the matches as they are drawn so far, each after those it waits for."""
    if isinstance(log[0], ev.Entered):
        return _by_round(log, len(log[0].entrants))
    return (Pairing(match, tree.sides(match), tree.depth(match)) for match in tree.matches(leaves))


def _by_round(log: tuple[ev.Event, ...], people: int) -> Iterable[Pairing]:
    number, waiting, joined = people, people, 0
    for event in log:
        if isinstance(event, ev.JoinedRound):
            number, joined = number + 1, joined + 1
            yield Pairing(number, (event.place, -joined), tree.next_depth(people))
        elif isinstance(event, ev.RoundDrawn):
            depth = tree.next_depth(waiting)
            for pair in event.pairs:
                number += 1
                yield Pairing(number, pair, depth)
            waiting -= len(event.pairs)


def _match(
    pairing: Pairing,
    sides: tuple[Who, Who],
    recorded: Mapping[frozenset[str], Outcome],
    absent: Mapping[str, ev.Absent],
) -> Match:
    number, depth = pairing.match, pairing.depth
    found = recorded.get(frozenset(side for side in sides if isinstance(side, str)))
    if found is not None:
        return Match(number, depth, sides, found.winner or NOBODY, found, entered=True)
    away = {who for who, event in absent.items() if depth <= event.depth}
    winner, outcome = _without_play(sides, away)
    aside = list(recorded.values())[-1] if recorded and winner is OPEN else None
    return Match(number, depth, sides, winner, outcome, set_aside=aside)


def _without_play(sides: tuple[Who, Who], away: Collection[str]) -> tuple[Who, Outcome | None]:
    """Return who advances where no result was entered, and the walkover that it is."""
    if OPEN in sides:
        return OPEN, None
    here = [side for side in sides if isinstance(side, str) and side not in away]
    if len(here) == 2:
        return OPEN, None
    winner: Who = here[0] if here else NOBODY
    upper, lower = sides
    if isinstance(upper, str) and isinstance(lower, str):
        return winner, Outcome((upper, lower), here[0] if here else None, How.WALKOVER)
    return winner, None
