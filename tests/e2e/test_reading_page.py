"""The reading page in a real browser: what it plays, what it says, and what it does when things go wrong."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.support.board_page import new_context
from tests.support.browser import axe_findings
from tests.support.listening import listen
from tests.support.looks import small_targets
from tests.support.reading_page import STEP, ReadingPage, open_reading, open_table, order
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SIZES = [(390, 844), (844, 390), (1180, 820), (1440, 900)]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window of a laptop's size."""
    made = new_context(browser, 1440, 900)
    yield made
    made.close()


@pytest.fixture
def ear(browser: Browser) -> Iterator[BrowserContext]:
    """The same, without the policy, so that an ear can be put at the loudspeaker."""
    made = new_context(browser, 1180, 820, bypass_csp=True)
    yield made
    made.close()


def test_two_taps_from_the_first_page_to_the_opener(ear: BrowserContext, club: LiveServer) -> None:
    page = ear.new_page()
    listen(page)
    page.goto(club.url)
    page.get_by_role("button", name="Start a reading").click()
    page.wait_for_url("**/readings/*")
    shown = ReadingPage(page, club.url, page.url.rpartition("/")[2])
    page.get_by_role("button", name="Start", exact=True).click()
    shown.phase("Opener, upper half")
    page.wait_for_timeout(1_500)
    (began,) = shown.frames("half_began")
    sounded = shown.recording().at(began - 48_000, 96_000)
    assert not sounded[: 48_000 - 480].any(), "silence before the opener"
    assert np.abs(sounded[48_000:]).max() > 0.02


def test_what_sounds_is_the_plan_from_call_to_call(ear: BrowserContext, club: LiveServer) -> None:
    for _ in range(3):
        shown = open_reading(ear, club.url, order(ear, club.url, joka="1", play_pause="1.5"), ear=True)
        shown.main("Start")
        shown.taken(2)
        # a machine that is busy with other things may be late once, and then says so
        if "late by" not in (shown.page.text_content("#notice") or ""):
            break
        shown.page.close()
    began, ended = shown.frames("half_began"), shown.frames("half_ended")
    assert len(began) == len(ended) == 5  # opener kami, shimo, 1 kami; 1 shimo, 2 kami
    half = 48_000 // 2
    two = 2 * 48_000
    assert [b - a for a, b in zip(began, ended, strict=True)] == [two] * 5
    assert [b - a for a, b in zip(ended, began[1:], strict=False)] == [half, half, 72_000, half]
    # every clip lies sample for sample where its first voice was told to begin
    recording = shown.recording()
    state = shown.state()
    assert [one["poem"] for one in state["read"]] == [1, 2]
    owner = shown.secret()
    address = shown.state(owner)["call"]["ahead"]
    assert len(address) > 0
    shown.page.keyboard.press("n")
    shown.phase("Lower half")
    call = shown.state(owner)["call"]
    clip, marks = shown.clip(call["segments"][0]["clip"])
    shown.phase("Upper half")
    start = shown.frames("half_began")[5] - marks["voiceStart"]
    again = shown.recording().at(start, len(clip))
    np.testing.assert_allclose(again, clip, atol=STEP)
    # nothing sounds in the gaps and while cards are taken
    for end, begin in zip(ended[:4], began[1:], strict=True):
        assert not recording.at(end + 480, begin - end - 960).any()
    assert shown.faults == []


def test_space_holds_and_goes_on_without_losing_a_sample(ear: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(ear, club.url, order(ear, club.url, joka="0"), ear=True)
    shown.main("Start")
    shown.phase("Upper half")
    shown.page.wait_for_timeout(500)
    shown.page.keyboard.press("Space")
    shown.phase("Held")
    (began,) = shown.frames("half_began")
    call = shown.state(shown.secret())["call"]
    clip, marks = shown.clip(call["segments"][0]["clip"])
    start = began - marks["voiceStart"]
    first = shown.recording()
    stopped = np.flatnonzero(first.at(start, len(clip)))[-1]
    assert stopped < len(clip) - 4_800
    held = stopped - 240
    np.testing.assert_allclose(first.at(start, held - 480), clip[: held - 480], atol=STEP)
    shown.page.keyboard.press("Space")
    shown.taken(1)
    (ended,) = shown.frames("half_ended")
    rest = shown.recording().at(ended - (marks["voiceEnd"] - held - 480), len(clip) - held - 480)
    np.testing.assert_allclose(
        rest[: marks["voiceEnd"] - held - 480], clip[held + 480 : marks["voiceEnd"]], atol=STEP
    )
    assert [fact["kind"] for fact in shown.calls() if fact["kind"] in ("held", "resumed")] == [
        "held",
        "resumed",
    ]


def test_news_that_is_older_than_a_hold_does_not_break_it(ear: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(ear, club.url, order(ear, club.url, joka="0"), ear=True)
    late: list[Route] = []

    def keep(route: Route) -> None:
        told = route.request.post_data_json["command"]["do"]
        late.append(route) if told == "began" else route.continue_()

    shown.page.route("**/commands?owner=*", keep)
    shown.main("Start")
    while not late:
        shown.page.wait_for_timeout(20)
    shown.page.keyboard.press("Space")
    length = 0
    while length < (length := len(shown.recording().samples)):
        """It still sounds."""
    # no answer has come since: the page knows what it was told to do
    shown.phase("Held")
    late[0].continue_()
    while shown.state()["phase"] != "held":
        shown.page.wait_for_timeout(20)
    assert len(shown.recording().samples) == length, "nothing sounded after the hold"


def test_a_hold_can_go_on_from_the_lower_half(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url))
    shown.main("Start")
    shown.taken(1)
    shown.main(re.compile("^Next"))
    shown.phase("Upper half")
    shown.page.click("#hold")
    shown.phase("Held")
    shown.page.click("#from-shimo")
    shown.phase("Lower half")
    shown.taken(2)
    halves = [fact["half"] for fact in shown.calls() if fact["kind"] == "half_began"]
    assert halves == [[1, "kami"], [1, "shimo"], [2, "kami"], [1, "shimo"], [2, "kami"]]
    assert shown.faults == []


def test_the_lower_half_is_read_again_on_request(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url, joka="1"))
    shown.main("Start")
    shown.taken(1)
    shown.page.click("#replay")
    shown.phase("Opener, lower half")
    shown.taken(1)
    assert shown.state()["phase"] == "play"


def test_next_waits_while_a_hand_is_up_at_a_table(context: BrowserContext, club: LiveServer) -> None:
    reading = order(context, club.url, joka="0")
    shown = open_reading(context, club.url, reading)
    board = open_table(context, club.url, reading)
    expect(shown.page.locator("#tables")).to_contain_text("小町 – 業平")
    shown.page.bring_to_front()
    shown.main("Start")
    shown.phase("Upper half")
    board.stage("reading")  # the referee knows the poem
    board.page.click("#raise-A")
    expect(shown.page.locator("#reason")).to_have_text("Hand up: 小町 – 業平")
    shown.phase("The reader waits.")
    expect(shown.page.locator("#main-action")).to_be_disabled()
    shown.page.keyboard.press("n")
    assert shown.state()["phase"] == "play"
    board.page.click("#raise-A")
    expect(shown.page.locator("#reason")).to_be_hidden()
    shown.main(re.compile("^Next"))
    shown.phase("Lower half")
    assert shown.faults == []


def test_by_itself_the_reader_goes_on_when_the_hand_is_down(
    context: BrowserContext, club: LiveServer
) -> None:
    reading = order(context, club.url, joka="0", play_pause="1.5")
    shown = open_reading(context, club.url, reading)
    board = open_table(context, club.url, reading)
    board.page.click("#raise-B")
    shown.page.bring_to_front()
    expect(shown.page.locator("#reason")).to_be_visible()
    board.page.click("#raise-B")
    expect(shown.page.locator("#reason")).to_be_hidden()
    shown.main("Start")
    shown.phase("Upper half")
    board.page.click("#raise-B")
    shown.phase("The reader waits.")
    shown.page.wait_for_timeout(2_000)
    assert len(shown.state()["read"]) == 1
    board.page.click("#raise-B")
    shown.phase(re.compile("^The reader waits for"))
    board.key("nobody")
    shown.phase("Lower half")


def test_behind_another_tab_the_reader_goes_on_and_still_sees_hands(
    context: BrowserContext, club: LiveServer
) -> None:
    reading = order(context, club.url, joka="0", play_pause="2")
    shown = open_reading(context, club.url, reading)
    board = open_table(context, club.url, reading)
    shown.main("Start")
    shown.phase("Upper half")
    # a hidden page gives its live stream back to the browser
    shown.page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => true });
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    board.page.click("#raise-B")
    shown.phase("The reader waits.")
    shown.page.wait_for_timeout(2_500)
    assert len(shown.state()["read"]) == 1
    board.key("nobody")
    board.page.click("#raise-B")
    shown.taken(2)


def test_the_reading_goes_on_when_the_server_is_killed_and_comes_back(
    context: BrowserContext, server: LiveServer
) -> None:
    shown = open_reading(context, server.url, order(context, server.url, joka="1"))
    shown.main("Start")
    shown.phase("Opener, lower half")
    server.kill()
    expect(shown.page.locator("#connection")).not_to_have_attribute("data-state", "online")
    shown.page.wait_for_timeout(1_500)  # the sound goes on meanwhile
    server.start()
    shown.taken(1)
    halves = [fact["half"] for fact in shown.calls() if fact["kind"] == "half_began"]
    assert halves == [[0, "kami"], [0, "shimo"], [1, "kami"]]
    shown.main(re.compile("^Next"))
    shown.taken(2)


def test_a_second_page_is_told_who_has_the_sound_and_follows_when_it_is_gone(
    browser: Browser, context: BrowserContext, club: LiveServer
) -> None:
    reading = order(context, club.url, joka="1")
    first = open_reading(context, club.url, reading)
    other = new_context(browser, 844, 390)
    second = open_reading(other, club.url, reading)
    first.main("Start")
    where = "This page only shows the reading; the sound is with Chrome, Linux."
    expect(second.page.locator("#sound")).to_have_text(where)
    assert second.page.evaluate("document.querySelector('#main-action').disabled")
    # it is a remote control all the same
    second.page.click("#hold")
    first.phase("Held")
    second.main("Go on")
    first.phase(re.compile("Opener"))
    first.page.close()
    second.main("Play here")
    second.taken(1)
    expect(second.page.locator("#sound")).to_have_text("The sound is here.")
    other.close()


def test_a_reloaded_page_finds_its_sound_again(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url))
    shown.main("Start")
    shown.taken(1)
    shown.main(re.compile("^Next"))
    shown.phase("Upper half")
    shown.page.reload()
    shown.main("Play here")
    shown.taken(2)
    halves = [fact["half"] for fact in shown.calls() if fact["kind"] == "half_began"]
    assert halves[-2:] == [[1, "shimo"], [2, "kami"]]


def test_an_interrupted_sound_holds_the_reading_and_goes_on_with_the_lower_half(
    ear: BrowserContext, club: LiveServer
) -> None:
    shown = open_reading(ear, club.url, order(ear, club.url), ear=True)
    shown.main("Start")
    shown.taken(1)
    shown.main(re.compile("^Next"))
    shown.phase("Upper half")
    shown.page.evaluate("() => window.__contexts[0].suspend()")
    shown.phase(re.compile("The sound was interrupted"))
    shown.main(re.compile("Play here|Go on"))
    shown.phase("Lower half")
    shown.taken(2)
    halves = [fact["half"] for fact in shown.calls() if fact["kind"] == "half_began"]
    assert halves[-2:] == [[1, "shimo"], [2, "kami"]]


def test_a_voice_that_does_not_come_holds_the_reading_and_the_poem_is_not_read(
    context: BrowserContext, club: LiveServer
) -> None:
    shown = open_reading(context, club.url, order(context, club.url, joka="0"))
    shown.page.route("**/clips/*.json", lambda route: route.fulfill(status=202))
    shown.main("Start")
    shown.phase("The voice failed.")
    assert shown.state()["read"] == []
    shown.page.unroute("**/clips/*.json")
    shown.page.wait_for_timeout(600)  # a tap sooner than that counts as a slip of the finger
    shown.main("Go on")
    shown.main(re.compile("^Next"))
    shown.taken(1)


def test_a_bar_shows_how_many_clips_are_ready(context: BrowserContext, club: LiveServer) -> None:
    ready = 3

    def tell(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "ready": ready, "clips": 10})

    context.route("**/state?owner=*", tell)
    shown = open_reading(context, club.url, order(context, club.url, order="shuffle", pace="4-3-1-5"))
    bar = shown.page.get_by_role("progressbar", name="Clips ready")
    expect(bar).to_have_attribute("max", "10")
    expect(bar).to_be_visible()
    assert bar.evaluate("(bar) => bar.value") == 3
    ready = 10
    expect(bar).to_be_hidden()


def test_looking_something_up_does_not_silence_the_hall(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url))
    shown.main("Start")
    shown.phase("Upper half")
    with context.expect_page() as opened:
        shown.page.get_by_role("link", name="Club").click()
    assert opened.value.url == f"{club.url}/club/"
    shown.taken(1)


def test_the_text_can_wait_until_it_is_heard(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url, joka="0"))
    shown.page.check("#hide-text")
    shown.main("Start")
    shown.phase("Upper half")
    expect(shown.page.locator(".yomifuda")).to_be_hidden()
    expect(shown.page.locator(".gloss")).to_be_hidden()
    shown.taken(1)
    expect(shown.page.locator(".yomifuda")).to_be_visible()
    expect(shown.page.locator(".yomifuda .verse > span")).to_have_count(5)
    expect(shown.page.locator(".sounds-now .kimariji")).to_have_text("あきの")
    expect(shown.page.locator(".stage .torifuda .face > span").first).to_have_text("わかころも")
    expect(shown.page.locator("#changes")).to_contain_text("あきか is now あき, because あきの has been read")
    expect(shown.page.locator("#read li")).to_have_count(1)


def test_what_is_typed_as_ones_own_is_chosen(context: BrowserContext, club: LiveServer) -> None:
    page = context.new_page()
    page.goto(f"{club.url}/readings/new")
    page.type("#own_cards", "1,2,200")
    expect(page.locator("#cards")).to_have_value("own")
    page.type("#own_pace", "5-3")
    expect(page.locator("input[name=pace][value=own]")).to_be_checked()
    page.type("#own_pattern", "CUR1")
    expect(page.locator("input[name=pattern][value=own]")).to_be_checked()
    page.locator("button.main").first.click()
    expect(page.locator("#own_cards-error")).to_contain_text("These cards were not understood")
    page.select_option("#cards", "all")
    expect(page.locator("#own_cards")).to_have_value("1,2,200")  # a later choice stands


def test_seconds_are_typed_as_people_type_them(context: BrowserContext, club: LiveServer) -> None:
    shown = open_reading(context, club.url, order(context, club.url))
    pause = shown.page.locator("#play-pause")
    for typed, kept in (("１２，５", 12.5), ("x", None), ("601", None), (" 8 ", 8)):
        pause.fill(typed)
        pause.press("Tab")
        if kept is None:
            expect(pause).to_have_attribute("aria-invalid", "true")
        else:
            expect(pause).to_have_value(str(kept))
            expect(pause).not_to_have_attribute("aria-invalid", "true")
    assert shown.state()["play_pause"] == 8


def test_a_keyboard_is_enough(context: BrowserContext, club: LiveServer) -> None:
    page = context.new_page()
    page.goto(club.url)
    tab_to(page, "Start a reading")
    page.keyboard.press("Enter")
    page.wait_for_url("**/readings/*")
    shown = open_reading(context, club.url, order(context, club.url, joka="0"))
    tab_to(shown.page, "Start")
    shown.page.keyboard.press("Enter")
    shown.phase("Upper half")
    shown.page.evaluate("() => document.activeElement.blur()")
    shown.page.keyboard.press("Space")
    shown.phase("Held")
    shown.page.keyboard.press("Space")
    shown.taken(1)
    shown.page.keyboard.press("ArrowRight")
    shown.phase("Lower half")
    shown.taken(2)
    shown.page.keyboard.press("l")
    shown.phase("Lower half")
    shown.taken(2)
    tab_to(shown.page, "More")
    shown.page.keyboard.press("Enter")
    tab_to(shown.page, "End the reading")
    shown.page.keyboard.press("Enter")
    expect(shown.page.locator("#stop")).to_have_text("Press again to end it")
    shown.taken(2)
    shown.page.wait_for_timeout(600)  # a press sooner than that is taken for a slip of the finger
    shown.page.keyboard.press("Enter")
    shown.phase("The reading was stopped")
    expect(shown.page.locator("#seal-shown")).to_be_attached()


def test_a_browser_without_flac_is_given_the_same_samples_as_wav(
    context: BrowserContext, club: LiveServer
) -> None:
    context.add_init_script("HTMLMediaElement.prototype.canPlayType = () => ''")
    reading = order(context, club.url, joka="0")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    shown = open_reading(context, club.url, reading)
    shown.main("Start")
    shown.taken(1)
    kinds = {url.rpartition(".")[2] for url in asked if "/clips/" in url}
    assert kinds == {"json", "wav"}


def test_media_keys_work_the_reading(context: BrowserContext, club: LiveServer) -> None:
    context.add_init_script(
        """window.keys = {};
        navigator.mediaSession.setActionHandler = (name, run) => { window.keys[name] = run; };"""
    )
    shown = open_reading(context, club.url, order(context, club.url, joka="0"))
    shown.main("Start")
    shown.phase("Upper half")
    shown.page.evaluate("() => window.keys.pause()")
    shown.phase("Held")
    shown.page.evaluate("() => window.keys.play()")
    shown.taken(1)
    shown.page.evaluate("() => window.keys.nexttrack()")
    shown.phase("Lower half")
    shown.taken(2)
    shown.page.evaluate("() => window.keys.previoustrack()")
    shown.phase("Lower half")


def tab_to(page: Any, name: str) -> None:
    """Press Tab until the element of this name has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement.innerText"):
            return
    raise AssertionError(f"Tab never comes to {name}")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_has_room_at_every_size(
    browser: Browser, club: LiveServer, width: int, height: int
) -> None:
    context = new_context(browser, width, height, locale="ru", has_touch=True)
    shown = open_reading(
        context, club.url, order(context, club.url, joka="0", cards="own", own_cards="57,58")
    )
    languages = shown.page.locator(".languages button").locator("visible=true")
    expect(languages).to_have_text(["日本語", "English", "Русский"])
    for what in ("ready", "reading"):
        if what == "reading":
            shown.page.tap("#main-action")
            expect(shown.page.locator(".sounds-now .kimariji")).to_be_visible(timeout=30_000)
        measured = shown.page.evaluate(MEASURE)
        assert measured["scrolls"] is False, what
        assert measured["small"] == [], what
        assert measured["outside"] == [], what
    box = shown.page.locator("#main-action").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, "the big button is in reach without scrolling"
    card = shown.page.locator(".yomifuda").bounding_box()
    assert card is not None
    assert card["y"] >= 0
    assert card["height"] > 150
    assert shown.page.evaluate(TEXT_FITS) == []
    shown.page.tap("#more > summary")
    sheet = shown.page.locator(".more-sheet")
    assert sheet.evaluate("(e) => e.scrollHeight <= e.clientHeight"), "all of More is in sight at once"
    box = sheet.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert shown.faults == []
    context.close()


MEASURE = """() => {
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
  const all = [...document.querySelectorAll("button, summary, a.button, input, nav a, select")].filter(shown);
  const target = (e) => (e.closest("label") ?? e).getBoundingClientRect();
  return {
    scrolls: document.documentElement.scrollWidth > innerWidth,
    small: all.filter((e) => Math.min(target(e).height, target(e).width) < 43.5).map((e) => e.id || e.textContent),
    outside: all.filter((e) => target(e).right > innerWidth + 0.5 || target(e).left < -0.5).map((e) => e.id),
  };
}"""

TEXT_FITS = """() => {
  const card = document.querySelector(".yomifuda").getBoundingClientRect();
  const inside = (r) => r.left >= card.left && r.right <= card.right && r.top >= card.top && r.bottom <= card.bottom;
  const author = document.querySelector(".yomifuda .author").getBoundingClientRect();
  const lines = [...document.querySelectorAll(".yomifuda .verse > span")].map((e) => e.getBoundingClientRect());
  return [
    ...lines.filter((r) => !inside(r)).map(() => "a line leaves the card"),
    ...(inside(author) ? [] : ["the author leaves the card"]),
  ];
}"""

PAGES = ("/", "/readings/", "/readings/new", "/club/", "/club/members/new", "/club/results", "/credits")
PARTS = ("", "/remote", "/captions", "/screen", "/pocket", "/proof")
"""The pages of one reading."""
LOOKS = [("en", "light", 1440, 900), ("ja", "dark", 390, 844), ("ru", "light", 844, 390)]


@pytest.mark.parametrize(("language", "theme", "width", "height"), LOOKS)
def test_axe_finds_nothing_on_any_page(
    browser: Browser, club: LiveServer, language: str, theme: Any, width: int, height: int
) -> None:
    context = new_context(browser, width, height, locale=language, color_scheme=theme)
    page = context.new_page()
    reading = order(context, club.url)
    for path in (*PAGES, *(f"/readings/{reading}{part}" for part in PARTS)):
        page.goto(f"{club.url}{path}")
        assert axe_findings(page) == [], path
        assert small_targets(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_while_it_reads(browser: Browser, club: LiveServer, theme: Any) -> None:
    context = new_context(browser, 1180, 820, color_scheme=theme)
    shown = open_reading(context, club.url, order(context, club.url, joka="0"))
    assert axe_findings(shown.page) == []
    shown.main("Start")
    shown.phase("Upper half")
    assert axe_findings(shown.page) == []
    shown.page.click("#hold")
    shown.phase("Held")
    shown.page.click(".more summary")
    assert axe_findings(shown.page) == []
    context.close()


def test_a_spectator_sees_the_poem_and_no_controls(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 390, 844)
    reading = order(context, club.url, joka="0")
    shown = open_reading(context, club.url, reading)
    page = context.new_page()
    page.route(f"**/readings/{reading}", lambda route: without_controls(route))  # noqa: PLW0108 - Playwright wants a function
    page.goto(f"{club.url}/readings/{reading}")
    shown.page.bring_to_front()
    shown.main("Start")
    page.bring_to_front()
    expect(page.locator(".sounds-now .kimariji")).to_have_text("あきの", timeout=30_000)
    expect(page.locator("#phase")).to_have_text("Take the card", timeout=30_000)
    context.close()


def without_controls(route: Route) -> None:
    """Answer with a reading page as a spectator's browser gets it."""
    page = route.fetch().text()
    for part in (r'<div class="controls".*?(?=<section class="hall-clock")', "<fieldset.*?</fieldset>"):
        page = re.sub(part, "", page, flags=re.DOTALL)
    route.fulfill(body=page.replace('"helper": true', '"helper": false'), content_type="text/html")
