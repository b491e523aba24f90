"""What held of a person when: facts with days, of which the present follows."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS
from webapp.club import leaving, members
from webapp.club.members import Person
from webapp.db.columns import now
from webapp.db.people_models import FactKind, Member, MemberFact, Standing
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services

APRIL, MAY = dt.date(2025, 4, 1), dt.date(2025, 5, 1)


@given(st.lists(st.tuples(st.none() | st.dates(), st.sampled_from("ABCDE")), max_size=8), st.dates())
def test_the_last_that_had_begun_holds(facts: list[tuple[dt.date | None, str]], day: dt.date) -> None:
    member = Member(name="x", kana="", club="", created=now())
    for noted, (since, value) in enumerate(facts):
        at = dt.datetime(2026, 1, 1, 0, noted, tzinfo=dt.UTC)
        member.facts.append(MemberFact(kind=FactKind.GRADE, value=value, day=since, noted_at=at))
    begun = [
        (since or dt.date.min, at, value)
        for at, (since, value) in enumerate(facts)
        if since is None or since <= day
    ]
    assert member.value(FactKind.GRADE, day) == (max(begun)[2] if begun else "")


def test_a_class_and_a_dan_are_kept_with_their_days(services: Services) -> None:
    number = members.add(services, Person("小町", grade="D", dan=1, grade_since=APRIL, dan_since=APRIL))
    members.change(services, number, Person("小町", grade="C", dan=2, grade_since=MAY, dan_since=MAY))
    found = members.one(services, number)
    assert (found.grade, found.dan) == ("C", 2)
    assert found.value(FactKind.GRADE, APRIL) == "D"
    assert found.value(FactKind.DAN, dt.date(2025, 4, 30)) == "1"
    assert found.value(FactKind.GRADE, dt.date(2025, 3, 31)) == ""


def test_what_comes_later_is_not_held_yet(services: Services) -> None:
    number = members.add(services, Person("小町", grade="D", grade_since=APRIL))
    members.change(services, number, Person("小町", grade="C", grade_since=dt.date(2999, 1, 1)))
    assert members.one(services, number).grade == "D"


def test_saying_the_same_again_adds_nothing(services: Services) -> None:
    number = members.add(services, Person("小町", grade="D", dan=1))
    members.change(services, number, Person("小町", grade="D", dan=1))
    assert len(members.one(services, number).facts) == 2
    members.change(services, number, Person("小町", grade="D", dan=1, dan_since=APRIL))
    found = members.one(services, number)
    assert [fact.day for fact in found.of_kind(FactKind.DAN)] == [APRIL]


def test_a_class_can_be_taken_away(services: Services) -> None:
    number = members.add(services, Person("小町", grade="D"))
    members.change(services, number, Person("小町"))
    assert members.one(services, number).grade is None


def test_a_mistake_is_taken_out_on_the_page(client: PageClient, services: Services) -> None:
    number = members.add(services, Person("小町", dan=1, dan_since=APRIL))
    members.change(services, number, Person("小町", dan=3, dan_since=MAY))
    page = client.get(f"/club/members/{number}").text
    assert "参段" in page
    wrong = members.one(services, number).of_kind(FactKind.DAN)[-1].id
    assert client.form(f"/club/members/{number}/facts/{wrong}/drop").status_code == 303
    assert members.one(services, number).dan == 1


def test_a_new_name_finds_the_person_under_the_old_one_too(client: PageClient, services: Services) -> None:
    number = members.add(services, Person("小町"))
    other = members.add(services, Person("業平"))
    client.form(f"/club/members/{number}/edit", name="小野 小町")
    assert "formerly 小町" in client.get(f"/club/members/{number}").text
    page = client.get("/club/", query_string={"q": "小町"}).text
    assert page.count(f'href="/club/members/{number}"') == 1
    assert f'href="/club/members/{other}"' not in page


def test_a_slip_of_the_pen_is_not_kept(client: PageClient, services: Services) -> None:
    number = members.add(services, Person("小待"))
    client.form(f"/club/members/{number}/edit", name="小町", slip="yes")
    assert members.one(services, number).former_names == ()


def test_leaving_and_coming_back_have_days(client: PageClient, services: Services) -> None:
    guest = members.add(services, Person("業平"), Standing.GUEST)
    client.form(f"/club/members/{guest}/return", day="2025-04-01")
    assert members.one(services, guest).standing is Standing.MEMBER
    assert members.one(services, guest).value(FactKind.STANDING, dt.date(2025, 3, 31)) == Standing.GUEST


def test_a_new_member_joined_on_a_day(client: PageClient, services: Services) -> None:
    answer = client.form("/club/members/new", name="小町", joined="2025-04-01")
    found = members.one(services, int(answer.headers["Location"].rpartition("/")[2]))
    assert [(fact.value, fact.day) for fact in found.of_kind(FactKind.STANDING)] == [("member", APRIL)]


def test_who_left_stands_in_a_list_of_their_own(client: PageClient, services: Services) -> None:
    number = members.add(services, Person("小町"))
    other = members.add(services, Person("業平"))
    opening.open_match(services, (Seat("小町", number), Seat("業平", other)), Dealt((A_CARDS, B_CARDS)))
    leaving.leave(services, number)
    shown = {
        show: client.get("/club/", query_string={"show": show}).text for show in ("members", "left", "guests")
    }
    assert [("小町" in page, "業平" in page) for page in shown.values()] == [
        (False, True),
        (True, False),
        (False, False),
    ]


@pytest.mark.parametrize("day", ["2999-01-01", "gestern", "2025-02-30"])
def test_a_day_that_is_none_is_named_and_stays_typed(
    client: PageClient, services: Services, day: str
) -> None:
    number = members.add(services, Person("小町"))
    answer = client.form(f"/club/members/{number}/edit", name="小町", grade="B", grade_since=day)
    assert answer.status_code == 422
    assert 'id="grade_since-error"' in answer.text
    assert f'value="{day}"' in answer.text
