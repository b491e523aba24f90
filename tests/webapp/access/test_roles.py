"""Every route and every role: who comes in, who is shown the door, who is refused.

A new route needs a line in TABLE: its method, its rule, and the lowest role that may use it.
"""

import re

import pytest
from flask import Flask

from tests.support.club import HOST, PHONE, PageClient, any_values, client_at, config_in, enter, services_of
from webapp.access.roles import Role, needed_role
from webapp.app import create_app
from webapp.club import members
from webapp.config import Config

GUEST, SPECTATOR, HELPER, ORGANISER = Role

TABLE = {
    "GET /drills/": SPECTATOR,
    "POST /drills/daily": SPECTATOR,
    "GET /drills/exercises/<key>": SPECTATOR,
    "POST /drills/exercises/<key>": SPECTATOR,
    "GET /drills/ready/<key>": SPECTATOR,
    "GET /drills/runs/<run>": SPECTATOR,
    "POST /drills/runs/<run>/answers": SPECTATOR,
    "GET /drills/lists": SPECTATOR,
    "GET /drills/settings": SPECTATOR,
    "POST /drills/settings": SPECTATOR,
    "GET /drills/sound/clips": SPECTATOR,
    "GET /drills/sound/clips/<file>": SPECTATOR,
    "GET /drills/sound/delay": SPECTATOR,
    "GET /drills/progress": SPECTATOR,
    "GET /drills/progress/<figure>.csv": SPECTATOR,
    "GET /drills/progress/cards/<int:card>": SPECTATOR,
    "POST /drills/progress/corrections": SPECTATOR,
    "GET /drills/coach": ORGANISER,
    "GET /drills/coach.csv": ORGANISER,
    "GET /drills/coach/<int:member>": ORGANISER,
    "GET /drills/coach/<int:member>/<figure>.csv": ORGANISER,
    "POST /drills/mine/coach": SPECTATOR,
    "GET /drills/mine": SPECTATOR,
    "GET /drills/mine.json": SPECTATOR,
    "GET /drills/mine.csv": SPECTATOR,
    "POST /drills/mine/erase": SPECTATOR,
    "GET /drills/mine/claim": SPECTATOR,
    "POST /drills/mine/claim": SPECTATOR,
    "POST /drills/mine/unclaim": SPECTATOR,
    "GET /drills/claims": ORGANISER,
    "POST /drills/claims/<int:device>": ORGANISER,
    "GET /teiichi/": SPECTATOR,
    "GET /teiichi/mine.json": SPECTATOR,
    "POST /teiichi/new": SPECTATOR,
    "GET /teiichi/<int:number>": SPECTATOR,
    "POST /teiichi/<int:number>/save": SPECTATOR,
    "POST /teiichi/<int:number>/name": SPECTATOR,
    "POST /teiichi/<int:number>/drop": SPECTATOR,
    "POST /teiichi/<int:number>/board": SPECTATOR,
    "GET /teiichi/<int:number>/layout.pdf": SPECTATOR,
    "GET /teiichi/<int:number>/share": SPECTATOR,
    "GET /teiichi/shared": SPECTATOR,
    "POST /teiichi/take": SPECTATOR,
    "GET /drills/ghost/": SPECTATOR,
    "POST /drills/ghost/": SPECTATOR,
    "GET /drills/ghost/play/<ticket>": SPECTATOR,
    "POST /drills/ghost/play/<ticket>/moves": SPECTATOR,
    "POST /drills/ghost/lend": SPECTATOR,
    "GET /exchange/results": ORGANISER,
    "POST /exchange/results": ORGANISER,
    "GET /exchange/results/<int:number>": ORGANISER,
    "POST /exchange/results/<int:number>": ORGANISER,
    "POST /exchange/results/<int:number>/drop": ORGANISER,
    "POST /exchange/results/taken/<int:number>/out": ORGANISER,
    "GET /exchange/tournaments/<code>/results.xlsx": HELPER,
    "GET /exchange/tournaments/<code>/records.zip": HELPER,
    "GET /figures/": SPECTATOR,
    "GET /figures/<key>.csv": SPECTATOR,
    "GET /figures/members/<int:member>": SPECTATOR,
    "GET /figures/members/<int:member>/<key>.csv": SPECTATOR,
    "GET /print/tournaments/<code>": HELPER,
    "GET /print/tournaments/<code>/<int:number>/bracket.pdf": HELPER,
    "GET /print/tournaments/<code>/<int:number>/names.pdf": HELPER,
    "GET /print/tournaments/<code>/<int:number>/tables.pdf": HELPER,
    "GET /print/tournaments/<code>/<int:number>/results.pdf": HELPER,
    "GET /print/tournaments/<code>/<int:number>/cards-<int:round_number>.pdf": HELPER,
    "GET /print/tournaments/<code>/<int:number>/certificates.pdf": HELPER,
    "GET /print/practice/<code>/round-<int:number>.pdf": HELPER,
    "GET /voices/": HELPER,
    "POST /voices/new": ORGANISER,
    "POST /voices/uploads": ORGANISER,
    "GET /voices/uploads/<upload>": ORGANISER,
    "POST /voices/previews": HELPER,
    "GET /voices/previews/<file>": HELPER,
    "GET /voices/<name>": HELPER,
    "GET /voices/<name>/record": ORGANISER,
    "GET /voices/<name>/export.zip": ORGANISER,
    "GET /voices/<name>/clips/<half>.json": HELPER,
    "GET /voices/<name>/sound/<file>": HELPER,
    "POST /voices/<name>/clips/<half>/marks": ORGANISER,
    "POST /voices/<name>/clips/<half>/cut": ORGANISER,
    "POST /voices/<name>/clips/<half>/remove": ORGANISER,
    "POST /voices/<name>/takes/<half>": ORGANISER,
    "POST /voices/<name>/describe": ORGANISER,
    "POST /voices/<name>/remove": ORGANISER,
    "POST /club/members/<int:member>/leave": ORGANISER,
    "POST /club/members/<int:member>/return": ORGANISER,
    "POST /club/demo/remove": ORGANISER,
    "POST /club/members/<int:member>/facts/<int:fact>/drop": HELPER,
    "POST /club/members/<int:member>/shown": ORGANISER,
    "GET /club/members/<int:member>/merge": ORGANISER,
    "POST /club/members/<int:member>/merge": ORGANISER,
    "POST /club/members/<int:member>/unmerge": ORGANISER,
    "GET /club/members/<int:member>/data.zip": ORGANISER,
    "GET /club/members/<int:member>/forget": ORGANISER,
    "POST /club/members/<int:member>/forget": ORGANISER,
    "GET /club/guests": HELPER,
    "POST /club/guests/claim": HELPER,
    "GET /club/members.csv": ORGANISER,
    "GET /club/members.xlsx": ORGANISER,
    "GET /club/import": ORGANISER,
    "POST /club/import": ORGANISER,
    "GET /club/import/<int:number>": ORGANISER,
    "POST /club/import/<int:number>": ORGANISER,
    "POST /club/import/<int:number>/drop": ORGANISER,
    "GET /": SPECTATOR,
    "GET /credits": GUEST,
    "POST /language": GUEST,
    "GET /join": GUEST,
    "POST /join": GUEST,
    "POST /leave": SPECTATOR,
    "GET /hall": ORGANISER,
    "POST /hall/codes/<word>": ORGANISER,
    "POST /hall/codes/<word>/everybody": ORGANISER,
    "POST /hall/devices/<token_hash>/end": ORGANISER,
    "GET /tournaments/": SPECTATOR,
    "GET /tournaments/new": ORGANISER,
    "POST /tournaments/new": ORGANISER,
    "GET /tournaments/<code>": SPECTATOR,
    "GET /tournaments/<code>/edit": ORGANISER,
    "POST /tournaments/<code>/edit": ORGANISER,
    "GET /tournaments/<code>/hall": SPECTATOR,
    "POST /tournaments/<code>/hall": HELPER,
    "GET /tournaments/<code>/screen": SPECTATOR,
    "GET /tournaments/<code>/results.csv": HELPER,
    "GET /tournaments/<code>/classes/new": ORGANISER,
    "POST /tournaments/<code>/classes/new": ORGANISER,
    "POST /tournaments/<code>/entries/file": HELPER,
    "POST /tournaments/<code>/entries/take": HELPER,
    "GET /tournaments/<code>/<int:number>": SPECTATOR,
    "GET /tournaments/<code>/<int:number>/edit": ORGANISER,
    "POST /tournaments/<code>/<int:number>/edit": ORGANISER,
    "POST /tournaments/<code>/<int:number>/remove": ORGANISER,
    "POST /tournaments/<code>/<int:number>/split": ORGANISER,
    "GET /tournaments/<code>/<int:number>/entries": HELPER,
    "POST /tournaments/<code>/<int:number>/entries": HELPER,
    "POST /tournaments/<code>/<int:number>/entries/members": HELPER,
    "GET /tournaments/<code>/<int:number>/entries/<int:entrant>": HELPER,
    "POST /tournaments/<code>/<int:number>/entries/<int:entrant>": HELPER,
    "POST /tournaments/<code>/<int:number>/entries/<int:entrant>/<action>": HELPER,
    "POST /tournaments/<code>/<int:number>/lottery": ORGANISER,
    "POST /tournaments/<code>/<int:number>/seal/<purpose>": ORGANISER,
    "GET /tournaments/<code>/<int:number>/checkin": HELPER,
    "GET /tournaments/<code>/<int:number>/draw": HELPER,
    "POST /tournaments/<code>/<int:number>/draw": ORGANISER,
    "POST /tournaments/<code>/<int:number>/draw/seed": ORGANISER,
    "POST /tournaments/<code>/<int:number>/draw/undo": ORGANISER,
    "GET /tournaments/<code>/<int:number>/desk": HELPER,
    "GET /tournaments/<code>/<int:number>/results/<spot>": HELPER,
    "POST /tournaments/<code>/<int:number>/results/<spot>": HELPER,
    "POST /tournaments/<code>/<int:number>/results/<spot>/correct": HELPER,
    "POST /tournaments/<code>/<int:number>/results/<spot>/board": HELPER,
    "POST /tournaments/<code>/<int:number>/away": HELPER,
    "POST /tournaments/<code>/<int:number>/no-shows": HELPER,
    "POST /tournaments/<code>/<int:number>/back": HELPER,
    "GET /tournaments/<code>/<int:number>/late/<int:entrant>": HELPER,
    "POST /tournaments/<code>/<int:number>/late/<int:entrant>": HELPER,
    "POST /tournaments/<code>/<int:number>/finish": ORGANISER,
    "GET /tournaments/<code>/<int:number>/teams/<key>": SPECTATOR,
    "POST /tournaments/<code>/<int:number>/teams/<key>": HELPER,
    "GET /matches/": SPECTATOR,
    "GET /matches/new": HELPER,
    "POST /matches/new": HELPER,
    "POST /matches/import": HELPER,
    "GET /matches/hall": SPECTATOR,
    "GET /matches/hall.json": SPECTATOR,
    "GET /matches/cards.json": SPECTATOR,
    "GET /matches/<code>": SPECTATOR,
    "GET /matches/<code>.json": SPECTATOR,
    "POST /matches/<code>/reader": HELPER,
    "POST /matches/<code>/aside": ORGANISER,
    "GET /matches/<code>/watch": SPECTATOR,
    "GET /matches/<code>/state": SPECTATOR,
    "GET /matches/<code>/board": HELPER,
    "GET /matches/<code>/poems": HELPER,
    "GET /matches/<code>/reads": SPECTATOR,
    "GET /matches/<code>/reads/<int:index>": HELPER,
    "POST /matches/<code>/preview": HELPER,
    "POST /matches/<code>/commands": HELPER,
    "GET /practice/": SPECTATOR,
    "GET /practice/new": HELPER,
    "POST /practice/new": HELPER,
    "GET /practice/rules": HELPER,
    "POST /practice/rules": HELPER,
    "POST /practice/rules/<int:rule>/drop": HELPER,
    "GET /practice/<code>": SPECTATOR,
    "GET /practice/<code>/now": SPECTATOR,
    "GET /practice/<code>/plan": HELPER,
    "POST /practice/<code>/plan": HELPER,
    "POST /practice/<code>/divide": HELPER,
    "POST /practice/<code>/close": HELPER,
    "GET /practice/<code>/people": HELPER,
    "POST /practice/<code>/come": HELPER,
    "POST /practice/<code>/go": HELPER,
    "POST /practice/<code>/guest": HELPER,
    "POST /practice/<code>/want": HELPER,
    "GET /practice/<code>/here": SPECTATOR,
    "POST /practice/<code>/here": SPECTATOR,
    "POST /practice/<code>/away": SPECTATOR,
    "POST /practice/<code>/not-me": SPECTATOR,
    "POST /practice/<code>/rounds/<int:number>/pair": HELPER,
    "POST /practice/<code>/rounds/<int:number>/swap": HELPER,
    "POST /practice/<code>/rounds/<int:number>/together": HELPER,
    "POST /practice/<code>/rounds/<int:number>/fix": HELPER,
    "POST /practice/<code>/rounds/<int:number>/call": HELPER,
    "POST /practice/<code>/rounds/<int:number>/lesson": HELPER,
    "POST /practice/<code>/rounds/<int:number>/result": HELPER,
    "POST /practice/<code>/rounds/<int:number>/clear": HELPER,
    "POST /practice/<code>/rounds/<int:number>/board": HELPER,
    "GET /club/": SPECTATOR,
    "GET /club/members/new": HELPER,
    "POST /club/members/new": HELPER,
    "GET /club/members/<int:member>": SPECTATOR,
    "GET /club/members/<int:member>/edit": HELPER,
    "POST /club/members/<int:member>/edit": HELPER,
    "GET /club/results": SPECTATOR,
    "GET /club/results.csv": HELPER,
    "GET /tonight": SPECTATOR,
    "GET /matches/deal.json": HELPER,
    "GET /readings/": SPECTATOR,
    "GET /readings/new": HELPER,
    "GET /readings/preview.json": HELPER,
    "GET /readings/sets/": HELPER,
    "POST /readings/sets/": HELPER,
    "POST /readings/sets/import": HELPER,
    "GET /readings/sets/<int:saved_id>": HELPER,
    "POST /readings/sets/<int:saved_id>": HELPER,
    "POST /readings/sets/<int:saved_id>/copy": HELPER,
    "POST /readings/sets/<int:saved_id>/delete": HELPER,
    "POST /readings/": HELPER,
    "GET /readings/<reading>": SPECTATOR,
    "GET /readings/<reading>/state": SPECTATOR,
    "GET /readings/<reading>/proof": SPECTATOR,
    "GET /readings/<reading>/screen": SPECTATOR,
    "GET /readings/<reading>/record.json": SPECTATOR,
    "GET /readings/<reading>/log.csv": SPECTATOR,
    "POST /readings/<reading>/commands": HELPER,
    "POST /readings/<reading>/here": HELPER,
    "POST /readings/<reading>/put-away": HELPER,
    "GET /readings/<reading>/room": HELPER,
    "POST /readings/<reading>/room": HELPER,
    "POST /readings/speakers/trial": HELPER,
    "GET /readings/trial.<kind>": SPECTATOR,
    "GET /readings/sound": SPECTATOR,
    "POST /readings/speakers/tuning": HELPER,
    "GET /readings/<reading>/remote": HELPER,
    "GET /readings/<reading>/find": HELPER,
    "GET /readings/<reading>/captions": SPECTATOR,
    "GET /readings/<reading>/captions.json": SPECTATOR,
    "GET /readings/<reading>/pocket": HELPER,
    "POST /readings/<reading>/pocket": HELPER,
    "POST /readings/<reading>/pocket/<name>": HELPER,
    "GET /readings/<reading>/pocket/<name>.mp3": HELPER,
    "GET /readings/<reading>/pocket/<name>.wav": HELPER,
    "GET /readings/poems.<language>.json": SPECTATOR,
    "GET /readings/<reading>/clips/<name>.json": HELPER,
    "GET /readings/<reading>/clips/<name>.flac": HELPER,
    "GET /readings/<reading>/clips/<name>.wav": HELPER,
}


def routes(app: Flask) -> dict[str, str]:
    """Return `METHOD rule` with an address to call it by; HEAD goes with GET, OPTIONS says nothing."""
    found = {}
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            found[f"{method} {rule.rule}"] = adapter.build(rule.endpoint, any_values(rule), method=method)
    return found


def test_every_route_stands_in_the_table(app: Flask) -> None:
    known, table = set(routes(app)), set(TABLE)
    assert known - table == set(), "these routes need a line in TABLE"
    assert table - known == set(), "these routes are gone; take them out of TABLE"


def test_the_marks_say_what_the_table_says(app: Flask) -> None:
    marks = {}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            if rule.endpoint != "static":
                marks[f"{method} {rule.rule}"] = needed_role(app.view_functions[rule.endpoint])
    assert marks == TABLE


@pytest.mark.parametrize("route", TABLE)
def test_only_those_who_may_come_in(app: Flask, route: str) -> None:
    address = routes(app)[route]
    for role in Role:
        phone = client_at(app, PHONE, HOST)
        enter(app, phone, role)
        if route.startswith("GET"):
            answer = phone.get(address)
            shown_the_door = answer.status_code == 303 and answer.headers["Location"].startswith(
                "/join?next="
            )
        else:
            token = phone.token()
            answer = phone.open(address, method=route.partition(" ")[0], data={"csrf_token": token})
            shown_the_door = answer.status_code == 401
        if role >= TABLE[route]:
            assert not shown_the_door, role
            assert answer.status_code not in (401, 403, 500) or route == "POST /join", role
        elif role == GUEST:
            assert shown_the_door, role
        else:
            assert answer.status_code == 403, role


def test_scripts_are_told_by_status(app: Flask, phone: PageClient) -> None:
    asks = {"Accept": "application/json"}
    assert phone.get("/", headers=asks).status_code == 401
    assert phone.get("/", headers=asks).get_json()["error"] == "unauthorized"
    enter(app, phone, SPECTATOR)
    assert phone.get("/", headers=asks).status_code == 200
    assert phone.get("/hall", headers=asks).status_code == 403


def test_a_view_without_a_mark_is_closed_to_the_organiser_too(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    app.view_functions["home.tonight"] = lambda: "open"
    assert client_at(app, "127.0.0.1", "localhost").get("/").status_code == 403
    assert "home.tonight has no role" in caplog.text


@pytest.mark.parametrize(
    ("address", "header", "role"),
    [
        ("127.0.0.1", None, ORGANISER),
        ("127.8.9.1", None, ORGANISER),
        ("::1", None, ORGANISER),
        ("::ffff:127.0.0.1", None, ORGANISER),
        ("::ffff:192.168.1.9", None, GUEST),
        (PHONE, None, GUEST),
        ("", None, GUEST),
        ("127.0.0.1", "X-Forwarded-For", GUEST),
        ("127.0.0.1", "X-Real-IP", GUEST),
        ("127.0.0.1", "Forwarded", GUEST),
        ("127.0.0.1", "Via", GUEST),
    ],
)
def test_only_this_machine_itself_is_the_organiser(
    app: Flask, address: str, header: str | None, role: Role
) -> None:
    client = client_at(app, address, HOST)
    headers = {"Accept": "application/json"} | ({header: "127.0.0.1"} if header else {})
    assert client.get("/hall", headers=headers).status_code == {ORGANISER: 200, GUEST: 401}[role]


def test_a_forwarded_address_is_never_believed(phone: PageClient) -> None:
    for header in ("X-Forwarded-For", "X-Real-IP", "X-Forwarded-Host", "Forwarded"):
        assert phone.get("/hall", headers={header: "127.0.0.1"}).status_code == 303


@pytest.mark.parametrize("role", [SPECTATOR, HELPER])
def test_the_menu_leads_nowhere_that_is_closed(app: Flask, phone: PageClient, role: Role) -> None:
    enter(app, phone, role)
    menu = phone.get("/").text.partition('<nav aria-label="Main">')[2].partition("</nav>")[0]
    links = re.findall(r'href="([^"]+)"', menu)
    assert "/club/" in links
    assert [phone.get(link).status_code for link in links] == [200] * len(links)


def test_who_may_not_see_a_page_is_led_to_the_field_for_a_code(app: Flask, phone: PageClient) -> None:
    enter(app, phone, SPECTATOR)
    answer = phone.get("/matches/new")
    assert answer.status_code == 403
    assert 'href="/join?next=/matches/new' in answer.text


def test_where_all_may_look_on_the_members_stay_unseen(config: Config) -> None:
    """No page that needs no code names a member who plays nowhere, and no menu leads to one."""
    app = create_app(config_in(config.folder, public=True))
    members.add(services_of(app), members.Person("秘密 太郎", kana="ひみつ たろう", club="内緒会"))
    looking_on = client_at(app, PHONE, HOST)
    seen = {
        route: looking_on.get(address) for route, address in routes(app).items() if route.startswith("GET")
    }
    for route, answer in seen.items():
        assert not any(word in answer.text for word in ("秘密", "ひみつ", "内緒会")), route
    closed = ["GET /club/", "GET /club/members/<int:member>", "GET /club/results", "GET /club/results.csv"]
    assert [seen[route].status_code for route in closed] == [403] * 4
    assert 'href="/join?next=/club/' in seen["GET /club/"].text
    assert seen["GET /matches/"].status_code == seen["GET /readings/"].status_code == 200
    assert "/club/" not in seen["GET /matches/"].text
    enter(app, looking_on, SPECTATOR)
    assert "秘密 太郎" in looking_on.get("/club/").text
    services_of(app).close()
