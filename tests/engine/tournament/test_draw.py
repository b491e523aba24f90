"""Single draws: byes, the tree, seeds, and what cannot be drawn."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.draw import draw
from engine.tournament.entrant import Entrant
from engine.tournament.meetings import family
from engine.tournament.tree import depth, matches, sides, top_down
from poems.chance import Seed
from tests.support.fields import a_field


def entrants(*clubs: str) -> list[Entrant]:
    return [Entrant(f"p{number}", frozenset(club.split())) for number, club in enumerate(clubs)]


@pytest.mark.parametrize(
    ("people", "played", "byes"),
    [
        (2, 1, 0),
        (3, 1, 1),
        (4, 2, 0),
        (5, 1, 3),
        (8, 4, 0),
        (9, 1, 7),
        (74, 10, 54),
        (100, 36, 28),
        (128, 64, 0),
    ],
)
def test_byes_are_in_round_1_only(people: int, played: int, byes: int) -> None:
    drawn = draw(entrants(*[""] * people), Seed.numbered(people))
    deepest = Counter(depth(place) for place, _ in drawn.leaves)
    assert set(deepest) <= {drawn.rounds, drawn.rounds - 1}
    assert deepest[drawn.rounds] == 2 * played
    assert len(drawn.byes) == byes == deepest[drawn.rounds - 1]
    assert len(matches(place for place, _ in drawn.leaves)) == people - 1


def test_one_alone_has_won() -> None:
    drawn = draw(entrants("x"), Seed.numbered(0))
    assert (drawn.leaves, drawn.rounds, drawn.byes) == (((1, "p0"),), 0, ("p0",))
    assert drawn.meetings(entrants("x")) == drawn.fewest(entrants("x")) == ()


def test_nobody_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="nobody"):
        draw([], Seed.numbered(0))


def test_ids_are_told_apart() -> None:
    with pytest.raises(ValueError, match="'p0' is the id of two"):
        draw([*entrants("x"), *entrants("y")], Seed.numbered(0))


def test_the_sheet_is_in_order_and_whole() -> None:
    field = a_field(random.Random(1), 37, 5)
    drawn = draw(field, Seed.numbered(1))
    places = [place for place, _ in drawn.leaves]
    assert places == sorted(places, key=lambda place: top_down(place, drawn.rounds))
    assert sorted(one for _, one in drawn.leaves) == sorted(one.id for one in field)
    assert {side for match in matches(places) for side in sides(match)} == {*places, *matches(places)} - {1}


@given(people=st.integers(2, 70), seeds=st.integers(1, 16), number=st.integers(0, 10**9))
def test_seeds_are_spread(people: int, seeds: int, number: int) -> None:
    """The strongest s, for any s, are spread over the blocks of every depth as evenly as it goes."""
    field = a_field(random.Random(number), people, 6, seeds=min(seeds, people))
    drawn = draw(field, Seed.numbered(number))
    ranks = {one.id: one.seed_group for one in field}
    for lowest in range(1, 9):
        strong = [place for place, one in drawn.leaves if (ranks[one] or 99) <= lowest]
        for cut in range(1, drawn.rounds):
            blocks = Counter(place >> depth(place) - cut for place in strong)
            most = max(blocks.values(), default=0)
            # who is as strong as another may stand for them, so a whole group is counted
            assert most <= -(-len(strong) // (1 << cut)), (lowest, cut)


@given(people=st.integers(2, 60), number=st.integers(0, 10**9))
def test_family_is_kept_apart_across_clubs(people: int, number: int) -> None:
    field = a_field(random.Random(number), people, 8, related=0.4)
    drawn = draw(field, Seed.numbered(number))
    assert drawn.meetings(field, family) == drawn.fewest(field, family)
    assert drawn.meetings(field) == drawn.fewest(field)


def test_another_seed_gives_another_draw() -> None:
    field = entrants(*"aabbccddee")
    assert len({draw(field, Seed.numbered(number)) for number in range(50)}) == 50


def test_chance_is_fair() -> None:
    """Of five, three have byes; who, and who meets whom first, is even lot."""
    field = entrants("", "", "", "", "")
    byes: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for number in range(3000):
        drawn = draw(field, Seed.numbered(number))
        byes.update(drawn.byes)
        first[drawn.leaves[0][1]] += 1
    # expected 1800 and 600; five standard deviations are 134 and 110
    assert all(abs(count - 1800) < 134 for count in byes.values())
    assert all(abs(count - 600) < 110 for count in first.values())
