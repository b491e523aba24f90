"""How many club-mates could meet: counted against pairs one by one, and the bound against every draw there is."""

import random
from itertools import combinations, permutations

import pytest

from engine.tournament.draw import draw
from engine.tournament.entrant import Entrant
from engine.tournament.meetings import fewest, meetings
from engine.tournament.tree import depth, meeting
from poems.chance import Seed
from tests.support.fields import a_field


def counted(leaves: dict[int, Entrant], rounds: int) -> tuple[int, ...]:
    """Count pair by pair, by walking both up until they stand at one place."""
    by_round = [0] * rounds
    for one, other in combinations(leaves, 2):
        if leaves[one].clubs & leaves[other].clubs:
            a, b = one, other
            while a != b:
                a, b = (a // 2, b) if a > b else (a, b // 2)
            assert a == meeting(one, other)
            by_round[rounds - a.bit_length()] += 1
    return tuple(sum(by_round[: by + 1]) for by in range(rounds))


def every_draw(field: list[Entrant], rounds: int) -> set[tuple[int, ...]]:
    """Return the meetings of every draw that has byes in round 1 only."""
    blocks = range(1 << rounds - 1, 1 << rounds)
    kinds = [(one.clubs, one.id) for one in field]
    found = set()
    for full in combinations(blocks, len(field) - len(blocks)):
        places = [
            side for block in blocks for side in ((2 * block, 2 * block + 1) if block in full else (block,))
        ]
        for order in set(permutations(clubs for clubs, _ in kinds)):
            leaves = {place: Entrant(str(place), clubs) for place, clubs in zip(places, order, strict=True)}
            found.add(counted(leaves, rounds))
    return found


@pytest.mark.parametrize(
    "clubs",
    ["xxyy", "xxxy", "xxyyz", "xxxxy", "xxxyy", "xxxyyy", "xxxxyyz", "xxyyzz", "xxxxxyy", "xxxyyyz"],
)
def test_no_draw_has_fewer_and_ours_has_as_few(clubs: str) -> None:
    field = [Entrant(f"p{number}", frozenset(club)) for number, club in enumerate(clubs)]
    drawn = draw(field, Seed.numbered(5))
    found = every_draw(field, drawn.rounds)
    least = tuple(min(one[by] for one in found) for by in range(drawn.rounds))
    assert drawn.fewest(field) == least == drawn.meetings(field)


@pytest.mark.parametrize(
    "clubs",
    ["x xy y", "x x xy y y", "xy yz xz", "xy xy x y", "xy xy xy", "xyz xy yz z x", "xy xy x x y y"],
)
def test_the_bound_holds_where_people_have_two_clubs(clubs: str) -> None:
    field = [Entrant(f"p{number}", frozenset(own)) for number, own in enumerate(clubs.split())]
    drawn = draw(field, Seed.numbered(5))
    found = every_draw(field, drawn.rounds)
    for by in range(drawn.rounds):
        assert drawn.fewest(field)[by] <= min(one[by] for one in found)
    assert drawn.meetings(field) in found
    assert drawn.meetings(field)[0] == min(one[0] for one in found)


@pytest.mark.parametrize("of_two", [0.0, 0.3, 1.0])
def test_meetings_are_pairs(of_two: float) -> None:
    for number in range(40):
        rng = random.Random(number)
        field = a_field(rng, rng.randint(2, 50), rng.randint(1, 9), of_two=of_two)
        drawn = draw(field, Seed.numbered(number))
        people = {one.id: one for one in field}
        leaves = {place: people[one] for place, one in drawn.leaves}
        assert meetings(leaves, drawn.rounds) == counted(leaves, drawn.rounds) == drawn.meetings(field)
        bound = fewest(field, drawn.rounds)
        assert all(least <= count for least, count in zip(bound, drawn.meetings(field), strict=True))


def test_blank_clubs_meet_nobody() -> None:
    field = [Entrant(str(number)) for number in range(9)]
    drawn = draw(field, Seed.numbered(0))
    assert set(drawn.meetings(field)) == set(drawn.fewest(field)) == {0}


def test_one_club_alone_meets_itself_as_late_as_it_goes() -> None:
    field = [Entrant(str(number), frozenset("x" if number < 4 else "")) for number in range(64)]
    drawn = draw(field, Seed.numbered(0))
    # four of 64 stand in four quarters: nobody meets before the semi-finals
    assert drawn.meetings(field) == (0, 0, 0, 0, 2, 6)
    places = [place for place, one in drawn.leaves if int(one) < 4]
    assert len({place >> depth(place) - 2 for place in places}) == 4
