"""A minor's guardian says who sees the name: it stays off all other pages."""

import pytest
from flask import Flask

from tests.support.club import HOST, PHONE, PageClient, client_at, config_in, enter, services_of
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.club import members, merging
from webapp.club.members import Person
from webapp.config import Config
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.services import Services

CHILD = "童子 一郎"


def a_match(services: Services, child: int) -> str:
    code = opening.open_match(services, (Seat(CHILD, child), Seat("業平")), Dealt((A_CARDS, B_CARDS)))
    Play(services, code).do({"type": "forfeit", "player": "B", "how": "concession"})
    return code


def addresses(code: str) -> list[str]:
    pages = ["/", "/tonight", "/matches/", "/matches/hall", "/matches/hall.json"]
    return [*pages, *(f"/matches/{code}{end}" for end in ("", ".json", "/watch", "/state", "/reads"))]


@pytest.mark.parametrize(
    ("shown_to", "sees"),
    [("all", Role.GUEST), ("club", Role.SPECTATOR), ("helpers", Role.HELPER)],
)
def test_only_those_see_the_name_for_whom_it_is(config: Config, shown_to: str, sees: Role) -> None:
    app = create_app(config_in(config.folder, public=True))
    services = services_of(app)
    child = members.add(services, Person(CHILD, note="中二"))
    twin = members.add(services, Person(CHILD))
    merging.merge(services, twin, child)
    codes = [a_match(services, number) for number in (child, twin)]
    host = client_at(app, "127.0.0.1", "localhost:8100")
    assert host.form(f"/club/members/{child}/shown", shown_to=shown_to, guardian="母").status_code == 303
    for role in (Role.GUEST, Role.SPECTATOR, Role.HELPER):
        looking = client_at(app, PHONE, HOST)
        enter(app, looking, role)
        for code in codes:
            pages = [looking.get(address).get_data(as_text=True) for address in addresses(code)]
            assert any(CHILD in page for page in pages) == (role >= sees), role
            assert all("業平" in page for page in pages[:3])
    services.close()


def test_the_lists_leave_out_whom_one_may_not_see(app: Flask, services: Services, phone: PageClient) -> None:
    child = members.add(services, Person(CHILD))
    a_match(services, child)
    host = client_at(app, "127.0.0.1", "localhost:8100")
    host.form(f"/club/members/{child}/shown", shown_to="helpers")
    enter(app, phone, Role.SPECTATOR)
    for url in ("/club/", "/club/?q=童子", "/club/results"):
        assert CHILD not in phone.get(url).text, url
    assert phone.get(f"/club/members/{child}").status_code == 404
    assert CHILD in host.get("/club/results").text
