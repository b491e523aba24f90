"""What a helper prints of a tournament and of a practice."""

import datetime as dt
import io

from pypdf import PdfReader

from engine.tournament.events import Absence
from engine.tournament.outcome import How
from engine.tournament.standings import TieBreak
from tests.support.club import PageClient
from tests.support.tournament import ACTOR, club_tournament, drawn, play, play_on
from webapp.club.members import Person, add
from webapp.services import Services
from webapp.tournaments import running
from webapp.tournaments.contests import Contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.rules import ClassRules, Format

POETS = ("天智天皇", "持統天皇", "柿本人麿", "山部赤人", "猿丸大夫", "中納言家持", "安倍仲麿", "喜撰法師")


def printed(client: PageClient, found: Contest, what: str, **asked: str) -> list[str]:
    answer = client.get(f"/print/tournaments/{found.code}/{found.number}/{what}.pdf", query_string=asked)
    assert answer.status_code == 200, answer.headers
    assert answer.content_type == "application/pdf"
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.data)).pages]


def test_every_sheet_of_a_class_from_its_draw_to_its_certificates(
    client: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, [Typed(name, kana="x", club="小倉") for name in POETS]))
    assert all(name in printed(client, found, "names")[0] for name in POETS)
    assert all(name in printed(client, found, "cards-1")[0] for name in POETS)
    assert all(name in printed(client, found, "bracket")[0] for name in POETS)
    found = play_on(services, found)
    (sheet,) = printed(client, found, "results")
    assert sheet.count("○") == 7 + 3  # a heading in each round
    pages = printed(client, found, "certificates", style="upright", places="2", given_by="小倉かるた会")
    assert len(pages) == 2
    assert "Ｃ級" in pages[0]
    assert "優勝" in pages[0]
    assert "天智天皇殿" in pages[0]
    assert "準優勝" in pages[1]
    assert all(
        "名人戦" in page and "令和八年十一月二十九日" in page and "小倉かるた会" in page for page in pages
    )
    pages = printed(
        client, found, "certificates", style="level", places="4", text="Well done, {name} of {club}"
    )
    assert len(pages) == 8
    assert "Welldone,天智天皇of小倉" in pages[0]


def test_the_page_leads_to_what_there_is(client: PageClient, services: Services) -> None:
    found = club_tournament(services, [*POETS[:3], "森\U00031350"])
    at = f"/print/tournaments/{found.code}"
    page = client.get(at).text
    assert "U+31350" in page
    assert "bracket.pdf" not in page
    for what in ("bracket", "results", "cards-1", "certificates"):
        assert client.get(f"{at}/1/{what}.pdf").status_code == 303, what
    found = play_on(services, drawn(services, found))
    page = client.get(at).text
    for what in ("bracket", "results", "cards-1", "cards-2", "certificates", "names"):
        assert f"/1/{what}.pdf" in page, what
    assert at in client.get(f"/tournaments/{found.code}").text


def test_words_that_do_not_fit_are_refused_with_their_field(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS[:2])))
    at = f"/print/tournaments/{found.code}/1/certificates.pdf"
    assert client.get(at, query_string={"title": "x" * 61}).status_code == 303
    assert "title" in client.get(f"/print/tournaments/{found.code}").text
    assert client.get(at, query_string={"places": "0"}).status_code == 303


def test_walkovers_teams_and_leagues_are_printed(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:4], ClassRules(format=Format.LEAGUE, blocks=1)))
    key = found.fixtures[0].key
    winner = found.fixtures[0].players[0]
    found = play(services, found, key, winner, how=How.WALKOVER)
    assert "不戦" in printed(client, found, "results")[0]
    assert len(printed(client, found, "cards-1")) == 1
    assert client.get(f"/print/tournaments/{found.code}/1/bracket.pdf").status_code == 303
    found = drawn(services, club_tournament(services, POETS[:4]))
    found = running.leave(services, found.code, 1, ["1"], Absence.NO_SHOW, actor=ACTOR)
    assert "walkover" in printed(client, found, "bracket")[0]


def test_each_player_of_a_team_gets_a_certificate(client: PageClient, services: Services) -> None:
    add(services, Person("赤染衛門", "あかぞめえもん"))
    teams = [Typed("東", club="小倉", squad=("赤染衛門", "蝉丸", "喜撰")), Typed("西")]
    found = drawn(services, club_tournament(services, teams, ClassRules(boards=3), grade="団体"))
    found = play(services, found, "m1", "1", how=How.WALKOVER)
    page = client.get(f"/print/tournaments/{found.code}", headers={"Accept-Language": "ja"}).text
    assert "団体級" not in page
    assert page.count('name="players" value="yes"') == 2
    pages = printed(client, found, "certificates", players="yes", places="2")
    assert [
        next(who for who in ("赤染衛門殿", "蝉丸殿", "喜撰殿", "西殿") if who in page) for page in pages
    ] == [
        "赤染衛門殿",
        "蝉丸殿",
        "喜撰殿",
        "西殿",
    ]
    assert all("団体優勝" in page and "東の選手として" in page for page in pages[:3])
    (alone,) = printed(client, found, "certificates", places="1")
    assert "東殿" in alone
    (level,) = printed(client, found, "certificates", places="1", style="level", name="{name} ({team})")
    assert "東(東)" in level


def test_the_tables_of_a_league_are_printed_as_they_stand(client: PageClient, services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, blocks=2, tie_breaks=(TieBreak.POINTS, TieBreak.LOT))
    found = club_tournament(services, POETS[:7], rules)
    at = f"/print/tournaments/{found.code}"
    assert client.get(f"{at}/1/tables.pdf").status_code == 303
    found = drawn(services, found)
    one, other = found.state.blocks[0].players[:2]
    found = play(
        services, found, next(f.key for f in found.fixtures if set(f.players) == {one, other}), one, 7
    )
    assert f"{at}/1/tables.pdf" in client.get(at).text
    pages = printed(client, found, "tables")
    assert ["Block1" in page for page in pages] == [True, False]
    assert ["○7" in page and "×7" in page for page in pages] == [True, False]
    assert all(any(found.names.plain(who) in page for page in pages) for who in found.drawn_ids)
    lots = ", ".join(found.names[who] for who in found.state.blocks[0].lots)
    assert "".join(lots.split()) in pages[0], "whoever is told apart by lot can see it"
    assert lots in client.get(f"/tournaments/{found.code}/1").text


def test_the_day_of_a_document_is_the_tournaments(client: PageClient, services: Services) -> None:
    found = club_tournament(services, POETS[:2])
    answer = client.get(f"/print/tournaments/{found.code}/1/names.pdf")
    made = PdfReader(io.BytesIO(answer.data)).metadata
    assert made is not None
    assert made.creation_date is not None
    assert made.creation_date.date() == dt.date(2026, 11, 29)


def test_a_practice_has_a_sheet_for_each_round(client: PageClient, services: Services) -> None:
    people = [add(services, Person(name)) for name in POETS[:5]]
    plan = {"day": "2026-11-29", "place": "大津", "rounds": "2", "reading": "odd", "divided": "yes"}
    code = client.form("/practice/new", **plan).headers["Location"].split("/")[2]
    for one in people:
        client.form(f"/practice/{code}/come", person=str(one))
    assert client.get(f"/print/practice/{code}/round-1.pdf").status_code == 303
    client.form(f"/practice/{code}/rounds/1/pair")
    assert f"/print/practice/{code}/round-1.pdf" in client.get(f"/practice/{code}").text
    answer = client.get(f"/print/practice/{code}/round-1.pdf")
    (page,) = ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.data)).pages]
    assert all(name in page for name in POETS[:5])
    assert "大津" in page
