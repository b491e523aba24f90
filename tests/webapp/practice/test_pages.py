"""An evening of practice through its pages: who comes, the rounds, the results, and what phones may do."""

import csv
import datetime as dt
import io
import re

import pytest
from flask import Flask

from engine.tournament.division import divisions
from tests.support.club import HOST, PHONE, PageClient, client_at, config_in, enter, services_of
from tests.support.match_table import Play
from webapp.access import phone_way
from webapp.access.addresses import addresses
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.club import members, merging
from webapp.club.members import Person
from webapp.config import Config
from webapp.db.columns import now as now_utc
from webapp.practice import history, operations
from webapp.practice.events import Closed, How, Planned, Played, pair
from webapp.practice.log import Practices, practices, stream_of
from webapp.practice.session import Session
from webapp.practice_day import practice_day
from webapp.services import Services

NAMES = ("小町", "業平", "伊勢", "貫之", "道綱母")


def planned(client: PageClient, **fields: str) -> str:
    typed = {
        "day": "2026-11-30",
        "place": "畳の間",
        "rounds": "3",
        "reading": "odd",
        "divided": "yes",
    } | fields
    answer = client.form("/practice/new", **typed)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].split("/")[2]


def with_people(client: PageClient, services: Services, count: int, **fields: str) -> tuple[str, list[int]]:
    code = planned(client, **fields)
    people = [members.add(services, Person(name)) for name in NAMES[:count]]
    for person in people:
        assert client.form(f"/practice/{code}/come", person=str(person)).status_code == 303
    return code, people


def now(services: Services, code: str) -> Session:
    return practices(services.store).load(code)


def act(client: PageClient, code: str, what: str, **fields: str) -> None:
    assert client.form(f"/practice/{code}/rounds/1/{what}", **fields).status_code == 303


def pick(client: PageClient, code: str, what: str, one: int, other: int) -> str:
    data = {"csrf_token": client.token(), "pick": [str(one), str(other)]}
    client.post(f"/practice/{code}/rounds/1/{what}", data=data)
    return client.get(f"/practice/{code}").text


def key(both: tuple[int, int]) -> str:
    return f"{both[0]}-{both[1]}"


def test_the_same_class_is_a_reason_where_both_classes_are_known(
    client: PageClient, services: Services
) -> None:
    code = planned(client)
    for person in (
        Person("天智", grade="B"),
        Person("持統", dan=3),
        Person("人麿", grade="E"),
        Person("赤人"),
    ):
        client.form(f"/practice/{code}/come", person=str(members.add(services, person)))
    act(client, code, "pair")
    pairs = {frozenset(both) for both in now(services, code).round(1).tables}
    assert pairs == {frozenset((1, 2)), frozenset((3, 4))}, "who has no class is paired as a beginner"
    assert client.get(f"/practice/{code}").text.count("same class") == 1


def test_an_evening_from_the_plan_to_the_results(client: PageClient, services: Services) -> None:
    code, people = with_people(client, services, 5)
    act(client, code, "pair")
    page = client.get(f"/practice/{code}").text
    assert "never met" in page
    assert "same class" not in page, "nobody's class is known"
    assert "draft" in page
    act(client, code, "call", on="yes")
    one, other = now(services, code).round(1).tables
    act(client, code, "result", pair=key(one), winner=str(one[1]), margin="１２")
    act(client, code, "result", pair=key(other), winner=str(other[0]), how="walkover")
    page = client.get(f"/practice/{code}").text
    assert "by 12 cards" in page
    assert "walkover" in page
    games = history.games_of_member(services, one[1])
    assert [(game.outcome.winner, game.outcome.margin) for game in games if game.outcome] == [(one[1], 12)]
    assert [game.counts for game in history.games_of_member(services, other[0])] == [False]
    rows = list(csv.DictReader(io.StringIO(client.get("/club/results.csv").data.decode("utf-8-sig"))))
    told = {(row["event"], row["round"], row["result"], row["diff"], row["status"]) for row in rows}
    assert told == {
        ("practice", "1", "win", "12", "normal"),
        ("practice", "1", "lose", "12", "normal"),
        ("practice", "1", "win", "", "walkover"),
        ("practice", "1", "lose", "", "walkover"),
    }
    assert len(rows) == 4
    own = client.get(f"/club/members/{one[0]}").text
    assert "lost" in own
    assert f"/practice/{code}" in own
    ((reader, _),) = now(services, code).round(1).out
    assert reader in people
    assert client.form(f"/practice/{code}/close", on="yes").status_code == 303
    assert "over" in client.get("/practice/").text


def test_what_was_typed_stays_where_it_cannot_be_used(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 2)
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    (both,) = now(services, code).round(1).tables
    answer = client.form(f"/practice/{code}/rounds/1/result", pair=key(both), winner="", margin="１２")
    assert answer.status_code == 422
    assert "Choose who won." in answer.text
    assert 'value="１２"' in answer.text
    assert marked_wrong(answer.text) == ["winner", "winner"]
    slip = client.form(f"/practice/{code}/rounds/1/result", pair=key(both), winner=str(both[0]), margin="x")
    assert marked_wrong(slip.text) == ["margin"]
    act(client, code, "result", pair=key(both), winner=str(both[0]), margin="26")
    assert "26 cards can only come from penalties" in client.get(f"/practice/{code}").text


def marked_wrong(page: str) -> list[str]:
    """Return the names of the fields that are marked as wrong."""
    fields = re.findall(r"<(?:input|select)[^>]*>", page)
    return [re.findall(r'name="(\w+)"', one)[0] for one in fields if 'aria-invalid="true"' in one]


def test_no_old_page_writes_over_what_somebody_else_entered(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 2)
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    (both,) = now(services, code).round(1).tables
    typed = {"pair": key(both), "winner": str(both[1]), "margin": "7"}
    where = f"/practice/{code}/rounds/1/result"
    seen = re.compile(r'name="seen" value="([^"]*)"')
    (before,) = seen.findall(client.get(f"/practice/{code}").text)
    assert client.form(where, **(typed | {"winner": str(both[0])}), seen=before).status_code == 303
    answer = client.form(where, **typed, seen=before)
    assert answer.status_code == 409
    assert "entered in the meantime" in answer.text
    assert f'value="{both[1]}" checked' in answer.text
    assert now(services, code).round(1).results[both].winner == both[0]
    (after,) = seen.findall(answer.text)
    assert client.form(where, **typed, seen=after).status_code == 303
    assert client.form(where, **typed, seen=before).status_code == 303, "the same once more is no conflict"
    assert now(services, code).round(1).results[both].winner == both[1]


def test_two_are_swapped_and_put_together(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 4)
    act(client, code, "pair")
    one, other = now(services, code).round(1).tables
    pick(client, code, "swap", one[0], other[0])
    assert pair(one[1], other[0]) in now(services, code).round(1).tables
    pick(client, code, "together", one[0], one[1])
    assert set(now(services, code).round(1).tables) == {one, other}
    assert (
        "Tap two names first."
        in client.post(
            f"/practice/{code}/rounds/1/swap",
            data={"csrf_token": client.token(), "pick": "1"},
            follow_redirects=True,
        ).text
    )
    operations.enter_result(services, code, Played(1, one, one[0], 5))
    assert "the game has begun or is over" in pick(client, code, "swap", one[0], other[0])


def test_locks_hold_and_bans_are_kept(client: PageClient, services: Services) -> None:
    code, people = with_people(client, services, 4)
    a, b = people[:2]
    client.form("/practice/rules", one=str(a), other=str(b), apart="yes")
    act(client, code, "pair")
    assert (a, b) not in now(services, code).round(1).tables
    assert "Two who are fixed are never to be paired" in pick(client, code, "together", a, b)
    assert (a, b) not in now(services, code).round(1).tables
    rule = re.search(r"/practice/rules/(\d+)/drop", client.get("/practice/rules").text)
    assert rule is not None
    client.form(f"/practice/rules/{rule[1]}/drop")
    pick(client, code, "together", a, b)
    act(client, code, "pair")
    assert (a, b) in now(services, code).round(1).tables


def test_a_game_on_a_board_tells_its_result(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 2)
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    (both,) = now(services, code).round(1).tables
    answer = client.form(f"/practice/{code}/rounds/1/board", pair=key(both))
    match = answer.headers["Location"].split("/")[2]
    play = Play(services, match)
    assert set(play.table.state.opened.deal[0] + play.table.state.opened.deal[1]) == set(cards_of(code)), (
        "the board has the fifty cards of the round"
    )
    assert (
        client.form(f"/practice/{code}/rounds/1/board", pair=key(both)).headers["Location"]
        == answer.headers["Location"]
    )
    play.do({"type": "forfeit", "player": "A", "how": "concession"})
    (game,) = history.games_of_member(services, both[0])
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how, game.by_hand) == (both[1], How.FORFEIT, False)
    assert "from the board" in client.get(f"/practice/{code}").text
    play.do({"type": "undo"})
    assert history.games_of_member(services, both[0]) == ()
    act(client, code, "result", pair=key(both), winner=str(both[0]), margin="3")
    assert history.games_of_member(services, both[0])[0].by_hand


def cards_of(code: str) -> list[int]:
    (division,) = divisions(code, 1)
    return [card for card in range(1, 101) if division.cards >> card & 1]


def test_lessons_count_for_nobody(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 2)
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    (both,) = now(services, code).round(1).tables
    act(client, code, "result", pair=key(both), winner=str(both[0]), margin="20")
    act(client, code, "lesson", pair=key(both), on="yes")
    assert [game.counts for game in history.games_of_member(services, both[0])] == [False]
    act(client, code, "lesson", pair=key(both), on="no")
    act(client, code, "clear", pair=key(both))
    assert history.games_of_member(services, both[0]) == ()


def test_all_devices_divide_alike_and_anew_only_when_asked(client: PageClient, services: Services) -> None:
    code = planned(client)
    before = operations.division_of(now(services, code), 2)
    assert before == divisions(code, 5)[1]
    client.form(f"/practice/{code}/divide")
    assert operations.division_of(now(services, code), 2) == divisions(code, 2, 1)[1]


def test_a_phone_taps_its_name_and_sees_its_table(
    app: Flask, client: PageClient, services: Services, phone: PageClient
) -> None:
    code, people = with_people(client, services, 3)
    ise = members.add(services, Person("伊勢大輔", "いせのたいふ"))
    enter(app, phone, Role.SPECTATOR)
    assert "伊勢大輔" in phone.get(f"/practice/{code}/here").text
    assert phone.form(f"/practice/{code}/here", person=str(ise)).status_code == 303
    assert "You are here." in phone.get(f"/practice/{code}/here").text
    assert ise in now(services, code).here
    act(client, code, "pair")
    assert "Table " not in phone.get(f"/practice/{code}/here").text, "a draft is nobody's business"
    assert phone.get(f"/practice/{code}").text.count("No round is called yet") == 1
    act(client, code, "call", on="yes")
    assert "Table " in phone.get(f"/practice/{code}/here").text
    assert "at table" in phone.get(f"/practice/{code}").text
    assert "never met" in client.get(f"/practice/{code}").text
    assert "never met" not in phone.get(f"/practice/{code}").text, "reasons are for helpers"
    phone.form(f"/practice/{code}/away")
    assert ise not in now(services, code).here
    phone.form(f"/practice/{code}/here", person=str(ise))
    phone.form(f"/practice/{code}/not-me")
    assert ise not in now(services, code).here
    assert "Tap your name" in phone.get(f"/practice/{code}/here").text
    assert set(people) == set(now(services, code).here)


def test_whoever_runs_the_practice_shows_phones_the_way_where_one_reaches_the_server(
    client: PageClient, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = planned(client)
    assert "By phone" not in client.get(f"/practice/{code}/people").text
    monkeypatch.setattr(phone_way, "addresses", lambda _host, header: addresses("192.168.1.5", header))
    page = client.get(f"/practice/{code}/people").text
    assert f'href="http://192.168.1.5:8100/practice/{code}/here"' in page
    assert page.split("By phone")[1].count("<svg") == 1


def test_a_phone_enters_nobody_whom_it_may_not_see(
    app: Flask, client: PageClient, services: Services, phone: PageClient
) -> None:
    code, _ = with_people(client, services, 2)
    child = members.add(services, Person("童子"))
    client.form(f"/club/members/{child}/shown", shown_to="helpers")
    enter(app, phone, Role.SPECTATOR)
    assert "童子" not in phone.get(f"/practice/{code}/here").text
    phone.form(f"/practice/{code}/here", person=str(child))
    assert child not in now(services, code).here
    client.form(f"/practice/{code}/come", person=str(child))
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    assert "童子" in client.get(f"/practice/{code}").text
    assert "童子" not in phone.get(f"/practice/{code}").text
    assert "a player" in phone.get(f"/practice/{code}").text


def test_where_all_may_look_on_no_practice_is_seen(config: Config) -> None:
    app = create_app(config_in(config.folder, public=True))
    services = services_of(app)
    code = planned(client_at(app, "127.0.0.1", "localhost:8100"))
    looking = client_at(app, PHONE, HOST)
    for url in ("/practice/", f"/practice/{code}", f"/practice/{code}/here", f"/practice/{code}/now"):
        assert looking.get(url).status_code == 403, url
    services.close()


def test_a_guest_comes_by_name(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 1)
    client.form(f"/practice/{code}/guest", name="旅の者")
    page = client.get(f"/practice/{code}/people").text
    assert "旅の者" in page
    (guest,) = set(now(services, code).here) - {1}
    assert members.one(services, guest).standing == "guest"


def test_wishes_of_the_evening(client: PageClient, services: Services) -> None:
    code, people = with_people(client, services, 3)
    client.form(f"/practice/{code}/want", person=str(people[0]), aim="stronger", reads="yes")
    act(client, code, "pair")
    assert now(services, code).round(1).out[0][0] == people[0], "who can read, reads"
    assert "stronger players" in client.get(f"/practice/{code}/people").text


def test_who_was_entered_twice_is_one_in_the_history(client: PageClient, services: Services) -> None:
    code, people = with_people(client, services, 2)
    act(client, code, "pair")
    act(client, code, "call", on="yes")
    (both,) = now(services, code).round(1).tables
    act(client, code, "result", pair=key(both), winner=str(both[0]), margin="4")
    again = members.add(services, Person("小町"))
    merging.merge(services, people[0], again)
    assert len(history.games_of_member(services, again)) == 1
    second = planned(client, day="2026-12-01")
    for person in (again, people[1]):
        client.form(f"/practice/{second}/come", person=str(person))
    client.form(f"/practice/{second}/rounds/1/pair")
    assert "met yesterday" in client.get(f"/practice/{second}").text


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"day": "gestern"}, "day"),
        ({"day": ""}, "day"),
        ({"rounds": "0"}, "rounds"),
        ({"rounds": "①"}, "rounds"),
    ],
)
def test_a_plan_that_cannot_be_stays_typed(client: PageClient, fields: dict[str, str], place: str) -> None:
    answer = client.form("/practice/new", **({"day": "2026-11-30", "place": "畳の間"} | fields))
    assert answer.status_code == 422
    assert f'id="{place}-error"' in answer.text
    assert 'value="畳の間"' in answer.text


def test_the_first_page_leads_to_todays_practice(client: PageClient, services: Services) -> None:
    code = planned(client, day=practice_day(now_utc()).isoformat())
    planned(client, day="2020-01-01", place="昔の間")
    page = client.get("/").text
    assert f'href="/practice/{code}"' in page
    assert "昔の間" not in page
    client.form(f"/practice/{code}/close", on="yes")
    assert f'href="/practice/{code}"' not in client.get("/").text


def test_a_plan_is_changed(client: PageClient, services: Services) -> None:
    code = planned(client)
    client.form(f"/practice/{code}/plan", day="2026-12-02", rounds="５", reading="machine")
    plan = now(services, code).plan
    assert (plan.day.isoformat(), plan.rounds, plan.divided) == ("2026-12-02", 5, False)


def test_the_list_of_practices_knows_what_another_process_wrote(services: Services) -> None:
    here, elsewhere = practices(services.store), Practices(services.store)
    codes = [operations.plan(services, Planned(dt.date(2026, 11, day))) for day in (30, 29)]
    assert [one.code for one in here.all()] == codes
    elsewhere.change(codes[1], lambda _session: (Closed(),), "x")
    assert [one.closed for one in here.all()] == [False, True]


def test_no_event_of_a_practice_names_anybody(client: PageClient, services: Services) -> None:
    code, _ = with_people(client, services, 2)
    act(client, code, "pair")
    stored = str([event.public() for event in services.store.load(stream_of(code))])
    assert not any(name in stored for name in NAMES)


def test_a_practice_names_people_as_they_were_called_on_its_day(
    client: PageClient, services: Services
) -> None:
    """小町 takes another name on 1 April; a second 小町 is in the club all along."""
    day = {"day": "2026-01-31"}
    code, (komachi, narihira) = with_people(client, services, 2, **day)
    other = members.add(services, Person("小町", note="妹"))
    assert client.form(f"/practice/{code}/come", person=str(other)).status_code == 303
    act(client, code, "pair")
    game = next(iter(now(services, code).round(1).tables))
    act(client, code, "call", on="yes")
    winner = str(game[0])
    act(client, code, "result", pair=f"{game[0]}-{game[1]}", winner=winner, margin="3")
    april = dt.date(2026, 4, 1)
    members.change(services, komachi, Person("在原小町", note="姉"), renamed=april)
    for page in (f"/practice/{code}", f"/practice/{code}/people"):
        text = client.get(page).text
        assert "小町 (姉)" in text, page
        assert "小町 (妹)" in text, page
    assert "在原小町" not in client.get(f"/practice/{code}").text
    rows = list(csv.DictReader(io.StringIO(client.get("/club/results.csv").data.decode("utf-8-sig"))))
    assert len(rows) == 2
    assert {row["player"] for row in rows} <= {"小町", "業平"}
    for later in ("2026-04-01", "2026-05-01"):
        code = planned(client, day=later)
        for person in (komachi, narihira):
            client.form(f"/practice/{code}/come", person=str(person))
        act(client, code, "pair")
        assert "在原小町" in client.get(f"/practice/{code}").text, later
    assert "在原小町" in client.get("/club/?q=小町").text
