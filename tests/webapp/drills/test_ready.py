"""Runs that lie ready: nothing is stored for them, they stay what they were, and their answers count once and here."""

import datetime as dt
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from tests.support.club import PageClient, client_at
from tests.webapp.drills.test_pages import answers, begun, counted, log_of, page_of, send
from webapp.db.drill_models import DrillRow
from webapp.drills import operations
from webapp.drills.kinds import KINDS
from webapp.drills.routes import COOKIE
from webapp.practice_day import practice_day
from webapp.services import Services


def made_ready(client: PageClient, key: str = "daily") -> tuple[str, dict[str, Any]]:
    """Make a run ready; return its address and what is in its page."""
    answer = client.get(f"/drills/ready/{key}")
    assert answer.status_code == 303, answer.text
    url = answer.headers["Location"]
    return url, page_of(client, url)


def seeds_of(rows: list[dict[str, Any]]) -> list[str]:
    return [row["seed"] for row in rows]


def other_device(app: Flask) -> PageClient:
    return client_at(app, "127.0.0.1", "localhost:8100")


def test_making_ready_stores_nothing(client: PageClient, services: Services) -> None:
    for key in ("daily", *(one.key for one in KINDS if one.key not in ("hearing", "sound", "reaction"))):
        made_ready(client, key)
    assert counted(services) == (0, 0)
    assert client.get_cookie(COOKIE, domain="localhost") is None


def test_the_first_answers_make_a_learner_of_a_new_device_once(
    app: Flask, client: PageClient, services: Services
) -> None:
    _, page = made_ready(client)
    given = answers(page)
    send(client, page, given[:3])
    # the cookie was lost on the way, and the same answers come again
    client.delete_cookie(COOKIE, domain="localhost")
    send(client, page, given[:3])
    send(client, page, given[3:5])
    assert counted(services) == (1, 5)
    assert [row["trial_id"].rpartition("-")[2] for row in log_of(client)] == list("01234")
    with services.database.session() as session:
        learner = session.scalar(select(func.max(DrillRow.learner_id)))
    assert {row["user"] for row in log_of(client)} == {str(learner)}


def test_runs_of_a_new_device_that_are_sent_at_once_make_one_learner(
    client: PageClient, services: Services
) -> None:
    (_, one), (_, other) = made_ready(client), made_ready(client, "faces")
    send(client, one, answers(one)[:2])
    # the other went out before that answer came with the cookie, and so did the form of a third
    client.delete_cookie(COOKIE, domain="localhost")
    send(client, other, answers(other)[:3])
    client.delete_cookie(COOKIE, domain="localhost")
    begun(client)
    assert counted(services) == (1, 5)
    assert len(log_of(client)) == 5


def test_who_knows_the_address_of_a_run_is_not_whom_it_made(
    app: Flask, client: PageClient, services: Services
) -> None:
    url, lying = made_ready(client)
    send(client, lying, answers(lying)[:3])
    elsewhere = other_device(app)
    assert page_of(elsewhere, url)["done"] == {}
    for given in ([], answers(lying)[:3], answers(lying)[:5]):
        assert send(elsewhere, lying, given).status_code == 200
    assert counted(services) == (2, 8)
    assert (len(log_of(client)), len(log_of(elsewhere))) == (3, 5)
    elsewhere.form("/drills/mine/erase")
    assert len(log_of(client)) == 3


def test_a_run_of_a_new_device_goes_to_whoever_practised_there_meanwhile(
    client: PageClient, services: Services
) -> None:
    _, lying = made_ready(client)
    _, other = begun(client)
    send(client, other, answers(other)[:2])
    send(client, lying, answers(lying)[:2])
    assert counted(services) == (1, 4)
    assert len(set(seeds_of(log_of(client)))) == 2


def test_what_lies_ready_stays_what_it_was(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    _, first = begun(client)
    send(client, first, answers(first)[:8])
    url, lying = made_ready(client)
    send(client, first, answers(first)[8:], over=True)
    operations.forget_derived()
    assert page_of(client, url)["steps"] == lying["steps"]
    # days later, as it was begun and answered without a connection
    later = dt.datetime.now(dt.UTC) + dt.timedelta(days=3)
    monkeypatch.setattr(operations, "now", lambda: later)
    at = int((later - dt.timedelta(days=1)).timestamp() * 1000)
    assert send(client, lying, answers(lying, shown_at=at), over=True).status_code == 200
    own = [row for row in log_of(client) if row["seed"] == lying["stream"].removeprefix("drill:")]
    assert [row["correct"] for row in own] == [True] * len(lying["steps"])
    assert {row["practice_day"] for row in own} == {practice_day(later - dt.timedelta(days=1)).isoformat()}


def test_two_that_lie_ready_do_not_collide(app: Flask, client: PageClient, services: Services) -> None:
    begun(client)
    (_, one), (_, other) = made_ready(client), made_ready(client)
    elsewhere = other_device(app)
    _, third = made_ready(elsewhere)
    for at in range(0, 6, 2):
        send(client, one, answers(one)[at : at + 2])
        send(client, other, answers(other)[at : at + 2])
        send(elsewhere, third, answers(third)[at : at + 2])
    assert counted(services) == (2, 18)
    assert (len(log_of(client)), len(log_of(elsewhere))) == (12, 6)


def test_what_lies_ready_on_one_device_counts_on_no_other(app: Flask, client: PageClient) -> None:
    begun(client)
    _, lying = made_ready(client)
    elsewhere = other_device(app)
    assert send(elsewhere, lying, answers(lying)).status_code == 410
    begun(elsewhere)
    assert send(elsewhere, lying, answers(lying)).status_code == 410
    assert log_of(elsewhere) == []


def test_a_run_that_nobody_made_is_none(client: PageClient, services: Services) -> None:
    _, page = made_ready(client)
    forged = page | {"url": page["url"].replace("/runs/", "/runs/x")}
    assert send(client, forged, answers(page)).status_code == 410
    changed = [answers(page)[0] | {"card": page["steps"][0]["card"] % 100 + 1}]
    assert send(client, page, changed).status_code == 410
    assert counted(services)[1] == 0


def test_what_makes_no_run_says_so(client: PageClient) -> None:
    answer = client.get("/drills/ready/faces?cards=nothing")
    assert (answer.status_code, answer.mimetype) == (422, "text/plain")
    assert answer.text
    assert client.get("/drills/ready/other").status_code == 404


def test_only_the_pages_of_runs_stand_in_frames_and_only_in_our_own(client: PageClient) -> None:
    url, _ = made_ready(client)
    for path in ("/drills/", "/drills/exercises/faces", "/drills/ready/daily", url):
        headers = client.get(path).headers
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"], path
        assert "frame-src 'self'" in headers["Content-Security-Policy"], path
        assert headers["X-Frame-Options"] == "SAMEORIGIN"
    for path in ("/drills/mine", "/drills/settings", "/drills/progress", "/join"):
        headers = client.get(path).headers
        assert "frame-src" not in headers["Content-Security-Policy"], path
        assert headers["X-Frame-Options"] == "DENY"


def test_a_silent_plan_can_lie_ready_beside_one_with_sound(
    client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.drills.kinds.daily.can_be_heard", lambda: True)
    client.form("/drills/settings", sound="yes")
    heard, silent = made_ready(client)[1], made_ready(client, "daily?sound=no")[1]
    assert "sound" in heard["whole"]
    assert "sound" not in silent["whole"]


def test_what_waits_is_sent_from_every_page_of_the_drills(client: PageClient) -> None:
    """A page sends by `send.js`, or by a script that does it among other things."""
    url, page = begun(client)
    send(client, page, answers(page)[:12])
    pages = (
        "/drills/",
        "/drills/exercises/now",
        url,
        "/drills/settings",
        "/drills/mine",
        "/drills/mine/claim",
    )
    more = (
        "/drills/progress",
        "/drills/progress/cards/17",
        "/drills/lists",
        "/drills/ghost/",
        "/drills/sound/delay",
    )
    for path in (*pages, *more):
        text = client.get(path).text
        assert any(f"js/drills/{script}.js" in text for script in ("send", "start", "run")), path
