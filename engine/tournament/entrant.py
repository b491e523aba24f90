"""Who enters: an id, and what keeps people apart in a draw."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who enters.

    `id` is their own in the field: names are no identity, and the chance of a draw hangs on ids alone. Clubs and
    families are compared as they are written. `seed_group` counts from 1, the strongest; None is nobody's seed.
    """

    id: str
    clubs: frozenset[str] = frozenset()
    family: str = ""
    seed_group: int | None = None


def by_id(field: Collection[Entrant]) -> Mapping[str, Entrant]:
    """Return a field by its ids. Raises ValueError where two have one id."""
    found = {entrant.id: entrant for entrant in field}
    if len(found) < len(field):
        ids = [entrant.id for entrant in field]
        twice = next(one for one in ids if ids.count(one) > 1)
        raise ValueError(f"{twice!r} is the id of two entrants")
    return found
