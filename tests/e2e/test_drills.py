"""A whole first day on a phone held in one hand: by touch, then by keyboard, and without network from the start."""

import datetime as dt
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from engine.training.trial import Exercise, Grade
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from tests.engine.training.makers import trial
from tests.support.board_page import new_context, watch_faults
from tests.support.browser import axe_findings
from tests.support.club import config_in
from tests.support.learners import entered
from tests.support.server import LiveServer
from webapp.db.columns import now
from webapp.drills.device import COOKIE
from webapp.practice_day import practice_day
from webapp.services import open_services

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

STEP = 2500
"""Milliseconds by which the page's own clock is put forward: past every pause of a run."""

COVERED = """() => ["", "large"].map((size) => {
  document.querySelector("main").classList.toggle("large", size === "large");
  const all = [...document.querySelectorAll("#choices .torifuda")].map((one) => one.getBoundingClientRect());
  const over = (a, b) => a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const hidden = (one) => one.left < 0 || one.right > innerWidth || all.some((other) => over(one, other));
  const count = all.filter(hidden).length;
  document.querySelector("main").classList.remove("large");
  return count;
})"""
"""How many cards to choose lie over one another, or past the edge: as they are usually, and large."""

SEVEN = [card for card in MUSUME_ORDER if len(full(card)) == 1]
TOKENS: Final[dict[Path, str]] = {}
"""The token of a device whose learner met the seven of one kana, by the folder of the server."""


@pytest.fixture(scope="module")
def club_folder(tmp_path_factory: pytest.TempPathFactory, empty_club: Path) -> Iterator[Path]:
    """The data of a club in which somebody met the seven of one kana."""
    folder = tmp_path_factory.mktemp("club")
    shutil.copy(empty_club, folder / "club.sqlite3")
    yesterday = practice_day(now()) - dt.timedelta(days=1)
    met = [
        trial(number, card, yesterday, exercise=Exercise.FUDANAGASHI, auto_grade=Grade.GOOD)
        for number, card in enumerate(SEVEN)
    ]
    with closing(open_services(config_in(folder))) as services:
        TOKENS[folder], _ = entered(services, met)
    yield folder
    del TOKENS[folder]


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


def test_a_warm_up_is_a_choice_among_the_seven_by_their_places(
    browser: Browser, club: LiveServer, club_folder: Path
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    context.add_cookies([{"name": COOKIE, "value": TOKENS[club_folder], "url": club.url}])
    page = context.new_page()
    faults = watch_faults(page)
    right = begun(page, club)
    assert axe_findings(page) == []
    assert page.evaluate(COVERED) == [0, 0]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    for number in range(8):
        expect(page.locator("#stage .kana")).to_have_text(full(int(right[number])))
        place = SEVEN.index(int(right[number]))
        if number == 3:  # a mistake shows the right card until one goes on
            page.locator(f"[data-given='{SEVEN[place - 1]}']").tap()
            expect(page.locator("#said")).to_have_text(f"It is {full(int(right[number]))}.")
            expect(page.locator("#choices .is-right")).to_have_attribute("data-given", right[number])
            page.keyboard.press("Enter")
            continue
        if number % 2:
            page.locator(f"[data-given='{right[number]}']").tap()
        else:
            page.keyboard.press(str(place + 1))
        expect(page.locator("#said")).to_have_text("Right")
        page.clock.fast_forward(STEP)
    expect(page.locator("#task")).to_have_text("What is its kimari-ji?")
    page.reload()
    expect(page.locator("#task")).to_have_text("What is its kimari-ji?")
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
