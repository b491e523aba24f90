"""An exercise by itself on a narrow page, by keyboard alone: from the menu to its end, offline in its middle."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

STEP = 2500
"""Milliseconds by which the page's own clock is put forward: past the pause after a right answer."""
MOST_TABS = 60


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what the selector names has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement?.matches(what)", selector):
            return
    pytest.fail(f"Tab does not come to {selector}")


def follow(page: Page, selector: str, address: str) -> None:
    """Go by keyboard where a link or a button leads."""
    tab_to(page, selector)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(address))


def steps_of(page: Page) -> list[dict[str, str]]:
    found = json.loads(page.locator("#run").inner_text())["steps"]
    assert isinstance(found, list)
    return found


def give(page: Page, right: str) -> None:
    given = page.locator("[data-given]").evaluate_all("all => all.map((one) => one.dataset.given)")
    page.keyboard.press(str(given.index(right) + 1))


def test_an_exercise_by_keyboard_alone_without_network_in_its_middle(
    browser: Browser, club: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en")
    page = context.new_page()
    faults = watch_faults(page)
    page.clock.install()
    page.goto(f"{club.url}/drills/")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    follow(page, "a[href='/drills/exercises/faces']", "/exercises/faces$")
    expect(page.locator("h1")).to_contain_text("Through the cards")
    assert axe_findings(page) == []
    tab_to(page, "#cards")
    page.keyboard.type("My own")
    tab_to(page, "#own")
    page.keyboard.type("1-5")
    page.keyboard.press("Enter")

    expect(page.locator("#stage .torifuda")).to_be_visible()
    steps = steps_of(page)
    assert len(steps) == 5
    for number, step in enumerate(steps):
        expect(page.locator("#choices [data-given]:not([aria-disabled])")).to_have_count(9)
        if number == 1:
            context.set_offline(True)
        if number == 2:
            page.keyboard.press("0")
            expect(page.locator("#said")).to_have_text(f"It is {step['right']}.")
            page.keyboard.press("Enter")
            continue
        give(page, step["right"])
        expect(page.locator("#said")).to_have_text("Right")
        page.clock.fast_forward(STEP)
    expect(page.locator("#stage")).to_contain_text("4 of 5 right.")
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    context.set_offline(False)
    expect(page.locator("dt").first).to_have_text("Time taken")
    expect(page.locator("dl")).to_contain_text("1 mistake")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert axe_findings(page) == []
    log = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert [row["correct"] for row in log] == [True, True, False, True, True]

    # once more, with the same options; then left in its middle, and gone on with
    follow(page, "#choices a", r"/exercises/faces\?")
    expect(page.locator("#own")).to_have_value("1-5")
    follow(page, "button.main", "/runs/")
    expect(page.locator("#stage .torifuda")).to_be_visible()
    give(page, steps_of(page)[0]["right"])
    expect(page.locator("#said")).to_have_text("Right")
    expect(page.locator("#waiting")).to_be_empty()
    follow(page, "a[href='/drills/']", "/drills/$")
    follow(page, "a[href='/drills/exercises/faces']", "/exercises/faces$")
    follow(page, "[data-left] a", "/runs/")
    expect(page.locator("#bar")).to_have_attribute("value", "1")
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []

    # a page that is closed without network: what it knew is sent from any other page of the drills
    context.set_offline(True)
    give(page, steps_of(page)[1]["right"])
    expect(page.locator("#waiting")).to_contain_text("Not sent yet")
    page.close()
    context.set_offline(False)
    other = context.new_page()
    with other.expect_response(lambda answer: answer.url.endswith("/answers")) as sent:
        other.goto(f"{club.url}/drills/")
    assert sent.value.ok
    assert len(other.request.get(f"{club.url}/drills/mine.json").json()["rows"]) == 7
    context.close()


def test_what_was_laid_stays_to_be_looked_at_though_the_last_card_lay_right(
    browser: Browser, club: LiveServer
) -> None:
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale="en").new_page()
    page.clock.install()
    page.goto(f"{club.url}/drills/exercises/laying")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#choices .big")).to_be_visible()
    steps = steps_of(page)
    page.locator("#choices .big").click()
    corners = ["左上", "右上", "左中", "右中", "左下", "右下"]
    for step in sorted(steps, key=lambda one: int(one["right"][4:])):
        card = page.locator(f".pool [data-card='{step['card']}']")
        if card.get_attribute("aria-pressed") != "true":  # the next one of the pool is chosen by itself
            card.click()
        page.locator(".pad button").nth(corners.index(step["right"][2:4])).click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#task")).to_have_text("25 of 25 in their place")
    page.clock.run_for(STEP)
    expect(page.locator("#task")).to_have_text("25 of 25 in their place")
    expect(page.locator("#said")).to_have_text("")
