"""What holds in every draw: nobody is lost, byes are in round 1, club-mates meet as late as can be, lot is lot.

`FIELDS` fields are drawn here; the same loop with 10,000 was run when the draw was made (docs/tournaments.md).
"""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament.draw import draw
from engine.tournament.entrant import Entrant
from engine.tournament.tree import depth
from poems.chance import Seed
from tests.support.fields import a_field

FIELDS = 150


def check(number: int) -> None:
    rng = random.Random(number)
    people, clubs = rng.randint(2, 600), rng.randint(1, 40)
    field = a_field(rng, people, clubs, seeds=min(people, rng.choice((0, 4, 16))))
    drawn = draw(field, Seed.numbered(number))
    assert sorted(one for _, one in drawn.leaves) == sorted(one.id for one in field)
    whole = 1 << drawn.rounds
    assert whole // 2 < people <= whole
    seats = Counter(depth(place) for place, _ in drawn.leaves)
    assert seats == +Counter({drawn.rounds: 2 * people - whole, drawn.rounds - 1: whole - people})
    assert drawn.meetings(field) == drawn.fewest(field)
    check_clubs(field, drawn.leaves, drawn.rounds)


def check_clubs(field: list[Entrant], leaves: tuple[tuple[int, str], ...], rounds: int) -> None:
    """Without the program's own counting: a block of depth d has at most ceil(m / 2^d) of a club of m."""
    club = {one.id: next(iter(one.clubs), None) for one in field}
    sizes = Counter(club.values())
    for cut in range(rounds):
        blocks = Counter((place >> depth(place) - cut, club[one]) for place, one in leaves)
        for (_, name), members in blocks.items():
            if name is not None:
                assert members <= -(-sizes[name] // (1 << cut))


def test_random_fields_reach_the_bound_in_every_depth() -> None:
    for number in range(FIELDS):
        check(number)


@settings(max_examples=60)
@given(data=st.data())
def test_the_order_of_the_entries_does_not_matter(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 10**6))
    rng = random.Random(number)
    field = a_field(rng, rng.randint(2, 80), rng.randint(1, 10), of_two=0.2, related=0.2, seeds=2)
    again = data.draw(st.permutations(field))
    assert draw(field, Seed.numbered(number)) == draw(again, Seed.numbered(number))
