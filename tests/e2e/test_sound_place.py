"""Where the sound comes from, in a real browser: the room's speakers at the server, and the delay of a device."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.browser import axe_findings
from tests.support.looks import scrolls_sideways, small_targets
from tests.support.null_sink import NullSink
from tests.support.reading_page import open_reading, order
from tests.support.server import SEEDED, LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.sound, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def club(club_folder: Path, sink: NullSink) -> Iterator[LiveServer]:
    """A server with a loudspeaker that nobody hears."""
    with pytest.MonkeyPatch.context() as patch:
        sink.leads(patch)
        patch.setenv("XDG_STATE_HOME", str(club_folder / "state"))
        with LiveServer(club_folder, program=SEEDED) as running:
            yield running


def test_the_room_reads_after_somebody_heard_the_verse_and_gives_the_sound_back(
    phone: BrowserContext, club: LiveServer, sink: NullSink
) -> None:
    shown = open_reading(phone, club.url, order(phone, club.url, joka="0"))
    page = shown.page
    page.click("#sound-place > summary")
    page.check("input[value=room]")
    expect(page.locator("#room-device option")).to_have_text("Null Output (the system's)")
    page.click(".tuning summary")
    assert axe_findings(page) == []
    assert not scrolls_sideways(page)
    assert small_targets(page) == []
    with sink.recording() as recorded:
        shown.main("Start")
        expect(page.locator("#heard-check")).to_be_visible(timeout=30_000)
        shown.phase("Ready. Poem after poem.")
        page.click("#heard-yes")
        shown.phase("Upper half")
    assert np.max(np.abs(recorded[0].samples)) > 0.05, "the trial verse or the poem was heard"
    expect(page.locator("#place-now")).to_have_text("Null Output")
    expect(page.locator("#sound")).to_contain_text("The sound is in the room: Null Output.")
    page.click("#hold")
    shown.phase("Held")
    shown.main("Go on")
    shown.taken(1)
    # every page counts down to the room's next poem, as it does to its own
    expect(page.locator("#main-action")).to_have_text(re.compile(r"^Next in [1-5]\d s$"))
    remote = phone.new_page()
    remote.goto(f"{page.url}/remote")
    expect(remote.locator("#next")).to_have_text(re.compile(r"^Next in \d+ s$"))
    remote.close()
    page.click("#sound-place > summary")
    page.check("input[value=page]")
    page.click("#move-sound")
    expect(page.locator("#sound")).to_have_text("The sound is here.", timeout=30_000)
    assert shown.state()["room"] == ""
    assert shown.faults == []


def test_a_delay_is_measured_from_clicks_kept_and_counted(phone: BrowserContext, club: LiveServer) -> None:
    page = phone.new_page()
    page.goto(f"{club.url}/readings/sound")
    page.fill("#device-name", "Headphones")
    page.fill("#typed-ms", "180")
    page.click("#typed button")
    expect(page.locator("#known li .name")).to_have_text("Headphones 180 ms, typed")
    assert axe_findings(page) == []
    assert not scrolls_sideways(page)
    assert small_targets(page) == []
    found: dict[str, Any] = page.evaluate(_MEASURE)
    assert found["own"] == 180
    assert found["tapped"] == {"ms": 168, "spread": 9, "count": 18}
    assert found["early"]["ms"] == -30, "who taps ahead of the beat is told so"
    assert found["late"]["ms"] == 290
    assert found["few"] is None
    assert found["uneven"]["spread"] > 25
    assert found["heard"] == pytest.approx([0.05 + 0.9 * n for n in range(5)], abs=1e-3)
    page.get_by_role("button", name="Forget").click()
    expect(page.locator("#known")).to_have_text("Nothing has been measured on this device yet.")


_MEASURE = """async () => {
  const { delayOf, onsets } = await import("/static/js/reading/calibrate.js");
  const { ownDelay } = await import("/static/js/reading/delays.js");
  const clicks = Array.from({ length: 20 }, (_, n) => 5000 + 900 * n);
  const taps = (late, wobble) => clicks.map((at, n) => at + late + wobble * ((n % 3) - 1)).reverse();
  const sound = new Float32Array(48000 * 5);
  for (let n = 0; n < 5; n++) for (let i = 0; i < 1440; i++) {
    sound[2400 + 43200 * n + i] = 0.5 * Math.sin(i / 5 + 0.5) * (1 - i / 1440);
    sound[2400 + 43200 * n + 4800 + i] = 0.1;  // an echo
  }
  return {
    own: ownDelay(),
    tapped: delayOf(clicks, taps(168, 6)),
    early: delayOf(clicks, taps(-30, 4)),
    late: delayOf(clicks, taps(290, 10)),
    few: delayOf(clicks, taps(100, 0).slice(0, 7)),
    uneven: delayOf(clicks, taps(150, 60)),
    heard: onsets(sound, 48000),
  };
}"""
