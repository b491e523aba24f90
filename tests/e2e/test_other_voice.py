"""A voice that fails in a real browser, and another one that goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.board_page import new_context
from tests.support.browser import axe_findings
from tests.support.reading_page import open_reading, order
from tests.support.server import SEEDED, LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

BROKEN = """
def init():
    raise RuntimeError("the stub is broken")
"""


@pytest.fixture
def mute_club(tmp_path: Path, club_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveServer]:
    """A server on a machine whose own speech engine does not start."""
    stub = tmp_path / "stub"
    stub.mkdir()
    (stub / "pyttsx3.py").write_text(BROKEN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(stub))
    with LiveServer(club_folder, program=SEEDED) as running:
        yield running


def test_the_page_says_that_the_voice_fails_and_goes_on_with_another(
    browser: Browser, mute_club: LiveServer
) -> None:
    context = new_context(browser, 390, 844)
    reading = order(context, mute_club.url, cards="own", own_cards="17,3", joka="0", voice="system")
    shown = open_reading(context, mute_club.url, reading)
    trouble = shown.page.locator("#voice-trouble")
    expect(trouble).to_be_visible(timeout=30_000)
    expect(trouble.locator("p").first).to_contain_text("No speech engine is installed")
    assert axe_findings(shown.page) == []
    shown.main("Start")
    shown.phase("The voice failed.")
    assert shown.state()["read"] == []
    expect(trouble.locator("select")).to_have_value("mei")
    trouble.get_by_role("button").click()
    shown.phase("Upper half")
    expect(trouble).to_be_hidden()
    shown.taken(1)
    assert [heard["poem"] for heard in shown.state()["read"]] == [3]
    # what the voice could not say is not there to be fetched
    assert [fault for fault in shown.faults if "404" not in fault] == []
    context.close()
