"""A round of a single elimination drawn by itself, where every round is announced anew. docs/rules/tournaments.md §2.5.

The pairs are those of least cost (`engine.tournament.matching`): family does not meet, then club-mates do not, then
those who met often before; the rest is lot. Large fields are cut into blocks first, with the clubs spread evenly.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.tournament.edge import Edge, edge
from engine.tournament.entrant import Entrant, by_id
from engine.tournament.halves import halved, order_of_chance
from engine.tournament.matching import cheapest
from engine.tournament.meetings import clubs, family
from engine.tournament.tree import next_matches
from poems.chance import Bits, Seed

LARGEST_BLOCK: Final = 64
"""People who are matched at once; matching twice as many takes six times as long."""

_FAMILY: Final = 1_000_000
_CLUB: Final = 10_000
_MOST_MEETINGS: Final = 99


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """A round: pairs of entrants' ids, and those who have a bye."""

    pairs: tuple[Edge, ...]
    byes: tuple[str, ...]
    mates: int
    """Pairs of club-mates among them."""
    fewest: int
    """The fewest there could be."""


def redraw(
    field: Collection[Entrant], seed: Seed, met: Mapping[Edge, int] | None = None, purpose: str = "round"
) -> RoundDraw:
    """Draw the next round for everybody who is still in.

    Byes go to as many as leave a power of two for the round after; there are none where a power of two is in. `met`
    says how often two met before. The same seed, purpose and people give the same round in whatever order they come.
    Raises ValueError for fewer than two.
    """
    by_id(field)
    if len(field) < 2:
        raise ValueError("a round takes two or more")
    bits = seed.stream(purpose)
    people = order_of_chance(field, bits)
    matches = next_matches(len(people))
    playing = _playing(people, matches)
    before = {edge(*pair): times for pair, times in (met or {}).items()}
    pairs = tuple(pair for block in _blocks(playing, bits) for pair in _matched(block, before, bits))
    known = by_id(playing)
    return RoundDraw(
        pairs=pairs,
        byes=tuple(one.id for one in people if one.id not in known),
        mates=sum(bool(known[one].clubs & known[other].clubs) for one, other in pairs),
        fewest=_fewest(people, matches),
    )


def _playing(people: Sequence[Entrant], matches: int) -> list[Entrant]:
    """Return who plays where not all do: by lot, but of no club more than half as long as others are there."""
    counts: Counter[str] = Counter()
    chosen: list[Entrant] = []
    passed_over: list[Entrant] = []
    for one in people:
        if len(chosen) < 2 * matches and all(counts[club] < matches for club in one.clubs):
            chosen.append(one)
            counts.update(one.clubs)
        else:
            passed_over.append(one)
    return chosen + passed_over[: 2 * matches - len(chosen)]


def _blocks(people: Sequence[Entrant], bits: Bits) -> Iterator[Sequence[Entrant]]:
    """Yield blocks of even size; two odd ones are put together."""
    waiting: Sequence[Entrant] = ()
    for block in _cut(people, bits):
        if len(block) % 2 == 0:
            yield block
        elif waiting:
            yield (*waiting, *block)
            waiting = ()
        else:
            waiting = block


def _cut(people: Sequence[Entrant], bits: Bits) -> Iterator[Sequence[Entrant]]:
    if len(people) <= LARGEST_BLOCK:
        yield people
        return
    for half in halved(people, bits):
        yield from _cut(half, bits)


def _matched(block: Sequence[Entrant], met: Mapping[Edge, int], bits: Bits) -> tuple[Edge, ...]:
    costs = {edge(one.id, other.id): _cost(one, other, met) for one, other in combinations(block, 2)}
    found = cheapest([one.id for one in block], costs, bits)
    assert found is not None  # everybody can meet everybody, and their number is even
    return found


def _cost(one: Entrant, other: Entrant, met: Mapping[Edge, int]) -> int:
    return (
        _FAMILY * bool(set(family(one)) & set(family(other)))
        + _CLUB * bool(set(clubs(one)) & set(clubs(other)))
        + min(met.get(edge(one.id, other.id), 0), _MOST_MEETINGS)
    )


def _fewest(people: Sequence[Entrant], matches: int) -> int:
    """Return how many pairs of one club are forced: by a club that is more than half of those who can play."""
    sizes = Counter(club for one in people for club in one.clubs)
    byes = len(people) - 2 * matches
    return max([0, *(size - byes - matches for size in sizes.values())])
