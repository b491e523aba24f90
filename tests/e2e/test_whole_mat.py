"""The whole mat on a phone: nine right of ten make the rest of the run harder, without asking the server."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_page import watch_faults
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

STEP = 2500
"""Milliseconds by which the page's own clock is put forward: past what is read, and past the pause after an answer."""
MISSED = 4


def touch(page: Page, step: dict[str, Any], given: str) -> None:
    """Touch a card, or say that none is read, once it is being read; go on where the page waits for it."""
    expect(page.locator("#said:not([data-is])")).to_have_count(1)
    page.clock.fast_forward(STEP)
    expect(page.locator(".opening")).not_to_be_empty()
    if given == "0":
        page.locator("#choices [data-given='0']").tap()
    else:
        page.locator(f".drill-mat [data-card='{given}']").tap()
    expect(page.locator("#said")).to_have_attribute("data-is", "right" if given == step["right"] else "wrong")
    if given != step["right"]:
        page.locator("#choices .main").tap()
    page.clock.fast_forward(STEP)


def test_nine_right_of_ten_make_the_rest_harder_offline(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    page.clock.install()
    page.goto(f"{club.url}/drills/exercises/full_mat?reads=20")
    page.click("button.main.big")
    expect(page.locator(".drill-mat")).to_be_visible()
    steps = json.loads(page.locator("#run").inner_text())["steps"]
    context.set_offline(True)
    asked = []
    for number, usual in enumerate(steps):
        ways = [usual, *usual["harder"]]
        step = next(one for one in ways if one["way"] == ([0] if number < 10 else [0, 1]))
        asked.append(step)
        given = "0" if step["right"] != "0" else next(iter(_cards(page)))
        touch(page, step, given if number == MISSED else step["right"])
    expect(page.locator("#stage")).to_contain_text("19 of 20 right.")
    context.set_offline(False)
    expect(page.locator("dl")).to_contain_text("in the end 40%")
    log = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert [row["poem"] for row in log] == [step["card"] for step in asked]
    assert [row["level"] for row in log] == [0.2] * 10 + [0.4] * 10
    assert [number for number, row in enumerate(log) if not row["correct"]] == [MISSED]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    context.close()


def _cards(page: Page) -> list[str]:
    found = page.locator(".drill-mat [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert isinstance(found, list)
    return [str(card) for card in found]
