"""A club evening from end to end: the reader reads, the board referees, a spectator follows, the result is kept."""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.board_page import BoardPage, new_context, watch_faults
from tests.support.reading_page import ReadingPage, end_reading, open_reading, open_table, order
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CARDS = (3, 30, 60, 31, 12)
"""A's, B's, a dead one, B's, A's: what the evening's first reads need."""


def test_the_whole_evening(browser: Browser, laptop: BrowserContext, server: LiveServer) -> None:
    enter_members(laptop, server.url)
    rest = [card for card in range(1, 101) if card not in CARDS]
    listed = ",".join(map(str, (*CARDS, *rest)))
    reading = order(laptop, server.url, cards="own", own_cards=listed, order="as-given", joka="1")
    reader = open_reading(laptop, server.url, reading)
    board = open_table(laptop, server.url, reading, ("小町 · こまち", "業平 · なりひら"))
    phone = new_context(browser, 390, 844)
    spectator = phone.new_page()
    spectator_faults = watch_faults(spectator)
    spectator.goto(f"{board.address}/watch")

    def stands(a: int, b: int) -> None:
        """The referee and the spectator see the same."""
        board.counts(a, b)
        expect(spectator.locator("[data-player=A] .count")).to_have_text(str(a))
        expect(spectator.locator("[data-player=B] .count")).to_have_text(str(b))

    stands(25, 25)
    # the opener: no table hears of it
    reader.main("Start")
    reader.phase("Opener, upper half")
    reader.phase("Opener, lower half")
    board.stage("waiting")

    # 1: A's own card, taken by A while its upper half still sounds; nothing to send
    board.stage("reading")
    expect(spectator.locator("#poem .sound-now")).to_have_text("あし")
    board.key("A")
    board.stage("waiting")
    stands(24, 25)

    # 2: A takes from B and sends one
    next_poem(reader, board, 2)
    board.key("A")
    board.says("小町 sends 1 card")
    board.send(5)
    board.stage("waiting")
    stands(23, 25)

    # 3: a dead card, and B touched both sides; the reader waits while the cards are sent
    next_poem(reader, board, 3)
    board.page.click("#raise-A")
    board.hand("B", "A")
    board.hand("B", "B")
    board.says("Kara-dabu: 業平. 小町 sends 2 cards.")
    board.key("nobody")
    reader.phase("The reader waits.")
    expect(reader.page.locator("#main-action")).to_be_disabled()
    board.send(6)
    board.send(7, "place-4")
    board.stage("waiting")
    stands(21, 27)
    board.page.click("#raise-A")
    expect(reader.page.locator("#reason")).to_be_hidden()

    # 4: a double: A takes from B, who touched A's side
    next_poem(reader, board, 4)
    board.hand("B", "A")
    board.key("A")
    board.says("小町 sends 2 cards")
    board.send(8)
    board.send(9)
    board.stage("waiting")
    stands(19, 28)
    # the last send was another card: taken back, and sent anew
    board.page.locator("#undo").click()
    stands(20, 27)
    board.send(10)
    stands(19, 28)

    # 5: B takes from A and sends one
    next_poem(reader, board, 5)
    board.key("B")
    board.says("業平 sends 1 card")
    board.send(40)
    board.stage("waiting")
    stands(19, 27)

    # the first read is corrected: B had taken A's card, and sends one for it
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    board.key("B")
    board.card(41)
    board.key("place-1")
    board.key("save")
    stands(20, 26)

    # what the page of the reading tells of the evening so far
    expect(reader.page.locator("#progress-text")).to_have_text("5 of 100")
    heard = [fact["half"] for fact in reader.calls() if fact["kind"] == "half_began"]
    assert heard[:3] == [[0, "kami"], [0, "shimo"], [3, "kami"]]
    assert [half for half in heard if half[1] == "kami"][1:] == [[card, "kami"] for card in CARDS]

    # the rest of the match, entered as fast as the program takes it
    reader.page.click(".more summary")
    end_reading(reader.page)
    reader.phase("The reading was stopped")
    read_by_a_person(board)
    expect(spectator.locator("#poem")).to_contain_text("No poem is being read")
    finish(board)
    board.stage("over")
    expect(spectator.locator("#says")).to_contain_text("小町 wins")

    # the club has the result: on the first page, in the list, at both members, and in the file
    club = laptop.new_page()
    club.goto(server.url)
    expect(club.locator(".now")).to_contain_text("小町 beat 業平")
    expect(club.locator(".now")).to_contain_text("by 26 cards")
    club.goto(f"{server.url}/club/")
    club.get_by_role("link", name=re.compile("業平")).click()
    expect(club.locator(".figures")).to_contain_text("Lost")
    row = club.locator(".results tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("lost")
    expect(row).to_contain_text("小町")
    expect(row).to_contain_text("26")
    rows = club.request.get(f"{server.url}/club/results.csv").text().splitlines()
    assert [line.split(",")[6:13] for line in rows[1:]] == [
        ["小町", "", "業平", "", "win", "26", "normal"],
        ["業平", "", "小町", "", "lose", "26", "normal"],
    ]
    assert reader.faults == board.faults == spectator_faults == []
    phone.close()


def next_poem(reader: ReadingPage, board: BoardPage, number: int) -> None:
    """Have the next poem read; the referee may enter it from its first sound on."""
    reader.taken(number - 1)
    reader.main(re.compile("^Next"))
    board.stage("reading")


def enter_members(context: BrowserContext, url: str) -> None:
    """Enter the two players into the club."""
    page = context.new_page()
    for name, kana in (("小町", "こまち"), ("業平", "なりひら")):
        page.goto(f"{url}/club/members/new")
        page.fill("#name", name)
        page.fill("#kana", kana)
        page.click("button.main")
        page.wait_for_url(re.compile(r"/club/members/\d+$"))
    page.close()


def read_by_a_person(board: BoardPage) -> None:
    """Let somebody at the table say from now on what is read; the board comes back."""
    board.page.get_by_role("link", name="Somebody else reads").click()
    board.page.select_option("#reading", "")
    board.page.locator("#reader button").click()
    board.page.wait_for_url("**/board")
    expect(board.page.locator("#poem-search")).to_be_visible()


def finish(board: BoardPage) -> None:
    """Let A take all own cards, entered as a board sends it."""
    for card in [laid["card"] for laid in board.state()["sides"]["A"]]:
        send(board, {"type": "call", "card": card})
        send(board, {"type": "settle", "read": {"card": card, "took": "A"}})


def send(board: BoardPage, command: dict[str, Any]) -> None:
    """Send a command with the page's token."""
    token = board.page.locator('meta[name="csrf-token"]').get_attribute("content")
    assert token is not None
    body = {"client_id": secrets.token_hex(16), "expected_seq": board.state()["seq"], "command": command}
    answer = board.page.request.post(f"{board.address}/commands", data=body, headers={"X-CSRFToken": token})
    assert answer.ok, answer.text()
