"""Guests: people who play now and then, and names that were typed at tables."""

from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp import results
from webapp.club import guests, members
from webapp.club.members import Person
from webapp.db.people_models import Standing
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services


def played(services: Services, a: Seat, b: Seat) -> str:
    code = opening.open_match(services, (a, b), Dealt((A_CARDS, B_CARDS)))
    Play(services, code).do({"type": "forfeit", "player": "B", "how": "concession"})
    return code


def test_a_guest_becomes_a_member_and_keeps_the_matches(client: PageClient, services: Services) -> None:
    guest = members.add(services, Person("業平"), Standing.GUEST)
    played(services, Seat("業平", guest), Seat("小町"))
    assert "業平" not in client.get("/club/").text
    assert "業平" in client.get("/club/?show=guests").text
    assert f'<option value="{guest}">業平 · guest</option>' in client.get("/matches/new").text
    client.form(f"/club/members/{guest}/return", day="")
    assert "業平" in client.get("/club/").text
    assert len(results.of_member(services, guest)) == 1


def test_a_typed_name_becomes_somebody(client: PageClient, services: Services) -> None:
    codes = [played(services, Seat("業平"), Seat("小町")), played(services, Seat("業 平"), Seat("伊勢"))]
    assert [(one.name, set(one.codes)) for one in guests.typed_guests(services)][-1] == ("業 平", set(codes))
    answer = client.post(
        "/club/guests/claim",
        data={"csrf_token": client.token(), "name": "業 平", "who": "guest", "match": codes},
    )
    number = int(answer.headers["Location"].rpartition("/")[2])
    found = results.of_member(services, number)
    assert [one.names[0] for one in found] == ["業 平", "業平"]
    assert members.one(services, number).standing is Standing.GUEST
    assert "業" not in "".join(one.name for one in guests.typed_guests(services))


def test_a_typed_name_is_given_to_somebody_known_match_by_match(
    client: PageClient, services: Services
) -> None:
    narihira = members.add(services, Person("在原業平"))
    mine, another = (played(services, Seat("業平"), Seat("小町")) for _ in range(2))
    client.form("/club/guests/claim", name="業平", who=str(narihira), match=mine)
    assert [one.code for one in results.of_member(services, narihira)] == [mine]
    assert [one.codes for one in guests.typed_guests(services) if one.name == "業平"] == [(another,)]


def test_nobody_is_put_on_both_sides(services: Services) -> None:
    narihira = members.add(services, Person("業平"))
    code = played(services, Seat("業平", narihira), Seat("業平"))
    guests.claim(services, "業平", [code], member=narihira)
    assert results.of_member(services, narihira)[0].members == (narihira, None)


def test_who_it_is_has_to_be_said(client: PageClient, services: Services) -> None:
    played(services, Seat("業平"), Seat("小町"))
    for fields in ({"name": "業平", "who": ""}, {"name": "誰か", "who": "guest"}):
        assert client.form("/club/guests/claim", **fields).headers["Location"].endswith("/club/guests")
    assert len(guests.typed_guests(services)) == 2
    assert members.by_number(services) == {}
