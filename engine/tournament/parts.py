"""A field spread over the blocks of a league, or over the parts of a class that is too large (D1, D2 …).

The field is laid in a row, clubs and families together, and dealt out like cards: so sizes differ by one at most, and
so do the members of each club, where nobody has two. Seeds are then made even by swaps between club-mates, where there
are some; else between anybody whose swap leaves the clubs as even as they are.
"""

from collections import Counter
from collections.abc import Collection

from engine.tournament.entrant import Entrant, by_id
from engine.tournament.halves import order_of_chance
from poems.chance import Seed, shuffled


def parts(
    field: Collection[Entrant], count: int, seed: Seed, purpose: str = "parts"
) -> tuple[tuple[str, ...], ...]:
    """Return the ids of each part. The same seed and people give the same parts in whatever order they come.

    Raises ValueError for fewer entrants than parts.
    """
    by_id(field)
    if not 1 <= count <= len(field):
        raise ValueError(f"{len(field)} entrants do not fill {count} parts")
    bits = seed.stream(purpose)
    people = order_of_chance(field, bits)
    rank = {club: place for place, club in enumerate(shuffled(sorted({_club(one) for one in people}), bits))}
    row = sorted(people, key=lambda one: (rank[_club(one)], one.family))
    dealt = [list(row[start::count]) for start in range(count)]
    while _swap_a_seed(dealt):
        pass
    return tuple(tuple(one.id for one in part) for part in dealt)


def _club(entrant: Entrant) -> str:
    return min(entrant.clubs, default="")


def _swap_a_seed(dealt: list[list[Entrant]]) -> bool:
    """Swap a seed of the part that has most for somebody of the part that has fewest; False when they are even."""
    seeds = [sum(one.seed_group is not None for one in part) for part in dealt]
    rich, poor = dealt[seeds.index(max(seeds))], dealt[seeds.index(min(seeds))]
    if max(seeds) - min(seeds) < 2:
        return False
    sizes = Counter(_club(one) for one in rich), Counter(_club(one) for one in poor)
    swaps = [
        (_unevenness(sizes, _club(one), _club(other)), place, there)
        for place, one in enumerate(rich)
        if one.seed_group is not None
        for there, other in enumerate(poor)
        if other.seed_group is None
    ]
    if not swaps:
        return False
    worse, place, there = min(swaps)
    if worse > 0:
        return False
    rich[place], poor[there] = poor[there], rich[place]
    return True


def _unevenness(sizes: tuple[Counter[str], Counter[str]], goes: str, comes: str) -> int:
    """Return by how much less even two parts are when one goes over and the other comes."""
    if goes == comes:
        return 0
    rich, poor = sizes
    after_goes = abs(rich[goes] - poor[goes] - 2) - abs(rich[goes] - poor[goes]) if goes else 0
    after_comes = abs(rich[comes] - poor[comes] + 2) - abs(rich[comes] - poor[comes]) if comes else 0
    return after_goes + after_comes
