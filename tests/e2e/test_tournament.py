"""A tournament of 74 from a file of entries to its winner: a late entry, a no-show, a walkover, a corrected semi-final.

The desk is driven by its forms; a phone in the hall follows the bracket, and never loads its page again.
"""

import csv
import html
import io
import re

import pytest
from playwright.sync_api import BrowserContext, expect
from pypdf import PdfReader

from poems.anthology import POEMS
from tests.support.board_page import watch_faults
from tests.support.server import LiveServer
from tests.support.tournament_desk import Desk, open_desk
from webapp.tournaments.results_file import checked, parse

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

CLUBS = ("大津", "小倉", "難波津", "逢坂", "宇治", "")


def test_from_entries_to_the_winner(
    laptop: BrowserContext, phone: BrowserContext, server: LiveServer
) -> None:
    page = laptop.new_page()
    faults = watch_faults(page)
    desk = open_desk(page, server.url)
    set_up(desk)
    draw(desk)
    hall = phone.new_page()
    hall_faults = watch_faults(hall)
    hall.goto(f"{server.url}{desk.of_class()}")
    expect(hall.locator("#connection-text")).to_have_text("Live")
    hall.evaluate("window.loadedOnce = true")

    # a late entry meets somebody who had a bye; somebody else does not come
    desk.send(desk.of_class("/entries"), name=POEMS[74].author.name)
    offers = desk.text(desk.of_class("/late/75"))
    assert "who had a bye" in offers
    place = re.search(r'name="place" value="(\d+)"', offers)
    assert place is not None
    desk.send(desk.of_class("/late/75"), place=place[1])
    spot, gone, there = next(one for one in desk.waiting() if not {"1", "75"} & set(one[1:]))
    desk.send(desk.of_class("/away"), entrant=gone, why="no_show")
    expect(hall.locator(f"#match-{spot} .how")).to_have_text("walkover")

    # one result is typed in the window, one is a walkover, the others are sent
    first, walked, *rest = desk.waiting()
    desk.show("/desk")
    card = page.locator(f"#enter-{first[0]}")
    card.locator(f".pick:has([value='{min(first[1:], key=int)}'])").click()
    card.locator("[name=margin]").fill("１２")
    card.locator("[name=margin]").press("Enter")
    expect(page.locator(".notice.good").first).to_contain_text("12 cards")
    desk.enter(*walked, how="walkover")
    for one in rest:
        desk.enter(*one, margin=str(int(one[1]) % 25 + 1))
    while desk.play_round():
        pass
    expect(hall.locator("#places li").first).to_contain_text("winner")
    expect(hall.locator("#places li").first).to_contain_text(POEMS[0].author.name)

    correct_the_champions_semi_final(desk)
    expect(hall.locator("#places li").first).not_to_contain_text("winner")
    expect(hall.locator("#match-m1")).to_have_attribute("data-state", "aside")
    (final,) = desk.waiting()
    desk.enter(*final, margin="3")
    desk.send(desk.of_class("/finish"), over="yes")
    expect(hall.locator("#places h2 .tag")).to_have_text("final")
    expect(hall.locator("#places li").first).not_to_contain_text(POEMS[0].author.name)
    assert hall.evaluate("window.loadedOnce") is True
    check_results(desk, gone, there)
    check_prints(desk)
    assert faults + hall_faults == []


def set_up(desk: Desk) -> None:
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(("氏名", "よみ", "会", "級", "段"))
    for index, poem in enumerate(POEMS[:74]):
        writer.writerow((poem.author.name, poem.author.kana, CLUBS[index % len(CLUBS)], "C", "弐段"))
    file = {"name": "申込.csv", "mimeType": "text/csv", "buffer": table.getvalue().encode("cp932", "replace")}
    look = desk.page.request.post(
        f"{desk.url}/tournaments/{desk.code}/entries/file",
        multipart={"csrf_token": desk.token, "entries": file},
    ).text()
    rows = re.search(r'name="rows" value="([^"]*)"', look)
    assert rows is not None
    ticked = [("row", number) for number in re.findall(r'name="row" value="(\d+)"[^>]* checked>', look)]
    assert len(ticked) == 74
    desk.send(f"/tournaments/{desk.code}/entries/take", ("rows", html.unescape(rows[1])), *ticked)


def draw(desk: Desk) -> None:
    """Look at the draw, and make it; somebody reports by a tap before."""
    page = desk.show("/checkin")
    page.fill("#q", "テンジ")
    expect(page.locator("#taps li:visible")).to_have_count(1)
    page.locator("#taps li:visible .tap").click()
    expect(page.locator("#counted")).to_contain_text("1 of 74 are here")
    desk.send(desk.of_class("/draw/seed"))
    desk.show("/draw")
    expect(page.locator(".notice.good")).to_contain_text("No draw of these people has fewer.")
    expect(page.locator(".looked li")).to_have_count(64)
    page.get_by_role("button", name="This draw holds").click()
    expect(page.locator("#tree svg")).to_be_visible()


def correct_the_champions_semi_final(desk: Desk) -> None:
    """Let the other one have won the semi-final of whoever won it all, after a look at what follows."""
    semi = next(
        spot for spot in ("m2", "m3") if POEMS[0].author.name in desk.text(desk.of_class(f"/results/{spot}"))
    )
    page = desk.show(f"/results/{semi}")
    page.locator(".pick:has(input:not(:checked))").click()
    page.get_by_role("button", name="Look what follows from it").click()
    expect(page.locator("main")).to_contain_text("1 match that was played later does not count any more")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#aside-m1")).to_contain_text("does not count any more")


def check_results(desk: Desk, gone: str, there: str) -> None:
    """The file of results has every match from both sides, and nothing that we would doubt."""
    data = desk.page.request.get(f"{desk.url}/tournaments/{desk.code}/results.csv").body()
    file = parse(data)
    assert len(file.rows) == 2 * 74
    assert checked(file.rows) == ()
    walked = {(row.player, row.opponent) for row in file.rows if row.status == "walkover"}
    names = [poem.author.name for poem in POEMS]
    assert (names[int(gone) - 1], names[int(there) - 1]) in walked
    assert len(walked) == 4
    assert len([row for row in file.rows if row.round_label == "準決勝"]) == 4


def check_prints(desk: Desk) -> None:
    """The bracket has everybody; the certificates, reached from the page, go to those who are placed."""
    at = f"{desk.url}/print/tournaments/{desk.code}/1"
    names = [poem.author.name for poem in POEMS[:75]]
    sheets = printed(desk, f"{at}/bracket.pdf")
    assert len(sheets) == 3
    assert all(any(name in sheet for sheet in sheets) for name in names)
    page = desk.page
    page.goto(f"{desk.url}/print/tournaments/{desk.code}")
    page.get_by_text("Certificates from top to bottom").click()
    page.locator("[name=given_by]").first.fill("小倉かるた会")
    form = page.locator("form:has([name=style][value=upright])")
    asked = form.evaluate("form => new URLSearchParams(new FormData(form)).toString()")
    winner, second, *_third = printed(desk, f"{at}/certificates.pdf?{asked}")
    places = desk.text(desk.of_class())
    first = next(name for name in names if f"{name}殿" in winner)
    assert "Ｃ級" in winner
    assert "小倉かるた会" in winner
    assert "準優勝" in second
    assert re.search(rf"winner</span>\s*{first}", places)


def printed(desk: Desk, url: str) -> list[str]:
    """Return the texts of a document's pages without blanks: a column is read sign by sign."""
    answer = desk.page.request.get(url)
    assert answer.status == 200, url
    return ["".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.body())).pages]
