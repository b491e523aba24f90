"""Who plays where more enter than there are places. docs/rules/tournaments.md §1.1.

Lots put everybody in an order. Where those go first who played least in the fiscal year, lots only part equals.
"""

from collections.abc import Collection, Mapping
from typing import Final

from poems.chance import Seed, shuffled

HOST_SHARE: Final = 5
"""The host club has at most one place in so many for itself."""


def by_lot(entries: Collection[int], seed: Seed) -> tuple[int, ...]:
    """Return the entries in the order of their lots, in whatever order they come."""
    return shuffled(sorted(entries), seed.stream("lottery"))


def fewest_first(
    played: Mapping[int, int], hosts: Collection[int], places: int, seed: Seed
) -> tuple[int, ...]:
    """Return the entries in the order of who played least; lots part equals.

    `played` is how often each played in the fiscal year. The first fifth of the places is for those of `hosts` who
    played least; whoever of the host club is left stands among the others.
    """
    order = sorted(by_lot(played, seed), key=lambda one: played[one])
    own = [one for one in order if one in hosts][: places // HOST_SHARE]
    return (*own, *(one for one in order if one not in own))
