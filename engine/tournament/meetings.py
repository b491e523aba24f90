"""How many club-mates could meet by each round of a draw, and how few that could be at best.

Two could meet by round r (counted from 1) when they stand in one block of the tree that r rounds play out. In round 1
these are the real matches. All counts are of pairs; a pair that shares two clubs counts once.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import combinations

from engine.tournament.entrant import Entrant
from engine.tournament.tree import FINAL, depth, meeting, parent

Groups = Callable[[Entrant], Collection[str]]


def clubs(entrant: Entrant) -> Collection[str]:
    """Return what makes club-mates."""
    return entrant.clubs


def family(entrant: Entrant) -> Collection[str]:
    """Return what makes a family."""
    return (entrant.family,) if entrant.family else ()


def meetings(leaves: Mapping[int, Entrant], rounds: int, groups: Groups = clubs) -> tuple[int, ...]:
    """Return for each round how many pairs that share a group could meet in it or before.

    `leaves` are the places of the tree with who stands there; item 0 is round 1.
    """
    by_match: Counter[int] = Counter()
    for members in _members(leaves, groups).values():
        _count_meetings(members, by_match)
    for one, other in combinations([leaf for leaf in leaves if len(groups(leaves[leaf])) > 1], 2):
        shared = len(set(groups(leaves[one])) & set(groups(leaves[other])))
        if shared > 1:
            by_match[meeting(one, other)] -= shared - 1
    by_depth: Counter[int] = Counter()
    for match, pairs in by_match.items():
        by_depth[depth(match)] += pairs
    return tuple(sum(by_depth[above] for above in range(rounds - by, rounds)) for by in range(1, rounds + 1))


def fewest(field: Iterable[Entrant], rounds: int, groups: Groups = clubs) -> tuple[int, ...]:
    """Return for each round a number of pairs below which no draw can come.

    In b blocks the m members of a group make the fewest pairs when they are spread evenly. Where entrants belong to
    several groups, some pairs share two. Two safe numbers are then to be had, the larger of which is returned: every
    such pair is taken off as often as it could have been counted twice, or people are left out of groups until no two
    groups share a pair.
    """
    people = tuple(field)
    members: dict[str, set[str]] = defaultdict(set)
    for entrant in people:
        for group in groups(entrant):
            members[group].add(entrant.id)
    several = [frozenset(groups(one)) for one in people if len(groups(one)) > 1]
    twice = sum(max(len(one & other) - 1, 0) for one, other in combinations(several, 2))
    sizes = [len(group) for group in members.values()]
    apart = _sizes_apart(members.values()) if twice else sizes
    blocks = [1 << rounds - by for by in range(1, rounds + 1)]
    return tuple(max(_least(sizes, among) - twice, _least(apart, among)) for among in blocks)


def _least(sizes: Iterable[int], blocks: int) -> int:
    return sum(_even_pairs(size, blocks) for size in sizes)


def _even_pairs(members: int, blocks: int) -> int:
    each, more = divmod(members, blocks)
    return blocks * each * (each - 1) // 2 + more * each


def _members(leaves: Mapping[int, Entrant], groups: Groups) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for leaf, entrant in leaves.items():
        for group in groups(entrant):
            found[group].append(leaf)
    return found


def _count_meetings(members: Iterable[int], by_match: Counter[int]) -> None:
    """Add for each match how many pairs of members, given by their leaves, would meet in it."""
    came: Counter[int] = Counter()
    for leaf in members:
        place = leaf
        while place != FINAL:
            by_match[parent(place)] += came[place ^ 1]
            came[place] += 1
            place = parent(place)


def _sizes_apart(members: Iterable[set[str]]) -> list[int]:
    """Return sizes of groups of which no two share a pair: the largest whole, the others without whom they share."""
    kept: list[set[str]] = []
    for group in sorted(members, key=lambda one: (-len(one), sorted(one))):
        left = set(group)
        for other in kept:
            left -= set(sorted(left & other)[1:])
        kept.append(left)
    return [len(one) for one in kept]
