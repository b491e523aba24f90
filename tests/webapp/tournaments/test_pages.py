"""The pages of tournaments, as an organiser, a helper and a phone in the hall use them."""

import csv
import datetime as dt
import html
import io
import re

import pytest
from flask import Flask
from openpyxl import Workbook
from werkzeug.test import TestResponse

from engine.tournament.events import Absence
from engine.tournament.outcome import Outcome
from poems.chance import Seed
from tests.support.club import PageClient, enter
from tests.support.tournament import ACTOR, club_tournament, drawn, play, play_on, ready
from webapp.access.roles import Role
from webapp.club.members import Person, add
from webapp.club.privacy import show_to
from webapp.services import Services
from webapp.tournaments import boards, contests, entering, running, setup
from webapp.tournaments.contests import Contest, contest
from webapp.tournaments.entering import Typed
from webapp.tournaments.holder import HOLDER
from webapp.tournaments.log import Purpose
from webapp.tournaments.rules import TEAM_TIE_BREAKS, ClassRules, Format
from webapp.tournaments.running import Spot
from webapp.tournaments.wide import title

CONCEDED = {"type": "forfeit", "player": "B", "how": "concession"}
POETS = ("天智天皇", "持統天皇", "柿本人麿", "山部赤人", "猿丸大夫", "中納言家持", "安倍仲麿", "喜撰法師")


def at(found: Contest, page: str = "") -> str:
    return f"/tournaments/{found.code}/{found.number}{page}"


def again(known: Services, found: Contest) -> Contest:
    return contest(known, found.code, found.number)


def test_a_tournament_from_its_form_to_its_draw(client: PageClient, services: Services) -> None:
    answer = client.form("/tournaments/new", name="名人戦", day="2026-11-29", place="大津", meet="club")
    assert answer.status_code == 303
    classes = answer.headers["Location"]
    answer = client.form(
        classes, name="A", grade="A", format="knockout", boards="0", games="3", capacity="", fee="2500"
    )
    assert answer.status_code == 303
    entries = answer.headers["Location"]
    for name in POETS[:5]:
        assert client.form(entries, name=name, club="小倉").status_code == 303
    page = client.get(entries).text
    assert all(name in page for name in POETS[:5])
    (of,) = contests.all_tournaments(services)
    assert (of.name, of.place, of.meet) == ("名人戦", "大津", "club")
    found = contest(services, of.code, 1)
    assert (found.rules.games, found.row.fee, len(found.entries)) == (3, 2500, 5)
    client.form(at(found, "/draw/seed"))
    look = client.get(at(found, "/draw")).text
    assert "This draw holds" in look
    assert str(again(services, found).state.waiting()) in look
    looked_at = re.search(r'name="looked_at" value="(\w+)"', look)
    assert looked_at is not None
    assert client.form(at(found, "/draw"), looked_at=looked_at[1]).status_code == 303
    shown = client.get(at(found)).text
    assert again(services, found).state.seedings[0].seed in shown
    for page in ("", "/entries", "/checkin", "/draw", "/desk", "/entries/1"):
        assert client.get(at(found, page)).status_code == 200, page
    for page in ("", "/hall", "/screen", "/edit", "/results.csv"):
        assert client.get(f"/tournaments/{of.code}{page}").status_code == 200, page


def test_what_was_typed_stays_where_it_is_refused(client: PageClient, services: Services) -> None:
    answer = client.form("/tournaments/new", name="", day="29.11.", place="大津")
    assert answer.status_code == 422
    assert 'value="大津"' in answer.text
    assert 'value="29.11."' in answer.text
    found = club_tournament(services, POETS[:2])
    answer = client.form(
        f"/tournaments/{found.code}/classes/new", name="B", boards="3", games="3", capacity="0"
    )
    assert answer.status_code == 422
    assert 'value="B"' in answer.text
    answer = client.form(at(found, "/entries"), name="小町", kana="こまち", seed_group="first")
    assert answer.status_code == 422
    assert 'value="こまち"' in answer.text
    assert "1 for the strongest" in answer.text


@pytest.mark.parametrize("day", ["2026-08-09", "2026/8/9", "2026年8月9日"])
def test_days_with_and_without_leading_zeros(client: PageClient, services: Services, day: str) -> None:
    assert client.form("/tournaments/new", name="夏", day=day).status_code == 303
    assert contests.all_tournaments(services)[0].day == dt.date(2026, 8, 9)


def test_no_typed_moment_and_no_forged_row_is_a_fault(client: PageClient, services: Services) -> None:
    found = club_tournament(services, ())
    for moment in ("9999-12-31T23:59", "0001-01-01T00:00", "soon"):
        answer = client.form(f"/tournaments/{found.code}/edit", name="x", day="2026-11-29", closes_at=moment)
        assert answer.status_code in (303, 422)
    rows = '[{"class_number": 1, "name": "小町", "member": 99999999999999999999}]'
    assert client.form(f"/tournaments/{found.code}/entries/take", rows=rows, row="0").status_code == 303
    assert client.form(f"/tournaments/{found.code}/entries/take", rows="[{}]", row="0").status_code == 422
    assert [one.member for one in again(services, found).entries] in ([], [None])


def test_the_deadline_holds_unless_the_desk_says_otherwise(client: PageClient, services: Services) -> None:
    found = club_tournament(services, ())
    client.form(f"/tournaments/{found.code}/edit", name="x", day="2026-11-29", closes_at="2026-01-01T12:00")
    answer = client.form(at(found, "/entries"), name="小町")
    assert answer.status_code == 409
    assert "The deadline has passed" in answer.text
    assert 'value="小町"' in answer.text
    assert client.form(at(found, "/entries"), name="小町", late="yes").status_code == 303
    assert [one.name for one in again(services, found).entries] == ["小町"]


def test_a_file_is_looked_at_before_it_is_taken_in(client: PageClient, services: Services) -> None:
    komachi = add(services, Person("小野小町", "おののこまち", "小倉"))
    found = club_tournament(services, [Typed("蝉丸", club="逢坂")], grade="C")
    lines = [
        "氏名,よみ,会,級,段",
        "小野小町,おののこまち,小倉,C,参段",
        "氏名,よみ,会,級,段",
        "蝉丸,せみまる,逢坂,C,",
        "在原業平,ありわらのなりひら,,Ｃ級,十二段",
        "壬生忠岑,みぶのただみね,,Z,",
    ]
    data = {
        "csrf_token": client.token(),
        "entries": (io.BytesIO("\n".join(lines).encode("cp932")), "申込.csv"),
    }
    page = client.post(f"/tournaments/{found.code}/entries/file", data=data)
    assert page.status_code == 200
    assert "the headings are repeated" in page.text
    assert "“Z”" in page.text
    assert "somebody of this name and club is entered already" in page.text
    assert f'<option value="{komachi}" selected>member: 小野小町</option>' in page.text
    assert page.text.count("nobody in the club has this name") == 3
    rows = re.search(r'name="rows" value="([^"]*)"', page.text)
    assert rows is not None
    boxes = re.findall(r'name="row" value="(\d)"[^>]*>', page.text)
    ticked = re.findall(r'name="row" value="(\d)"[^>]* checked>', page.text)
    assert (boxes, ticked) == (["0", "1", "2", "3"], ["0", "2"])
    answer = client.post(
        f"/tournaments/{found.code}/entries/take",
        data={"csrf_token": client.token(), "rows": html.unescape(rows[1]), "row": ["0", "2"]},
    )
    assert answer.status_code == 303
    after = again(services, found).entries
    assert [(one.name, one.dan, one.member) for one in after[1:]] == [
        ("小野小町", 3, komachi),
        ("在原業平", None, None),
    ]


def test_a_workbook_is_read_like_a_file_of_text(client: PageClient, services: Services) -> None:
    found = club_tournament(services, ())
    book = Workbook()
    book.active.append(["氏名", "級", "段位"])
    book.active.append(["小野小町", "C", 3])
    stream = io.BytesIO()
    book.save(stream)
    sent = {"csrf_token": client.token(), "entries": (io.BytesIO(stream.getvalue()), "申込.xlsx")}
    page = client.post(f"/tournaments/{found.code}/entries/file", data=sent)
    assert "小野小町" in page.text
    assert "参段" in page.text


def test_a_file_that_is_none_is_refused_in_words(client: PageClient, services: Services) -> None:
    found = club_tournament(services, POETS[:2])
    for data, words in (
        (b"", "Choose a file first"),
        (b"name\n", "no entries follow"),
        (b"PK\x03\x04zip", "no Excel workbook"),
    ):
        sent = {"csrf_token": client.token(), "back": "1", "entries": (io.BytesIO(data), "x.csv")}
        answer = client.post(f"/tournaments/{found.code}/entries/file", data=sent, follow_redirects=True)
        assert (answer.status_code, words in answer.text) == (200, True), words


def test_check_in_by_tapping_and_by_kana(client: PageClient, services: Services) -> None:
    found = club_tournament(services, [Typed("小野小町", "おののこまち"), Typed("蝉丸", "せみまる")])
    page = client.get(at(found, "/checkin?q=コマチ")).text
    assert "小野小町" in page
    assert "蝉丸" not in page
    page = client.post(
        at(found, "/entries/1/here"), data={"csrf_token": client.token()}, follow_redirects=True
    ).text
    assert "1 of 2 are here" in page
    client.form(at(found, "/entries/1/away"))
    assert not again(services, found).entries[0].here


def test_the_desk_takes_results_and_keeps_what_it_refuses(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    first = ready(found)[0]
    assert first.pair is not None
    pair, winner = ",".join(first.pair), first.pair[0]
    here = at(found, f"/results/{first.key}")
    answer = client.form(here, pair=pair, margin="１２")
    assert (answer.status_code, "The winner is missing" in answer.text) == (409, True)
    assert 'value="１２"' in answer.text
    for wrong in ("0", "51"):
        answer = client.form(here, pair=pair, winner=winner, margin=wrong)
        assert (answer.status_code, "1 to 25" in answer.text) == (409, True)
    for wrong in ("〇", "十二", "①", "1.5", "-3"):
        answer = client.form(here, pair=pair, winner=winner, margin=wrong)
        assert (answer.status_code, "whole number such as 12" in answer.text) == (422, True)
    answer = client.form(here, pair=pair, winner=winner, margin="3", how="walkover")
    assert "leave it empty" in answer.text
    answer = client.form(here, pair=pair, winner=winner, margin=" 1２ ")
    assert answer.status_code == 303
    outcome = again(services, found).fixture(first.key).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == (winner, 12)
    answer = client.form(here, pair=pair, winner=first.pair[1], margin="3")
    assert (answer.status_code, "Correct it, if it is wrong" in answer.text) == (409, True)


@pytest.mark.parametrize("side", [0, 1])
def test_26_cards_are_taken_with_a_word_of_doubt(client: PageClient, services: Services, side: int) -> None:
    found = drawn(services, club_tournament(services, POETS[:2]))
    (final,) = found.fixtures
    assert final.pair is not None
    sent = {"pair": ",".join(final.pair), "winner": final.players[side], "margin": "26"}
    page = client.post(
        at(found, "/results/m1"), data={"csrf_token": client.token(), **sent}, follow_redirects=True
    ).text
    assert "only penalties can make that" in page


def test_a_correction_is_looked_at_first(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS)))
    semi = next(one for one in found.fixtures if one.key in ("m2", "m3") and "1" in one.players)
    assert semi.pair is not None
    other = next(one for one in semi.pair if one != "1")
    pair = ",".join(semi.pair)
    look = client.get(at(found, f"/results/{semi.key}?pair={pair}&winner={other}&margin=2&how=normal")).text
    assert "the result does not count any more" in look
    assert "1 match that was played later does not count any more" in look
    assert again(services, found).state == found.state
    sent = {"pair": pair, "winner": other, "margin": "2", "how": "normal"}
    stale = client.form(at(found, f"/results/{semi.key}/correct"), seen="1", **sent)
    assert (stale.status_code, "in the meantime" in stale.text) == (409, True)
    done = client.form(at(found, f"/results/{semi.key}/correct"), seen=str(found.state.seq), **sent)
    assert done.status_code == 303
    desk = client.get(at(found, "/desk")).text
    assert "does not count any more, since others meet here now" in desk
    # back again: the final stands as it stood
    found = again(services, found)
    client.form(
        at(found, f"/results/{semi.key}/correct"),
        pair=pair,
        winner="1",
        margin="5",
        seen=str(found.state.seq),
    )
    assert again(services, found).fixture("m1").winner == "1"


def test_a_correction_that_changes_nothing_says_so(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS[:2])))
    (final,) = found.fixtures
    assert final.pair is not None
    assert final.outcome is not None
    same = {
        "pair": ",".join(final.pair),
        "winner": final.outcome.winner or "",
        "margin": str(final.outcome.margin),
    }
    answer = client.form(at(found, "/results/m1/correct"), **same, seen=str(found.state.seq))
    assert answer.status_code == 303
    assert again(services, found).state.seq == found.state.seq
    desk = client.get(at(found, "/desk")).text
    assert "Nothing has changed" in desk
    assert "It is corrected" not in desk


def test_a_correction_can_take_a_result_back(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS[:2])))
    (final,) = found.fixtures
    assert final.pair is not None
    pair = ",".join(final.pair)
    assert "open again" in client.get(at(found, f"/results/m1?pair={pair}&winner=open")).text
    answer = client.form(
        at(found, "/results/m1/correct"), pair=pair, winner="open", seen=str(found.state.seq)
    )
    assert answer.status_code == 303
    assert again(services, found).fixture("m1").ready


def test_no_shows_and_late_entries_at_the_desk(client: PageClient, services: Services) -> None:
    found = club_tournament(services, POETS[:6])
    entering.set_here(services, found.code, found.number, range(1, 6), here=True)
    found = drawn(services, found)
    answer = client.post(at(found, "/no-shows"), data={"csrf_token": client.token()}, follow_redirects=True)
    assert "is here after all" in answer.text
    found = again(services, found)
    assert found.state.main is not None
    assert set(found.state.main.absent) == {"6"}
    client.form(at(found, "/entries"), name="蝉丸")
    page = client.get(at(found, "/late/7")).text
    assert "In the place of 中納言家持, who is absent" in page
    place = re.search(r'name="place" value="(\d+)"', page)
    assert place is not None
    assert client.form(at(found, "/late/7"), place=place[1]).status_code == 303
    bracket = again(services, found).state.main
    assert bracket is not None
    assert bracket.leaves[int(place[1])] == "7"
    client.form(at(found, "/no-shows"))
    assert again(services, found).state.main == bracket


def test_who_is_here_after_all_is_no_no_show_once_more(client: PageClient, services: Services) -> None:
    found = club_tournament(services, POETS[:4])
    entering.set_here(services, found.code, found.number, range(1, 4), here=True)
    found = drawn(services, found)
    client.form(at(found, "/no-shows"))
    client.form(at(found, "/back"), entrant="4")
    client.form(at(found, "/no-shows"))
    main = again(services, found).state.main
    assert main is not None
    assert not main.absent


def test_no_shows_are_those_whom_the_desk_still_expects(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    client.form(at(found, "/no-shows"))
    main = again(services, found).state.main
    assert main is not None
    assert not main.absent
    (one, out), (other, missing) = (match.players for match in ready(found))
    entering.set_here(services, found.code, found.number, (int(one), int(other)), here=True)
    client.form(at(found, "/away"), entrant=out, why="disqualified")
    client.form(at(found, "/no-shows"))
    main = again(services, found).state.main
    assert main is not None
    assert {who: str(away.why) for who, away in main.absent.items()} == {
        out: "disqualified",
        missing: "no_show",
    }


def test_nobody_is_waited_for_who_has_played_or_when_everything_is_decided(
    client: PageClient, services: Services
) -> None:
    found = club_tournament(services, POETS[:4])
    entering.set_here(services, found.code, found.number, range(1, 2), here=True)
    found = drawn(services, found)
    offer = "They do not come any more"
    first, second = ready(found)
    played, walkover = (first, second) if "1" in first.players else (second, first)
    (other,) = set(played.players) - {"1"}
    winner, away = walkover.players
    assert "3 have not checked in" in client.get(at(found, "/desk")).text
    client.form(at(found, f"/results/{played.key}"), pair=",".join(played.players), winner=other, margin="3")
    assert "2 have not checked in" in client.get(at(found, "/desk")).text
    client.form(
        at(found, f"/results/{walkover.key}"), pair=",".join(walkover.players), winner=winner, how="walkover"
    )
    page = client.get(at(found, "/desk")).text
    assert f"1 has not checked in: {found.names[away]}" in page
    assert offer in page
    assert offer not in client.get(at(play_on(services, again(services, found)), "/desk")).text


def test_where_nobody_reports_nobody_is_missing_after_a_late_entry(
    client: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, POETS[:3]))
    client.form(at(found, "/entries"), name="蝉丸")
    place = re.search(r'name="place" value="(\d+)"', client.get(at(found, "/late/4")).text)
    assert place is not None
    client.form(at(found, "/late/4"), place=place[1])
    assert not again(services, found).checks_in


def test_a_result_arrives_from_a_board(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    first = ready(found)[0]
    answer = client.form(at(found, f"/results/{first.key}/board"))
    code = answer.headers["Location"].split("/")[2]
    assert client.form(at(found, f"/results/{first.key}/board")).headers["Location"].split("/")[2] == code
    (board,) = again(services, found).boards
    command = CONCEDED
    sent = {"client_id": "0" * 32, "expected_seq": 1, "command": command}
    answer = client.script(f"/matches/{code}/commands", sent)
    assert answer.status_code == 200, answer.text
    match = again(services, found).fixture(first.key)
    assert (match.winner, match.entered) == (board.a, True)
    assert boards.board_of(services, again(services, found), Spot(first.key)) is not None


def test_the_clubs_file_of_results_says_which_tournament_a_board_played_in(
    client: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    code = client.form(at(found, f"/results/{ready(found)[0].key}/board")).headers["Location"].split("/")[2]
    sent = {"client_id": "0" * 32, "expected_seq": 1, "command": CONCEDED}
    assert client.script(f"/matches/{code}/commands", sent).status_code == 200
    rows = list(csv.DictReader(io.StringIO(client.get("/club/results.csv").data.decode("utf-8-sig"))))
    told = {(row["event"], row["class"], row["grade"]) for row in rows}
    assert (len(rows), told) == (2, {(found.tournament.name, found.row.name, found.row.grade)})


def test_a_board_that_says_otherwise_later_is_shown_and_not_obeyed(
    client: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    first = ready(found)[0]
    code = client.form(at(found, f"/results/{first.key}/board")).headers["Location"].split("/")[2]
    (board,) = again(services, found).boards
    found = play_on(services, play(services, again(services, found), first.key, board.b))
    command = CONCEDED
    sent = {"client_id": "0" * 32, "expected_seq": 1, "command": command}
    assert client.script(f"/matches/{code}/commands", sent).status_code == 200
    assert again(services, found).state == found.state
    assert "the board says" in client.get(at(found, "/desk")).text


def test_a_board_corrects_its_own_result_while_nothing_hangs_on_it(services: Services) -> None:
    """Of a block whose bracket is drawn, no board changes who is in it."""
    rules = ClassRules(format=Format.LEAGUE, blocks=2, qualify=1)
    found = play_on(services, drawn(services, club_tournament(services, POETS, rules)))
    block = found.state.blocks[0].opened.players
    first, second = sorted(block, key=int)[:2]
    key = next(one.key for one in found.fixtures if set(one.players) == {first, second})
    other = Outcome((first, second), second, margin=25)
    events = running.events_for(found, Spot(key), other)
    assert boards.harmless(found, events, Spot(key))
    found = drawn(services, found)
    assert not boards.harmless(found, running.events_for(found, Spot(key), other), Spot(key))


def test_teams_and_a_league_have_their_pages(client: PageClient, services: Services) -> None:
    teams = [Typed(name, squad=tuple(f"{name}{seat}" for seat in "一二三")) for name in POETS[:3]]
    found = drawn(services, club_tournament(services, teams, ClassRules(format=Format.LEAGUE, boards=3)))
    key = found.fixtures[0].key
    one, other = found.fixtures[0].players
    for team in (one, other):
        sent = {"csrf_token": client.token(), "team": team, "seat": [f"{team}.{seat}" for seat in (1, 2, 3)]}
        assert client.post(at(found, f"/teams/{key}"), data=sent).status_code == 303
    sent = {"csrf_token": client.token(), "team": one, "seat": [f"{one}.1", f"{one}.1", ""]}
    late = client.post(at(found, f"/teams/{key}"), data=sent)
    assert (late.status_code, "the order stands" in late.text) == (409, True)
    for board in (1, 2):
        here = at(found, f"/results/{key}.{board}")
        assert (
            client.form(here, pair=f"{one}.{board},{other}.{board}", winner=f"{one}.{board}").status_code
            == 303
        )
    assert again(services, found).fixture(key).winner == one
    # two boards decide the match, and the third still counts for places and for whoever plays there
    assert f'/results/{key}.3"' in client.get(at(found, "/desk")).text
    here = at(found, f"/results/{key}.3")
    assert client.form(here, pair=f"{one}.3,{other}.3", winner=f"{other}.3", margin="4").status_code == 303
    assert again(services, found).fixture(key).winner == one
    assert f"/results/{key}" not in client.get(at(found, "/desk")).text
    assert ">2–1<" in client.get(at(found, f"/teams/{key}")).text
    page = client.get(at(found)).text
    assert "○" in page
    assert client.get(f"/tournaments/{found.code}/screen").status_code == 200


def test_the_running_order_names_tables_readers_and_clashes(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS))
    hall = f"/tournaments/{found.code}/hall"
    sent = {"class_number": "1", "round": "1", "starts": "09:30", "room": "大広間", "first_table": "11"}
    assert client.form(hall, **sent, reader="専任読手").status_code == 303
    page = client.get(hall).text
    for words in ("09:30", "大広間", "専任読手", "tables 11 to 14"):
        assert words in page
    assert found.code in page
    answer = client.form(hall, **(sent | {"starts": "9 o'clock"}))
    assert (answer.status_code, "09:30" in answer.text) == (422, True)
    client.form(hall, **(sent | {"round": "2", "first_table": "12"}))
    assert "at the same tables" in client.get(hall).text


def test_a_class_that_is_too_large_is_split(client: PageClient, services: Services) -> None:
    entries = [
        Typed(name, club="東会" if index < 4 else "", seed_group=1 if index > 5 else None)
        for index, name in enumerate(POETS)
    ]
    found = club_tournament(services, entries, grade="D")
    assert "Make the number" in client.get(at(found, "/edit")).text
    assert client.form(at(found, "/seal/parts")).status_code == 303
    bound = str(again(services, found).state.waiting(Purpose.PARTS))
    assert bound in client.get(at(found, "/edit")).text
    assert bound in client.get(at(found)).text, "everybody can note the fingerprint"
    assert client.form(at(found, "/split"), count="5").headers["Location"].endswith("/edit")
    assert client.form(at(found, "/split"), count="2").status_code == 303
    one, other = contests.contests(services, found.code)
    assert [(part.row.name, part.row.grade, len(part.entries)) for part in (one, other)] == [
        ("D1", "D", 4),
        ("D2", "D", 4),
    ]
    for part in (one, other):
        assert [entry.number for entry in part.entries] == [1, 2, 3, 4]
        assert sum(entry.club == "東会" for entry in part.entries) == 2
        assert sum(entry.seed_group is not None for entry in part.entries) == 1
        shown = client.get(at(part)).text
        assert bound in shown
        assert part.state.seals(Purpose.PARTS)[0].seed in shown
    assert {entry.name for part in (one, other) for entry in part.entries} == set(POETS)
    done = drawn(services, one)
    assert client.form(at(done, "/split"), count="2").headers["Location"].endswith("/edit")


def test_nobody_enters_a_class_that_is_finished(client: PageClient, services: Services) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS[:2])))
    client.form(at(found, "/finish"), over="yes")
    answer = client.form(at(found, "/entries"), name="蝉丸")
    assert answer.status_code == 409
    assert "finished" in answer.text
    assert 'value="蝉丸"' in answer.text
    assert len(again(services, found).entries) == 2


def test_a_member_whom_a_file_names_without_kana_is_listed_by_the_kana_of_the_club(
    client: PageClient, services: Services
) -> None:
    add(services, Person("小町", kana="こまち", club="京都"))
    found = club_tournament(services, ())
    upload = {"csrf_token": client.token(), "class_number": "1"}
    upload |= {"entries": (io.BytesIO("氏名,所属会\n小町,京都".encode()), "entries.csv")}
    look = client.post(f"/tournaments/{found.code}/entries/file", data=upload)
    assert "こまち" in look.text


def test_finishing_and_going_on(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:2]))
    assert "still to be played" in client.post(
        at(found, "/finish"), data={"csrf_token": client.token(), "over": "yes"}, follow_redirects=True
    ).text  # fmt: skip
    play_on(services, found)
    client.form(at(found, "/finish"), over="yes")
    assert again(services, found).state.over
    client.form(at(found, "/finish"))
    assert not again(services, found).state.over


def test_a_corrected_name_shows_everywhere_and_touches_no_result(
    client: PageClient, services: Services
) -> None:
    found = play_on(services, drawn(services, club_tournament(services, POETS[:4])))
    client.form(at(found, "/entries/1"), name="天智帝", club="宮中")
    after = again(services, found)
    assert after.state == found.state
    for page in ("", "/desk"):
        text = client.get(at(found, page)).text
        assert ("天智帝" in text, "天智天皇" in text) == (True, False)


def test_spectators_see_the_bracket_and_nobody_s_fee(
    app: Flask, phone: PageClient, services: Services
) -> None:
    found = drawn(services, club_tournament(services, [Typed(name, club="小倉") for name in POETS[:4]]))
    enter(app, phone, Role.SPECTATOR)
    page = phone.get(at(found)).text
    assert "天智天皇" in page
    assert "desk" not in page
    assert phone.get(at(found, "/entries")).status_code == 403


def test_a_person_is_forgotten_and_their_results_stay(client: PageClient, services: Services) -> None:
    komachi = add(services, Person("小野小町", "おののこまち", "小倉"))
    members = entering.from_members(services, [komachi])
    found = play_on(services, drawn(services, club_tournament(services, [*members, *POETS[:3]])))
    hall = {"class_number": "1", "round": "1", "reader_id": str(komachi)}
    client.form(f"/tournaments/{found.code}/hall", **hall)
    numbers = frozenset({komachi})
    with services.database.session() as session:
        told = HOLDER.rows(session, numbers)
        assert HOLDER.holds(session, numbers)
    assert [(row["as"], row["name"]) for row in told] == [
        ("entrant", "小野小町"),
        ("reader of round 1", "小野小町"),
    ]
    services.database.write(lambda transaction: HOLDER.forget(transaction.session, numbers))
    for page in ("", "/desk", "/entries", "/draw", "/checkin"):
        text = client.get(at(found, page)).text
        assert "小野小町" not in text
    assert "reader:" not in client.get(f"/tournaments/{found.code}/hall").text
    assert "#1" in client.get(at(found)).text
    assert again(services, found).state == found.state
    events = services.store.load(services.store.streams("tournament")[0])
    assert not any(name in str(event.payload) for event in events for name in (*POETS, "小野小町"))


def test_who_is_not_shown_to_all_is_a_number_to_them(
    app: Flask, phone: PageClient, client: PageClient, services: Services
) -> None:
    komachi = add(services, Person("小野小町", "おののこまち", "内緒会"))
    show_to(services, komachi, "helpers")
    members = entering.from_members(services, [komachi])
    found = drawn(services, club_tournament(services, [*members, *POETS[:3]]))
    enter(app, phone, Role.SPECTATOR)
    for page in (at(found), f"/tournaments/{found.code}", f"/tournaments/{found.code}/screen"):
        text = phone.get(page).text
        assert not any(word in text for word in ("小野小町", "おののこまち", "内緒会"))
        assert "#1" in text
        assert "天智天皇" in text
    assert "小野小町" in client.get(at(found)).text


def test_who_left_is_named_with_why(client: PageClient, services: Services) -> None:
    found = drawn(services, club_tournament(services, POETS[:4]))
    answer = client.form(at(found, "/away"), entrant="2", why="disqualified")
    assert answer.status_code == 303
    found = again(services, found)
    assert found.state.main is not None
    assert found.state.main.absent["2"].why is Absence.DISQUALIFIED
    client.form(at(found, "/back"), entrant="2")
    assert client.form(at(found, "/away"), entrant="99").status_code == 303
    found = again(services, found)
    assert found.state.main is not None
    assert not found.state.main.absent
    assert running.recorded(found, Spot("m1")) is None
    assert ACTOR


def test_namesakes_are_told_apart_by_the_note_of_the_club(
    app: Flask, phone: PageClient, client: PageClient, services: Services
) -> None:
    sisters = [add(services, Person("右近", kana="うこん", club="東京", note=note)) for note in ("姉", "妹")]
    found = club_tournament(services, ["伊勢"])
    page = client.get(at(found, "/entries")).text
    assert "右近 (姉)" in page
    assert "右近 (妹)" in page
    chosen = {"csrf_token": client.token(), "member": [str(one) for one in sisters]}
    assert client.post(at(found, "/entries/members"), data=chosen).status_code == 303
    found = drawn(services, again(services, found))
    enter(app, phone, Role.SPECTATOR)
    for shown in (client.get(at(found, "/checkin")), client.get(at(found, "/desk")), phone.get(at(found))):
        assert "(姉)" in shown.text
        assert "(妹)" in shown.text
    assert "<ruby>右近<rt>うこん</rt></ruby> (姉)" in phone.get(at(found)).text
    entering.add(services, found.code, found.number, [Typed("右近", club="奈良")])
    names = again(services, found).names
    assert [names[str(one)] for one in (1, 2, 3, 4)] == ["伊勢", "右近 (姉)", "右近 (妹)", "右近 (奈良)"]


def test_a_choice_of_members_that_is_refused_stays_ticked(client: PageClient, services: Services) -> None:
    members = [add(services, Person(name)) for name in POETS[:3]]
    found = club_tournament(services, ())
    client.form(f"/tournaments/{found.code}/edit", name="x", day="2026-11-29", closes_at="2026-01-01T12:00")
    chosen = {"csrf_token": client.token(), "member": [str(one) for one in members[:2]]}
    answer = client.post(at(found, "/entries/members"), data=chosen)
    assert answer.status_code == 409
    assert "The deadline has passed" in answer.text
    ticked = re.findall(r'name="member" value="(\d+)" checked', answer.text)
    assert sorted(map(int, ticked)) == members[:2]
    assert not again(services, found).entries


@pytest.mark.parametrize(
    ("typed", "called"),
    [("D", "D級"), ("Ｄ１", "Ｄ１級"), ("団体", "団体"), ("A級", "A級"), ("初心者の部", "初心者の部")],
)
def test_only_a_to_g_are_called_kyu_in_japanese(
    client: PageClient, services: Services, typed: str, called: str
) -> None:
    found = club_tournament(services, POETS[:2])
    client.form(at(found, "/edit"), name=typed, grade="", format="knockout")
    for page in ("", "/entries", "/checkin", "/draw", "/desk", "/edit"):
        text = client.get(at(found, page), headers={"Accept-Language": "ja"}).text
        assert called in text, page
        assert f"{called}級" not in text, page
    printed = client.get(f"/print/tournaments/{found.code}", headers={"Accept-Language": "ja"}).text
    assert f">{called}</h2>" in printed
    assert title(contest(services, found.code, 1)) == called


def test_whoever_forgets_somebody_is_told_where_the_name_was_typed(
    client: PageClient, services: Services
) -> None:
    found = club_tournament(
        services, [Typed("天智天皇"), Typed("持統天皇"), Typed("東", squad=("天智 天皇",))]
    )
    member = add(services, Person("天智天皇"))
    page = client.get(f"/club/members/{member}/forget").text
    assert f'href="{at(found, "/entries/1")}"' in page
    assert f'href="{at(found, "/entries/3")}"' in page
    assert f'href="{at(found, "/entries/2")}"' not in page
    assert client.form(at(found, "/entries/1"), name="元会員").status_code == 303
    assert f'href="{at(found, "/entries/1")}"' not in client.get(f"/club/members/{member}/forget").text


def test_lots_are_bound_before_they_are_drawn_and_everybody_can_check_them(
    client: PageClient, services: Services
) -> None:
    found = club_tournament(services, POETS)
    client.form(at(found, "/edit"), name="C", grade="C", format="knockout", capacity="5", lottery="yes")
    page = client.get(at(found, "/entries")).text
    assert "Make the number" in page
    assert "Draw the lots" not in page
    client.form(at(found, "/lottery"))
    assert "make one first" in client.get(at(found, "/entries")).text
    client.form(at(found, "/seal/lots"))
    client.form(at(found, "/seal/lots"))
    bound = str(again(services, found).state.waiting(Purpose.LOTS))
    for where in ("/entries", ""):
        page = client.get(at(found, where)).text
        assert bound in page
        assert "1 number was thrown away." in page
    client.form(at(found, "/lottery"))
    seed = Seed.from_hex(again(services, found).state.seals(Purpose.LOTS)[-1].seed)
    assert seed.fits(bound)
    for where in ("/entries", ""):
        assert seed.hex in client.get(at(found, where)).text
    assert client.form(at(found, "/seal/draw")).status_code == 404


def upload(client: PageClient, found: Contest, *lines: str) -> str:
    data = {
        "csrf_token": client.token(),
        "entries": (io.BytesIO("\n".join(lines).encode()), "申込.csv"),
        "class_number": str(found.number),
    }
    return client.post(f"/tournaments/{found.code}/entries/file", data=data).text


def take(client: PageClient, found: Contest, page: str, *ticked: int, **fields: str) -> TestResponse:
    rows = re.search(r'name="rows" value="([^"]*)"', page)
    assert rows is not None
    data = {"csrf_token": client.token(), "rows": html.unescape(rows[1]), "row": list(map(str, ticked))}
    return client.post(f"/tournaments/{found.code}/entries/take", data=data | fields)


def test_a_file_that_is_sent_twice_enters_nobody_twice(client: PageClient, services: Services) -> None:
    found = club_tournament(services, ())
    page = upload(client, found, "氏名,所属", "小町,京", "業平,京")
    assert take(client, found, page, 0, 1).status_code == 303
    assert take(client, found, page, 0, 1).status_code == 303, "a double click leads to the entries"
    assert [one.name for one in again(services, found).entries] == ["小町", "業平"]
    refused = take(client, found, page, 0)
    assert refused.status_code == 409
    assert "is entered in this class already" in refused.text
    assert [one.name for one in again(services, found).entries] == ["小町", "業平"]
    # who is looked at again and ticked all the same is somebody else of that name
    assert take(client, found, upload(client, found, "氏名,所属", "小町,京"), 0).status_code == 303
    assert [one.name for one in again(services, found).entries] == ["小町", "業平", "小町"]


def test_a_preview_says_why_somebody_is_no_member_and_one_can_say_who_it_is(
    client: PageClient, services: Services
) -> None:
    one = add(services, Person("小野小町", "おののこまち", "小倉"))
    other = add(services, Person("小野小町", "おののこまち", "逢坂"))
    found = club_tournament(services, ())
    page = upload(
        client,
        found,
        "name,kana,club",
        "小野小町,おののこまち,",
        "小野小町,こまち,",
        "小野小町,,大津",
        "小野\u200e小町\ufeff,,逢坂",
        "在原業平,,",
    )
    for why in ("several members", "other kana", "another club", "nobody in the club has this name"):
        assert page.count(f"no member: {why}" if why[:6] == "nobody" else why) == 1, why
    assert page.count(f'<option value="{other}" selected>') == 1
    assert take(client, found, page, 0, 3, **{"member-0": str(one)}).status_code == 303
    assert [(entry.name, entry.member) for entry in again(services, found).entries] == [
        ("小野小町", one),
        ("小野小町", other),
    ]


def test_a_file_that_is_refused_keeps_the_look_and_enters_nobody(
    client: PageClient, services: Services
) -> None:
    member = add(services, Person("小野小町"))
    found = club_tournament(services, ())
    other = setup.add_class(services, found.code, setup.ClassDetails("D", "D"))
    entering.add(services, found.code, other, entering.from_members(services, [member]))
    data = {
        "csrf_token": client.token(),
        "entries": (io.BytesIO("name,class\n在原業平,C\n小野小町,D\n喜撰法師,D".encode()), "申込.csv"),
    }
    page = client.post(f"/tournaments/{found.code}/entries/file", data=data).text
    answer = take(client, found, page, 0, 1, late="yes", **{"member-1": str(member)})
    assert answer.status_code == 409
    assert "is entered in this class already" in answer.text
    assert re.findall(r'name="row" value="(\d)"[^>]* checked>', answer.text) == ["0", "1"]
    assert 'name="late" value="yes" checked' in answer.text
    assert [len(one.entries) for one in contests.contests(services, found.code)] == [0, 1], "all or nobody"
    assert take(client, found, answer.text, 0, 2).status_code == 303
    assert [len(one.entries) for one in contests.contests(services, found.code)] == [1, 2]


def test_a_row_that_cannot_be_kept_is_shown_and_not_entered(client: PageClient, services: Services) -> None:
    found = club_tournament(services, ())
    page = upload(client, found, "name,kana", f"{'山' * 201},", "小町,こ\u0007まち", "業平,")
    assert page.count("too long, or with signs that cannot be kept") == 2
    assert take(client, found, page, 0, 1, 2).status_code == 303
    assert [one.name for one in again(services, found).entries] == ["業平"]


def test_a_league_lets_late_entries_into_its_blocks(client: PageClient, services: Services) -> None:
    rules = ClassRules(format=Format.LEAGUE, blocks=2)
    found = drawn(services, club_tournament(services, POETS[:7], rules))
    (late,) = entering.add(services, found.code, 1, [Typed("蝉丸", club="逢坂")])
    page = client.get(at(found, f"/late/{late}")).text
    assert "In Block" in page
    place = re.search(r'name="place" value="(b\d)"', page)
    assert place is not None
    assert client.form(at(found, f"/late/{late}"), place=place[1]).status_code == 303
    assert str(late) in again(services, found).drawn_ids
    assert "蝉丸" in client.get(at(found)).text
    assert client.form(at(found, f"/late/{late}"), place="b9").status_code == 303
    assert client.form(at(found, f"/late/{late}"), place="x").status_code == 422


def test_players_of_a_team_are_members_of_the_club(client: PageClient, services: Services) -> None:
    ono = add(services, Person("小野小町", "おののこまち", "東会"))
    semi = add(services, Person("蝉丸"))
    elsewhere = add(services, Person("喜撰法師", club="西会"))
    found = club_tournament(services, (), ClassRules(boards=3))
    data = {"csrf_token": client.token(), "name": "東", "club": "東会", "squad": "小野小町\n喜撰法師"}
    assert client.post(at(found, "/entries"), data=data | {"mate": [str(semi)]}).status_code == 303
    (team,) = again(services, found).entries
    assert [(one.name, one.kana, one.member) for one in team.squad] == [
        ("小野小町", "おののこまち", ono),
        ("喜撰法師", "", None),
        ("蝉丸", "", semi),
    ]
    page = client.get(at(found, "/entries/1")).text
    assert f'<option value="{ono}" selected>' in page
    changed = {f"player-{number}-{key}": "" for number in (1, 2) for key in ("name", "kana", "member")}
    changed |= {"player-1-name": "小野町子", "player-2-name": "喜撰法師", "player-2-member": str(elsewhere)}
    answer = client.form(at(found, "/entries/1"), name="東", club="東会", **changed | {"player-1-name": ""})
    assert answer.status_code == 422
    assert f'<option value="{elsewhere}" selected>' in answer.text, "what was chosen stays"
    assert client.form(at(found, "/entries/1"), name="東", club="東会", **changed).status_code == 303
    (team,) = again(services, found).entries
    assert [(one.id, one.name, one.member) for one in team.squad] == [
        ("1.1", "小野町子", None),
        ("1.2", "喜撰法師", elsewhere),
        ("1.3", "蝉丸", semi),
    ]
    twice = client.post(
        at(found, "/entries"), data={"csrf_token": client.token(), "name": "西", "mate": [str(semi)]}
    )
    assert twice.status_code == 409
    assert "is entered in this class already" in twice.text
    assert f'value="{semi}" checked' not in twice.text, "who plays already is not offered again"


def test_an_entry_by_hand_is_the_member_of_that_name_and_one_can_say_otherwise(
    client: PageClient, services: Services
) -> None:
    member = add(services, Person("小野小町"))
    found = club_tournament(services, ())
    client.form(at(found, "/entries"), name="小野 小町")
    assert "A member of the club is known by this name." in client.get(at(found, "/entries")).text
    assert [one.member for one in again(services, found).entries] == [member]
    client.form(at(found, "/entries/1"), name="小野小町", member="")
    assert [one.member for one in again(services, found).entries] == [None]
    client.form(at(found, "/entries/1"), name="小野小町", member=str(member))
    assert [one.member for one in again(services, found).entries] == [member]
    client.form(at(found, "/entries/1"), name="小町")
    assert [one.member for one in again(services, found).entries] == [member]
    client.form(at(found, "/entries"), name="蝉丸")
    answer = client.form(at(found, "/entries/2"), name="蝉丸", member=str(member))
    assert (answer.status_code, "is entered in this class already" in answer.text) == (409, True)
    client.form(at(found, "/entries/2"), name="蝉丸", member="999999")
    assert [one.member for one in again(services, found).entries] == [member, None]


def test_rows_that_name_another_class_are_not_ticked_and_files_are_read_in_the_pages_language(
    client: PageClient, services: Services
) -> None:
    found = club_tournament(services, ())
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "ja"
    page = upload(client, found, "name,class,dan", "業平,Ｃ級,", "小町,B,五十段", "※ 見学,,")
    ticked = re.findall(r'name="row" value="(\d)"[^>]* checked>', page)
    assert ticked == ["0"]
    assert "ファイルでは「B」" in page
    assert "五十段" in page
    assert "is not understood" not in page
    assert "passed over" not in page
    data = {"csrf_token": client.token(), "entries": (io.BytesIO(b"a,b\n1,2"), "x.csv")}
    client.post(f"/tournaments/{found.code}/entries/file", data=data)
    assert "is wanted here" not in client.get(f"/tournaments/{found.code}").text


def test_the_desk_offers_a_match_of_teams_what_can_be_entered_of_it(
    client: PageClient, services: Services
) -> None:
    typed = {
        "name": "団体",
        "boards": "3",
        "format": "league",
        "tie_breaks": "points wins head_to_head margin",
    }
    found = club_tournament(services, [Typed("東", squad=("小町",)), Typed("西", squad=("業平",))])
    client.form(at(found, "/edit"), **typed)
    found = drawn(services, again(services, found))
    assert found.rules.tie_breaks == TEAM_TIE_BREAKS, "margins say nothing of teams"
    page = client.get(at(found, "/desk")).text
    form = page[page.index("/results/b1-1-2") : page.index("</form>", page.index("/results/b1-1-2"))]
    assert "Order sheets" in page
    assert 'name="margin"' not in form
    assert 'value="normal"' not in form
    assert 'value="walkover" checked' in form
    for team in ("1", "2"):
        sent = {"csrf_token": client.token(), "team": team, "seat": [f"{team}.1", "", ""]}
        assert client.post(at(found, "/teams/b1-1-2"), data=sent).status_code == 303
    assert "/results/b1-1-2.1" in client.get(at(found, "/desk")).text
    fields = {"pair": "1,2", "winner": "1", "how": "walkover"}
    assert client.form(at(found, "/results/b1-1-2"), **fields).status_code == 303
    assert again(services, found).fixture("b1-1-2").winner == "1"
    assert "/results/b1-1-2.1" not in client.get(at(found, "/desk")).text, (
        "a walkover has no boards to be played"
    )


@pytest.mark.parametrize(
    ("address", "link"),
    [("/print/tournaments/{}", "Tournaments"), ("/figures/", "Club"), ("/exchange/results", "Club")],
)
def test_pages_without_a_link_of_their_own_stand_under_their_feature(
    client: PageClient, services: Services, address: str, link: str
) -> None:
    page = client.get(address.format(club_tournament(services, ()).code)).text
    assert re.search(rf'aria-current="page"[^>]*>{link}<', page)


def test_fees_add_up_whoever_has_a_place_and_whoever_has_none(client: PageClient, services: Services) -> None:
    found = club_tournament(services, POETS[:5])
    client.form(at(found, "/edit"), name="C", grade="C", format="knockout", capacity="3", fee="2500")

    def sums() -> list[str]:
        return re.findall(r"<dd>([^<]*·[^<]*)</dd>", client.get(at(found, "/entries")).text)

    assert sums() == ["0 / 3 · 0 / 7,500"]
    for number in (1, 2, 5):
        client.form(at(found, f"/entries/{number}/paid"))
    assert sums() == ["2 / 3 · 5,000 / 7,500", "1 · 2,500"], "the fifth waits"
    client.form(at(found, "/entries/1/withdraw"))
    assert sums() == ["1 / 3 · 2,500 / 7,500", "2 · 5,000"], "the fourth moves up and has not paid"
    client.form(at(found, "/entries/1/unpaid"))
    client.form(at(found, "/entries/3/withdraw"))
    assert sums() == ["2 / 3 · 5,000 / 7,500"], "so does the fifth, who has"


def test_how_often_somebody_played_this_year_comes_with_the_file(
    client: PageClient, services: Services
) -> None:
    found = club_tournament(services, (), grade="A")
    client.form(at(found, "/edit"), name="A", grade="A", format="knockout", capacity="2", first="fewest")
    assert again(services, found).row.lottery, "lots part those who played as often"
    cells = {"小町": "３", "業平": "0", "伊勢": "", "貫之": "x", "蝉丸": "-1"}
    text = "氏名,今年度出場回数\n" + "".join(f"{name},{cell}\n" for name, cell in cells.items())
    upload = {"csrf_token": client.token(), "class_number": "1"}
    upload |= {"entries": (io.BytesIO(text.encode()), "entries.csv")}
    look = client.post(f"/tournaments/{found.code}/entries/file", data=upload).text
    assert [f"“{cell}” is no number of meets" in look for cell in ("３", "0", "x", "-1")] == [
        False,
        False,
        True,
        True,
    ]
    rows = re.search(r'name="rows" value="([^"]*)"', look)
    assert rows is not None
    taken = {"rows": html.unescape(rows[1]), "row": [str(number) for number in range(5)]}
    client.post(f"/tournaments/{found.code}/entries/take", data={"csrf_token": client.token()} | taken)
    assert [one.played for one in again(services, found).entries] == [3, 0, None, None, None]
    assert "played 3 times this year" in client.get(at(found, "/entries")).text
    assert client.form(at(found, "/entries"), name="右近", played="100").status_code == 422
