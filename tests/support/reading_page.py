"""A reading page in a browser, used as an organiser uses it, with an ear at its loudspeaker."""

import io
import re
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.board_page import BoardPage, watch_faults
from tests.support.listening import Recording, heard, listen

QUICK = {
    "cards": "own", "own_cards": "1-12, 79", "order": "number", "joka": "0",
    "pace": "own", "own_pace": "2-0-0.5-2", "play_pause": "60",
}  # fmt: skip
"""As quick as a voice can read, without the opener, by number, with time to look around after each call.

Poem 1 has one friend card among so few, 79; all hundred would be voiced first.
"""
SLIP = 0.6
"""Seconds within which a second press of a button does nothing, and a little more."""
STEP = 2.5e-5
"""Less than a 16-bit step; Chromium takes positive samples for n/32767."""


def order(context: BrowserContext, url: str, **fields: str) -> str:
    """Order a reading by the form and return its id."""
    page = context.request.get(f"{url}/readings/new").text()
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token is not None
    answer = context.request.post(
        f"{url}/readings/", form={"csrf_token": token[1], **QUICK, **fields}, max_redirects=0
    )
    assert answer.status == 303, answer.text()
    return answer.headers["location"].rpartition("/")[2]


def open_reading(context: BrowserContext, url: str, reading: str, *, ear: bool = False) -> "ReadingPage":
    """Open a reading's page, with an ear at its loudspeaker if the context bypasses the policy for it."""
    page = context.new_page()
    faults = watch_faults(page)
    if ear:
        listen(page)
    page.goto(f"{url}/readings/{reading}")
    shown = ReadingPage(page, url, reading, faults)
    expect(page.locator("#phase")).not_to_be_empty()
    return shown


def end_reading(page: Page) -> None:
    """Press *End the reading* in the open sheet, and once more when it asks."""
    page.click("#stop")
    expect(page.locator("#stop")).to_have_text("Press again to end it")
    page.wait_for_timeout(600)  # a press sooner than that is taken for a slip of the finger
    page.click("#stop")


def open_table(context: BrowserContext, url: str, reading: str, members: tuple[str, ...] = ()) -> BoardPage:
    """Open a match of A's cards 1 to 25 against B's 26 to 50 that follows a reading, and wait for its board.

    Guests sit down unless two `members` are named by the labels of the form.
    """
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{url}/matches/new")
    for seat, label in zip("ab", members, strict=False):
        page.select_option(f"#member_{seat}", label=label)
    if not members:
        page.fill("#name_a", "小町")
        page.fill("#name_b", "業平")
    page.select_option("#reading", reading)
    page.check("input[name=deal][value=list]")
    page.fill("#cards_a", "1-25")
    page.fill("#cards_b", "26-50")
    page.click("button.main.big")
    page.wait_for_url("**/board")
    return BoardPage(page, url, faults)


@dataclass
class ReadingPage:
    """One page of a reading."""

    page: Page
    url: str
    reading: str
    faults: list[str] = field(default_factory=list)
    pressed: float = 0.0

    def state(self, owner: str = "") -> dict[str, Any]:
        """Return the reading as the server has it."""
        found = self.page.request.get(f"{self.url}/readings/{self.reading}/state?owner={owner}").json()
        assert isinstance(found, dict)
        return found

    def secret(self) -> str:
        """Return the page's own name, which nobody but the page knows: from what it asked for."""
        asked = self.page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
        return next(found[1] for url in asked if (found := re.search(r"owner=([0-9a-f]{32})", url)))

    def main(self, label: str | re.Pattern[str]) -> None:
        """Press the big button when it says this, and no sooner than a press that is taken for a slip."""
        expect(self.page.locator("#main-action")).to_have_text(label, timeout=30_000)
        self.page.wait_for_timeout(1000 * max(0.0, self.pressed + SLIP - time.monotonic()))
        self.page.click("#main-action")
        self.pressed = time.monotonic()

    def phase(self, text: str | re.Pattern[str], timeout: float = 40_000) -> None:
        """Wait until the page says what the reading is doing."""
        expect(self.page.locator("#phase")).to_have_text(text, timeout=timeout)

    def taken(self, count: int) -> None:
        """Wait until so many poems were read and the cards are being taken."""
        expect(self.page.locator("#progress-text")).to_have_text(re.compile(rf"^{count} of "), timeout=60_000)
        self.phase("Take the card")

    def calls(self) -> list[dict[str, Any]]:
        """Return what the server's log tells of the sound up to now: each fact with the audio clock's time."""
        with_heard = self.page.evaluate(
            """async ([topic, last]) => await new Promise((done, failed) => {
              const found = [], source = new EventSource(`/stream?topics=${topic}`);
              setTimeout(() => failed(new Error(`${found.length} events came, not ${last}`)), 30_000);
              source.onmessage = ({ data }) => {
                const e = JSON.parse(data);
                found.push([e.kind, e.payload]);
                if (e.seq < last) return;
                source.close();
                done(found);
              };
            })""",
            [f"reading:{self.reading}", self.state()["seq"]],
        )
        return [{"kind": kind, **payload} for kind, payload in with_heard]

    def frames(self, kind: str) -> list[int]:
        """Return the audio frames of the facts of a kind, in order."""
        found = [fact["heard"]["context"] * 48_000 for fact in self.calls() if fact["kind"] == kind]
        for frame in found:
            assert abs(frame - round(frame)) < 1e-3, "sounds lie on whole samples"
        return [round(frame) for frame in found]

    def recording(self) -> Recording:
        """Return what was heard so far."""
        self.page.wait_for_timeout(150)
        return heard(self.page)

    def clip(self, address: str) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return a clip's samples as Chromium decodes them, and its marks."""
        headers = {"X-Page": self.secret()}
        data = self.page.request.get(f"{self.url}{address}.flac", headers=headers).body()
        samples, _ = soundfile.read(io.BytesIO(data), dtype="float32")
        marks = self.page.request.get(f"{self.url}{address}.json", headers=headers).json()
        return np.asarray(samples, np.float32), marks
