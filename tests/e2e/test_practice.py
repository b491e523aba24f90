"""A practice in a browser: a name tapped on a phone, a round that shows there by itself, names dragged and tapped."""

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

NAMES = ("伊勢", "小町", "業平", "貫之")


def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag one element onto another as a mouse or a finger on a tablet does."""
    (x, y), (to_x, to_y) = (middle(one) for one in (start, end))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def middle(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_phone_says_who_is_here_and_hears_where_to_play(
    laptop: BrowserContext, phone: BrowserContext, club: LiveServer
) -> None:
    for name in NAMES:
        club.form("/club/members/new", name=name)
    page, mine = laptop.new_page(), phone.new_page()
    faults, phone_faults = watch_faults(page), watch_faults(mine)
    page.goto(f"{club.url}/practice/new")
    page.click("button.main")
    address = page.url.removesuffix("/people")
    for name in NAMES[1:]:
        page.click(f"ul.names button:has-text('{name}')")
    mine.goto(f"{address}/here")
    assert axe_findings(mine) == []
    mine.click("ul.names button:has-text('伊勢')")
    expect(mine.locator(".big-state")).to_have_text("You are here.")

    page.goto(address)
    page.click("#round-1 button:has-text('Pair this round')")
    names = page.locator("#round-1 .tables .chip")
    expect(names).to_have_count(4)
    before = names.all_inner_texts()
    # dragged onto each other, two of different tables change places
    drag(page, names.nth(0), names.nth(2))
    expect(names).not_to_have_text(before)
    swapped = [{before[0], before[3]}, {before[1], before[2]}]
    assert sorted(map(sorted, pairs(names))) == sorted(map(sorted, swapped))
    # tapped one after the other, two of different tables play each other
    one, other = names.nth(0), names.nth(2)
    wanted = {one.inner_text(), other.inner_text()}
    one.click()
    expect(page.locator("#swap-1 button:visible")).to_have_count(0)
    other.click()
    page.click("button:has-text('Let them play each other')")
    expect(page.locator("#round-1 .table-row.fixed")).to_have_count(1)
    assert wanted in pairs(names)
    assert axe_findings(page) == []

    expect(mine.locator(".own-round")).to_have_count(0)
    page.click("#round-1 button:has-text('Call the round')")
    against = next(both - {"伊勢"} for both in pairs(names) if "伊勢" in both)
    expect(mine.locator(".own-round .against")).to_have_text(against.pop())
    assert faults == phone_faults == []


def pairs(names: Locator) -> list[set[str]]:
    """Return who plays whom."""
    texts = names.all_inner_texts()
    return [set(texts[:2]), set(texts[2:])]
