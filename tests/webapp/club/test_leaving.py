"""Members who leave the lists, and the demo club that makes room for a real one."""

import pytest
from flask import Flask

from tests.support.club import PageClient, enter
from webapp.access.roles import Role
from webapp.club import demo, leaving, members
from webapp.club.members import NoSuchMember, Person
from webapp.demo import fill_if_empty
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services

CARDS = (tuple(range(1, 26)), tuple(range(26, 51)))


def names(services: Services) -> list[str]:
    return [one.member.name for one in members.everybody(services)]


def menu(services: Services) -> list[str]:
    return [member.name for member in opening.members(services)]


def sit_down(services: Services, a: int, b: int) -> None:
    seats = (Seat("小町", a), Seat("業平", b))
    opening.open_match(services, seats, Dealt(CARDS))


def test_who_never_played_is_deleted(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小町"))
    answer = client.form(f"/club/members/{komachi}/leave")
    assert answer.headers["Location"].endswith("/club/")
    with pytest.raises(NoSuchMember):
        members.one(services, komachi)


def test_who_played_keeps_a_page_and_can_come_back(client: PageClient, services: Services) -> None:
    komachi, narihira = (members.add(services, Person(name)) for name in ("小町", "業平"))
    sit_down(services, komachi, narihira)
    client.form(f"/club/members/{komachi}/leave")
    assert names(services) == menu(services) == ["業平"]
    assert "off the lists" in client.get(f"/club/members/{komachi}").text
    assert members.by_number(services)[komachi].name == "小町"
    client.form(f"/club/members/{komachi}/return")
    assert set(names(services)) == set(menu(services)) == {"小町", "業平"}


def test_the_demo_club_makes_room(client: PageClient, services: Services) -> None:
    assert fill_if_empty(services)
    own = members.add(services, Person("小野 花子"))
    listed = members.everybody(services, "紫式部")
    sit_down(services, own, listed[0].member.id)
    assert "Remove the demo club" in client.get("/club/").text
    assert client.form("/club/demo/remove").status_code == 303
    assert names(services) == menu(services) == ["小野 花子"]
    assert "Remove the demo club" not in client.get("/club/").text
    assert client.get(f"/club/members/{listed[0].member.id}").status_code == 200
    assert not fill_if_empty(services)


def test_a_removed_demo_does_not_come_back_into_an_empty_club(services: Services) -> None:
    assert demo.fill_if_empty(services.database)
    leaving.remove_demo(services)
    assert members.by_number(services) == {}
    assert not demo.fill_if_empty(services.database)


def test_a_member_of_a_poets_name_is_nobodys_demo(services: Services) -> None:
    demo.fill_if_empty(services.database)
    members.add(services, Person("紫式部", club="六歌仙"))
    leaving.remove_demo(services)
    assert [one.member.club for one in members.everybody(services)] == ["六歌仙"]


def test_only_the_organiser_removes_anybody(app: Flask, services: Services, phone: PageClient) -> None:
    komachi = members.add(services, Person("小町"))
    enter(app, phone, Role.HELPER)
    assert phone.form(f"/club/members/{komachi}/leave").status_code == 403
    assert phone.form("/club/demo/remove").status_code == 403
    assert "Take off the lists" not in phone.get(f"/club/members/{komachi}").text
