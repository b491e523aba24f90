"""A sheet from its file to the figures, and out again."""

import io
import zipfile

import pytest

from tests.support.club import PageClient
from tests.support.tournament import club_tournament, drawn, play_on
from webapp.club import members
from webapp.club.erasing import forget
from webapp.club.members import Person
from webapp.club.own_data import own_data
from webapp.exchange import drafts
from webapp.figures.games import Where
from webapp.figures.records import all_games
from webapp.services import Services
from webapp.tournaments import boards
from webapp.tournaments.running import Spot

HEAD = "event,date,class,round,player,club,opponent,result,diff\n"
GOOD = "小倉大会,2026-04-05,C,1,小町,大津,業平,win,5\n小倉大会,2026-04-05,C,1,業平,小倉,小町,lose,5\n"
CONTRADICTS = "小倉大会,2026-04-05,C,2,小町,大津,伊勢,win,3\n小倉大会,2026-04-05,C,2,伊勢,,小町,win,4\n"


def hand_in(client: PageClient, text: str, name: str = "results.csv") -> str:
    """Hand a sheet in and return the address of its draft."""
    data = {"csrf_token": client.token(), "file": (io.BytesIO(text.encode()), name)}
    answer = client.post("/exchange/results", data=data)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_every_doubt_is_decided_before_anything_is_taken_in(client: PageClient, services: Services) -> None:
    ours = members.add(services, Person("小町", club="大津"))
    at = hand_in(client, HEAD + GOOD + CONTRADICTS)
    page = client.get(at).text
    assert "Both say that they won." in page
    assert 'value="小倉大会"' in page
    assert 'value="2026-04-05"' in page
    told = {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}
    answer = client.form(at, **told)
    assert answer.status_code == 422
    assert "1 thing still has to be decided" in answer.text
    assert all_games(services) == ()
    assert client.form(at, **told, m2="1").status_code == 303
    games = all_games(services)
    assert [(one.where, one.people, one.winner, one.margin) for one in games] == [
        (Where.IMPORTED, (ours, None), 0, 5),
        (Where.IMPORTED, (ours, None), 1, 4),
    ]
    page = client.get(f"/figures/members/{ours}").text
    assert "小倉大会" in page
    assert "伊勢" in page
    assert drafts.waiting(services) == ()


def test_a_draft_waits_with_what_was_decided(client: PageClient, services: Services) -> None:
    at = hand_in(client, HEAD + CONTRADICTS)
    assert client.form(at, event="x", day="2026-04-06", do="keep", m1="out").status_code == 303
    found = drafts.load(services, int(at.rsplit("/", 1)[1]))
    assert found.choice(found.checked.matches[0]) == "out"
    assert (found.event, str(found.day)) == ("x", "2026-04-06")
    assert at in client.get("/exchange/results").text
    assert client.form(f"{at}/drop").status_code == 303
    assert client.get(at).status_code == 404


def test_namesakes_are_decided_by_somebody(client: PageClient, services: Services) -> None:
    both = [members.add(services, Person("小町", note=note)) for note in ("年上", "年下")]
    at = hand_in(client, HEAD + GOOD)
    told = {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}
    assert client.form(at, **told).status_code == 422
    assert client.form(at, **told, p1="999").status_code == 422
    assert client.form(at, **told, p1=str(both[1])).status_code == 303
    assert all_games(services)[0].people == (both[1], None)


@pytest.mark.parametrize("day", ["", "2999-01-01", "xx"])
def test_a_day_that_has_come_is_wanted(client: PageClient, day: str) -> None:
    at = hand_in(client, HEAD + GOOD)
    answer = client.form(at, event="", day=day, do="enter")
    assert answer.status_code == 422
    assert "no day that has come" in answer.text


def test_a_sheet_goes_out_as_a_whole_and_a_second_one_is_named(
    client: PageClient, services: Services
) -> None:
    told = {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}
    assert client.form(hand_in(client, HEAD + GOOD), **told).status_code == 303
    at = hand_in(client, HEAD + GOOD, "again.csv")
    assert "would count twice" in client.get(at).text
    (taken,) = drafts.taken_in(services)
    assert taken.matches == 1
    assert client.form(f"/exchange/results/taken/{taken.sheet.id}/out").status_code == 303
    assert all_games(services) == ()
    assert (
        client.form(f"/exchange/results/taken/{taken.sheet.id}/out").status_code == 303
    )  # as the second click of two
    assert "would count twice" not in client.get(at).text


def test_a_page_from_before_the_same_sheet_was_taken_in_counts_nothing_twice(
    client: PageClient, services: Services
) -> None:
    told = {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}
    first, second = (hand_in(client, HEAD + GOOD, name) for name in ("one.csv", "two.csv"))
    assert 'name="before" value="0"' in client.get(second).text
    assert client.form(first, **told, before="0").status_code == 303
    refused = client.form(second, **told, before="0")
    assert (refused.status_code, len(all_games(services))) == (409, 1)
    assert "would count twice: one.csv" in refused.text
    assert 'name="before" value="1"' in refused.text
    assert client.form(second, **told, before="1").status_code == 303, "whoever was told may mean it"


def test_a_person_takes_their_data_along_and_is_forgotten(client: PageClient, services: Services) -> None:
    ours = members.add(services, Person("小町", club="大津"))
    told = {"event": "小倉大会", "day": "2026-04-05", "do": "enter"}
    assert client.form(hand_in(client, HEAD + GOOD), **told).status_code == 303
    hand_in(client, HEAD + GOOD)
    assert [row["opponent"] for row in own_data(services, ours)["sheets"]] == ["業平"]
    forget(services, ours)
    (game,) = all_games(services)
    assert game.names == ("", "業平")
    assert game.people == (ours, None)
    assert drafts.waiting(services) == ()


@pytest.mark.parametrize("text", ["", "x,y\n1,2\n", "<p>no table</p>"])
def test_what_holds_no_results_is_refused_with_a_reason(client: PageClient, text: str) -> None:
    data = {"csrf_token": client.token(), "file": (io.BytesIO(text.encode()), "x.csv")}
    answer = client.post("/exchange/results", data=data)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


def test_a_tournament_goes_out_as_a_workbook_that_comes_in(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, ["小町", "業平", "伊勢"])))
    data = client.get(f"/exchange/tournaments/{found.code}/results.xlsx").data
    upload = {"csrf_token": client.token(), "file": (io.BytesIO(data), "out.xlsx")}
    at = client.post("/exchange/results", data=upload).headers["Location"]
    draft = drafts.load(services, int(at.rsplit("/", 1)[1]))
    assert draft.taken == 2
    assert draft.open_matches == ()
    client.form(at, event="名人戦", day="2026-11-29", do="keep")
    assert "would count twice: 名人戦" in client.get(at).text


def test_the_records_of_boards_are_one_file(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, ["小町", "業平"]))
    page, file = f"/tournaments/{found.code}", f"/exchange/tournaments/{found.code}/records.zip"
    assert file not in client.get(page).text
    code = boards.open_board(services, found.code, 1, Spot.parse(found.fixtures[0].key), actor="test")
    assert file in client.get(page).text
    data = client.get(file).data
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        (name,) = packed.namelist()
    assert str(code) in name
