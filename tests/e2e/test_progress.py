"""Progress and the coach's view in a real browser: by keyboard, in both themes, at every width."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings
from tests.support.club import config_in
from tests.support.learners import entered, everything
from tests.support.server import LiveServer
from webapp.club import members
from webapp.club.members import Person
from webapp.db.columns import now
from webapp.drills import claims, log
from webapp.drills.device import COOKIE
from webapp.practice_day import practice_day
from webapp.services import open_services

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

TOKENS: Final[dict[Path, str]] = {}
"""The token of the learner's device, by the folder of the server."""


@pytest.fixture(scope="module")
def club_folder(tmp_path_factory: pytest.TempPathFactory, empty_club: Path) -> Iterator[Path]:
    """The data of a club in which 小町 practised a little of everything."""
    folder = tmp_path_factory.mktemp("club")
    shutil.copy(empty_club, folder / "club.sqlite3")
    with closing(open_services(config_in(folder))) as services:
        komachi = members.add(services, Person("小町"))
        TOKENS[folder], person = entered(services, everything(practice_day(now())))
        log.claim(services.database, person, komachi)
        # a name that has no place to break, on a device that waits and on one that is confirmed
        longest = members.add(services, Person("Константинопольская" * 4))
        claims.ask(services.database, entered(services)[1], longest, "Mozilla/5.0 (Linux; Android 15)")
        log.claim(services.database, entered(services)[1], longest)
    yield folder
    del TOKENS[folder]


def looked_over(page: Page) -> None:
    """Hold a page against what holds of all of them."""
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_member_reads_their_progress_and_lets_the_coach_look(
    browser: Browser, club: LiveServer, club_folder: Path
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="ru", color_scheme="dark")
    context.add_cookies([{"name": COOKIE, "value": TOKENS[club_folder], "url": club.url}])
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{club.url}/drills/progress")
    looked_over(page)
    page.focus("a[href='/drills/progress/cards/50']")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("きみがためお")
    looked_over(page)
    before = page.locator(".answers li").count()
    page.focus(".answers summary >> nth=0")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#out")).to_be_visible()
    expect(page.locator(".answers li")).to_have_count(before - 1)
    page.goto(f"{club.url}/drills/claims")
    page.focus("main summary")
    page.keyboard.press("Enter")
    expect(page.locator("main details li").first).to_be_visible()
    looked_over(page)
    page.goto(f"{club.url}/drills/coach")
    expect(page.locator("main")).not_to_contain_text("小町")
    page.goto(f"{club.url}/drills/mine")
    page.click("[name=agreed]")
    expect(page.locator("[name=agreed][value=no]")).to_be_visible()
    page.goto(f"{club.url}/drills/coach")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("h2 a")
    expect(page.locator("h1")).to_have_text("小町")
    looked_over(page)
    assert faults == []
    context.close()
