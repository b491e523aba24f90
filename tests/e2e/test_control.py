"""Working a reading from wherever one is: a phone in the pocket, a remote control, captions, and any order of keys."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from poems.anthology import poem
from reader.cache import ClipCache
from reader.clip import Clip
from reader.pace import Pace
from reader.pattern import COMPETITION, Half
from reader.programme import Programme
from reader.verse import Part
from reader.voices.known import Voices
from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings, until
from tests.support.reading_page import ReadingPage, open_reading, order
from tests.support.scheduled import Scheduled, follow_clips, followed
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CARDS = "1-8"
PROGRAMME = Programme((1,), COMPETITION, Pace.parse("2-0-0.5-2"), 0, 0, "")
VOICES = Voices()
PARTS: tuple[Part, ...] = ("kami", "shimo")


def opened(context: BrowserContext, address: str) -> tuple[Page, list[str]]:
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(address)
    return page, faults


def test_a_phone_reads_on_from_one_file(phone: BrowserContext, club: LiveServer) -> None:
    reading = order(phone, club.url, cards="own", own_cards="1-3", joka="0", play_pause="2")
    page, faults = opened(phone, f"{club.url}/readings/{reading}/pocket")
    assert axe_findings(page) == []
    audio = "document.getElementById('audio')"
    page.click("#main-action")
    expect(page.locator("#phase")).to_have_text("Upper half", timeout=30_000)
    expect(page.locator("#last")).to_have_text("秋の田の")
    first = page.evaluate(f"{audio}.src")
    assert re.search(r"/pocket/[0-9a-f]{32}\.(mp3|wav)$", first)
    # another page holds it, and it stands still until somebody lets it go on
    remote, _ = opened(phone, f"{club.url}/readings/{reading}/remote")
    remote.click("#hold")
    expect(page.locator("#phase")).to_have_text("Held", timeout=30_000)
    until(page, f"{audio}.paused", 30)
    held = page.evaluate(f"{audio}.currentTime")
    remote.wait_for_timeout(600)
    assert page.evaluate(f"{audio}.currentTime") == held
    remote.click("#hold")
    until(page, f"!{audio}.paused && {audio}.currentTime > {held}", 30)
    expect(page.locator("#progress-text")).to_have_text("1 of 3")
    assert page.evaluate("navigator.mediaSession.metadata.title") == "Poem 1 of 3"
    # what changes the rest makes another file; the lower half again is heard at once
    expect(page.locator("#replay")).to_be_disabled()
    remote.click("#pads summary")
    remote.fill("#jump-text", "3")
    remote.click(".hit")
    expect(page.locator("#last")).to_have_text("あしびきの", timeout=40_000)
    assert page.evaluate(f"{audio}.src") != first
    shown = ReadingPage(page, club.url, reading)
    # a poem is read when its deciding syllables have been heard, which is later than its first
    shown.taken(2)
    assert [heard["poem"] for heard in shown.state()["read"]] == [1, 3]
    assert faults == []


def test_a_remote_control_and_captions_follow_the_voice(
    laptop: BrowserContext, phone: BrowserContext, club: LiveServer
) -> None:
    reading = order(laptop, club.url, cards="own", own_cards=CARDS, joka="0")
    shown = open_reading(laptop, club.url, reading)
    remote, remote_faults = opened(phone, f"{club.url}/readings/{reading}/remote")
    phone.add_init_script("window.felt = []; navigator.vibrate = (pattern) => (felt.push(pattern), true);")
    captions, caption_faults = opened(phone, f"{club.url}/readings/{reading}/captions")
    captions.check("#vibrate")
    captions.check("#vibrate-sign")
    captions.fill("#size", "4")
    captions.reload()  # the choices stay
    expect(captions.locator("#captions")).to_have_attribute("data-size", "4")
    assert captions.evaluate("felt") == []
    expect(remote.locator("#sound")).to_contain_text("where the loudspeaker is")
    expect(remote.locator("#next")).to_be_disabled()
    captions.evaluate(
        """() => {
          window.__shown = [];
          new MutationObserver(() => {
            const at = performance.timeOrigin + performance.now();
            window.__shown.push([at, document.getElementById("now").textContent]);
          }).observe(document.getElementById("now"), { childList: true });
        }"""
    )
    captions.bring_to_front()
    shown.main("Start")
    shown.taken(1)
    remote.bring_to_front()
    expect(remote.locator("#kimariji")).to_have_text("あき", timeout=30_000)
    expect(remote.locator("#sound")).to_contain_text("The sound is with Chrome, Linux")
    assert axe_findings(remote) == []
    # twice under a trembling finger is once
    remote.dblclick("#next")
    shown.phase("Lower half")
    captions.bring_to_front()
    shown.taken(2)
    expect(captions.locator("#before")).to_have_text("わが衣手は 露にぬれつつ", timeout=30_000)
    expect(captions.locator("#now")).to_have_text("はるすぎてなつきにけらししろたえの", timeout=30_000)
    assert axe_findings(captions) == []
    never_early(shown, captions)
    # the upper half of 1 and its kimari-ji, the lower one, then the same of 2: each by a pattern of its own
    upper, sign, lower = [160, 90, 160], [320], [70]
    assert captions.evaluate("felt") == [upper, sign, lower, upper, sign]
    assert [heard["poem"] for heard in shown.state()["read"]] == [1, 2]
    assert [*shown.faults, *caption_faults] == []
    assert [fault for fault in remote_faults if "422" not in fault] == []


def never_early(shown: ReadingPage, captions: Page) -> None:
    """Check that no syllable was shown before its vowel had left the loudspeaker."""
    began = [(fact["half"], fact["heard"]["epoch"]) for fact in shown.calls() if fact["kind"] == "half_began"]
    texts = captions.evaluate("window.__shown")
    compared = 0
    for (number, part), epoch in began:
        clip = clip_of(number, part)
        for count in range(1, len(clip.marks) + 1):
            text = "".join(mark.kana for mark in clip.marks[:count])
            times = [at for at, seen in texts if seen == text and at > epoch - 500]
            if times:
                sounded = epoch + (clip.marks[count - 1].vowel - clip.voice_start) / 48
                assert times[0] >= sounded, (number, part, text, times[0] - sounded)
                compared += 1
    assert compared >= 20


def clip_of(number: int, part: Part) -> Clip:
    """Return a half as the server's voice reads it."""
    return VOICES.make("mei").render(PROGRAMME.verse(Half(number, part)))


def test_text_sound_and_log_agree_whatever_is_pressed(laptop: BrowserContext, club: LiveServer) -> None:
    reading = order(laptop, club.url, cards="own", own_cards=CARDS, joka="0")
    page = laptop.new_page()
    faults = watch_faults(page)
    follow_clips(page)
    page.goto(f"{club.url}/readings/{reading}")
    shown = ReadingPage(page, club.url, reading, faults)
    expect(page.locator("#clips")).to_be_hidden(timeout=60_000)
    shown.main("Start")
    shown.taken(1)
    page.keyboard.press("n")
    chance = random.Random(5)
    for disturbing in chance.sample([*"bslj", "Space", "nn", "", "Space"], 5):
        if disturbing == "j":
            choose(page, chance.randrange(1, 9))
        elif disturbing:
            for key in ["n", "n"] if disturbing == "nn" else [disturbing]:
                page.keyboard.press(key)
        page.wait_for_timeout(chance.randrange(50, 700))
        page.keyboard.press("Space") if shown.state()["phase"] == "held" else None
        page.wait_for_timeout(chance.randrange(50, 1_500))
        if shown.state()["phase"] == "speaking" and chance.random() < 0.7:
            page.keyboard.press("b")
            choose(page, chance.randrange(1, 9))
            page.wait_for_timeout(500)  # a tap sooner than that is taken for a slip
        page.keyboard.press("n")
        page.wait_for_timeout(chance.randrange(400, 1_800))
    page.wait_for_timeout(600)
    agree(shown)
    # a key that comes twice is refused, and the browser's console says so
    assert [fault for fault in faults if "422" not in fault and "409" not in fault] == []


def choose(page: Page, number: int) -> None:
    """Choose a poem to come next, by the keyboard."""
    page.keyboard.press("j")
    page.fill("#jump-text", str(number))
    hit = page.locator("#jump .hit")
    expect(hit).to_contain_text(f"Poem {number} ")
    page.keyboard.press("Enter" if hit.is_enabled() else "Escape")
    expect(page.locator("#jump-text")).to_be_hidden()


def test_a_poem_is_chosen_as_fast_as_one_types_and_the_keys_are_the_readings_again(
    laptop: BrowserContext, club: LiveServer
) -> None:
    """What was typed counts, not what was found for a part of it; the sheet folds up, and space holds."""
    reading = order(laptop, club.url, cards="own", own_cards="1-12", joka="0")
    shown = open_reading(laptop, club.url, reading)
    page = shown.page
    shown.main("Start")
    shown.taken(1)
    page.keyboard.press("j")
    page.keyboard.type("1")
    expect(page.locator("#jump .hit")).to_contain_text("Poem 1 ")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("あまつ (12) comes next.")
    expect(page.locator("#jump-text")).to_be_hidden()
    page.keyboard.press("n")
    shown.phase(re.compile("half"))
    page.keyboard.press("Space")
    shown.phase("Held")
    page.keyboard.press("j")
    page.keyboard.type("zz")
    expect(page.locator("#jump-said")).to_have_text("No poem is found by this.")
    page.keyboard.press("Escape")
    expect(page.locator("#jump-text")).to_be_hidden()
    page.keyboard.press("Space")
    shown.taken(2)
    assert [heard["poem"] for heard in shown.state()["read"]] == [1, 12]
    assert shown.faults == []


def agree(shown: ReadingPage) -> None:
    """Compare what was scheduled, what was shown and what was written down."""
    names = clip_names()
    sounds, views = followed(shown.page)
    log = [fact for fact in shown.calls() if fact["kind"] == "half_began"]
    assert len(log) >= 4
    begun = []
    for fact in log:
        at, half = fact["heard"]["context"], tuple(fact["half"])
        sounding = [names[one.name] for one in sounds if one.when <= at <= one.end]
        near = [(names[one.name], one) for one in sounds if abs(one.when - at) < 3]
        assert sounding == [half], f"{half} at {at} in {fact}; {near}"
        begun.append((at, half))
    # whatever has sounded from its beginning was written down; later halves of a call are laid on the clock ahead
    for one in sounds:
        if one.offset == 0 and one.end - one.when > 0.4 and one.when < views[-1].at - 0.4:
            assert names[one.name] in [half for at, half in begun if one.when <= at < one.end], one
    no_two_at_once(sounds)
    # whenever the page says that a half sounds, it shows the poem of one that has just begun
    for seen in views:
        if seen.phase in ("Upper half", "Lower half"):
            part = "kami" if seen.phase == "Upper half" else "shimo"
            latest = [half for at, half in begun if at <= seen.at + 0.1][-2:]
            assert part in [half[1] for half in latest], seen
            kana = "".join(poem(half[0]).kana_modern[0] for half in latest if half[1] == part)
            assert seen.poem.strip()[:2] in kana, seen


def no_two_at_once(sounds: list[Scheduled]) -> None:
    """Check that no voice sounds over another: a cut clip fades within 5 ms."""
    placed = sorted((one.when, one.end) for one in sounds if one.end > one.when)
    for (_, end), (when, _) in pairwise(placed):
        assert when >= end - 0.05


def clip_names() -> dict[str, tuple[int, str]]:
    """Return which half each clip's name stands for."""
    voice, cache = VOICES.make("mei"), ClipCache(Path("/nonexistent"))
    return {
        cache.key(voice, PROGRAMME.verse(Half(number, part))): (number, part)
        for number in range(1, 9)
        for part in PARTS
    }
