"""Results: facts that follow from the matches' logs."""

import csv
import datetime as dt
import io
import time
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from flask_babel import format_date

from engine.karuta.player import Player
from engine.karuta.state import Ending
from tests.support.club import PageClient
from tests.support.match_table import A_CARDS, B_CARDS, Play
from webapp import results
from webapp.club import members
from webapp.club.export import COLUMNS
from webapp.club.members import Person
from webapp.csv_file import safe
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.practice_day import practice_day
from webapp.services import Services


def match(services: Services, a: Seat, b: Seat) -> Play:
    return Play(services, opening.open_match(services, (a, b), Dealt((A_CARDS, B_CARDS))))


def won_by_a(play: Play, margin: int) -> None:
    """Let A take all own cards, and B enough of B's own to be left with `margin`."""
    for card in B_CARDS[: 25 - margin]:
        play.read(card, "B")
    for card in A_CARDS:
        play.read(card, "A")


def test_a_match_becomes_a_result_when_it_is_over(services: Services) -> None:
    play = match(services, Seat("小町"), Seat("業平"))
    assert results.latest(services) == ()
    won_by_a(play, 7)
    (found,) = results.latest(services)
    assert (found.names, found.winner, found.ending, found.margin) == (
        ("小町", "業平"),
        Player.A,
        Ending.CARDS,
        7,
    )
    assert (found.fouls, found.reads, found.reading) == ((0, 0), 43, None)


def test_taking_the_last_read_back_takes_the_result_back(services: Services) -> None:
    play = match(services, Seat("小町"), Seat("業平"))
    won_by_a(play, 7)
    play.do({"type": "undo"})
    assert results.latest(services) == ()


def test_a_correction_changes_the_result(services: Services) -> None:
    play = match(services, Seat("小町"), Seat("業平"))
    won_by_a(play, 7)
    # the first read was a card of B's that B took: after all nobody did, and it stays on the field
    play.do({"type": "correct", "index": 0, "read": {"card": B_CARDS[0], "took": None}})
    assert results.latest(services)[0].margin == 8


def test_fouls_are_counted(services: Services) -> None:
    play = match(services, Seat("小町"), Seat("業平"))
    play.read(60, None, touched={"A": [], "B": ["own", "opp"]})
    play.send(1)
    play.send(2)
    play.do({"type": "forfeit", "player": "A", "how": "concession"})
    (found,) = results.latest(services)
    assert (found.fouls, found.winner, found.margin) == ((0, 2), Player.B, None)


def test_a_members_matches_add_up(client: PageClient, services: Services) -> None:
    komachi, narihira = (members.add(services, Person(name)) for name in ("小町", "業平"))
    won_by_a(match(services, Seat("小町", komachi), Seat("業平", narihira)), 7)
    won_by_a(match(services, Seat("業平", narihira), Seat("小町", komachi)), 3)
    play = match(services, Seat("小町", komachi), Seat("客"))
    play.do({"type": "forfeit", "player": "B", "how": "forfeit"})
    match(services, Seat("小町", komachi), Seat("業平", narihira))  # still played
    found = results.of_member(services, komachi)
    assert [result.margin for result in found] == [None, 3, 7]
    assert results.tally(found, komachi) == results.Tally(1, 1, 1, (1, 1), 7, 3, 0)
    assert results.tally(results.of_member(services, narihira), narihira) == results.Tally(
        1, 1, 0, (1, 1), 3, 7, 0
    )
    page = client.get(f"/club/members/{komachi}").text
    assert "1 forfeit does not count." in page
    assert page.count(">read by read<") == 3


def test_cards_behind_are_those_of_losses_by_cards(client: PageClient, services: Services) -> None:
    komachi, narihira = (members.add(services, Person(name)) for name in ("小町", "業平"))
    won_by_a(match(services, Seat("業平", narihira), Seat("小町", komachi)), 4)
    given_up = match(services, Seat("小町", komachi), Seat("業平", narihira))
    given_up.do({"type": "forfeit", "player": "A", "how": "concession"})
    assert results.tally(results.of_member(services, komachi), komachi) == results.Tally(
        0, 2, 0, (0, 1), 0, 4, 0
    )
    page = client.get(f"/club/members/{komachi}").text
    assert "<dt>Cards behind, per loss</dt><dd>4</dd>" in page
    assert "<dt>Cards ahead, per win</dt><dd>–</dd>" in page


def test_a_name_stays_as_it_was_when_the_match_was_played(services: Services) -> None:
    komachi = members.add(services, Person("小町"))
    won_by_a(match(services, Seat("小町", komachi), Seat("業平")), 1)
    members.change(services, komachi, Person("小野小町"))
    assert results.of_member(services, komachi)[0].names[0] == "小町"


@pytest.mark.parametrize(
    ("local", "day"),
    [
        ("2026-01-31T23:30", "2026-01-31"),
        ("2026-02-01T00:30", "2026-01-31"),
        ("2026-02-01T03:59", "2026-01-31"),
        ("2026-02-01T04:01", "2026-02-01"),
    ],
)
def test_an_evening_ends_at_four_in_the_morning(app: Flask, local: str, day: str) -> None:
    at = dt.datetime.fromisoformat(local).astimezone()
    assert practice_day(at).isoformat() == day
    # and so in the lists
    with app.test_request_context(headers={"Accept-Language": "en"}):
        for when in (at, practice_day(at)):
            assert app.jinja_env.filters["day"](when) == format_date(dt.date.fromisoformat(day), "medium")


@pytest.fixture
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set the machine's zone, as far as the system lets a program do that."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system's zone cannot be set by a program")

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def test_another_zone_moves_no_match_to_another_day(
    services: Services, monkeypatch: pytest.MonkeyPatch, in_zone: Callable[[str], None]
) -> None:
    """Opened at 23:30 in Tokyo on the last of January it counts in January, whatever zone the machine is in later."""
    in_zone("Asia/Tokyo")
    monkeypatch.setattr(opening, "now", lambda: dt.datetime(2026, 1, 31, 14, 30, tzinfo=dt.UTC))
    won_by_a(match(services, Seat("小町"), Seat("業平")), 1)
    for zone in ("Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Honolulu"):
        in_zone(zone)
        (found,) = results.latest(services)
        assert found.day == dt.date(2026, 1, 31)


def rows(client: PageClient) -> list[dict[str, str]]:
    answer = client.get("/club/results.csv")
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_the_csv_has_a_row_for_each_player(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小野 小町", club="六歌仙", grade="A"))
    won_by_a(match(services, Seat("小野 小町", komachi), Seat('客 "一"')), 7)
    first, second = rows(client)
    assert (
        ",".join(first)
        == ",".join(COLUMNS)
        == ("event,date,class,grade,round,round_label,player,club,opponent,opponent_club,result,diff,status")
    )
    assert (first["player"], first["club"], first["grade"]) == ("小野 小町", "六歌仙", "A")
    assert (first["opponent"], first["result"], first["diff"], first["status"]) == (
        '客 "一"',
        "win",
        "7",
        "normal",
    )
    assert (second["player"], second["opponent_club"], second["result"]) == ('客 "一"', "六歌仙", "lose")
    assert first["date"] == second["date"] == results.latest(services)[0].day.isoformat()


@pytest.mark.parametrize("how", ["concession", "forfeit", "disqualification"])
def test_a_match_not_played_to_its_end_is_no_win_by_cards(
    client: PageClient, services: Services, how: str
) -> None:
    match(services, Seat("小町"), Seat("業平")).do({"type": "forfeit", "player": "B", "how": how})
    first, second = rows(client)
    assert [(row["result"], row["diff"], row["status"]) for row in (first, second)] == [
        ("win", "", "forfeit"), ("lose", "", "forfeit")
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["=1+1", "+81", "-x", "@SUM(A1)", "\tx", "＝1+1", "＋1", "－1", "＠x", "−1", "\nx"]
)
def test_a_name_cannot_become_a_formula(client: PageClient, services: Services, name: str) -> None:
    assert safe(name) == f"'{name}"
    won_by_a(match(services, Seat(name), Seat("業平")), 1)
    assert [row["player"] for row in rows(client)] == [f"'{name}", "業平"]


def test_ordinary_names_are_left_alone() -> None:
    assert [safe(name) for name in ("小町", "O'Hara", "a=b", "")] == ["小町", "O'Hara", "a=b", ""]
