"""Every answer's headers, the host's name, and errors that a person can read."""

import re

import pytest
from flask import Flask

from tests.support.club import PageClient, client_at, config_in
from webapp.access.roles import needed_role
from webapp.app import create_app
from webapp.config import Config

PAGES = ("/", "/join", "/hall", "/credits", "/no-such-page", "/static/css/base.css")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_carries_the_guards(client: PageClient, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("base", "sent"),
    [
        ("http://localhost:8100", True),
        ("http://127.0.0.1:8100", True),
        ("http://[::1]:8100", True),
        ("https://192.168.1.5:8100", True),
        ("http://192.168.1.5:8100", False),
    ],
)
def test_the_opener_policy_is_sent_where_browsers_heed_it(
    client: PageClient, base: str, *, sent: bool
) -> None:
    assert ("Cross-Origin-Opener-Policy" in client.get("/join", base_url=base).headers) is sent


@pytest.mark.parametrize("path", PAGES[:-1])
def test_pages_hold_no_inline_script_style_or_handler(client: PageClient, path: str) -> None:
    page = client.get(path).text
    for attributes in re.findall(r"<script([^>]*)>", page):
        assert "src=" in attributes or 'type="application/json"' in attributes
    assert "<style" not in page
    assert not re.search(r"<[^>]+\s(style|on\w+)=", page)
    # a link may lead elsewhere when somebody follows it; nothing is loaded from there
    assert not re.search(r"""<(?:script|link|img|audio|iframe)[^>]*(?:src|href)=["'](?:https?:)?//""", page)


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(client: PageClient) -> None:
    cookie = client.get("/credits").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8100", "localhost.evil.example", "", "[::1", "a:b"]
)
def test_a_name_of_another_site_is_refused(client: PageClient, host: str) -> None:
    assert client.get("/credits", environ_overrides={"HTTP_HOST": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8100", "[::1]:8100", "10.0.0.7:81", "LOCALHOST:8100"]
)
def test_addresses_and_the_machines_own_name_are_ours(app: Flask, host: str) -> None:
    assert client_at(app, "127.0.0.1", host).get("/credits").status_code == 200


def test_a_name_that_the_host_gave_is_ours(config: Config) -> None:
    app = create_app(config_in(config.folder, names=("karuta.example",)))
    assert client_at(app, "127.0.0.1", "karuta.example").get("/credits").status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/no-such-page",
        "/readings/nothere",
        "/readings/sets/99",
        "/club/members/99",
        "/matches/nothere",
        "/voices/nobody",
    ],
)
def test_a_missing_page_is_a_page_for_people_and_json_for_scripts(client: PageClient, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 404
    assert "There is no such page" in page.text
    assert 'class="masthead"' in page.text
    answer = client.get(address, headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert answer.get_json()["error"] == "not-found"


def test_a_fault_of_ours_has_a_number_and_no_traceback(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> str:
        raise RuntimeError("a secret detail")

    view = app.view_functions["home.tonight"]
    broken.needed_role = needed_role(view)  # type: ignore[attr-defined]
    app.view_functions["home.tonight"] = broken
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = client_at(app, "127.0.0.1", "localhost").get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    number = re.search(r"fault ([0-9a-f]{8}) at", caplog.text)
    assert number is not None
    assert number[1] in answer.text
    assert f"fault {number[1]} at GET /" in caplog.text


def test_the_error_page_does_not_depend_on_what_failed(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    del app.jinja_env.globals["navigation"]
    answer = client_at(app, "127.0.0.1", "localhost").get("/no-such-page")
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert "the error page itself" in caplog.text
