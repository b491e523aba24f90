"""Those who look: the spectators' page and the hall, in step with the board and never ahead of the reader."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_page import DEAD, BoardPage, new_context, open_board, watch_faults
from tests.support.server import LiveServer

pytestmark = pytest.mark.browser


@pytest.fixture
def board(browser: Browser, club: LiveServer) -> Iterator[BoardPage]:
    context = new_context(browser, 1180, 820)
    yield open_board(context, club.url)
    context.close()


@pytest.fixture
def watching(browser: Browser, board: BoardPage) -> Iterator[Page]:
    context = new_context(browser, 844, 390)
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{board.address}/watch")
    expect(page.locator("body.ready")).to_be_attached()
    yield page
    assert faults == []
    context.close()


def counts(page: Page, a: int, b: int) -> None:
    expect(page.locator("[data-player=A] .count")).to_have_text(str(a))
    expect(page.locator("[data-player=B] .count")).to_have_text(str(b))


def test_a_spectator_sees_what_happens_in_words(board: BoardPage, watching: Page) -> None:
    expect(watching.locator("#poem")).to_have_text("No poem is being read")
    board.call(30)
    expect(watching.locator("#poem .sound-now")).to_have_text("ありあ")
    expect(watching.locator("#field [data-card='30']")).to_have_attribute("data-read", "")
    board.key("A")
    expect(watching.locator("#says")).to_contain_text(
        "小町 took it from the other side. 小町 sends 1 card. 25–24"
    )
    counts(watching, 25, 24)
    board.send(5)
    counts(watching, 24, 25)
    expect(watching.locator("#field [data-card='5']")).to_have_attribute("data-fresh", "")
    board.page.keyboard.press("h")
    expect(watching.locator("#hand-up")).to_have_text("Hand up: 小町. The reader waits.")
    expect(watching.locator("button[disabled], .hand")).to_have_count(0)


def test_a_spectator_is_told_which_sounds_became_shorter(board: BoardPage, watching: Page) -> None:
    board.call(96)
    board.key("nobody")
    expect(watching.locator("#changes")).to_contain_text("はなの → はな")


def test_a_spectator_who_was_away_gets_the_whole_state_and_counts_nothing_twice(
    board: BoardPage, watching: Page
) -> None:
    """Problem 22: the line drops after some events and comes back."""
    board.call(3)
    board.key("A")
    counts(watching, 24, 25)
    watching.context.set_offline(True)
    for card in (4, 5, 6):
        board.call(card)
        board.key("A")
        board.stage("waiting")
    counts(watching, 24, 25)
    watching.context.set_offline(False)
    counts(watching, 21, 25)
    watching.reload()
    counts(watching, 21, 25)
    second = watching.context.new_page()
    second.goto(watching.url)
    counts(second, 21, 25)


def test_the_field_of_a_spectator_is_the_referee_s(board: BoardPage, watching: Page) -> None:
    where = """() => [...document.querySelectorAll('#field ul')].map((list) =>
        [...list.querySelectorAll('[data-card]')].map((card) => Number(card.dataset.card)))"""
    board.call(30)
    board.key("A")
    board.send(5, "place-3")
    counts(watching, 24, 25)
    assert watching.evaluate(where) == board.page.evaluate(where)


def test_the_hall_shows_every_table_live(browser: Browser, board: BoardPage) -> None:
    page = new_context(browser, 1440, 900).new_page()
    faults = watch_faults(page)
    page.goto(f"{board.url}/matches/hall")
    strip = page.locator(f"[data-code='{board.code}']")
    expect(strip.locator(".count").first).to_have_text("25")
    board.call(30)
    expect(strip.locator(".card")).to_have_text("ありあ")
    board.key("A")
    board.send(5)
    expect(strip.locator(".player.leads .name")).to_have_text("小町")
    board.call(DEAD[0])
    board.page.keyboard.press("h")
    expect(strip.locator(".hand-sign")).to_contain_text("hand up")
    strip.locator("a").click()
    expect(page).to_have_url(f"{board.address}/watch")
    assert faults == []
    page.context.close()
