"""A whole first day on a phone held in one hand: by touch, then by keyboard, and without network from the start."""

import json
import time

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.support.board_page import new_context, watch_faults
from tests.support.browser import axe_findings
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

STEP = 2500
"""Milliseconds by which the page's own clock is put forward: past every pause of a run."""


def begun(page: Page, club: LiveServer) -> dict[int, str]:
    """Begin a run; return the right answer to each question."""
    page.clock.install()
    page.goto(f"{club.url}/drills/")
    page.click("button.main")
    expect(page.locator("#task")).not_to_be_empty()
    steps = json.loads(page.locator("#run").inner_text())["steps"]
    return {step["number"]: step["right"] for step in steps}


def warm_up(page: Page) -> None:
    for _ in range(8):
        page.clock.fast_forward(STEP)
        expect(page.locator("#stage .torifuda")).to_be_visible()
        page.locator(".press").tap()
        page.clock.fast_forward(STEP)


def test_a_day_on_a_phone_goes_on_without_network(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    right = begun(page, club)
    context.set_offline(True)
    warm_up(page)
    for number in range(8, len(right)):
        if number < 12:
            page.keyboard.press("Enter")
        if number == 9:
            page.locator("#choices .wide").tap()
            expect(page.locator("#said")).to_have_text(f"It is {right[9]}.")
            page.keyboard.press("Enter")
            continue
        page.locator(f"[data-given='{right[number]}']").tap()
        expect(page.locator("#said")).to_have_text("Right")
        page.clock.fast_forward(STEP)
    expect(page.locator("#task")).to_have_text("Done")
    expect(page.locator("#stage")).to_contain_text("11 of 12 right.")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.set_offline(False)
    expect(page.locator("dt")).to_have_text(["Today", "Look out for", "Tomorrow"])
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    log = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert len(log) == len(right)
    assert sum(not row["correct"] for row in log) == 1
    context.close()


def test_the_keyboard_is_enough_and_a_page_that_was_left_goes_on(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 1180, 820)
    page = context.new_page()
    faults = watch_faults(page)
    right = begun(page, club)
    for _ in range(8):
        page.clock.fast_forward(STEP)
        expect(page.locator("#stage .torifuda")).to_be_visible()
        page.keyboard.press(" ")
        page.clock.fast_forward(STEP)
    assert axe_findings(page) == []
    page.reload()
    expect(page.locator("#task")).to_have_text("A new card")
    page.keyboard.press("Enter")
    given = page.locator("[data-given]").evaluate_all("all => all.map((one) => one.dataset.given)")
    page.keyboard.press(str(given.index(right[8]) + 1))
    expect(page.locator("#said")).to_have_text("Right")
    assert faults == []
    context.close()


def test_a_run_that_lay_ready_is_begun_without_network(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    page.clock.install()
    page.goto(f"{club.url}/drills/")
    page.clock.fast_forward(STEP)
    told = page.locator("[data-ready-told]")
    expect(told).to_contain_text("without a connection")
    assert axe_findings(page) == []
    context.set_offline(True)
    page.locator("a[href='/drills/exercises/faces']").tap()
    expect(told).to_contain_text("There is no connection")
    page.locator("button.main").tap()
    run = page.frame_locator("iframe.drill-frame:not([inert])")
    expect(run.locator("#task")).not_to_be_empty()
    steps = json.loads(run.locator("#run").inner_text())["steps"]
    for step in steps:
        page.clock.fast_forward(STEP)
        if step["part"] == "warm_up":
            expect(run.locator("#stage .torifuda")).to_be_visible()
            run.locator(".press").tap()
        else:
            if step["isNew"]:
                run.locator("#choices .main").tap()
            run.locator(f"[data-given='{step['right']}']").tap()
            expect(run.locator("#said")).to_have_text("Right")
        page.clock.fast_forward(STEP)
    expect(run.locator("#task")).to_have_text("Done")
    run.get_by_role("link", name="Back to the drills").tap()
    expect(told).to_contain_text("There is no connection")
    expect(page.locator("iframe:not([inert])")).to_have_count(0)
    context.set_offline(False)
    # what waited is sent from the menu, and the next run is made ready
    expect(told).to_contain_text("Ready")
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    log = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert [row["correct"] for row in log] == [True] * len(steps)
    context.close()


def test_two_runs_that_were_begun_without_network_are_both_sent(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    page.clock.install()

    def through_two_cards(run: Page | FrameLocator) -> None:
        for number in range(2):
            expect(run.locator("#task")).not_to_be_empty()
            right = json.loads(run.locator("#run").inner_text())["steps"][number]["right"]
            run.locator(f"[data-given='{right}']").tap()
            expect(run.locator("#said")).to_have_text("Right")
            page.clock.fast_forward(STEP)

    # once with a connection, so that there is something to do again
    page.goto(f"{club.url}/drills/exercises/faces?cards=own&own=1+2")
    page.locator("button.main").tap()
    through_two_cards(page)
    page.get_by_role("link", name="Back to the drills").tap()
    again = page.get_by_role("button", name="Through the cards, as last time")
    expect(page.locator("h1")).to_contain_text("minutes a day")
    page.clock.fast_forward(STEP)
    expect(again).to_be_visible()
    expect(page.locator("[data-ready-told]")).to_contain_text("without a connection")

    context.set_offline(True)
    again.tap()
    run = page.frame_locator("iframe.drill-frame:not([inert])")
    through_two_cards(run)
    run.get_by_role("link", name="Back to the drills").tap()
    expect(page.locator("[data-ready-told]")).to_contain_text("There is no connection")
    expect(again).to_be_hidden()
    page.locator("form[data-ready] > button.main").tap()
    for number in range(8):
        page.clock.fast_forward(STEP)
        expect(run.locator("#stage .torifuda")).to_be_visible()
        run.locator(".press").tap()
        page.clock.fast_forward(STEP)
        if number == 3:  # away from it, and on where it was
            page.go_back()
            expect(page.locator("iframe:not([inert])")).to_have_count(0)
            page.get_by_role("link", name="Go on where you left").tap()
    expect(run.locator("#task")).not_to_be_empty()
    context.set_offline(False)
    page.go_back()
    expect(page.locator("h1")).to_contain_text("minutes a day")
    page.clock.fast_forward(STEP)

    def kept() -> int:
        return len(page.request.get(f"{club.url}/drills/mine.json").json()["rows"])

    deadline = time.monotonic() + 30
    while kept() < 12 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert kept() == 12
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    context.close()


def test_who_goes_on_with_a_run_that_was_erased_elsewhere_is_told_and_promised_nothing(
    browser: Browser, club: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page, other = context.new_page(), context.new_page()
    faults = watch_faults(page)
    page.clock.install()
    page.goto(f"{club.url}/drills/exercises/faces?cards=own&own=1+2+3")
    page.locator("button.main").tap()
    expect(page.locator("#task")).not_to_be_empty()
    steps = json.loads(page.locator("#run").inner_text())["steps"]
    for number, step in enumerate(steps):
        page.locator(f"[data-given='{step['right']}']").tap()
        expect(page.locator("#said")).to_have_text("Right")
        if number == 0:
            other.goto(f"{club.url}/drills/mine")
            other.locator("summary", has_text="Erase everything").tap()
            other.locator("form[data-erase] button").tap()
            expect(other.locator("h1")).to_contain_text("minutes a day")
        else:
            expect(page.locator("#waiting")).to_contain_text("not on this device any more")
        page.clock.fast_forward(STEP)
    expect(page.locator("#task")).to_have_text("Done")
    expect(page.locator("#stage")).to_have_text("3 of 3 right.")
    expect(page.locator("#waiting")).to_contain_text("not on this device any more")
    assert page.request.get(f"{club.url}/drills/mine.json").json()["rows"] == []
    assert [fault for fault in faults if "410" not in fault] == []
    page.goto(f"{club.url}/drills/exercises/faces")
    expect(page.locator("[data-left]").first).to_be_hidden()
    context.close()
