"""Two entries that are one person, and two that were not after all."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tournament.outcome import How
from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from tests.support.tournament import club_tournament, drawn, play, ready
from webapp import results
from webapp.club import members, merging
from webapp.club.members import Person
from webapp.club.merged import Merged
from webapp.club.merging import CannotMerge, Wrong
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.practice import operations as practice
from webapp.practice.events import Planned, Played, pair
from webapp.services import Services
from webapp.tournaments import sheets
from webapp.tournaments.entering import Typed
from webapp.tournaments.rules import ClassRules


def match(services: Services, a: Seat, b: Seat) -> None:
    play = Play(services, opening.open_match(services, (a, b), Dealt((A_CARDS, B_CARDS))))
    play.do({"type": "forfeit", "player": "B", "how": "concession"})


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=40))
def test_who_is_one_person_is_what_a_search_through_all_links_finds(
    steps: list[tuple[int, int, bool]],
) -> None:
    """Against the plain definition: entries joined by a chain of merges that stand, in any order and undone again."""
    into: dict[int, int] = {}
    for gone, stays, undo in steps:
        if undo:
            into.pop(gone, None)
            continue
        same = Merged(into)
        one, other = same.one(gone), same.one(stays)
        if one != other:
            into[one] = other
    same = Merged(into)
    links = [{gone, stays} for gone, stays in into.items()]
    for person in range(10):
        reached = {person}
        while more := set().union(*(link for link in links if link & reached)) - reached:
            reached |= more
        assert same.all(person) == reached
        assert same.one(person) in reached
        assert len({same.one(other) for other in reached}) == 1


def test_all_matches_show_under_the_one_that_stays_and_go_back(
    client: PageClient, services: Services
) -> None:
    twice, once, rival = (members.add(services, Person(name)) for name in ("小野小町", "小町", "業平"))
    match(services, Seat("小野小町", twice), Seat("業平", rival))
    match(services, Seat("小町", once), Seat("業平", rival))
    before = results.of_member(services, twice)
    page = client.get(f"/club/members/{once}/merge", query_string={"into": twice}).text
    assert page.count("1 match") == 2
    assert client.form(f"/club/members/{once}/merge", into=str(twice)).status_code == 303
    assert [one.names[0] for one in results.of_member(services, twice)] == ["小町", "小野小町"]
    assert {one.members for one in results.of_member(services, rival)} == {(twice, rival)}
    assert results.tally(results.of_member(services, twice), twice).wins == 2
    assert client.get(f"/club/members/{once}").headers["Location"].endswith(f"/club/members/{twice}")
    assert [one.member.id for one in members.everybody(services)] == [twice, rival]
    assert f"(No. {once})" in client.get(f"/club/members/{twice}").text
    client.form(f"/club/members/{once}/unmerge")
    assert results.of_member(services, twice) == before
    assert client.get(f"/club/members/{once}").status_code == 200


def test_who_played_each_other_are_two_people(client: PageClient, services: Services) -> None:
    one, other = (members.add(services, Person(name)) for name in ("小町", "業平"))
    match(services, Seat("小町", one), Seat("業平", other))
    assert "They played each other" in client.get(f"/club/members/{one}/merge?into={other}").text
    answer = client.form(f"/club/members/{one}/merge", into=str(other))
    assert answer.headers["Location"].endswith(f"/merge?into={other}")
    with pytest.raises(CannotMerge) as refused:
        merging.merge(services, one, other)
    assert refused.value.wrong is Wrong.MET


def test_a_chain_of_merges_ends_at_one_and_no_circle_is_made(services: Services) -> None:
    a, b, c = (members.add(services, Person(name)) for name in "甲乙丙")
    merging.merge(services, a, b)
    merging.merge(services, b, c)
    assert [merging.stands_for(services, one) for one in (a, b, c)] == [c, c, c]
    with pytest.raises(CannotMerge) as refused:
        merging.merge(services, c, a)
    assert refused.value.wrong is Wrong.SAME
    merging.unmerge(services, b)
    assert [merging.stands_for(services, one) for one in (a, b, c)] == [b, b, c]


def test_who_met_in_a_tournament_are_two(services: Services) -> None:
    one, other, third = (members.add(services, Person(name)) for name in ("伊勢", "小町", "右近"))
    found = club_tournament(services, [Typed("伊勢", member=one), Typed("小町", member=other)])
    found = drawn(services, found)
    assert merging.preview(services, one, other).wrong is None
    play(services, found, ready(found)[0].key, "1")
    assert merging.preview(services, one, other).wrong is Wrong.MET
    assert merging.preview(services, one, third).wrong is None
    merging.merge(services, third, other)
    with pytest.raises(CannotMerge):
        merging.merge(services, one, third)


def test_who_met_at_a_board_of_two_teams_are_two(services: Services) -> None:
    one, other, third = (members.add(services, Person(name)) for name in ("伊勢", "小町", "右近"))
    teams = [Typed("東", squad=("伊勢", "右近")), Typed("西", squad=("小町", "赤染"))]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=3)))
    for team in ("1", "2"):
        order = (f"{team}.1", f"{team}.2")
        found = sheets.hand_in(services, found.code, found.number, "m1", team=team, order=order, actor="test")
    assert merging.preview(services, one, other).wrong is None
    play(services, found, "m1.1", "1.1")
    assert merging.preview(services, one, other).wrong is Wrong.MET
    assert merging.preview(services, third, other).wrong is None


def test_who_did_not_come_may_have_been_entered_twice(services: Services) -> None:
    one, other = (members.add(services, Person(name)) for name in ("伊勢", "いせ"))
    found = club_tournament(services, [Typed("伊勢", member=one), Typed("いせ", member=other)])
    found = drawn(services, found)
    play(services, found, ready(found)[0].key, "1", how=How.WALKOVER)
    assert merging.preview(services, one, other).wrong is None


def test_who_met_in_a_practice_are_two_while_the_result_stands(services: Services) -> None:
    one, other = (members.add(services, Person(name)) for name in ("伊勢", "小町"))
    code = practice.plan(services, Planned(dt.date(2026, 11, 30)))
    for person in (one, other):
        practice.arrive(services, code, person)
    practice.propose(services, code, 1)
    assert merging.preview(services, one, other).wrong is None
    practice.enter_result(services, code, Played(1, pair(one, other), one, 5))
    assert merging.preview(services, one, other).wrong is Wrong.MET
    practice.clear_result(services, code, 1, pair(one, other))
    assert merging.preview(services, one, other).wrong is None
