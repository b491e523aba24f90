"""A board in a browser, used as a referee uses it."""

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.support.match_table import A_CARDS, B_CARDS, DEAD

__all__ = ["A_CARDS", "B_CARDS", "DEAD", "BoardPage", "open_board", "watch_faults"]


def watch_faults(page: Page) -> list[str]:
    """Collect what a page complains about: errors of its scripts, and of the browser about its policy.

    That a request failed because a test cut the line is no fault of the page.
    """
    faults: list[str] = []

    def heard(said: ConsoleMessage) -> None:
        if said.type == "error" and "net::ERR_" not in said.text:
            faults.append(said.text)

    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", heard)
    return faults


def open_board(context: BrowserContext, url: str, names: tuple[str, str] = ("小町", "業平")) -> "BoardPage":
    """Open a match of A's cards 1 to 25 against B's 26 to 50 as its form would, and wait for its board."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', context.request.get(f"{url}/matches/new").text())
    assert token is not None
    fields = {
        "name_a": names[0], "name_b": names[1], "reading": "", "deal": "list", "cards_a": "1-25", "cards_b": "26-50"
    }  # fmt: skip
    answer = context.request.post(
        f"{url}/matches/new", form={"csrf_token": token[1], **fields}, max_redirects=0
    )
    assert answer.status == 303, answer.text()
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{url}{answer.headers['location']}")
    return BoardPage(page, url, faults)


@dataclass
class BoardPage:
    """One referee's page."""

    page: Page
    url: str
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        expect(self.page.locator("body.ready")).to_be_attached()

    @property
    def code(self) -> str:
        found = re.search(r"/matches/([^/]+)/board", self.page.url)
        assert found is not None
        return found[1]

    @property
    def address(self) -> str:
        return f"{self.url}/matches/{self.code}"

    def state(self) -> dict[str, Any]:
        """Return the match as the server has it, after everything that was tapped on this page."""
        expect(self.page.locator("body.unsent")).to_have_count(0)
        answer = self.page.request.get(f"{self.address}/state")
        value = answer.json()
        assert isinstance(value, dict)
        return value

    def stage(self, stage: str) -> None:
        """Wait until the page is in a stage."""
        expect(self.page.locator(f"body[data-stage={stage}]")).to_be_attached()

    def counts(self, a: int, b: int) -> None:
        """Wait until the page shows these counts."""
        expect(self.page.locator("[data-player=A] .count")).to_have_text(str(a))
        expect(self.page.locator("[data-player=B] .count")).to_have_text(str(b))

    def call(self, card: int) -> None:
        """Say which poem was read, by its number."""
        self.page.fill("#poem-search", str(card))
        expect(self.page.locator(".hit")).to_have_count(1)
        self.page.press("#poem-search", "Enter")
        self.stage("reading")

    def key(self, name: str) -> None:
        """Press one of the panel's big buttons."""
        self.page.locator(f"#deck [data-key={name}]").click()

    def hand(self, player: str, side: str) -> None:
        """Note that a player's hand touched a side."""
        order = self.page.locator(f"[data-player={side}] .hand.of-{player.lower()}")
        order.click()

    def card(self, number: int) -> None:
        """Tap a card."""
        self.page.locator(f"#field [data-card='{number}']").click()

    def send(self, card: int, place: str = "place-1") -> None:
        """Send a card to a place."""
        self.stage("sending")
        self.card(card)
        self.key(place)

    def says(self, text: str) -> None:
        """Wait until the panel says something."""
        expect(self.page.locator("#lines")).to_contain_text(text)


def new_context(browser: Browser, width: int, height: int, **options: Any) -> BrowserContext:
    """Return a browser's window of a size, in English unless told otherwise."""
    options.setdefault("locale", "en")
    return browser.new_context(viewport={"width": width, "height": height}, **options)
