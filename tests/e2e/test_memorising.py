"""A memorised mat on a phone: laps, how sure an answer is, and the order in which all is laid again."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

CORNERS = ("左上", "右上", "左中", "右中", "左下", "右下")
LAY = """([card, corner]) => {
  const loose = document.querySelector(`.pool [data-card="${card}"]`);
  if (loose.getAttribute("aria-pressed") !== "true") loose.click();
  document.querySelector(`.mat .here[data-corner="${corner}"]`).click();
}"""


def begin(page: Page, club: LiveServer, **options: str) -> list[dict[str, Any]]:
    """Begin the exercise; return its questions, the time before left out."""
    page.goto(f"{club.url}/drills/exercises/memorising")
    for name, value in options.items():
        page.check(f"input[name={name}][value={value}]")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#task")).to_have_text("Memorise the mat.")
    steps = json.loads(page.locator("#run").inner_text())["steps"]
    assert isinstance(steps, list)
    return steps[1:]


def log_of(page: Page, club: LiveServer) -> list[dict[str, Any]]:
    rows = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    return [row for row in rows if row["kind"] == "trial"]


def stored(page: Page, club: LiveServer, count: int) -> list[dict[str, Any]]:
    """Return the log once it has so many trials: what a page had left goes out with the next one."""
    for _ in range(100):
        if len(rows := log_of(page, club)) >= count:
            return rows
        page.wait_for_timeout(100)
    pytest.fail(f"{count} answers never came: {log_of(page, club)}")


def test_laps_are_marked_and_sureness_is_asked_before_anything_is_told(
    browser: Browser, club: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    faults = watch_faults(page)
    steps = begin(page, club)
    rows = page.locator(".drill-mat .torifuda").evaluate_all(
        "all => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size"
    )
    assert 1 < rows <= 6, "no row of a side takes two lines, however long it is"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lap = page.get_by_role("button", name="One lap done")
    lap.tap()
    expect(lap).to_have_text("One lap done (1)")
    lap.tap()
    expect(page.locator(".clock-line [role=status]")).to_contain_text("Lap 2: 0:0")
    page.get_by_role("button", name="I am ready").tap()

    expect(page.locator("#task")).to_have_text("Where does this card lie?")
    right = page.locator(".drill-mat").get_by_role("button", name=steps[0]["name"], exact=True)
    right.tap()
    expect(page.locator("#task")).to_have_text("How sure are you?")
    expect(page.locator("#said")).to_have_text("")
    expect(page.locator("[data-is=right], [data-is=wrong]")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert axe_findings(page) == []
    page.get_by_role("button", name="4 sure", exact=False).first.tap()
    expect(page.locator("#said")).to_have_text("Right")

    expect(page.locator("#bar")).to_have_js_property("value", 2)
    page.locator(".drill-mat button").first.tap()
    expect(page.locator("#task")).to_have_text("How sure are you?")
    page.reload()  # an answer that was given counts, however the rest is left
    expect(page.locator("#bar")).to_have_js_property("value", 3)
    page.locator(".drill-mat button").first.tap()
    page.keyboard.press("0")
    expect(page.locator("#said")).not_to_have_text("")
    page.reload()
    rows = stored(page, club, 4)
    assert rows[0]["set_id"] == "laps"
    assert len(rows[0]["response"].partition("/")[0].split()) == 2
    assert [row.get("confidence") for row in rows[1:4]] == [4, None, None]
    assert rows[1]["correct"] is True
    assert not any(row.get("interrupted") for row in rows[:4])
    assert faults == []
    context.close()


def test_all_laid_again_has_its_order_and_sureness_until_it_is_skipped(
    browser: Browser, club: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    page = context.new_page()
    faults = watch_faults(page)
    steps = begin(page, club, probe="place_all")
    page.get_by_role("button", name="I am ready").click()
    page.get_by_role("button", name="Start").click()
    order = sorted(steps, key=lambda step: (step["right"][0] == "A", step["number"] * 7 % 11, step["number"]))
    for step in order:
        owner, _, slot = step["right"].partition(" ")
        page.evaluate(LAY, [step["card"], CORNERS.index(slot[:2]) + (6 if owner == "B" else 0)])
    page.get_by_role("button", name="Check").click()
    for key in "421":
        expect(page.locator("#task")).to_have_text("How sure are you?")
        page.keyboard.press(key)
    page.get_by_role("button", name="Skip the rest").click()
    expect(page.locator(".recall h2")).to_have_text("Order of recall")
    numbers = page.locator(".recall .drill-mat button").all_inner_texts()
    assert sorted(map(int, numbers)) == list(range(1, len(steps) + 1))
    assert axe_findings(page) == []
    page.get_by_role("button", name="Next").click()
    expect(page.locator("dd").first).to_be_visible()
    _laps, *rows = stored(page, club, len(steps) + 1)
    came = {row["poem"]: row["recalled"] for row in rows}
    assert came == {step["card"]: number for number, step in enumerate(order, 1)}
    assert [row.get("confidence") for row in rows] == [4, 2, 1] + [None] * (len(steps) - 3)
    assert faults == []
    context.close()
