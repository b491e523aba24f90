"""Reaction times against a scripted listener: what a drill measures, and what the listener really took.

The page plays real clips of the bundled voice on its audio clock. Everything that reaches the loudspeaker is recorded
with its frame, so where a decision point was really played is found in the samples, and not asked of the page. Three
listeners sit behind virtual loudspeakers that sound 0, 80 and 250 ms later than the browser knows. Each taps along with
clicks, by which the delay is measured as on the page of the delay, and then answers reads by key presses whose own time
stamps say how long the listener took.
"""

import io
import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, Route

from engine.training.decision import cue
from reader.clip import Clip
from reader.voices.bundled import BundledVoice
from tests.support.listening import heard, listen
from webapp.hearing.library import verse_of
from webapp.hearing.views import item_json

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

RATE = 48_000
ROOT = "http://localhost:1"
STATIC = Path("webapp/static")
DELAYS = (0, 80, 250)
SPEEDS = (100, 125)
CARDS = (81, 22, 57, 87)
"""ほ, ふ, め and む: short, so that many reads take little time; め and む wait for the vowel."""
READS = 6
QUIET = RATE // 20
"""Samples of silence between two reads; inside one there is none so long."""
REACTIONS = (310, -60, 420, 180)
"""Milliseconds that the listener means to take; the one below zero guesses."""

HARNESS = """<!doctype html><title>ear</title><button id="go">Go</button><script type="module">
import { Ear } from "/static/js/drills/ear.js";
import { AudioClock } from "/static/js/drills/audio_clock.js";
import { delayOf } from "/static/js/reading/calibrate.js";
import { keepDelay, useDelay } from "/static/js/reading/delays.js";

const INTERVAL = 420;
const later = (at) => new Promise((done) => setTimeout(done, at - performance.now()));
// the listeners' own idea of when a time of the audio clock is heard, before their loudspeakers add to it
function offset(context) {
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  return performanceTime - contextTime * 1000;
}
// wait for a time of the audio clock and so many milliseconds; by then its stamps are sure
async function listenTo(context, time, delay) {
  while (context.currentTime < time) await later(performance.now() + 4);
  await later(offset(context) + time * 1000 + delay);
}
function press() {
  return new Promise((done) => {
    addEventListener("keydown", done, { once: true });
    dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
  });
}

window.calibrate = async (delays) => {
  const context = new AudioContext({ latencyHint: "interactive" });
  await context.resume();
  const clock = new AudioClock(context);
  const following = clock.follow();
  const start = context.currentTime + 0.5;
  const times = Array.from({ length: 12 }, (_, n) => start + (n * INTERVAL) / 1000);
  const source = new ConstantSourceNode(context, { offset: 0 });
  source.connect(context.destination);
  source.start();
  const taps = delays.map(() => []);
  const clicks = [];
  await Promise.all(times.flatMap((time, n) => delays.map(async (delay, who) => {
    await listenTo(context, time, delay);
    taps[who].push(performance.now());
    clicks[n] ??= clock.pageTime(time);
  })));
  following.stop();
  const found = delays.map((delay, who) => {
    const one = delayOf(clicks, taps[who], INTERVAL);
    keepDelay(`delay ${delay}`, { ...one, how: "tapped", at: Date.now() });
    return one;
  });
  await context.close();
  return found;
};

window.trials = async ({ items, delays, reactions, speed }) => {
  const ear = (window.ear = new Ear({ url: "/clips", speed }));
  const trouble = await ear.load(items);
  await ear.unlock();
  await window.__ready;
  const out = [];
  for (const [n, item] of items.entries()) {
    const sounding = await ear.play(item, { after: 0.1 });
    const answers = await Promise.all(delays.map(async (delay) => {
      await listenTo(ear.context, sounding.began, sounding.decision + delay + reactions[n % reactions.length]);
      const event = await press();
      const clock = offset(ear.context);
      useDelay(`delay ${delay}`);
      return { delay, pressed: event.timeStamp, clock, ...sounding.at(event) };
    }));
    await sounding.over;
    out.push({ card: item.card, answers });
  }
  return { trouble, out };
};
document.getElementById("go").onclick = () => (window.result = window.going());
</script>"""


@cache
def clip(card: int, speed: int) -> Clip:
    return BundledVoice().render(verse_of(card, speed))


def told(card: int, speed: int) -> dict[str, Any]:
    """Return what the server says of a clip."""
    marks = [
        [one.kana, *(round(at * 1000 / RATE, 2) for at in (one.audible, one.vowel, one.end)), 0]
        for one in clip(card, speed).marks
    ]
    return {
        "key": "",
        "hash": "f" * 64,
        "source": "synthesiser",
        "end": 0,
        "url": f"/clips/{card}-{speed}.flac",
        "morae": marks,
    }


def flac(samples: NDArray[np.float32]) -> bytes:
    out = io.BytesIO()
    soundfile.write(out, samples, RATE, format="FLAC", subtype="PCM_16")
    return out.getvalue()


def serve(route: Route) -> None:
    path = route.request.url.removeprefix(ROOT)
    if path == "/":
        route.fulfill(body=HARNESS, content_type="text/html")
    elif path.startswith("/clips?"):
        query = dict(part.split("=") for part in path.partition("?")[2].split("&"))
        cards = [int(card) for card in query["cards"].split(",")]
        there = {str(card): told(card, int(query["speed"])) for card in cards}
        route.fulfill(json={"there": there, "missing": [], "again": 10})
    elif path.startswith("/clips/"):
        card, speed = path.removeprefix("/clips/").removesuffix(".flac").split("-")
        route.fulfill(body=flac(clip(int(card), int(speed)).samples), content_type="audio/flac")
    else:
        route.fulfill(path=STATIC / path.removeprefix("/static/"), content_type="text/javascript")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with an ear, its clips served from here, and a tap before the loudspeaker."""
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{ROOT}/**", serve)
    listen(page)
    page.goto(f"{ROOT}/")
    yield page
    context.close()


def done(page: Page, script: str, argument: Any) -> Any:
    """Do something in answer to a tap, as a browser wants it where there is sound; return what came of it."""
    page.evaluate(f"argument => {{ window.going = () => window.{script}(argument) }}", argument)
    page.click("#go")
    return page.evaluate("window.result")


def begins(samples: NDArray[np.float32], first: int, played: list[int], speed: int) -> list[int]:
    """Return the frame at which each clip's file began, found in what was heard: sounds with silence between them."""
    loud = np.flatnonzero(samples)
    starts = [int(loud[0]), *(int(at) for before, at in pairwise(loud) if at - before > QUIET)]
    assert len(starts) == len(played), "a read is missing in what was heard, or has a hole"
    own = (int(np.flatnonzero(clip(card, speed).samples)[0]) for card in played)
    return [first + start - lead for start, lead in zip(starts, own, strict=True)]


def errors(page: Page, speed: int) -> tuple[list[float], list[dict[str, Any]]]:
    """Let the listeners answer reads; return by how much each time is off, and all answers."""
    played = [CARDS[n % len(CARDS)] for n in range(READS)]
    items = [item_json(card, "mei") | {"stop": "kimariji_end"} for card in played]
    found = done(
        page,
        "trials",
        {"items": items, "delays": DELAYS, "reactions": REACTIONS, "speed": speed},
    )
    assert found["trouble"] == []
    recording = heard(page)
    page.evaluate("ear.context.close()")
    off, answers = [], []
    starts = begins(recording.samples, recording.first, played, speed)
    for card, start, read in zip(played, starts, found["out"], strict=True):
        which, marks = cue(card, 0), clip(card, speed).marks
        mark = marks[which.length - 1]
        decided = (start + (mark.vowel if which.vowel else mark.audible)) / RATE * 1000
        for one in read["answers"]:
            took = one["pressed"] - (decided + one["clock"] + one["delay"])
            off.append(one["rt_ms"] - took)
            answers.append(one | {"took": took})
    return off, answers


def test_times_are_right_at_every_delay_and_speed(page: Page) -> None:
    for attempt in (1, 2):  # the machine may slip once
        found = done(page, "calibrate", DELAYS)
        off: list[float] = []
        answers: list[dict[str, Any]] = []
        for speed in SPEEDS:
            page.evaluate("window.__heard.length = 0")
            more, given = errors(page, speed)
            off += more
            answers += given
        ranked = sorted(map(abs, off))
        middle, p95 = median(ranked), ranked[int(0.95 * len(ranked))]
        print(json.dumps({"delays": found, "n": len(off), "median": middle, "p95": p95, "max": ranked[-1]}))
        if attempt == 2 or (middle <= 10 and p95 <= 25):
            break
    assert middle <= 10
    assert p95 <= 25
    assert all(one["spread"] <= 25 for one in found)
    # what came before the decision point stays before it, and says so
    early = [one for one in answers if one["took"] < -25]
    assert len(early) >= len(DELAYS)
    assert all(one["rt_ms"] < 0 for one in early)
    for one in answers:
        sound = one["sound"]
        heard_at = sound["audio_clock_ms"] + sound["decision_point_ms"] + sound["output_delay_ms"]
        assert one["rt_ms"] == pytest.approx(sound["press_clock_ms"] - heard_at)
        assert (sound["delay_source"], sound["label_source"]) == ("tapped", "synthesiser")
