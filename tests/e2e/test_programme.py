"""Programme and display in a real browser: the form, the clock of the hall, and the page's own proof."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from poems.cards import mask
from poems.chance import Seed
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from reader.order import Draw, Order
from reader.record import draw_to_dict
from tests.support.board_page import new_context, watch_faults
from tests.support.browser import axe_findings
from tests.support.reading_page import end_reading, open_reading, order
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PATIENT = 30_000


def pressed(page: Page) -> set[int]:
    """Return the cards that the grid shows as chosen."""
    cards = page.eval_on_selector_all(
        "#hundred [aria-pressed=true]", "buttons => buttons.map((one) => Number(one.dataset.card))"
    )
    return set(cards)


def test_a_reading_is_put_together_by_text_and_by_tapping(browser: Browser, club: LiveServer) -> None:
    context = new_context(browser, 390, 844, color_scheme="dark", locale="ru")
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{club.url}/readings/new")
    page.select_option("#cards", "third-a")
    page.click(".picture > summary")
    expect(page.locator("#hundred [aria-pressed=true]")).to_have_count(34, timeout=PATIENT)
    page.click("#hundred [data-card='87']")
    page.click("#hundred [data-card='3']")
    expect(page.locator("#own_cards")).to_have_value("third-a 87 -3", timeout=PATIENT)
    expect(page.locator("#cards")).to_have_value("own")
    assert 87 in pressed(page)
    assert 3 not in pressed(page)
    # what lies is tapped in the same grid, and checked
    page.check("input[name=tap-what][value=laid]")
    for card in (87, 3, 1):
        page.click(f"#hundred [data-card='{card}']")
    expect(page.locator("#laid")).to_have_value("87,3,1", timeout=PATIENT)
    expect(page.locator("#laid-check [data-weight=warn]")).to_contain_text("1", timeout=PATIENT)
    expect(page.locator("#laid-check [data-weight=warn] .cards-named")).to_have_text("あし")
    page.fill("#own_pattern", "CUR1 CUR2")
    expect(page.locator("#strip .play")).to_have_count(3, timeout=PATIENT)
    assert page.get_attribute("#strip", "aria-label")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert axe_findings(page) == []
    page.check("input[name=voice][value=mei-low]")
    page.select_option("#own_joka_upper", "2")
    page.select_option("#own_joka", "0")
    expect(page.locator("input[name=joka][value=own]")).to_be_checked()
    page.click(".silences > summary")
    page.fill("#lead", "4,5")
    page.click("button.main.big >> nth=0")
    page.wait_for_url(re.compile(r"/readings/[a-z0-9]{7}$"))
    # how the opener is read is remembered for each voice
    page.goto(f"{club.url}/readings/new")
    expect(page.locator("input[name=joka][value='2']")).to_be_checked()
    page.check("input[name=voice][value=mei-low]")
    expect(page.locator("input[name=joka][value=own]")).to_be_checked()
    expect(page.locator("#own_joka_upper")).to_have_value("2")
    expect(page.locator("#own_joka")).to_have_value("0")
    assert faults == []
    context.close()


def test_one_clock_for_the_hall_calls_two_minutes_and_begins_the_reading(
    browser: Browser, laptop: BrowserContext, club: LiveServer
) -> None:
    reading = order(laptop, club.url, joka="0", cards="own", own_cards="9,5")
    desk = open_reading(laptop, club.url, reading)
    screen = laptop.new_page()
    faults = watch_faults(screen)
    screen.goto(f"{club.url}/readings/{reading}/screen")
    expect(screen.locator("#hall-clock")).to_be_hidden()
    desk.page.fill("#clock-minutes", "２.05")
    desk.page.click("[data-clock=start]")
    for page in (desk.page, screen):
        expect(page.locator("#clock-left")).to_have_text(re.compile(r"^2:0\d$"), timeout=PATIENT)
        expect(page.locator("#clock-call")).to_have_text(re.compile("^Two minutes"), timeout=PATIENT)
    assert axe_findings(screen) == []
    desk.page.click("[data-clock=pause]")
    expect(desk.page.locator("[data-clock=start]")).to_be_visible()
    stands = desk.page.text_content("#clock-left")
    expect(screen.locator("#clock-left")).to_have_text(stands or "", timeout=PATIENT)
    desk.page.click("[data-clock=reset]")
    expect(screen.locator("#hall-clock")).to_be_hidden(timeout=PATIENT)
    # a short one, at whose end the reading begins where the clock was started
    desk.page.fill("#clock-minutes", "0.2")
    desk.page.click("[data-clock=start]")
    expect(desk.page.locator("#clock-left")).to_have_text(re.compile(r"^0:"), timeout=PATIENT)
    desk.page.check("#clock-then-start")
    expect(desk.page.locator("#sound")).to_contain_text("The sound is here", timeout=PATIENT)
    desk.phase("Upper half", timeout=60_000)
    expect(screen.locator("#phase")).to_have_text("Upper half", timeout=PATIENT)
    expect(screen.locator("#hall-clock")).to_be_hidden()
    assert [poem["poem"] for poem in desk.state()["read"]] in ([], [5])
    assert faults == desk.faults == []


def cases(count: int) -> list[dict[str, Any]]:
    """Return draws of every kind with what the server's program makes of them."""
    luck = random.Random(20261130)
    out: list[dict[str, Any]] = []
    while len(out) < count:
        cards = tuple(luck.sample(range(1, 101), luck.randint(1, 60)))
        try:
            draw = Draw(
                cards,
                list(Order)[len(out) % len(Order)],
                luck.randint(0, 20),
                luck.choice([0, 333, 1000]),
                mask(luck.sample(range(1, 101), luck.randint(0, 10))),
                luck.randint(1, 3),
                luck.choice([0, 40]),
            )
        except ValueError:
            continue
        seed = Seed.numbered(luck.getrandbits(128))
        out.append(
            {
                "draw": draw_to_dict(draw),
                "seed": seed.hex,
                "commitment": draw.commitment(seed),
                "cards": list(draw.drawn(seed)),
            }
        )
    return out


def test_the_browser_draws_the_same_orders_and_says_so(laptop: BrowserContext, club: LiveServer) -> None:
    reading = order(laptop, club.url, order="shuffle", dead="3", look_alike="50", cards="third-a")
    page = laptop.new_page()
    faults = watch_faults(page)
    page.goto(f"{club.url}/readings/{reading}")
    page.click("#more summary")
    end_reading(page)
    expect(page.locator("#phase")).to_have_text("The reading was stopped", timeout=PATIENT)
    page.goto(f"{club.url}/readings/{reading}/proof")
    expect(page.locator("#findings [data-browser]")).to_have_count(2, timeout=PATIENT)
    expect(page.locator("#findings [data-good=true]")).to_have_count(5)
    assert axe_findings(page) == []
    known = {"kimariji": ["", *map(full, range(1, 101))], "musume": list(MUSUME_ORDER)}
    wrong = page.evaluate(
        """async ([cases, known]) => {
          const { committed, drawn } = await import("/static/js/reading/draw.js");
          const { fromHex, hex, sha256 } = await import("/static/js/sha256.js");
          return cases.filter(({ draw, seed, commitment, cards }) =>
            hex(sha256(committed(draw, fromHex(seed)))) !== commitment
            || drawn(draw, fromHex(seed), known).join() !== cards.join());
        }""",
        [cases(40), known],
    )
    assert wrong == []
    assert faults == []
