"""Rounds drawn one by one: byes, clubs, history, and the bracket that they make."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.tournament import desk
from engine.tournament.bracket import fold
from engine.tournament.edge import edge
from engine.tournament.entrant import Entrant
from engine.tournament.redraw import redraw
from poems.chance import Seed
from tests.support.fields import a_field
from tests.support.knockout import after, won


def entrants(clubs: str) -> list[Entrant]:
    return [Entrant(f"p{number:02}", frozenset(club.strip())) for number, club in enumerate(clubs)]


@settings(max_examples=40)
@given(people=st.integers(2, 60), number=st.integers(0, 10**6))
def test_everybody_once_and_as_few_club_mates_as_can_be(people: int, number: int) -> None:
    field = a_field(random.Random(number), people, 4)
    found = redraw(field, Seed.numbered(number))
    named = [one for pair in found.pairs for one in pair]
    assert sorted([*named, *found.byes]) == sorted(one.id for one in field)
    left = len(found.pairs) + len(found.byes)
    assert left & (left - 1) == 0
    assert not found.byes or left < people
    clubs = {one.id: one.clubs for one in field}
    assert found.mates == sum(bool(clubs[one] & clubs[other]) for one, other in found.pairs) == found.fewest


@pytest.mark.parametrize(
    ("clubs", "fewest"),
    [("xx", 1), ("xxyy", 0), ("xxxy", 1), ("xxxxx", 1), ("xxx  ", 0), ("xxxxyy", 0), ("xxxxxxyy", 2)],
)
def test_forced_meetings(clubs: str, fewest: int) -> None:
    found = redraw(entrants(clubs), Seed.numbered(3))
    assert (found.mates, found.fewest) == (fewest, fewest)


def test_who_met_before_does_not_meet_again() -> None:
    met = {("p01", "p00"): 2, ("p02", "p03"): 1, ("p00", "p02"): 1}
    found = redraw(entrants("    "), Seed.numbered(0), met)
    assert set(found.pairs) == {("p00", "p03"), ("p01", "p02")}


def test_family_goes_before_clubs() -> None:
    field = [
        Entrant("a", frozenset("x"), "f"),
        Entrant("b", frozenset("y"), "f"),
        Entrant("c", frozenset("x")),
        Entrant("d", frozenset("y")),
    ]
    assert set(redraw(field, Seed.numbered(0)).pairs) == {("a", "d"), ("b", "c")}
    field[3] = Entrant("d", frozenset("x"))
    assert edge("a", "b") not in redraw(field, Seed.numbered(1)).pairs


def test_large_fields_in_blocks() -> None:
    field = a_field(random.Random(5), 128, 12)
    found = redraw(field, Seed.numbered(5))
    assert (found.mates, found.byes) == (found.fewest, ())
    odd = redraw(a_field(random.Random(6), 300, 12), Seed.numbered(6))
    assert (len(odd.pairs), len(odd.byes), odd.mates) == (44, 212, 0)


def test_the_order_does_not_matter_and_the_purpose_does() -> None:
    field = a_field(random.Random(2), 30, 3)
    one = redraw(field, Seed.numbered(4), purpose="round 1")
    assert redraw(field[::-1], Seed.numbered(4), purpose="round 1") == one
    assert redraw(field, Seed.numbered(4), purpose="round 2") != one


def test_byes_are_fair() -> None:
    field = entrants("      ")
    byes = Counter(one for number in range(600) for one in redraw(field, Seed.numbered(number)).byes)
    assert all(abs(count - 200) < 60 for count in byes.values())  # five standard deviations are 58


def test_one_alone_has_no_round() -> None:
    with pytest.raises(ValueError, match="two or more"):
        redraw(entrants("x"), Seed.numbered(0))


def test_a_tournament_round_by_round() -> None:
    field = {one.id: one for one in entrants("xxxxyyyyz  ")}
    bracket = fold(desk.open_by_round(list(field)))
    rng = random.Random(1)
    while len(bracket.free) > 1:
        at = {str(bracket.at(place)): place for place in bracket.free}
        found = redraw([field[one] for one in at], Seed.numbered(len(at)))
        bracket = after(
            bracket, desk.draw_round(bracket, [(at[one], at[other]) for one, other in found.pairs])
        )
        for match in bracket.ready:
            winner, loser = rng.sample(match.players, 2)
            bracket = after(bracket, desk.enter(bracket, match.match, won(winner, loser)))
    assert bracket.champion in field
    assert bracket.rounds == 4
    assert len(bracket.matches) == 10
