"""Figures as people see them, from games of every kind."""

import csv
import datetime as dt
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Engine, event

from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.match_table import A_CARDS, B_CARDS, Play
from tests.support.sound_page import SilentStudio, SoundPage, order
from tests.support.tournament import club_tournament, drawn, play, play_on
from webapp import evening
from webapp.access.roles import Role
from webapp.club import members
from webapp.club.members import Person
from webapp.club.members import enter as enter_member
from webapp.club.merging import merge
from webapp.club.privacy import show_to
from webapp.db.database import Database
from webapp.figures.games import Where
from webapp.figures.records import all_games, records
from webapp.kept import Kept
from webapp.matches import opening
from webapp.matches.opening import Dealt, Seat
from webapp.reading import studio as studios
from webapp.services import Services
from webapp.tournaments import running, sheets
from webapp.tournaments.contests import all_tournaments
from webapp.tournaments.entering import Typed
from webapp.tournaments.rules import ClassRules

POETS = ("小町", "業平", "伊勢", "貫之")


def club(services: Services) -> list[int]:
    """Four people of class C who play a tournament; whoever comes first in the list wins, by five cards."""
    people = [
        members.add(services, Person(name, grade="C", grade_since=dt.date(2020, 1, 1))) for name in POETS
    ]
    entries = [Typed(name, member=number) for name, number in zip(POETS, people, strict=True)]
    found = play_on(services, drawn(services, club_tournament(services, entries)))
    running.finish(services, found.code, found.number, over=True, actor="test")
    return people


def match(services: Services, one: int, other: int) -> None:
    """A match on a board, which the second gives up."""
    seats = (Seat("", one), Seat("", other))
    play_ = Play(services, opening.open_match(services, seats, Dealt((A_CARDS, B_CARDS))))
    play_.do({"type": "forfeit", "player": "B", "how": "concession"})


def practice(client: PageClient, people: list[int], winner: int, margin: str) -> None:
    """A practice of two people, with its result."""
    plan = {"day": "2026-11-30", "place": "大津", "rounds": "1", "reading": "odd", "divided": ""}
    code = client.form("/practice/new", **plan).headers["Location"].split("/")[2]
    for one in people:
        client.form(f"/practice/{code}/come", person=str(one))
    client.form(f"/practice/{code}/rounds/1/pair")
    client.form(f"/practice/{code}/rounds/1/call", on="yes")
    pair = f"{min(people)}-{max(people)}"
    fields = {"pair": pair, "winner": str(winner), "margin": margin, "how": "cards"}
    assert client.form(f"/practice/{code}/rounds/1/result", **fields).status_code == 303


def table(client: PageClient, url: str) -> list[list[str]]:
    answer = client.get(url)
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))[1:]


def test_games_of_every_kind_are_counted_once(client: PageClient, services: Services) -> None:
    people = club(services)
    practice(client, people[:2], people[1], "1")
    games = all_games(services)
    assert [one.where for one in games] == [Where.TOURNAMENT] * 3 + [Where.PRACTICE]
    rows = {row[1]: row for row in table(client, "/figures/ranking.csv")}
    assert set(rows) == set(POETS)
    assert sum(int(row[4]) for row in rows.values()) == sum(int(row[5]) for row in rows.values()) == 4
    assert rows["業平"][-1] == "1–0"
    assert rows["小町"][-1] == "0–1"
    assert table(client, "/figures/months.csv") == [["2026-11", "4"]]


def test_a_persons_page_has_each_table_with_its_file(client: PageClient, services: Services) -> None:
    people = club(services)
    practice(client, people[:2], people[1], "1")
    at = f"/figures/members/{people[0]}"
    page = client.get(at).text
    for key in (
        "promotion",
        "rating",
        "months",
        "margins",
        "opponents",
        "levels",
        "classes",
        "readers",
        "places",
        "history",
    ):
        assert f'id="{key}"' in page, key
        assert table(client, f"{at}/{key}.csv"), key
    assert "<svg" in page
    assert " style=" not in page
    assert table(client, f"{at}/levels.csv")[0][:4] == ["C", "3", "2", "1"]
    assert next(row[:3] for row in table(client, f"{at}/margins.csv")) == ["1", "0", "1"]
    history = table(client, f"{at}/history.csv")
    assert history[0][0] == "2026-11-30"
    assert history[0][-1] == "-1"
    assert len(history) == 3
    assert client.get(f"{at}/nothing.csv").status_code == 404
    assert client.get("/figures/members/999").status_code == 404
    assert at in client.get(f"/club/members/{people[0]}").text


def test_the_outlook_counts_what_was_done_in_finished_classes(client: PageClient, services: Services) -> None:
    people = club(services)
    ways = table(client, f"/figures/members/{people[0]}/promotion.csv")
    assert [row[1:] for row in ways] == [["0", "1", "1"]]  # dan 1 is earned in class E, and this was C


def test_somebody_entered_twice_is_one(client: PageClient, services: Services) -> None:
    people = club(services)
    again = members.add(services, Person("小町", note="again"))
    practice(client, [again, people[3]], again, "7")
    merge(services, again, people[0], actor="test")
    assert len(table(client, f"/figures/members/{people[0]}/history.csv")) == 3
    assert client.get(f"/figures/members/{again}").status_code == 303


def test_who_is_not_shown_is_nobody_here_and_ratings_stay_the_same(
    app: Flask, client: PageClient, services: Services
) -> None:
    people = club(services)
    before = {row[1]: row[2] for row in table(client, "/figures/ranking.csv")}
    show_to(services, people[1], "helpers")
    looking_on = client_at(app, PHONE, HOST)
    enter(app, looking_on, Role.SPECTATOR)
    for url in (
        "/figures/",
        f"/figures/members/{people[0]}",
        "/figures/ranking.csv",
        f"/figures/members/{people[0]}/history.csv",
    ):
        answer = looking_on.get(url)
        assert answer.status_code == 200, url
        assert "業平" not in answer.data.decode()
        assert f"/figures/members/{people[1]}" not in answer.data.decode()
    assert looking_on.get(f"/figures/members/{people[1]}").status_code == 404
    assert looking_on.get(f"/figures/members/{people[1]}/history.csv").status_code == 404
    after = {row[1]: row[2] for row in table(looking_on, "/figures/ranking.csv")}
    assert after == {name: rating for name, rating in before.items() if name != "業平"}


@pytest.mark.parametrize("url", ["/figures/", "/figures/ranking.csv", "/figures/members/1"])
def test_an_empty_club_has_no_figures(client: PageClient, url: str) -> None:
    assert client.get(url).status_code == (200 if url == "/figures/" else 404)


def test_a_board_that_followed_a_reading_has_its_voice_for_a_reader(
    client: PageClient, services: Services, tmp_path: Path
) -> None:
    studios.use(services, SilentStudio(tmp_path / "clips"))
    reading = SoundPage(client, order(client, order="number", joka="0")).reading
    people = [members.add(services, Person(name)) for name in POETS[:2]]
    seats = (Seat(POETS[0], people[0]), Seat(POETS[1], people[1]))
    for follows in (True, False):
        code = opening.open_match(services, seats, Dealt((A_CARDS, B_CARDS)))
        if follows:
            evening.follow(services, code, reading, "test")
        Play(services, code).do({"type": "forfeit", "player": "A", "how": "concession"})
    assert [one.voice for one in all_games(services)] == ["mei", ""]
    rows = table(client, f"/figures/members/{people[1]}/readers.csv")
    assert sorted(row[0] for row in rows) == ["Mei, bundled", "not known"]


def test_players_of_teams_have_their_games(services: Services) -> None:
    one, other = (members.add(services, Person(name)) for name in POETS[:2])
    teams = [Typed("東", squad=(POETS[0], "右近", "蝉丸")), Typed("西", squad=(POETS[1],))]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=3)))
    for team, seats in (("1", 3), ("2", 1)):
        order = tuple(f"{team}.{seat}" for seat in range(1, seats + 1))
        found = sheets.hand_in(services, found.code, found.number, "m1", team=team, order=order, actor="test")
    play(services, found, "m1.1", "2.1", 3)
    (game,) = all_games(services)
    assert (set(game.people), game.margin, game.where) == ({one, other}, 3, Where.TOURNAMENT)
    assert game.people[game.winner or 0] == other


@pytest.fixture
def asked() -> Iterator[list[str]]:
    """Every question that the database is asked, while a test runs."""
    found: list[str] = []

    def spy(*given: Any) -> None:
        found.append(given[2])

    event.listen(Engine, "before_cursor_execute", spy)
    yield found
    event.remove(Engine, "before_cursor_execute", spy)


def test_however_many_there_are_a_view_asks_the_database_as_often(
    client: PageClient, services: Services, asked: list[str]
) -> None:
    """Neither classes nor matches are asked for one by one; what was counted is kept until something is written."""
    people = club(services)
    code = all_tournaments(services)[0].code
    match(services, *people[:2])
    figures = ("/figures/", "/figures/members/1")
    pages = (*figures, "/club/results.csv", "/club/results", f"/tournaments/{code}/1", f"/tournaments/{code}")

    def questions() -> dict[str, int]:
        found = {}
        for path in pages:
            asked.clear()
            assert client.get(path).status_code == 200
            found[path] = len(asked)
        return found

    def after_a_write(name: str) -> dict[str, int]:
        members.add(services, Person(name))
        questions()
        members.add(services, Person(f"{name}の君"))
        return questions()

    few, again = after_a_write("右近"), questions()
    entries = [Typed(name, member=one) for name, one in zip(POETS, people, strict=True)]
    for _ in range(3):
        play_on(services, drawn(services, club_tournament(services, entries)))
        match(services, *people[1:3])
    assert after_a_write("赤染") == few
    assert questions() == again
    assert all(again[path] < few[path] for path in figures[:1])


def test_what_is_kept_is_worked_out_again_after_anything_was_written(services: Services) -> None:
    people = club(services)
    before = records(services)
    assert records(services) is before
    match(services, *people[:2])
    assert len(records(services).games) == len(before.games) + 1
    elsewhere = Database(services.config.database_url)
    members_now = Kept[int]()
    count = lambda: len(members.by_number(services))  # noqa: E731
    assert members_now.of(services.database, count) == 4
    elsewhere.write(lambda transaction: enter_member(transaction.session, Person("右近")).id)
    assert members_now.of(services.database, count) == 5, "another process may write, too"
    elsewhere.close()
