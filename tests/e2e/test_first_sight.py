"""What somebody who has never seen the pages needs: that what unfolds is seen to, and that nothing runs off a phone."""

import pytest
from playwright.sync_api import Browser

from tests.support.board_page import new_context
from tests.support.reading_page import order
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

PATHS = (
    "/",
    "/readings/new",
    "/readings/sets/",
    "/readings/{}",
    "/readings/{}/remote",
    "/readings/{}/screen",
    "/readings/{}/proof",
    "/matches/new",
    "/matches/hall",
    "/hall",
    "/voices/",
    "/club/",
)

UNMARKED = """() => [...document.querySelectorAll("summary:not(.button)")]
  .filter((e) => e.checkVisibility())
  .filter((e) => !["::before", "::after"].some((mark) => /[▸▾▴]/.test(getComputedStyle(e, mark).content)))
  .map((e) => e.textContent)"""

CUT_OFF = """() => [...document.querySelectorAll(".masthead nav a, .log td, .masthead .end")]
  .filter((e) => e.checkVisibility())
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
  .map((e) => e.textContent)"""

HEADER = "document.querySelector('.masthead')?.getBoundingClientRect().height ?? 0"


@pytest.mark.parametrize("language", ["en", "ja", "ru"])
def test_what_unfolds_is_marked_and_nothing_runs_off_an_upright_phone(
    browser: Browser, club: LiveServer, language: str
) -> None:
    context = new_context(browser, 390, 844, locale=language)
    page = context.new_page()
    reading = order(context, club.url)
    for path in PATHS:
        page.goto(club.url + path.format(reading))
        assert page.evaluate(UNMARKED) == [], path
        assert page.evaluate(CUT_OFF) == [], path
        assert page.evaluate(HEADER) < 120, f"{path}: the header is two rows at the most"
    context.close()
