"""The way in: codes, cookies, guesses, and how the organiser shows somebody the door."""

import datetime as dt
import re

import pytest
from flask import Flask

from tests.support.club import HOST, PageClient, client_at, config_in, enter
from webapp.access.codes import DIGITS, EntryCodes, grouped, normal
from webapp.access.roles import Role
from webapp.access.sessions import COOKIE, EntrySessions, hashed
from webapp.app import create_app
from webapp.config import Config
from webapp.services import Services


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = dt.datetime(2026, 11, 29, 9, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.time

    def forward(self, **much: float) -> None:
        self.time += dt.timedelta(**much)


def code_of(services: Services, role: Role) -> str:
    return services.codes.current()[role]


def wrong_code(services: Services) -> str:
    return next(
        code for code in ("123456", "234567", "345678", "456789") if services.codes.role_of(code) is None
    )


@pytest.mark.parametrize("role", DIGITS, ids=lambda role: role.word)
def test_a_code_is_exchanged_for_a_cookie_and_a_clean_address(
    services: Services, phone: PageClient, role: Role
) -> None:
    answer = phone.form("/join", code=code_of(services, role), next="/credits")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/credits"
    cookie = next(line for line in answer.headers.getlist("Set-Cookie") if line.startswith(COOKIE))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert code_of(services, role) not in str(answer.headers)
    assert phone.get("/").status_code == 200
    assert phone.get("/hall").status_code == (200 if role == Role.ORGANISER else 403)


@pytest.mark.parametrize("typed", ["{}", " {} ", "{} ", "{0[0]} {0[1]}-{0}"])
def test_codes_may_be_typed_as_phones_type_them(services: Services, phone: PageClient, typed: str) -> None:
    code = code_of(services, Role.SPECTATOR)
    text = f"{code[:3]} {code[3:]}" if "[" in typed else typed.format(code)
    assert phone.form("/join", code=text).status_code == 303


def test_full_width_digits_and_dashes_are_digits() -> None:
    assert normal(" １２３ー４５６ ") == normal("123-456") == normal("123 456") == "123456"
    assert [grouped("123456"), grouped("12345678"), grouped("1234567890")] == [
        "123 456",
        "12 34 56 78",
        "12 34 56 78 90",
    ]


@pytest.mark.parametrize("code", ["", " ", "0", "あいうえお", "１" * 40, "\ud800", "null"])
def test_a_wrong_code_opens_nothing(phone: PageClient, code: str) -> None:
    answer = phone.form("/join", code=code.encode("utf-8", "replace").decode())
    assert answer.status_code == 403
    assert 'role="alert"' in answer.text
    assert phone.get("/").status_code == 303


def test_wrong_guesses_are_slowed_down_by_address(app: Flask, services: Services, phone: PageClient) -> None:
    wrong = wrong_code(services)
    assert [phone.form("/join", code=wrong).status_code for _ in range(7)] == [403] * 6 + [429]
    # the right one waits too, or the limit would tell which is right
    assert phone.form("/join", code=code_of(services, Role.SPECTATOR)).status_code == 429
    other = client_at(app, "192.168.1.99", HOST)
    assert other.form("/join", code=code_of(services, Role.SPECTATOR)).status_code == 303


def test_wrong_guesses_are_slowed_down_for_everybody_together(app: Flask, services: Services) -> None:
    """Three of each address are counted apart, then 40 a minute are shared; a newcomer is let in all the same."""
    wrong = wrong_code(services)
    clients = [client_at(app, f"192.168.1.{number}", HOST) for number in range(10, 26)]
    answers = [client.form("/join", code=wrong).status_code for _ in range(6) for client in clients]
    assert answers == [403] * (3 * 16 + 40) + [429] * 8
    assert clients[0].form("/join", code=code_of(services, Role.SPECTATOR)).status_code == 429
    newcomer = client_at(app, "192.168.1.200", HOST)
    assert [newcomer.form("/join", code=wrong).status_code for _ in range(2)] == [403] * 2
    assert newcomer.form("/join", code=code_of(services, Role.SPECTATOR)).status_code == 303


def test_right_codes_are_not_counted(app: Flask, services: Services) -> None:
    code = code_of(services, Role.SPECTATOR)
    phone = client_at(app, "192.168.1.77", HOST)
    assert {phone.form("/join", code=code).status_code for _ in range(12)} == {303}


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "evil",
        "/a\r\nX: y",
        "",
        "///e",
    ],
)
def test_nobody_is_sent_to_another_site(services: Services, phone: PageClient, target: str) -> None:
    answer = phone.form("/join", code=code_of(services, Role.SPECTATOR), next=target)
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"


def test_leaving_ends_the_session_on_the_server(app: Flask, services: Services, phone: PageClient) -> None:
    enter(app, phone, Role.HELPER)
    kept = phone.get_cookie(COOKIE, domain=HOST.partition(":")[0])
    assert kept is not None
    assert phone.form("/leave").status_code == 303
    phone.set_cookie(COOKIE, kept.value, domain=HOST.partition(":")[0])
    assert phone.get("/").status_code == 303
    assert services.sessions.alive() == []


def test_the_organiser_shows_a_device_the_door(app: Flask, client: PageClient, phone: PageClient) -> None:
    enter(app, phone, Role.HELPER)
    assert phone.get("/").status_code == 200
    page = client.get("/hall").text
    assert "Chrome, Android" in page
    (action,) = re.findall(r'action="(/hall/devices/[0-9a-f]{64}/end)"', page)
    assert client.form(action).status_code == 303
    assert phone.get("/").status_code == 303


def test_a_new_code_keeps_those_inside_or_empties_the_room(
    app: Flask, services: Services, client: PageClient, phone: PageClient
) -> None:
    enter(app, phone, Role.SPECTATOR)
    old = code_of(services, Role.SPECTATOR)
    assert client.form("/hall/codes/spectator").status_code == 303
    assert services.codes.role_of(old) is None
    assert phone.get("/").status_code == 200
    assert client.form("/hall/codes/spectator/everybody").status_code == 303
    assert phone.get("/").status_code == 303
    assert client.form("/hall/codes/guest").status_code == 404


def test_the_hall_page_shows_codes_and_qr_of_the_networks_address(config: Config) -> None:
    app = create_app(config_in(config.folder, host="192.168.1.5"))
    page = client_at(app, "127.0.0.1", "localhost:8100").get("/hall").text
    codes = app.extensions["naniwazu"].codes.current()
    assert all(grouped(code) in page for code in codes.values())
    assert page.count("<figure") == 3
    assert "http://192.168.1.5:8100" in page
    app.extensions["naniwazu"].close()


def test_public_matches_need_no_code(config: Config) -> None:
    app = create_app(config_in(config.folder, public=True))
    phone = client_at(app, "192.168.1.23", HOST)
    assert phone.get("/").status_code == 200
    assert phone.get("/hall").status_code == 403
    app.extensions["naniwazu"].close()


def test_the_file_holds_no_cookie(services: Services) -> None:
    token = services.sessions.start(Role.HELPER, "10.0.0.2")
    (row,) = services.sessions.alive()
    assert row.token_hash == hashed(token) != token
    assert len(token) >= 43


def test_sessions_end_by_themselves(services: Services) -> None:
    clock = Clock()
    sessions = EntrySessions(services.database, clock)
    helper, organiser = (hashed(sessions.start(role, "10.0.0.2")) for role in (Role.HELPER, Role.ORGANISER))
    clock.forward(hours=5)
    assert sessions.role_of(organiser) == Role.ORGANISER
    clock.forward(hours=5)
    assert sessions.role_of(organiser) == Role.ORGANISER
    clock.forward(hours=7)
    assert sessions.role_of(organiser) is None
    assert sessions.role_of(helper) is None  # idle for 17 hours
    for _ in range(13):
        assert sessions.role_of(hashed(sessions.start(Role.HELPER, "10.0.0.2"))) == Role.HELPER
        clock.forward(hours=1)


def test_no_session_outlives_a_week(services: Services) -> None:
    clock = Clock()
    sessions = EntrySessions(services.database, clock)
    token = hashed(sessions.start(Role.SPECTATOR, "10.0.0.2"))
    for _ in range(14):
        clock.forward(hours=12)
        assert sessions.role_of(token) == Role.SPECTATOR
    clock.forward(hours=12)
    assert sessions.role_of(token) is None


def test_old_codes_are_replaced_at_the_start_and_fresh_ones_kept(services: Services) -> None:
    clock = Clock()
    codes = EntryCodes(services.database, clock)
    for role in DIGITS:
        codes.rotate(role)
    first = codes.current()
    clock.forward(hours=6)
    codes.renew_old()
    assert codes.current() == first
    clock.forward(hours=15)
    codes.renew_old()
    assert set(codes.current().values()).isdisjoint(first.values())
    assert {role: len(code) for role, code in codes.current().items()} == dict(DIGITS)
