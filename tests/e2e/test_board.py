"""The referee's board in a real browser."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.support.board_page import DEAD, BoardPage, new_context, open_board, watch_faults
from tests.support.server import LiveServer

pytestmark = pytest.mark.browser
FIRST_CONFIRM = """() => new MutationObserver(() => {
    const button = document.querySelector("[data-key=confirm]");
    if (button) window.firstConfirm ??= button.disabled ? "disabled" : "enabled";
}).observe(document.body, { childList: true, subtree: true })"""
"""Notes whether the button that confirms a result can be pressed in the moment in which it comes."""
FOUND_ALONE = """async () => {
    const { begins } = await import("/static/js/matches/begins.js");
    const page = JSON.parse(document.getElementById("page").textContent);
    const faces = await (await fetch(page.cards_url)).json();
    const first = (text, number) => begins(faces, text)[0] === number;
    return faces.filter(({ number, kimariji }) => first(kimariji, number) && first(String(number), number)).length;
}"""
"""How many of the hundred a page finds by number and by kimari-ji without asking the server."""


@pytest.fixture
def board(browser: Browser, club: LiveServer) -> Iterator[BoardPage]:
    context = new_context(browser, 1180, 820)
    yield open_board(context, club.url)
    context.close()


def test_a_match_from_the_deal_to_the_record(browser: Browser, board: BoardPage) -> None:
    """Takes from each side, a dead-card foul, a double, sends, an undo, a correction; a spectator keeps in step."""
    watching = new_context(browser, 390, 844).new_page()
    watch_errors = watch_faults(watching)
    watching.goto(f"{board.address}/watch")
    expect(watching.locator("body.ready")).to_be_attached()

    def watched(a: int, b: int) -> None:
        expect(watching.locator("[data-player=A] .count")).to_have_text(str(a))
        expect(watching.locator("[data-player=B] .count")).to_have_text(str(b))

    board.counts(25, 25)
    # A keeps an own card: one tap, nothing to send
    board.call(3)
    board.key("A")
    board.stage("waiting")
    board.counts(24, 25)
    watched(24, 25)
    # A takes from B and sends one
    board.call(30)
    expect(watching.locator("#poem .sound-now")).to_have_text("ありあ")
    board.key("A")
    board.stage("sending")
    board.says("小町 sends 1 card")
    board.send(5)
    board.stage("waiting")
    board.counts(23, 25)
    watched(23, 25)
    # B touches both sides on a dead card: A sends two
    board.call(DEAD[0])
    expect(board.page.locator("#deck button")).to_have_count(1)
    board.hand("B", "A")
    board.hand("B", "B")
    board.says("Kara-dabu: 業平. 小町 sends 2 cards.")
    board.key("nobody")
    board.send(6)
    board.says("小町 sends 1 card")
    board.send(7, "place-4")
    board.stage("waiting")
    board.counts(21, 27)
    watched(21, 27)
    # a double: A takes from B, who touched A's side
    board.call(31)
    board.hand("B", "A")
    expect(board.page.locator("#deck [data-key=A] small")).to_contain_text("A sends 2 cards")
    board.key("A")
    board.says("小町 sends 2 cards")
    board.send(8)
    board.send(9)
    board.stage("waiting")
    board.counts(19, 28)
    # undo takes the last send back, by name
    expect(board.page.locator("#undo")).to_have_attribute("aria-label", "Undo: sent: はなの")
    board.page.locator("#undo").click()
    board.stage("sending")
    board.counts(20, 27)
    watched(20, 27)
    board.page.locator("#redo").click()
    board.counts(19, 28)
    # a correction that changes nothing says so, not again what was said last
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    board.key("save")
    expect(board.page.locator("#toast")).to_have_text("Nothing has changed: it stood so already.")
    # the first read was B's: A's card was taken by B, who sent one
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    board.counts(25, 25)
    board.key("B")
    expect(board.page.locator("#deck .owed")).to_contain_text("業平 sends 1")
    board.card(40)
    board.key("place-1")
    expect(board.page.locator("#deck .owed")).to_contain_text(": all are chosen")
    board.key("save")
    board.counts(20, 27)
    watched(20, 27)
    expect(board.page.locator("#log .note").first).to_contain_text("Corrected:")
    # the end, the confirmation and the record
    board.page.locator("#more").click()
    board.page.locator("#rare summary").click()
    give_up = board.page.locator("[data-forfeit=B]")
    give_up.click()
    expect(give_up).to_have_text("Press once more to be sure")
    give_up.click()
    board.stage("over")
    board.key("confirm")
    expect(board.page.locator("#deck .notice")).to_have_text("The result is confirmed.")
    expect(watching.locator("#says")).to_contain_text("小町 wins: 業平 gave up.")
    board.page.goto(board.address)
    expect(board.page.locator(".slip .won")).to_have_text("小町 wins: 業平 gave up.")
    expect(board.page.locator(".reads-table tbody tr")).to_have_count(4)
    assert board.faults == []
    assert watch_errors == []


def test_undo_brings_back_what_was_noted_and_goes_past_the_end(board: BoardPage) -> None:
    board.call(DEAD[0])
    board.hand("B", "A")
    board.key("nobody")
    board.stage("sending")
    board.page.locator("#undo").click()
    board.stage("reading")
    expect(board.page.locator("[data-player=A] .hand.of-b")).to_have_attribute("aria-pressed", "true")
    board.says("小町 sends 1 card")
    board.page.locator("#undo").click()
    board.stage("waiting")
    board.page.evaluate(FIRST_CONFIRM)
    board.page.locator("#more").click()
    board.page.locator("#rare summary").click()
    for _ in range(2):
        board.page.locator("[data-forfeit=A]").click()
    board.stage("over")
    assert board.page.evaluate("firstConfirm") == "disabled", "a finger that trembles is no agreement"
    board.key("confirm")
    expect(board.page.locator("#deck .notice.good")).to_be_visible()
    board.page.locator("#undo").click()
    board.stage("waiting")


def test_what_is_noted_on_the_sheet_is_entered_with_the_read(board: BoardPage) -> None:
    board.call(30)
    board.page.locator("#more").click()
    board.page.locator("input[name='wrong_hand.B']").check()
    board.page.select_option("#net", "1")
    board.page.select_option("#sender", "B")
    board.page.fill("#reason", "a ruling")
    board.page.get_by_role("button", name="Done").click()
    expect(board.page.locator(".chip")).to_have_count(2)
    board.key("A")
    board.stage("sending")
    board.says("業平 sends 1 card")
    read = board.page.request.get(f"{board.address}/reads/0").json()["facts"]
    assert read["wrong_hand"] == ["B"]
    assert read["override"] == {"net": 1, "sender": "B", "reason": "a ruling"}


def test_a_read_that_does_not_count_moves_nothing(board: BoardPage) -> None:
    board.call(30)
    board.page.locator("#more").click()
    board.page.fill("#void", "the reader erred")
    board.page.get_by_role("button", name="Done").click()
    board.key("nobody")
    board.stage("waiting")
    board.counts(25, 25)
    board.call(30)


def test_touched_cards_are_marked_on_the_field(board: BoardPage) -> None:
    board.call(30)
    board.page.locator("#more").click()
    board.page.locator("[data-mark-cards=B]").click()
    board.says("Tap the cards that 業平 touched.")
    board.card(3)
    board.card(4)
    board.card(4)
    board.key("done")
    expect(board.page.locator("[data-player=A] .hand.of-b")).to_have_attribute("aria-pressed", "true")
    board.key("A")
    board.stage("sending")
    facts = board.page.request.get(f"{board.address}/reads/0").json()["facts"]
    assert facts["cards_touched"] == {"B": [3]}
    assert facts["touched"]["B"] == ["opp"]


def test_a_card_is_moved_by_tapping_and_by_dragging(board: BoardPage) -> None:
    def end_of(card: int) -> tuple[str, str]:
        laid = next(one for one in board.state()["sides"]["A"] if one["card"] == card)
        return laid["row"], laid["end"]

    board.card(4)
    board.key("move")
    board.key("place-1")
    expect(board.page.locator("#field .placing")).to_have_count(0)
    expect(board.page.locator("#undo")).to_be_enabled()
    assert end_of(4) == ("upper", "left")
    card = board.page.locator("#field [data-card='4']")
    lower = board.page.locator("[data-player=A] [data-row=lower]")
    row = lower.bounding_box()
    assert row is not None
    card.hover()
    board.page.mouse.down()
    board.page.mouse.move(row["x"] + row["width"] * 0.48, row["y"] + row["height"] / 2, steps=6)
    expect(board.page.locator(".ghost")).to_be_attached()
    board.page.mouse.up()
    expect(board.page.locator("[data-player=A] [data-row=lower] [data-card='4']")).to_be_attached()
    assert end_of(4)[0] == "lower"
    assert board.faults == []


def test_a_card_is_sent_by_dragging_it_over_or_by_tapping_a_place_on_the_field(board: BoardPage) -> None:
    board.call(30)
    board.key("A")
    board.stage("sending")
    upper = board.page.locator("[data-player=B] [data-row=upper]").bounding_box()
    assert upper is not None
    board.page.locator("#field [data-card='5']").hover()
    board.page.mouse.down()
    board.page.mouse.move(upper["x"] + upper["width"] * 0.45, upper["y"] + upper["height"] / 2, steps=6)
    board.page.mouse.up()
    board.stage("waiting")
    board.counts(24, 25)
    # B sits across: what is left on the screen is B's right
    laid = next(one for one in board.state()["sides"]["B"] if one["card"] == 5)
    assert (laid["row"], laid["end"]) in [("upper", "right"), ("float", "right")]
    board.call(31)
    board.key("A")
    board.stage("sending")
    board.card(6)
    board.page.locator("[data-player=B] [data-row=lower] .zone-button").first.click()
    board.stage("waiting")
    laid = next(one for one in board.state()["sides"]["B"] if one["card"] == 6)
    assert (laid["row"], laid["end"]) == ("lower", "right")
    assert board.faults == []


def test_the_whole_board_works_by_keyboard(board: BoardPage) -> None:
    press = board.page.keyboard.press
    press("/")
    expect(board.page.locator("#poem-search")).to_be_focused()
    board.page.keyboard.type("3")
    expect(board.page.locator(".hit")).to_contain_text("あしびきの")
    board.page.keyboard.type("0")
    press("Enter")  # what was typed counts, not what was found for a part of it
    board.stage("reading")
    expect(board.page.locator("#field [data-card='30']")).to_have_attribute("data-read", "")
    press("3")
    expect(board.page.locator("[data-player=A] .hand.of-b")).to_have_attribute("aria-pressed", "true")
    press("3")
    expect(board.page.locator("[data-player=A] .hand.of-b")).to_have_attribute("aria-pressed", "false")
    press("a")
    board.stage("sending")
    # into the field by Tab, to a card of A's by arrows, send it by Enter and a number
    board.page.locator("#field [data-card][tabindex='0']").focus()
    for _ in range(6):
        press("ArrowDown")
    focused = board.page.evaluate("Number(document.activeElement.dataset.card)")
    assert 1 <= focused <= 25
    press("Enter")
    expect(board.page.locator(f"#field [data-card='{focused}']")).to_have_attribute("data-chosen", "")
    press("1")
    board.stage("waiting")
    board.counts(24, 25)
    press("h")
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "true")
    board.says("Hand up: 小町. The reader waits.")
    press("h")
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "false")
    press("u")
    board.stage("sending")
    press("r")
    board.stage("waiting")
    press("?")
    expect(board.page.locator("#help")).to_be_visible()
    press("Escape")
    press("o")
    expect(board.page.locator("#rare")).to_be_visible()
    press("Escape")
    press("l")
    expect(board.page.locator("#log button").first).to_be_focused()
    press("Enter")
    board.says("Correcting read 1")
    press("Escape")
    board.says("sent:")
    assert board.faults == []


def test_keys_can_be_switched_off(board: BoardPage) -> None:
    board.call(3)
    board.page.locator("#open-help").click()
    board.page.locator("#keys-on").uncheck()
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("a")
    board.stage("reading")
    assert board.state()["seq"] == 2


def test_taps_made_without_a_connection_arrive_once(board: BoardPage) -> None:
    board.call(3)
    posts: list[str] = []

    def cut(route: Route) -> None:
        posts.append(json.loads(route.request.post_data or "{}")["client_id"])
        route.abort()

    board.page.route("**/commands", cut)
    board.key("A")
    expect(board.page.locator("#connection-text")).to_have_text("1 not sent yet")
    board.page.keyboard.press("h")
    expect(board.page.locator("#connection-text")).to_have_text("2 not sent yet")
    board.stage("reading")
    board.page.unroute("**/commands")
    board.stage("waiting")
    board.counts(24, 25)
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "true")
    expect(board.page.locator("#connection-text")).to_have_text(re.compile("^Saved "))
    state = board.state()
    assert (state["seq"], state["reads"]) == (4, 1)
    assert len(set(posts)) == 1


def test_an_answer_that_was_lost_does_not_count_twice(board: BoardPage) -> None:
    """The command arrives, its answer does not: the page sends it again, and the server knows it."""
    board.call(3)
    lost: list[int] = []

    def swallow(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    board.page.route("**/commands", swallow)
    board.key("A")
    board.stage("waiting")
    board.counts(24, 25)
    expect(board.page.locator("#connection-text")).to_have_text(re.compile("^Saved "))
    assert lost == [200]
    assert board.state()["seq"] == 3


def test_a_reload_keeps_what_was_noted_and_what_was_not_sent(board: BoardPage) -> None:
    board.call(3)
    board.hand("B", "B")
    noted = board.page.locator("[data-player=B] .hand.of-b")
    expect(noted).to_have_attribute("aria-pressed", "true")
    board.page.reload()
    expect(noted).to_have_attribute("aria-pressed", "true")
    board.page.route("**/commands", lambda route: route.abort())
    board.key("A")
    expect(board.page.locator("#connection-text")).to_have_text("1 not sent yet")
    expect(board.page.locator("#deck [data-key=A]")).to_have_attribute("aria-pressed", "true")
    expect(board.page.locator("#deck [data-key=B]")).not_to_have_attribute("aria-pressed", "true")
    board.page.unroute("**/commands")
    board.page.reload()
    board.stage("sending")
    assert board.state()["reads"] == 1
    board.card(30)
    board.says("小町 has to send: tap one of their cards.")
    board.key("move")
    board.page.keyboard.press("Escape")
    board.send(1)
    board.stage("waiting")
    board.call(4)
    expect(noted).to_have_attribute("aria-pressed", "false")
    board.page.reload()
    expect(noted).to_have_attribute("aria-pressed", "false")


def test_two_referees_at_one_table_see_each_other_and_double_nothing(
    browser: Browser, board: BoardPage
) -> None:
    second = joined(browser, board)
    board.call(30)
    second.stage("reading")
    # the second one's page does not hear of what the first does, and taps on what it sees
    second.page.route("**/state", lambda route: route.abort())
    board.key("A")
    board.stage("sending")
    second.key("B")
    expect(second.page.locator("#toast")).to_contain_text("Somebody else entered something meanwhile")
    second.stage("sending")
    second.counts(25, 24)
    board.counts(25, 24)
    assert board.state()["seq"] == 3


def joined(browser: Browser, board: BoardPage) -> BoardPage:
    page = new_context(browser, 844, 390).new_page()
    page.goto(board.page.url)
    return BoardPage(page, board.url)


def test_a_correction_that_cannot_be_is_refused_naming_the_read_it_meets(board: BoardPage) -> None:
    for card, sent in ((30, 5), (31, 6)):
        board.call(card)
        board.key("A")
        board.send(sent)
        board.stage("waiting")
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    expect(board.page.locator("#field [data-card='5']")).to_have_attribute("data-chosen", "")
    board.card(5)
    board.card(6)
    board.key("place-1")
    expect(board.page.locator("#field [data-card='6']")).to_have_attribute("data-chosen", "")
    board.key("save")
    expect(board.page.locator("#toast")).to_contain_text("Then read 2 could not have happened")
    assert board.state()["seq"] == 7
    # what was noted is still there, and can be mended
    board.says("Correcting read 1")
    expect(board.page.locator("#field [data-card='6']")).to_have_attribute("data-chosen", "")
    board.card(6)
    board.card(7)
    board.key("place-1")
    board.key("save")
    expect(board.page.locator("#log .note")).to_contain_text("Corrected: ")
    board.counts(23, 25)


def test_a_card_tapped_before_it_is_known_what_a_correction_owes_is_placed_then(board: BoardPage) -> None:
    board.call(30)
    board.key("A")
    board.send(5)
    board.stage("waiting")
    board.page.route("**/preview", lambda _route: None)
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    sent, other, theirs = (board.page.locator(f"#field [data-card='{card}']") for card in (5, 6, 40))
    board.card(5)
    expect(sent).not_to_have_attribute("data-chosen", "")
    board.card(40)
    expect(theirs).to_have_attribute("data-chosen", "")
    board.card(6)
    expect(other).to_have_attribute("data-chosen", "")
    board.page.unroute("**/preview")
    board.key("place-1")
    expect(other).to_have_attribute("data-chosen", "")
    board.key("save")
    expect(board.page.locator("#log .note")).to_contain_text("Corrected: ")
    assert {5, 6} & {one["card"] for one in board.state()["sides"]["B"]} == {6}
    assert board.faults == []


def test_a_press_is_marked_until_the_server_has_answered_it(browser: Browser, board: BoardPage) -> None:
    """Whatever else is heard meanwhile, also over a reload."""
    second = joined(browser, board)
    board.call(3)
    taker = board.page.locator("#deck [data-key=A]")
    board.page.route("**/commands", lambda _route: None)
    with board.page.expect_request("**/commands"):
        board.key("A")
    expect(taker).to_have_attribute("aria-pressed", "true")
    second.page.locator("#raise-B").click()
    expect(board.page.locator("#raise-B")).to_have_attribute("aria-pressed", "true")
    expect(taker).to_have_attribute("aria-pressed", "true")
    board.page.reload()
    expect(taker).to_have_attribute("aria-pressed", "true")
    board.page.unroute("**/commands")
    board.page.reload()
    board.stage("waiting")
    state = board.state()
    assert (state["reads"], state["hands"]) == (1, {"A": False, "B": True})


def test_an_entry_that_changes_nothing_keeps_nothing_behind_it(board: BoardPage) -> None:
    """The answer has no events in it; what was tapped meanwhile goes out all the same."""
    board.call(30)
    board.key("A")
    board.send(5)
    board.stage("waiting")
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    held: list[Route] = []
    board.page.route("**/commands", lambda route: route.continue_() if held else held.append(route))
    with board.page.expect_request("**/commands"):
        board.key("save")
    board.page.keyboard.press("h")
    held[0].continue_()
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "true")
    assert board.faults == []


def test_a_deal_is_tapped_card_by_card(laptop: BrowserContext, club: LiveServer) -> None:
    """Once for A, twice for B, and a third time for neither."""
    page = laptop.new_page()
    page.goto(f"{club.url}/matches/new")
    page.fill("#name_a", "小町")
    page.fill("#name_b", "業平")
    page.check("input[name=deal][value=list]")

    def tap(card: int, times: int) -> None:
        for _ in range(times):
            page.locator(f"#all-cards [data-card='{card}']").click()

    for card in range(1, 26):
        tap(card, 1)
    for card in range(50, 75):
        tap(card, 2)
    tap(99, 3)
    expect(page.locator("#deal-count")).to_contain_text("25")
    page.get_by_role("button", name="Open the board").click()
    expect(page.locator("#field [data-card='1']")).to_be_visible()
    laid = {
        side: sorted(
            int(card.get_attribute("data-card") or 0)
            for card in page.locator(f".territory.of-{side} [data-card]").all()
        )
        for side in "ab"
    }
    assert laid == {"a": list(range(1, 26)), "b": list(range(50, 75))}


def test_every_page_has_one_stream_at_most(
    laptop: BrowserContext, board: BoardPage, club: LiveServer
) -> None:
    """A browser opens six lines to a server and no more: a second stream on a page would starve its commands."""
    code = board.address.rpartition("/")[2]
    page = laptop.new_page()
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if "/stream?" in request.url else None)
    for address in (f"/matches/{code}/board", f"/matches/{code}/watch", "/hall", "/", "/matches/"):
        streams.clear()
        with page.expect_response("**/*", timeout=30_000):
            page.goto(f"{club.url}{address}")
        page.wait_for_load_state("load")
        assert len(streams) <= 1, (address, streams)


def test_a_tablet_that_is_turned_shows_the_reads_in_either_way(board: BoardPage) -> None:
    board.page.set_viewport_size({"width": 820, "height": 1180})
    board.call(3)
    board.key("A")
    board.counts(24, 25)
    expect(board.page.locator("#log button")).to_have_count(0)
    board.page.set_viewport_size({"width": 1180, "height": 820})
    expect(board.page.locator("#log button")).to_have_count(1)
    # an upright phone has room for sounds, not for verses
    field = board.page.locator("#field")
    expect(field).not_to_have_class(re.compile(r"\bsounds\b"))
    board.page.set_viewport_size({"width": 390, "height": 844})
    expect(field).to_have_class(re.compile(r"\bsounds\b"))
    board.page.set_viewport_size({"width": 844, "height": 390})
    expect(field).not_to_have_class(re.compile(r"\bsounds\b"))


def test_a_poem_that_was_passed_over_can_be_entered_late(board: BoardPage) -> None:
    """The reader went on before the referee had entered what happened."""
    board.call(30)
    token = board.page.locator("meta[name=csrf-token]").get_attribute("content")
    command = {"client_id": "0" * 32, "expected_seq": 2, "command": {"type": "call", "card": 31}}
    headers = {"X-CSRFToken": token or "", "Accept": "application/json"}
    assert board.page.request.post(f"{board.address}/commands", data=command, headers=headers).ok
    board.page.get_by_role("button", name="ありあ was not entered: enter it now").click()
    board.says("Correcting read 1")
    board.key("B")
    board.key("save")
    board.counts(25, 24)
    board.stage("reading")


def test_a_server_that_is_killed_loses_no_tap(browser: Browser, server: LiveServer) -> None:
    context = new_context(browser, 1180, 820)
    board = open_board(context, server.url)
    board.call(3)
    board.key("A")
    board.stage("waiting")
    expect(board.page.locator("#connection-text")).to_have_text(re.compile("^Saved "))
    server.kill()
    expect(board.page.locator("#connection")).to_have_attribute("data-state", "offline")
    board.page.keyboard.press("h")
    expect(board.page.locator("#connection-text")).to_have_text("1 not sent yet")
    server.start()
    expect(board.page.locator("#raise-A")).to_have_attribute("aria-pressed", "true", timeout=30_000)
    board.counts(24, 25)
    state = board.state()
    assert (state["seq"], state["reads"], state["hands"]) == (4, 1, {"A": True, "B": False})
    context.close()


def test_what_follows_is_not_guessed_without_an_answer(board: BoardPage) -> None:
    board.call(3)
    board.page.route("**/preview", lambda route: route.abort())
    board.hand("B", "B")
    board.says("What follows is said when the connection is back.")
    expect(board.page.locator("#deck [data-key=A]")).not_to_contain_text("sent")
    board.page.unroute("**/preview")
    board.says("If nobody takes it: Otetsuki: 業平. 小町 sends 1 card.")
    expect(board.page.locator("#deck [data-key=A]")).to_contain_text("A sends 1 card")


def test_the_poem_can_be_said_by_its_first_kana_or_by_its_card(board: BoardPage) -> None:
    board.page.fill("#poem-search", "むら")
    expect(board.page.locator(".hit").first).to_contain_text("むらさめの")
    board.page.locator(".hit").first.click()
    board.stage("reading")
    expect(board.page.locator("#poem .where")).to_have_text("Dead card")
    board.key("nobody")
    board.stage("waiting")
    board.card(30)
    board.key("call")
    board.stage("reading")
    expect(board.page.locator("#field [data-card='30']")).to_have_attribute("data-read", "")


def test_a_poem_is_found_and_entered_without_a_connection(board: BoardPage) -> None:
    assert board.page.evaluate(FOUND_ALONE) == 100
    for address in ("**/poems?*", "**/commands"):
        board.page.route(address, lambda route: route.abort())
    board.page.fill("#poem-search", "zz")
    expect(board.page.locator("#search-said")).to_contain_text("No connection: type a number")
    board.page.fill("#poem-search", str(DEAD[0]))
    board.page.press("#poem-search", "Enter")
    expect(board.page.locator("#connection-text")).to_have_text("1 not sent yet")
    board.page.unroute("**/commands")
    board.stage("reading")
    expect(board.page.locator("#poem .where")).to_have_text("Dead card")


def test_the_field_is_seen_from_either_seat(board: BoardPage) -> None:
    def top() -> str:
        return str(board.page.evaluate("document.querySelector('.territory.far').dataset.player"))

    assert top() == "B"
    board.page.keyboard.press("w")
    assert top() == "A"
    board.page.reload()
    expect(board.page.locator("body.ready")).to_be_attached()
    assert top() == "A"
    board.call(30)
    first = board.page.locator("#deck button").first
    expect(first).to_have_attribute("data-key", "A")


def test_a_correction_that_owes_cards_cannot_lose_them(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 1280, 800)
    board = open_board(context, club.url)
    board.call(DEAD[0])
    board.key("nobody")
    board.stage("waiting")
    board.call(3)
    board.key("A")
    board.counts(24, 25)
    board.page.locator("#log button").last.click()
    board.says("Correcting read 1")
    board.hand("A", "A")
    board.hand("A", "B")
    save = board.page.locator("#deck [data-key=save]")
    expect(save).to_be_disabled()
    expect(board.page.locator("#deck [data-key=save-forgotten]")).to_have_text(
        "Enter it: 2 not sent (forgotten)"
    )
    board.card(40)
    board.says("Where does it go on 小町's side?")
    board.key("place-5")
    expect(board.page.locator("#deck [data-key=save-forgotten]")).to_have_text(
        "Enter it: 1 not sent (forgotten)"
    )
    # the second just outside of the first, which lies on A's side already
    board.card(41)
    board.card(40)
    expect(board.page.locator("#deck [data-key=save-forgotten]")).to_have_count(0)
    lower = board.page.locator(".territory.of-a .line[data-row=middle] .end.left [data-card]")
    expect(lower.last).to_have_attribute("data-card", "40")
    expect(lower.nth(-2)).to_have_attribute("data-card", "41")
    board.key("save")
    board.counts(26, 23)
    laid = [
        one["card"] for one in board.state()["sides"]["A"] if (one["end"], one["row"]) == ("left", "middle")
    ]
    assert laid[-2:] == [41, 40]
    # one of them only: the other goes back to where it lay
    board.page.locator("#log button").last.click()
    board.hand("A", "B")
    expect(board.page.locator("#deck .owed")).to_contain_text("業平 sends 1: all are chosen")
    board.key("save")
    board.counts(25, 24)
    board.page.locator("#undo").click()
    board.counts(26, 23)
    cards_chosen_before_the_answer_are_both_sent(board)
    assert board.faults == []
    context.close()


def cards_chosen_before_the_answer_are_both_sent(board: BoardPage) -> None:
    """Take both sends of the first read back, and choose two others faster than the server answers."""
    board.page.locator("#log button").last.click()
    for card in (41, 40):
        board.card(card)
    forgotten = board.page.locator("#deck [data-key=save-forgotten]")
    expect(forgotten).to_contain_text("2 not sent")
    board.page.route("**/preview", lambda _route: None)
    for card in (45, 46):
        board.card(card)
        board.key("place-5")
    expect(board.page.locator("#field [data-card='45'] .mark")).to_have_text("1")
    expect(board.page.locator("#field [data-card='46'] .mark")).to_have_text("2")
    board.page.unroute("**/preview")
    save = board.page.locator("#deck [data-key=save]")
    expect(save).to_be_enabled()
    expect(board.page.locator("#deck .owed")).to_contain_text("業平 sends 2: all are chosen")
    board.key("save")
    board.stage("waiting")
    moved = {one["card"] for one in board.state()["sides"]["A"]}
    assert {45, 46} <= moved
    assert not {40, 41} & moved


def test_a_send_that_was_passed_over_can_be_entered_by_one_button(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 1280, 800)
    board = open_board(context, club.url)
    board.call(30)
    board.key("A")
    board.stage("sending")
    command = {"type": "call", "card": 3}
    body = {"client_id": "c" * 32, "expected_seq": board.state()["seq"], "command": command}
    token = board.page.locator("meta[name=csrf-token]").get_attribute("content")
    board.page.request.post(f"{board.address}/commands", data=body, headers={"X-CSRFToken": token or ""})
    board.stage("reading")
    late = board.page.locator(".chip.late")
    expect(late).to_contain_text("a card owed was not sent. Enter it now")
    late.click()
    board.says("Correcting read 1")
    expect(board.page.locator("#deck .owed")).to_contain_text("小町 sends 1")
    board.card(5)
    board.key("place-1")
    board.key("save")
    board.counts(24, 25)
    expect(late).to_have_count(0)
    assert board.faults == []
    context.close()
