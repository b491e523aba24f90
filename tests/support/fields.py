"""Fields of entrants as tournaments have them: a few large clubs, many small ones, some people without any."""

import random

from engine.tournament.entrant import Entrant


def a_field(
    rng: random.Random,
    people: int,
    clubs: int,
    *,
    of_two: float = 0.0,
    related: float = 0.0,
    seeds: int = 0,
) -> list[Entrant]:
    """Return entrants `p0`, `p1`, …: a share of them of two clubs, a share of them family of somebody."""
    weights = [rng.random() ** 2 for _ in range(clubs)]
    field = []
    for number in range(people):
        own = set(rng.choices(range(clubs), weights)) if rng.random() > 0.05 else set()
        if rng.random() < of_two:
            own |= set(rng.choices(range(clubs), weights))
        field.append(
            Entrant(
                f"p{number}",
                frozenset(f"c{club}" for club in own),
                f"f{rng.randrange(people // 3 + 1)}" if rng.random() < related else "",
                number // 2 + 1 if number < seeds else None,
            )
        )
    return field
