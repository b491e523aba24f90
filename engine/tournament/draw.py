"""The draw of a single elimination: byes in round 1 only, club-mates and family apart, seeds spread, the rest by lot.

The field is halved again and again (`engine.tournament.halves`) until one or two are left. Halves differ by one at
most, so every block of two seats holds somebody, and whoever is alone in one has a bye: of n entrants n less the
largest power of two in it meet in round 1. See docs/rules/tournaments.md §2.

>>> from poems.chance import Seed
>>> field = [Entrant(name, frozenset({club})) for name, club in zip("abcde", "xxyyy")]
>>> drawn = draw(field, Seed.numbered(7))
>>> drawn.rounds, len(drawn.byes), drawn.meetings(field), drawn.fewest(field)
(3, 3, (0, 1, 4), (0, 1, 4))
>>> draw(field[::-1], Seed.numbered(7)) == drawn
True
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.tournament.entrant import Entrant, by_id
from engine.tournament.halves import halved, order_of_chance
from engine.tournament.meetings import Groups, clubs, fewest, meetings
from engine.tournament.tree import FINAL, depth, sides
from poems.chance import Bits, Seed


@dataclass(frozen=True, slots=True)
class Draw:
    """Where everybody stands in the tree: (place, entrant's id), from the top of the sheet to the bottom."""

    leaves: tuple[tuple[int, str], ...]

    @property
    def rounds(self) -> int:
        """Rounds to the champion; 0 where one entered alone."""
        return max((depth(place) for place, _ in self.leaves), default=0)

    @property
    def byes(self) -> tuple[str, ...]:
        """Ids of those who stand in round 2 at once; somebody who entered alone is one of them."""
        rounds = self.rounds
        return tuple(one for place, one in self.leaves if depth(place) < rounds or not rounds)

    def meetings(self, field: Collection[Entrant], groups: Groups = clubs) -> tuple[int, ...]:
        """Return for each round how many pairs of mates could meet in it or before; item 0 is round 1."""
        people = by_id(field)
        return meetings({place: people[one] for place, one in self.leaves}, self.rounds, groups)

    def fewest(self, field: Collection[Entrant], groups: Groups = clubs) -> tuple[int, ...]:
        """Return the bound that `meetings` cannot go below, in whatever draw of this field."""
        return fewest(field, self.rounds, groups)

    def standing(self) -> Mapping[int, str]:
        """Return the ids by their places."""
        return dict(self.leaves)


def draw(field: Collection[Entrant], seed: Seed, purpose: str = "draw") -> Draw:
    """Draw a single elimination.

    The same seed, purpose and people give the same draw in whatever order the people come. Raises ValueError for
    nobody at all, and where two have one id.
    """
    if not field:
        raise ValueError("nobody entered")
    by_id(field)
    bits = seed.stream(purpose)
    people = order_of_chance(field, bits)
    return Draw(tuple((place, one.id) for place, one in _placed(people, FINAL, bits)))


def _placed(people: Sequence[Entrant], place: int, bits: Bits) -> Iterator[tuple[int, Entrant]]:
    if len(people) == 1:
        yield place, people[0]
        return
    for side, half in zip(sides(place), halved(people, bits), strict=True):
        yield from _placed(half, side, bits)
