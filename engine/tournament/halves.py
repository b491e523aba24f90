"""A field cut in two halves, with everything that must be kept apart split as evenly as it goes.

People are tied in twos, each to be split. A first set of ties pairs family within a club, then club-mates, then whoever
is left over; nobody is in more than one. A second set does the same across it: family of different clubs, people who
belong to two clubs, and seeds in the order of their strength. Two sets of ties make only lines and even rings, so all
of them can be split at once. Hence, where everybody has at most one club, each club, each family of one club, the
seeds down to any rank, and the whole are split into halves that differ by one at most. Halving again and again, a
club of m has then at most ceil(m / 2^d) in any block of depth d, which is the best there is.

Where people belong to several clubs the best may be out of reach of the ties; swaps across the cut then lessen what is
left.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.tournament.entrant import Entrant
from poems.chance import Bits, shuffled

Half = tuple[Entrant, ...]

_SWAPS = 200
"""Swaps tried at one cut; a field in which many people have several clubs needs a handful."""


def halved(people: Sequence[Entrant], bits: Bits) -> tuple[Half, Half]:
    """Return the two halves of two people or more, whose sizes differ by one at most."""
    ties = _Ties(people)
    _tie_clubs(ties, bits)
    _tie_across(ties)
    side = ties.split(bits)
    if any(len(one.clubs) > 1 for one in people):
        _swap(people, side)
    upper = tuple(one for one, lower in zip(people, side, strict=True) if not lower)
    return upper, tuple(one for one, lower in zip(people, side, strict=True) if lower)


class _Ties:
    """Who is tied to whom, by positions among the people: at most once in each of the two sets."""

    def __init__(self, people: Sequence[Entrant]) -> None:
        self.people = people
        self.club = _first_clubs(people)
        self.first: dict[int, int] = {}
        self.second: dict[int, int] = {}

    def tie(self, ties: dict[int, int], group: Iterable[int]) -> list[int]:
        """Tie neighbours of a group in twos, and return who is left over: nobody or one."""
        waiting: list[int] = []
        for one in group:
            if waiting:
                other = waiting.pop()
                ties[one], ties[other] = other, one
            else:
                waiting.append(one)
        return waiting

    def split(self, bits: Bits) -> list[bool]:
        """Return for each of the people whether they go to the lower half."""
        side: dict[int, bool] = {}
        for start in range(len(self.people)):
            if start in side:
                continue
            side[start] = bool(bits.getrandbits(1))
            line = [start]
            while line:
                one = line.pop()
                for ties in (self.first, self.second):
                    other = ties.get(one)
                    if other is not None and other not in side:
                        side[other] = not side[one]
                        line.append(other)
        return [side[one] for one in range(len(self.people))]


def _first_clubs(people: Sequence[Entrant]) -> list[str]:
    """Return the club that each is counted with first: of several the largest here."""
    sizes = Counter(club for one in people for club in one.clubs)
    return [min(one.clubs, key=lambda club: (-sizes[club], club), default="") for one in people]


def _tie_clubs(ties: _Ties, bits: Bits) -> None:
    """Tie family within each club, then the rest of the club, then the rest of all."""
    clubs: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    left: list[int] = []
    for one, club in enumerate(ties.club):
        if club:
            clubs[club][ties.people[one].family].append(one)
        else:
            left.append(one)
    for families in clubs.values():
        alone = families.pop("", [])
        for family in families.values():
            alone += ties.tie(ties.first, family)
        left += ties.tie(ties.first, alone)
    ties.tie(ties.first, shuffled(left, bits))


def _tie_across(ties: _Ties) -> None:
    for group in _groups_across(ties):
        members = set(group)
        ties.tie(
            ties.second,
            [one for one in group if one not in ties.second and ties.first.get(one) not in members],
        )
    seeds = [one for one, entrant in enumerate(ties.people) if entrant.seed_group is not None]
    seeds.sort(key=lambda one: ties.people[one].seed_group or 0)
    ties.tie(ties.second, [one for one in seeds if one not in ties.second])


def _groups_across(ties: _Ties) -> Iterator[list[int]]:
    """Yield the families, then the clubs that are not everybody's first; members of second rank come first."""
    families: dict[str, list[int]] = defaultdict(list)
    second: dict[str, list[int]] = defaultdict(list)
    first: dict[str, list[int]] = defaultdict(list)
    for one, entrant in enumerate(ties.people):
        if entrant.family:
            families[entrant.family].append(one)
        first[ties.club[one]].append(one)
        for club in sorted(entrant.clubs - {ties.club[one]}):
            second[club].append(one)
    yield from families.values()
    for club, members in second.items():
        yield members + first[club]


def _swap(people: Sequence[Entrant], side: list[bool]) -> None:
    """Swap people across the cut while that leaves fewer club-mates in one half; seeds stay where they are."""
    mates = _mates(people)
    for _ in range(_SWAPS):
        # what is won when each goes over alone: mates left behind, less mates met over there
        gain = {
            one: sum(1 if side[mate] == side[one] else -1 for mate in near)
            for one, near in mates.items()
            if people[one].seed_group is None
        }
        best = _best_swap(gain, mates, side)
        if best is None:
            return
        for one in best:
            side[one] = not side[one]


def _best_swap(
    gain: Mapping[int, int], mates: Mapping[int, set[int]], side: Sequence[bool]
) -> tuple[int, int] | None:
    """Return the swap that wins most, or None where none wins anything."""
    best: tuple[int, int] | None = None
    most = 0
    lower = sorted((one for one in gain if side[one]), key=lambda one: -gain[one])
    for upper in sorted((one for one in gain if not side[one]), key=lambda one: -gain[one]):
        for one in lower:
            won = gain[upper] + gain[one]
            if won + 2 <= most:
                break
            won += 2 * (one in mates[upper])  # two mates who change places still do not meet
            if won > most:
                best, most = (upper, one), won
    return best


def _mates(people: Sequence[Entrant]) -> dict[int, set[int]]:
    """Return for everybody the positions of their club-mates."""
    clubs: dict[str, list[int]] = defaultdict(list)
    for position, one in enumerate(people):
        for club in one.clubs:
            clubs[club].append(position)
    return {
        position: {mate for club in one.clubs for mate in clubs[club]} - {position}
        for position, one in enumerate(people)
    }


def order_of_chance(people: Iterable[Entrant], bits: Bits) -> Half:
    """Return people in a random order that does not depend on the order they come in."""
    return shuffled(sorted(people, key=lambda one: one.id), bits)
