"""The ear of the drills by itself: what it plays sample by sample, whose voice it takes, and what it believes."""

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route

from engine.training.threshold import Answer, Standing, Threshold, rules
from tests.e2e.test_drill_timing import RATE, ROOT, STATIC, clip, flac, told
from tests.support.listening import heard, listen
from webapp.hearing.views import item_json

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CARD = 81
FADE = 240
STEP = 1e-4
"""A few 16-bit steps: Chromium takes positive samples for n/32767."""

PAGE = """<!doctype html><title>ear</title><button id="go">Go</button><script type="module">
import { Ear, measured } from "/static/js/drills/ear.js";
import { keepDelay } from "/static/js/reading/delays.js";
import { Threshold } from "/static/js/drills/threshold.js";
Object.assign(window, { Ear, measured, keepDelay, Threshold });
document.getElementById("go").onclick = async () => {
  window.ear = new Ear({ url: "/clips" });
  await ear.load(window.items);
  await ear.unlock();
  await window.__ready;
  window.began = [];
  for (const item of window.items) {
    const sounding = await ear.play(item, { after: 0.15 });
    began.push(sounding.began);
    await sounding.over;
  }
  window.done = true;
};
</script>"""


def serve(route: Route) -> None:
    """Answer as the server does: `dumb` is no voice here, and `vague` does not know where card 81 is decided."""
    path = route.request.url.removeprefix(ROOT)
    if path == "/":
        return route.fulfill(body=PAGE, content_type="text/html")
    if path.startswith("/clips?"):
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        if query["voice"] == "dumb":
            return route.fulfill(status=422, json={"refused": "no_voice", "message": "It is hoarse."})
        clips = {card: told(int(card), 100) for card in query["cards"].split(",")}
        if query["voice"] == "vague":
            for mora in clips[str(CARD)]["morae"]:
                mora[4] = 80
        return route.fulfill(json={"there": clips, "missing": [], "again": 10})
    if path.startswith("/clips/"):
        return route.fulfill(body=flac(clip(CARD, 100).samples), content_type="audio/flac")
    return route.fulfill(path=STATIC / path.removeprefix("/static/"), content_type="text/javascript")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with the ear's modules, everything served from here."""
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ROOT}/**", serve)
    listen(page)
    page.goto(f"{ROOT}/")
    page.wait_for_function("() => Boolean(window.Ear)")
    yield page
    context.close()


def item(voice: str = "mei", **changes: Any) -> dict[str, Any]:
    return item_json(CARD, voice) | changes


def test_sounds_end_where_they_are_asked_to_with_a_short_fade(page: Page) -> None:
    cuts: list[dict[str, Any]] = [
        item(stop="kimariji_end"),
        item(stop="cut", cut=120.0),
        item(stop="cut", cut=-5_000.0),
    ]
    page.evaluate("items => { window.items = items }", cuts)
    page.click("#go")
    page.wait_for_function("() => window.done === true")
    page.wait_for_timeout(150)
    recording, whole = heard(page), clip(CARD, 100)
    mark = whole.marks[0]
    ends = [mark.end, mark.vowel + 120 * RATE // 1000]  # は and ひ begin with an h too, so the vowel decides
    began = [round(at * RATE) for at in page.evaluate("window.began")]
    for start, end in zip(began, ends, strict=False):
        played = recording.at(start, end + 2 * FADE)
        np.testing.assert_allclose(played[: end - 2], whole.samples[: end - 2], atol=STEP)
        faded = whole.samples[end : end + FADE] * (1 - np.arange(FADE, dtype=np.float32) / FADE)
        np.testing.assert_allclose(played[end : end + FADE], faded, atol=0.002)
        assert not played[end + FADE + 2 :].any()
    assert not recording.at(began[2], RATE).any()


def test_what_a_voice_cannot_say_is_told_and_another_one_says_it(page: Page) -> None:
    load = """async items => {
      const ear = new Ear({ url: "/clips", voices: ["dumb", "vague", "mei"] });
      const trouble = await ear.load(items);
      return [trouble, items.map((item) => ear.has(item))];
    }"""
    trouble, has = page.evaluate(load, [item("dumb"), item("vague"), item("mei")])
    assert has == [True, True, True]
    assert {one["voice"]: (one["message"], one["cards"]) for one in trouble} == {
        "dumb": ("It is hoarse.", [CARD]),
        "vague": ("", [CARD]),
    }
    alone = load.replace('"dumb", "vague", "mei"', "")
    trouble, has = page.evaluate(alone, [item("vague")])
    assert has == [False]
    assert trouble[0]["cards"] == [CARD]


def test_another_output_is_unmeasured_until_it_is_measured(page: Page) -> None:
    keep = (
        "latency => keepDelay('headset', { ms: 168, spread: 9, how: 'tapped', at: Date.now() + 1, latency })"
    )
    page.evaluate(keep, 40)
    assert page.evaluate("measured(45)") == {"own": 168, "source": "tapped", "spread": 9, "device": "headset"}
    unknown = {"own": 0, "source": "browser", "spread": None, "device": None}
    assert page.evaluate("measured(180)") == unknown
    page.evaluate("new Ear({ url: '' })")
    page.evaluate("new Promise((done) => setTimeout(done, 5))")
    page.evaluate("navigator.mediaDevices.dispatchEvent(new Event('devicechange'))")
    assert page.evaluate("measured(45)") == unknown
    page.evaluate(keep, 40)
    assert page.evaluate("measured(45)")["device"] == "headset"


def test_the_page_believes_of_a_threshold_what_the_server_does(page: Page) -> None:
    believe = """([rules, answers]) => {
      const known = new Threshold(rules);
      return answers.map((right) => {
        const cut = known.nextCut;
        known.add(cut, right);
        return [cut, known.over, known.estimate, known.standing];
      });
    }"""
    standings = set()
    for seed in range(6):
        luck, choices = random.Random(seed), 2 + seed % 2
        answers = [luck.random() < (0.75 if seed < 3 else 1 / choices) for _ in range(20)]
        theirs = page.evaluate(believe, [json.loads(json.dumps(rules(choices))), answers])
        known = Threshold()
        for right, (cut, over, estimate, standing) in zip(answers, theirs, strict=True):
            assert cut == known.next_cut_ms
            known = known.after(Answer(cut, right, choices))
            assert over is known.over
            assert standing == known.standing
            standings.add(known.standing)
            ours = known.estimate
            if ours is None:
                assert estimate is None
            else:
                found = (estimate["low"], estimate["middle"], estimate["high"])
                assert found == pytest.approx((ours.low, ours.value, ours.high), abs=0.1)
    assert {Standing.OPEN, Standing.FOUND} <= standings
