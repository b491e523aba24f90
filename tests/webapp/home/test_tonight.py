"""The first page: two big things, and what is going on."""

import datetime as dt
import html
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.support.club import HOST, PageClient, client_at, config_in, enter, services_of
from tests.support.match_table import Play, opened
from tests.support.sound_page import SilentStudio, SoundPage, order
from webapp import evening
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.db.columns import now
from webapp.reading import listing, operations
from webapp.reading import studio as studios
from webapp.services import Services


@pytest.fixture(autouse=True)
def silent(services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing sound, and let a whole call take no time."""
    monkeypatch.setattr(operations, "GUARD", 0.0)
    studios.use(services, SilentStudio(tmp_path / "clips"))


def text_of(client: PageClient, url: str = "/") -> str:
    """Return a page's words."""
    page = client.get(url).text
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", page.partition("<main")[2])).split())


def test_one_tap_orders_a_reading(client: PageClient, services: Services) -> None:
    page = client.get("/").text
    action = re.search(r'<form class="door" method="post" action="([^"]+)"', page)
    assert action is not None
    answer = client.form(action[1])
    assert answer.status_code == 303
    assert 'id="main-action" data-action="start"' in client.get(answer.headers["Location"]).text


def test_a_quiet_house_is_told_how_to_begin(client: PageClient) -> None:
    assert "First evening?" in text_of(client)


def test_who_may_only_look_on_finds_the_drills(app: Flask, client: PageClient, phone: PageClient) -> None:
    enter(app, phone, Role.SPECTATOR)
    for one in (client, phone):
        assert "Learn the cards" in text_of(one)
        assert 'href="/drills/"' in one.get("/").text.partition("<main")[2]


def test_what_is_going_on_is_shown(client: PageClient, services: Services) -> None:
    reader = SoundPage(client, order(client, order="number", joka="0"))
    code = opened(services)
    evening.follow(services, code, reader.reading, "test")
    reader.start()
    reader.play()
    page = text_of(client)
    assert "First evening?" not in page
    assert re.search("All hundred poems .*♪ cards are being taken 1 of 100 1 table", page)
    assert "小町 – 業平 25 : 25 あきの" in page
    Play(services, code).do({"type": "hand", "player": "A", "up": True})
    evening.count_hands(services, reader.reading)
    assert "waits: a hand is up at 1 table" in text_of(client)


def test_a_long_list_is_counted_and_not_shown(client: PageClient) -> None:
    order(client, cards="own", own_cards=",".join(map(str, range(1, 41))))
    order(client, cards="own", own_cards="あさ う")
    page = text_of(client)
    assert "Own list of 40 poems" in page
    assert "あさ う" in page


def test_a_finished_match_moves_to_the_results(client: PageClient, services: Services) -> None:
    code = opened(services)
    Play(services, code).do({"type": "forfeit", "player": "B", "how": "concession"})
    page = text_of(client)
    assert "Last results ○ 小町 beat 業平 given up" in page
    assert "25 : 25" not in page


def test_the_part_that_changes_is_fetched_by_itself(client: PageClient, services: Services) -> None:
    code = opened(services)
    part = client.get("/tonight").text
    assert "<html" not in part
    mark = re.search('data-mark="([^"]+)"', part)
    assert mark is not None
    assert f"match:{code}=" in mark[1]


def test_a_spectator_sees_what_goes_on_and_cannot_begin(app: Flask, phone: PageClient) -> None:
    enter(app, phone, Role.SPECTATOR)
    page = text_of(phone)
    assert "Start a reading" not in page
    assert "Nothing is going on yet." in page


def test_the_host_shows_how_phones_get_in(tmp_path: Path) -> None:
    made = create_app(config_in(tmp_path, host="0.0.0.0"))
    try:
        here = client_at(made, "127.0.0.1", "localhost:8100")
        page = here.get("/").text
        code = services_of(made).codes.current()[Role.SPECTATOR]
        shown = re.sub(r"\D", "", re.findall(r'<p class="code">([^<]+)</p>', page)[0])
        assert shown == re.sub(r"\D", "", code)
        assert "<svg" in page.partition('class="qr"')[2]
        phone = client_at(made, "192.168.1.23", HOST)
        enter(made, phone, Role.HELPER)
        assert shown not in phone.get("/").text
    finally:
        services_of(made).close()


def test_this_machine_only_is_said(client: PageClient) -> None:
    assert "This server is for this machine only." in text_of(client)


CREDITED = (
    "HTS Voice “Mei”",
    "Nagoya Institute of Technology",
    "Creative Commons Attribution 3.0",
    "Open JTalk",
    "Yuji Syuku",
    "SIL Open Font License",
    "Ogura Hyakunin Isshu",
    "MIT licence",
)


@pytest.mark.parametrize("name", CREDITED)
def test_credits_name_voice_font_poems_and_program(client: PageClient, name: str) -> None:
    assert name in text_of(client, "/credits")


def test_the_credits_hold_what_the_notice_holds(client: PageClient) -> None:
    notice = Path("NOTICE").read_text(encoding="utf-8")
    page = client.get("/credits").text
    assert all(link in page for link in re.findall(r"https://\S+/", notice))
    assert ("Yuji Project Authors" in notice) == ("Yuji Project Authors" in page)


@pytest.mark.parametrize(
    ("url", "label"),
    [
        ("/", "Tonight"),
        ("/readings/", "Reading"),
        ("/readings/new", "Reading"),
        ("/matches/", "Tables"),
        ("/club/results", "Club"),
        ("/matches/hall", "Hall"),
        ("/voices/", "Reading"),
        ("/drills/", "Drills"),
        ("/drills/sound/delay", "Drills"),
        ("/drills/ghost/", "Drills"),
        ("/teiichi/", "Drills"),
    ],
)
def test_the_navigation_marks_one_page(client: PageClient, url: str, label: str) -> None:
    page = client.get(url).text
    assert re.findall(r'aria-current="page">([^<]+)<', page) == [label]


def test_a_reading_that_nobody_begins_steps_aside_and_goes_with_one_tap(
    app: Flask, client: PageClient, phone: PageClient, services: Services
) -> None:
    reading = order(client, cards="own", own_cards="あさ")
    assert "Ordered, not begun あさ" in text_of(client)
    action = f"/readings/{reading}/put-away"
    assert action in client.get("/").text
    # nobody removes what somebody waits for
    followed = opened(services)
    evening.follow(services, followed, reading, "test")
    assert "Ordered, not begun" not in text_of(client)
    evening.follow(services, followed, None, "test")
    enter(app, phone, Role.SPECTATOR)
    assert action not in phone.get("/").text
    assert client.form(action).headers["Location"] == "/"
    assert "あさ" not in text_of(client)
    assert client.form(action).status_code == 303
    assert "あさ" in text_of(client, "/readings/")


def test_a_reading_that_has_begun_is_not_removed_from_the_first_page(client: PageClient) -> None:
    reader = SoundPage(client, order(client, order="number", joka="0"))
    reader.start()
    assert "Ordered, not begun" not in text_of(client)
    client.form(f"/readings/{reader.reading}/put-away")
    assert "has begun" in text_of(client)
    assert reader.state()["phase"] == "speaking"


def test_a_reading_whose_memorisation_has_begun_is_going_on(client: PageClient) -> None:
    reader = SoundPage(client, order(client))
    reader.do("clock", act="start", minutes=15)
    assert "Ordered, not begun" not in text_of(client)


def test_what_was_ordered_on_an_earlier_practice_day_is_not_tonights(
    client: PageClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    order(client, cards="own", own_cards="あさ")
    begun = SoundPage(client, order(client, cards="own", own_cards="む"))
    begun.start()
    monkeypatch.setattr(listing, "now", lambda: now() + dt.timedelta(hours=24))
    page = text_of(client)
    assert "あさ" not in page
    assert "む" in page, "what sounds goes on after midnight, and after four"
    monkeypatch.setattr(listing, "has_sound", lambda *_: False)
    assert "Choose poems" in text_of(client)
    assert tuple(listing.running(services)) == ()
