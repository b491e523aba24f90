"""The places of a single elimination, numbered like a heap.

1 is the final; the two sides of match n are the places 2n (upper) and 2n + 1 (lower). A place is a match or the leaf
where an entrant stands. So a place keeps its number when a late entry makes the tree deeper, and a bye is nothing but
an entrant who stands one round higher.
"""

from collections.abc import Iterable

FINAL = 1


def depth(place: int) -> int:
    """Return how many matches lie between a place and the champion: 0 for the final itself."""
    return place.bit_length() - 1


def next_depth(people: int) -> int:
    """Return the depth of the next matches when so many, two or more, are still in."""
    return (people - 1).bit_length() - 1


def next_matches(people: int) -> int:
    """Return how many matches leave a power of two of so many people, two or more: byes come in one round only."""
    return people - (1 << next_depth(people))


def parent(place: int) -> int:
    """Return the match that a place leads to; 0 above the final."""
    return place >> 1


def sides(match: int) -> tuple[int, int]:
    """Return the upper and the lower place that lead to a match."""
    return 2 * match, 2 * match + 1


def matches(leaves: Iterable[int]) -> list[int]:
    """Return the matches above these leaves, those nearest to the leaves first and the final last."""
    found: set[int] = set()
    for leaf in leaves:
        place = parent(leaf)
        while place and place not in found:
            found.add(place)
            place = parent(place)
    return sorted(found, reverse=True)


def top_down(leaf: int, deepest: int) -> int:
    """Return the key that sorts leaves from the top of the sheet to the bottom, in a tree as deep as `deepest`."""
    return leaf << (deepest - depth(leaf))


def meeting(one: int, other: int) -> int:
    """Return the match in which entrants from two different leaves would meet."""
    shallow = min(depth(one), depth(other))
    one >>= depth(one) - shallow
    other >>= depth(other) - shallow
    return one >> (one ^ other).bit_length()
