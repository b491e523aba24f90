"""Two pages on one match, a bad line, a killed server: nothing lost, nothing twice, and the page says how it stands."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.browser import Watch, axe_findings, until
from tests.support.server import TAPPING, LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]


MATCHES: dict[BrowserContext, str] = {}
"""The match of each window that was opened: all pages of a test see the same one, and no two tests do."""


@pytest.fixture(scope="module")
def taps(club_folder: Path) -> Iterator[LiveServer]:
    """One server with the tapping feature; killed or stopped, it goes on with the same data at the same address."""
    with LiveServer(club_folder, program=TAPPING) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


def open_taps(context: BrowserContext, server: LiveServer) -> Page:
    page = context.new_page()
    page.goto(f"{server.url}/taps/{MATCHES.setdefault(context, f'm{len(MATCHES)}')}")
    expect(page.locator("#status")).to_have_text("online")
    return page


def shows(page: Page, taps: str) -> None:
    expect(page.locator("#taps")).to_have_text(taps, timeout=15_000)


def once_each(page: Page, count: int) -> None:
    """The page has applied every number once, in order."""
    assert page.evaluate("applied") == list(range(1, count + 1))


def answered(page: Page) -> None:
    """Nothing of this page is on its way: others may see a tap before its own page has the answer to it."""
    expect(page.locator("#waiting")).to_have_text("", timeout=15_000)


def test_a_tap_is_seen_by_every_page(context: BrowserContext, taps: LiveServer) -> None:
    referee, spectator = open_taps(context, taps), open_taps(context, taps)
    watches = [Watch(page, taps.url) for page in (referee, spectator)]
    for button in "abab":
        referee.click(f"#{button}")
    shows(referee, "ABAB")
    shows(spectator, "ABAB")
    once_each(spectator, 4)
    expect(referee.locator("#waiting")).to_have_text("")
    assert [watch.faults for watch in watches] == [[], []]


def test_taps_of_a_lost_line_are_kept_and_sent_in_order(context: BrowserContext, taps: LiveServer) -> None:
    referee, spectator = open_taps(context, taps), open_taps(context, taps)
    referee.click("#a")
    shows(spectator, "A")
    answered(referee)
    context.set_offline(True)
    for button in "baab":
        referee.click(f"#{button}")
    expect(referee.locator("#waiting")).to_have_text("4 offline", timeout=15_000)
    shows(referee, "A")
    context.set_offline(False)
    shows(referee, "ABAAB")
    shows(spectator, "ABAAB")
    once_each(referee, 5)
    expect(referee.locator("#waiting")).to_have_text("")
    expect(referee.locator("#refused")).to_have_text("")


def test_a_reload_keeps_what_was_not_sent(context: BrowserContext, taps: LiveServer) -> None:
    page = open_taps(context, taps)
    page.route("**/commands", lambda route: route.abort())
    page.click("#a")
    page.click("#b")
    expect(page.locator("#waiting")).to_have_text("2 offline")
    page.unroute("**/commands")
    page.reload()
    shows(page, "AB")
    once_each(page, 2)
    answered(page)
    assert page.evaluate("Object.keys(localStorage).length") == 0


def test_an_answer_that_never_came_does_nothing_twice(context: BrowserContext, taps: LiveServer) -> None:
    """The command is stored, the answer is lost, the page sends it again."""
    page = open_taps(context, taps)
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(str(route.request.post_data))
        route.fetch()
        route.abort()

    page.route("**/commands", lose_the_answer)
    page.click("#a")
    page.click("#b")
    shows(page, "AB")
    expect(page.locator("#waiting")).to_have_text("", timeout=15_000)
    assert len(lost) == 1
    once_each(page, 2)


def test_a_refused_tap_is_dropped_and_shown(context: BrowserContext, taps: LiveServer) -> None:
    page = open_taps(context, taps)
    for button in "aaab":
        page.click(f"#{button}")
    expect(page.locator("#refused")).to_have_text("Nobody taps three times in a row.")
    shows(page, "AAB")
    expect(page.locator("#waiting")).to_have_text("")


def test_a_tap_on_an_old_state_is_dropped_and_shown(context: BrowserContext, taps: LiveServer) -> None:
    """Another referee was faster; the page does not guess what this one meant."""
    slow, fast = open_taps(context, taps), open_taps(context, taps)
    slow.evaluate("outbox.send({by: 'A'}, 0)")
    shows(fast, "A")
    answered(slow)
    slow.evaluate("outbox.send({by: 'B'}, 0)")
    expect(slow.locator("#refused")).to_have_text("conflict")
    fast.click("#b")
    shows(slow, "AB")


def test_a_killed_server_loses_nothing(context: BrowserContext, taps: LiveServer) -> None:
    referee, spectator = open_taps(context, taps), open_taps(context, taps)
    for button in "abab":
        referee.click(f"#{button}")
    taps.kill()
    for button in "abab":
        referee.click(f"#{button}")
    expect(referee.locator("#status")).to_have_text("offline")
    taps.start()
    shows(referee, "ABABABAB")
    shows(spectator, "ABABABAB")
    once_each(referee, 8)
    once_each(spectator, 8)
    expect(spectator.locator("#status")).to_have_text("online", timeout=10_000)


def test_a_hidden_page_lets_its_line_go_and_catches_up(context: BrowserContext, taps: LiveServer) -> None:
    page, other = open_taps(context, taps), open_taps(context, taps)
    hide = "(hidden) => {Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange'))}"
    page.evaluate(hide, True)
    other.click("#a")
    shows(other, "A")
    page.wait_for_timeout(200)
    shows(page, "")
    page.evaluate(hide, False)
    shows(page, "A")
    once_each(page, 1)


def test_a_page_older_than_the_servers_key_gets_a_new_token(
    context: BrowserContext, taps: LiveServer
) -> None:
    page = open_taps(context, taps)
    taps.stop()
    (taps.folder / "secret.key").unlink()
    taps.start()
    page.click("#a")
    shows(page, "A")
    once_each(page, 1)


def shown_code(page: Page, server: LiveServer) -> str:
    page.goto(f"{server.url}/hall")
    return page.locator(".code").first.inner_text().replace(" ", "")


def test_a_scanned_code_opens_the_door_and_leaves_a_clean_address(
    browser: Browser, taps: LiveServer, context: BrowserContext
) -> None:
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    watch = Watch(page, taps.url)
    code = shown_code(page, taps)
    assert code.isdigit()
    phone = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.168.1.9"})
    try:
        guest = phone.new_page()
        guest.on("request", lambda request: asked.append(request.url))
        guest.goto(f"{taps.url}/")
        assert guest.url.startswith(f"{taps.url}/join?next=")
        guest.goto(f"{taps.url}/join#{code}")
        guest.wait_for_url(f"{taps.url}/")
        assert "#" not in guest.url
    finally:
        phone.close()
    assert not any(code in url.partition("#")[0] for url in asked)
    assert watch.faults == []


@pytest.mark.parametrize(("language", "scheme"), [("ja", "light"), ("en", "dark"), ("ru", "light")])
def test_door_hall_and_error_pages_are_open_to_all(
    browser: Browser, taps: LiveServer, language: str, scheme: str
) -> None:
    """axe finds nothing; nothing scrolls sideways on a phone; targets are large enough."""
    context = browser.new_context(
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": 390, "height": 844},
    )
    try:
        page = context.new_page()
        phone = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.168.1.9"})
        guest = phone.new_page()
        guest.goto(f"{taps.url}/join#{shown_code(page, taps)}")
        guest.wait_for_url(f"{taps.url}/")
        phone.close()
        for path in ("/join", "/hall", "/no-such-page", "/credits"):
            page.goto(f"{taps.url}{path}")
            assert axe_findings(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            small = page.evaluate(
                "[...document.querySelectorAll('main button, main input:not([type=hidden])')]"
                ".map(e => [e.textContent, e.getBoundingClientRect().height]).filter(([, h]) => h < 44)"
            )
            assert small == [], path
    finally:
        context.close()


def test_waiting_for_the_page_works_under_its_policy(context: BrowserContext, taps: LiveServer) -> None:
    page = context.new_page()
    page.goto(f"{taps.url}/join")
    assert until(page, "document.title").endswith("Naniwazu")
