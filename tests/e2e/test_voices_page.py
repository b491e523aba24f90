"""The pages of voices in a real browser: listening, taking a zip in, mending marks, recording with a microphone."""

import contextlib
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from playwright.sync_api import Browser, BrowserContext, Page, expect

from reader.packs.document import Document
from reader.packs.importing import import_pack
from reader.packs.shelf import Shelf
from reader.pattern import Half
from reader.samples import SAMPLE_RATE
from tests.support import chromium
from tests.support.board_page import new_context, watch_faults
from tests.support.looks import axe_findings, scrolls_sideways, small_targets
from tests.support.packs import both, said, write_pack
from tests.support.server import SEEDED, LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]

SIZES = [(390, 844), (844, 390), (1180, 820), (1440, 900)]
PATIENCE = 30_000


@pytest.fixture(scope="module")
def club(club_folder: Path) -> Iterator[LiveServer]:
    """One server with a pack of three poems."""
    source = club_folder.with_name("source")
    write_pack(source, both(3, 17, 79))
    import_pack(source, Shelf(club_folder / "voices"), "Mai", credit="Tones of a test")
    Shelf(club_folder / "voices").begin(Document("Empty"))
    with LiveServer(club_folder, program=SEEDED) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = new_context(browser, 1180, 820)
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def shown(page: Page, club: LiveServer, path: str) -> Page:
    page.goto(f"{club.url}{path}")
    return page


def marks(club: LiveServer, half: str = "017-kami") -> dict[str, int | None]:
    status, text = club.get(f"/voices/mai/clips/{half}.json")
    assert status == 200
    found: dict[str, int | None] = json.loads(text)["marks"]
    return found


def test_a_pack_can_be_heard_and_a_second_press_stops_it(context: BrowserContext, club: LiveServer) -> None:
    page = context.new_page()
    faults = watch_faults(page)
    shown(page, club, "/voices/mai")
    button = page.locator("[data-listen]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(page.locator("#status")).to_contain_text("Tones of a test")
    button.click()
    expect(button).not_to_have_attribute("aria-pressed", "true")
    assert faults == []


def test_a_mark_is_moved_by_keys_and_by_hand_and_kept(context: BrowserContext, club: LiveServer) -> None:
    page = shown(context.new_page(), club, "/voices/mai#017-kami")
    expect(page.locator("#editor")).to_have_attribute("data-ready", "017-kami", timeout=PATIENCE)
    before = marks(club)
    start = page.get_by_role("slider", name="First sound")
    start.focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_have_text("Saved", timeout=PATIENCE)
    assert before["on"] is not None
    assert marks(club)["on"] == before["on"] - 3 * 48

    page.get_by_role("button", name="Set the kimari-ji's end here").click()
    deciding = page.get_by_role("slider", name="Kimari-ji")
    expect(deciding).to_be_visible()
    label = deciding.locator("span").bounding_box()
    assert label is not None
    with page.expect_response("**/marks"):
        page.mouse.move(label["x"] + label["width"] / 2, label["y"] + 5)
        page.mouse.down()
        page.mouse.move(label["x"] + label["width"] / 2 + 60, label["y"] + 5, steps=4)
        page.mouse.up()
    expect(page.locator("#mark-list")).to_contain_text("set by hand")
    moved = marks(club)["kimariji"]
    assert moved is not None
    assert moved > before["on"] + SAMPLE_RATE // 4

    with page.expect_response("**/marks"):
        page.get_by_role("button", name="The poem is decided here").click()
    point = page.get_by_role("slider", name="Decision point")
    point.focus()
    with page.expect_response("**/marks"):
        page.keyboard.press("ArrowLeft")
    decided = marks(club)["decision"]
    assert decided is not None
    assert before["on"] - 3 * 48 <= decided < moved
    assert axe_findings(page) == []


def test_a_zip_is_taken_in_and_its_gaps_are_seen(
    context: BrowserContext, club: LiveServer, tmp_path: Path
) -> None:
    write_pack(tmp_path / "yui", both(5, 6))
    (tmp_path / "yui" / "mai_006_2.flac").write_bytes(b"no sound at all")
    with zipfile.ZipFile(tmp_path / "yui.zip", "w") as archive:
        for file in sorted((tmp_path / "yui").iterdir()):
            archive.write(file, f"yui/{file.name}")
    page = shown(context.new_page(), club, "/voices/")
    page.set_input_files("#file", tmp_path / "yui.zip")
    expect(page.locator("#title")).to_have_value("yui")
    page.get_by_role("button", name="Take in").click()
    page.wait_for_url("**/voices/yui?taken=*", timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("mai_006_2.flac")
    states = page.locator(".cell[data-state=good]").evaluate_all(
        "cells => cells.map((cell) => cell.dataset.half)"
    )
    assert states == ["005-kami", "005-shimo", "006-kami"]
    assert page.locator(".cell").count() == 202
    page.go_back()
    page.set_input_files("#file", {"name": "x.zip", "mimeType": "application/zip", "buffer": b"PK nothing"})
    page.fill("#title", "other")
    page.get_by_role("button", name="Take in").click()
    expect(page.locator("#upload-fault")).to_contain_text("no zip that can be read", timeout=PATIENCE)


def test_a_verse_is_recorded_judged_and_kept(browser: Browser, club: LiveServer, tmp_path: Path) -> None:
    """The microphone plays two seconds of voice and two of silence, over and over."""
    tone = said(Half(0, "kami")).samples * 0.6
    quiet = np.random.default_rng(1).standard_normal(2 * SAMPLE_RATE) * 1e-4
    soundfile.write(tmp_path / "voice.wav", np.concatenate([quiet, tone]), SAMPLE_RATE, subtype="PCM_16")
    fake = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]
    fake += [f"--use-file-for-fake-audio-capture={tmp_path / 'voice.wav'}"]
    other = browser.browser_type.launch(executable_path=chromium.path(), args=[*chromium.ARGUMENTS, *fake])
    with contextlib.closing(other):
        page = other.new_context(locale="en").new_page()
        page.set_default_timeout(PATIENCE)
        faults = watch_faults(page)
        shown(page, club, "/voices/empty/record")
        expect(page.locator("#half-name")).to_have_text("Opener, upper half")
        page.get_by_role("button", name="Record now").click()
        expect(page.locator("body")).to_have_attribute("data-state", "judged", timeout=PATIENCE)
        expect(page.locator("#verdict")).to_contain_text(re.compile(r"Voice \d"))
        page.keyboard.press("Enter")  # the focus is where it was pressed last
        expect(page.locator("#progress-text")).to_have_text("1 of 202 recorded", timeout=PATIENCE)
        expect(page.locator("#half-name")).to_have_text("Opener, lower half")
        # left, and gone on with later
        page.reload()
        expect(page.locator("#half-name")).to_have_text("Opener, lower half")
        assert faults == []
    pack = Shelf(club.folder / "voices").open("empty")
    (clip,) = pack.clips.values()
    assert 1.9 < (clip.off - clip.on) / SAMPLE_RATE < 2.1


def test_without_a_secure_address_the_page_says_what_to_do(context: BrowserContext, club: LiveServer) -> None:
    page = context.new_page()
    page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    shown(page, club, "/voices/empty/record")
    expect(page.locator("#no-microphone")).to_contain_text("HTTPS")
    expect(page.locator("#cure")).to_contain_text("http://127.0.0.1")
    expect(page.locator("#record")).to_be_disabled()


@pytest.mark.parametrize(
    ("path", "scheme"), [("/voices/", "light"), ("/voices/mai", "dark"), ("/voices/mai/record", "dark")]
)
def test_the_pages_fit_every_screen(
    context: BrowserContext, club: LiveServer, path: str, scheme: str
) -> None:
    page = shown(context.new_page(), club, path)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    assert axe_findings(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not scrolls_sideways(page), (path, width)
        assert small_targets(page) == [], (path, width)
