"""A home layout under three hands, and a short match against a ghost, on a phone held upright."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from engine.training.layout import CORNERS, HomeLayout, suggested
from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

UPPER_LEFT, LOWER_LEFT = CORNERS[0], CORNERS[4]
FIRST, SECOND, THIRD = (suggested().corners[0][at] for at in (0, 1, 2))


def wanted() -> HomeLayout:
    """Return where three moves lead: one card into another's place, one innermost elsewhere, one back outwards."""
    return suggested().moved(FIRST, UPPER_LEFT, 2).moved(SECOND, LOWER_LEFT, 99).moved(THIRD, UPPER_LEFT, 1)


def begun(page: Page, club: LiveServer) -> str:
    """Begin a layout; return its address."""
    page.goto(f"{club.url}/teiichi/")
    page.click("form[action^='/teiichi/new'] button")
    expect(page.locator("body.ready")).to_be_attached()
    return page.url


def kept(page: Page, address: str) -> list[list[int]]:
    """Return the layout as the server has it, once everything is there."""
    expect(page.locator("#saved")).to_have_text("Saved")
    found = re.search(r'id="page">(.*?)</script>', page.request.get(address).text(), re.DOTALL)
    assert found is not None
    corners: list[list[int]] = json.loads(found[1])["corners"]
    return corners


def card(page: Page, number: int, mat: str = "#mat") -> Locator:
    return page.locator(f"{mat} [data-card='{number}']")


def spot(page: Page, corner: int) -> Locator:
    return page.locator(f"#mat .here[data-corner='{corner}']")


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Move a card by a pointer; what it goes to is in the middle of the screen."""
    to.evaluate("one => one.scrollIntoView({ block: 'center' })")
    start, end = what.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 12, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


def by_drag(page: Page) -> None:
    drag(page, card(page, FIRST), card(page, THIRD))
    page.set_viewport_size({"width": 360, "height": 1700})  # from one end of the mat to the other at once
    drag(page, card(page, SECOND), spot(page, 4))
    page.set_viewport_size({"width": 360, "height": 740})
    drag(page, card(page, THIRD), card(page, FIRST))


def by_tap(page: Page) -> None:
    card(page, FIRST).tap()
    card(page, THIRD).tap()
    card(page, SECOND).tap()
    page.locator("#pad [data-corner='4']").tap()
    card(page, THIRD).tap()
    card(page, FIRST).tap()


def by_keyboard(page: Page) -> None:
    card(page, FIRST).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    card(page, SECOND).focus()
    page.keyboard.press("5")
    page.keyboard.press("Delete")
    page.keyboard.press("Control+z")
    card(page, THIRD).focus()
    page.keyboard.press(" ")
    card(page, FIRST).focus()
    page.keyboard.press(" ")


PUT = """async (moves) => {
  const source = document.querySelector("script[src*='editor.js']").src.replace("editor.js", "arrangement.js");
  const { Arrangement } = await import(source);
  const lying = new Arrangement(moves.corners, []);
  const before = [];
  for (const [card, corner, other] of moves.puts) {
    before.push(JSON.stringify(lying.corners));
    if (!lying.put(card, corner, other)) before.pop();
  }
  const after = lying.corners;
  const back = before.reverse().every((one) => lying.undo() && JSON.stringify(lying.corners) === one);
  return { after, back: back && !lying.undo() };
}"""


def any_moves(layout: HomeLayout, count: int) -> tuple[list[list[int | None]], HomeLayout]:
    """Return moves by chance, and what the engine says that they come to."""
    luck, puts = random.Random(3), list[list[int | None]]()
    for _ in range(count):
        card, corner = luck.randint(1, 100), luck.randrange(6)
        others = [one for one in layout.corners[corner] if one != card]
        other = luck.choice(others) if others and luck.random() < 0.8 else None
        at = 100 if other is None else layout.corners[corner].index(other)
        layout = layout.moved(card, CORNERS[corner], at)
        puts.append([card, corner, other])
    return puts, layout


def test_a_drag_a_tap_and_a_key_come_to_the_same(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    begun(page, club)
    puts, there = any_moves(suggested(), 300)
    came = page.evaluate(PUT, {"corners": [list(cards) for cards in suggested().corners], "puts": puts})
    assert came == {"after": [list(cards) for cards in there.corners], "back": True}
    for hand in (by_drag, by_tap, by_keyboard):
        address = begun(page, club)
        hand(page)
        assert kept(page, address) == [list(cards) for cards in wanted().corners], hand.__name__
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert axe_findings(page) == []
    for _ in range(3):
        page.locator("#undo").tap()
    assert kept(page, address) == [list(cards) for cards in suggested().corners]
    context.set_offline(True)
    page.locator("#redo").tap()
    expect(page.locator("#saved")).to_contain_text("no connection")
    context.set_offline(False)
    assert kept(page, address) != [list(cards) for cards in suggested().corners]
    assert faults == []
    context.close()


OWN_CLOCK = "Object.defineProperty(Event.prototype, 'timeStamp', { get() { return performance.now(); } })"
"""Lets a press come at the moment of the page's own clock, which the test moves."""


def test_a_short_match_against_a_ghost(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    page.clock.install(time="2026-11-30T12:00:00")
    page.add_init_script(OWN_CLOCK)
    page.goto(f"{club.url}/drills/ghost/")
    page.check("input[value='level:beginner']")
    page.check("input[name=each][value='4']")
    with page.expect_response("**/moves") as answered:
        page.click("button.main")
    expect(page.locator("#choices .main")).to_have_text("Start")
    assert axe_findings(page) == []
    page.clock.pause_at("2026-11-30T13:00:00")  # from here on nothing happens but by the test
    page.locator("#choices .main").tap()
    while (now := answered.value.json())["result"] is None:
        with page.expect_response("**/moves") as answered:
            one_move(page, now)
    expect(page.locator(".ghost-end dd").first).to_have_text(re.compile(r"You won by \d"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert faults == []
    log = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert {(row["exercise"], row["correct"]) for row in log} == {("ghost", True)}
    context.close()


def one_move(page: Page, now: dict[str, Any]) -> None:
    """Send what is owed, or take the card that is read at its first kana; a dead one is let pass."""
    if now["owed"]:
        for one in now["sides"]["A"][: now["owed"]]:
            card(page, one["card"], ".drill-mat").tap()
        page.locator("#send").tap()
        return
    for _ in range(60):
        if page.locator("#spoken").text_content():
            break
        page.clock.run_for(100)
    here = card(page, now["next"]["card"], ".drill-mat")
    (here if here.count() else page.locator("#choices .button")).tap()
    page.clock.run_for(1500)
