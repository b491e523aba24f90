"""The player of the reading page against the plan: what Web Audio really plays, sample by sample."""

import base64
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, Route

from tests.support.listening import floats, heard, listen

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

RATE = 48_000
ROOT = "http://localhost:1"
STATIC = Path("webapp/static")
NOISE = np.random.default_rng(3)
STEP = 1e-5
"""A third of a 16-bit step; Chromium takes positive samples for n/32767."""


def clip(length: int) -> NDArray[np.float32]:
    """Return noise as a 16-bit file holds it, never zero, so that every sample is recognised."""
    values = NOISE.integers(1, 8192, length) * NOISE.choice([-1, 1], length)
    return (values / 32768).astype(np.float32)


def flac(samples: NDArray[np.float32]) -> bytes:
    out = io.BytesIO()
    soundfile.write(out, samples, RATE, format="FLAC", subtype="PCM_16")
    return out.getvalue()


CLIPS = {"a": clip(14_400), "b": clip(9_601), "c": clip(12_345)}
LEADS = {"a": 240, "b": 100, "c": 240}
CALL = {
    "number": 1,
    "segments": [
        {"place": 0, "clip": "/clips/a", "voice_start": 1_200, "voice_end": 15_000, "deciding": None},
        {"place": 1, "clip": "/clips/b", "voice_start": 24_101, "voice_end": 33_001, "deciding": None},
        {"place": 2, "clip": "/clips/c", "voice_start": 40_240, "voice_end": 52_000, "deciding": 2},
    ],
}
DECIDED = 40_000 + 5_000
PLANNED = np.zeros(52_345, np.float32)
for name, at in (("a", 960), ("b", 24_001), ("c", 40_000)):
    PLANNED[at : at + len(CLIPS[name])] = CLIPS[name]

HARNESS = """<!doctype html><title>player</title><button id="go">Go</button><script type="module">
import { Player } from "/static/js/reading/player.js";
import { Clips } from "/static/js/reading/clips.js";
const log = (window.log = []);
const player = (window.player = new Player(
  new Clips((data) => player.context.decodeAudioData(data)),
  {
    began: (call, segment, heard) => log.push(["began", segment.place, heard]),
    ended: (call, segment, heard) => log.push(["ended", segment.place, heard]),
    deciding: (call, heard) => log.push(["deciding", call.number, heard]),
    over: (call, heard) => { log.push(["over", call.number, heard]); window.afterCall?.(call, heard.context); },
    slipped: (call, seconds) => log.push(["slipped", call.number, seconds]),
    interrupted: () => log.push(["interrupted"]),
  },
));
document.getElementById("go").onclick = () => window.going();
</script>"""


def marks(name: str) -> dict[str, Any]:
    """Return what the server tells of a clip; the second mora of each ends at sample 5,000."""
    return {
        "voiceStart": LEADS[name],
        "voiceEnd": 0,
        "length": len(CLIPS[name]),
        "morae": [["あ", 2_000], ["い", 5_000]],
    }


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with the player on it, its clips served from here, and a tap before the loudspeaker."""
    context = browser.new_context()
    page = context.new_page()

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ROOT)
        if path == "/":
            route.fulfill(body=HARNESS, content_type="text/html")
        elif path.startswith("/clips/") and path.endswith(".json"):
            route.fulfill(json=marks(Path(path).stem))
        elif path.startswith("/clips/"):
            route.fulfill(body=flac(CLIPS[Path(path).stem]), content_type="audio/flac")
        elif path.startswith("/static/js/"):
            route.fulfill(path=STATIC / path.removeprefix("/static/"), content_type="text/javascript")
        else:
            route.fulfill(status=404)

    page.route(f"{ROOT}/**", serve)
    listen(page)
    page.goto(f"{ROOT}/")
    page.evaluate("call => { window.call = call }", CALL)
    yield page
    context.close()


def going(page: Page, then: str) -> None:
    """Tap the page: the sound is unlocked, the tap before the loudspeaker is put in, and something is done."""
    page.evaluate(
        "then => { window.going = async () => { await player.unlock(); await __ready; eval(then) } }", then
    )
    page.click("#go")


def until(page: Page, condition: Callable[[list[Any]], bool], tries: int = 200) -> list[Any]:
    """Wait until the player's log satisfies a condition, and return the log."""
    for _ in range(tries):
        log: list[Any] = page.evaluate("window.log")
        if condition(log):
            return log
        page.wait_for_timeout(25)
    raise AssertionError(f"never happened; the log is {log}")


def said(log: list[Any], what: str, index: int) -> dict[str, float]:
    """Return the moment at which a segment started or ended."""
    found: dict[str, float] = next(entry[2] for entry in log if entry[:2] == [what, index])
    return found


def call_over(count: int = 1) -> Callable[[list[Any]], bool]:
    return lambda log: sum(entry[0] == "over" for entry in log) == count


def frame(seconds: float) -> int:
    exact = seconds * RATE
    assert abs(exact - round(exact)) < 1e-3, "sounds lie on whole samples"
    return round(exact)


OFFLINE = """async ({ call, clips, from, origin, length, cut }) => {
  const { Run } = await import("/static/js/reading/run.js");
  const context = new OfflineAudioContext(1, length, 48000);
  const run = new Run(context, context.destination, origin / 48000, from);
  for (const [at, clip, end] of call) {
    if (end <= from) continue;
    const bytes = Uint8Array.from(atob(clips[clip]), (c) => c.charCodeAt(0));
    run.add(at, await context.decodeAudioData(bytes.buffer));
  }
  const position = cut === null ? null : run.cut(cut / 48000);
  const samples = (await context.startRendering()).getChannelData(0);
  const out = new Uint8Array(samples.buffer);
  let text = "";
  for (let at = 0; at < out.length; at += 32768) text += String.fromCharCode(...out.subarray(at, at + 32768));
  return { position, samples: btoa(text) };
}"""


def offline(
    page: Page, origin: int, start: int = 0, cut: int | None = None
) -> tuple[Any, NDArray[np.float32]]:
    """Render a run of the call on an offline context; return where it was cut and what sounded."""
    arguments = {
        "call": [
            (at, name, at + len(CLIPS[name])) for name, at in (("a", 960), ("b", 24_001), ("c", 40_000))
        ],
        "clips": {name: base64.b64encode(flac(samples)).decode() for name, samples in CLIPS.items()},
        "from": start,
        "origin": origin,
        "length": origin + len(PLANNED),
        "cut": cut,
    }
    raw = page.evaluate(OFFLINE, arguments)
    return raw["position"], floats(raw["samples"])


@pytest.mark.parametrize("origin", [0, 1, 4_800, 12_347])
def test_a_call_sounds_sample_for_sample_as_planned(page: Page, origin: int) -> None:
    _, samples = offline(page, origin)
    assert not samples[:origin].any()
    np.testing.assert_allclose(samples[origin:], PLANNED, atol=STEP)


@pytest.mark.parametrize("start", [1, 7_000, 24_000, 30_000, 39_999])
def test_a_run_can_begin_at_any_sample_of_a_call(page: Page, start: int) -> None:
    origin = 4_800
    _, samples = offline(page, origin, start)
    planned = PLANNED[start:].copy()
    if PLANNED[start]:  # from the middle of a clip it fades in over 5 ms
        planned[:240] *= np.arange(240, dtype=np.float32) / 240
    np.testing.assert_allclose(samples[origin : origin + len(planned)], planned, atol=STEP)


def test_a_cut_fades_over_five_milliseconds_and_says_where(page: Page) -> None:
    origin, cut = 4_800, 10_000
    position, samples = offline(page, origin, cut=origin + cut)
    assert position == cut
    np.testing.assert_allclose(samples[origin : origin + cut], PLANNED[:cut], atol=STEP)
    faded = PLANNED[cut : cut + 240] * (1 - np.arange(240, dtype=np.float32) / 240)
    np.testing.assert_allclose(samples[origin + cut : origin + cut + 240], faded, atol=STEP)
    assert not samples[origin + cut + 240 :].any()


def test_live_sound_is_the_plan_and_facts_tell_when_it_was_heard(page: Page) -> None:
    before = page.evaluate("performance.now()")
    going(page, "player.perform(call)")
    log = until(page, call_over())
    page.wait_for_timeout(100)
    origin = frame(said(log, "began", 0)["context"]) - 1_200
    np.testing.assert_allclose(heard(page).at(origin, len(PLANNED)), PLANNED, atol=STEP)
    facts = [f"{entry[0]} {entry[1]}" for entry in log]
    assert facts == [
        "began 0", "ended 0", "began 1", "ended 1", "began 2", "deciding 1", "ended 2", "over 1"
    ]  # fmt: skip
    moments = [entry[2] for entry in log]
    planned = [1_200, 15_000, 24_101, 33_001, 40_240, DECIDED, 52_000, 52_000]
    assert [frame(moment["context"]) - origin for moment in moments] == planned
    # the page's clock runs with the audio clock, and its times are those of this very page
    first, last = moments[0], moments[-1]
    for moment in moments:
        passed = (moment["performance"] - first["performance"]) / 1000
        assert abs(passed - (moment["context"] - first["context"])) < 0.02
    assert before < first["performance"] < last["performance"] < page.evaluate("performance.now()") + 100


def test_the_next_call_follows_after_the_exact_pause(page: Page) -> None:
    page.evaluate(
        """() => {
          window.afterCall = ({ number }, end) =>
            number === 1 && player.perform({ ...call, number: 2 }, 0, end + 96000 / 48000);
        }"""
    )
    going(page, "player.perform(call)")
    log = until(page, call_over(2))
    page.wait_for_timeout(100)
    starts = [frame(entry[2]["context"]) for entry in log if entry[:2] == ["began", 0]]
    # from the last voice of one call to the first of the next
    assert starts[1] - (starts[0] - 1_200 + 52_000) == 96_000
    recording = heard(page)
    np.testing.assert_allclose(recording.at(starts[1] - 1_200, len(PLANNED)), PLANNED, atol=STEP)


def test_hold_and_resume_lose_nothing(page: Page) -> None:
    going(page, "player.perform(call)")
    until(page, lambda log: len(log) >= 1)
    position = page.evaluate("() => (window.position = player.hold())")
    assert 1_200 < position < 52_000
    page.wait_for_timeout(150)
    first = heard(page)
    end_of_first = first.first + len(first.samples)
    log = page.evaluate("window.log")
    origin = frame(said(log, "began", 0)["context"]) - 1_200
    np.testing.assert_allclose(first.at(origin, position), PLANNED[:position], atol=STEP)
    assert not first.at(origin + position + 240, RATE).any()
    page.evaluate("() => void player.perform(call, position)")
    log = until(page, call_over())
    page.wait_for_timeout(100)
    whole = heard(page)
    resumed = frame(log[-1][2]["context"]) - 52_000  # where the call's first sample would have been
    assert resumed + position > end_of_first
    after = position + 240
    np.testing.assert_allclose(whole.at(resumed + after, len(PLANNED) - after), PLANNED[after:], atol=STEP)


def test_a_hold_before_the_next_call_leaves_it_unheard(page: Page) -> None:
    going(page, "player.perform(call, 0, player.context.currentTime + 1.5)")
    page.wait_for_timeout(300)
    assert page.evaluate("player.hold()") == 0
    page.wait_for_timeout(1_600)
    assert len(heard(page).samples) == 0
    assert page.evaluate("window.log") == []


def test_a_clip_that_comes_too_late_delays_the_rest_and_is_told(page: Page) -> None:
    late: list[Route] = []
    page.route("**/clips/b.flac", lambda route: late.append(route))  # noqa: PLW0108 - Playwright wants a function
    going(page, "player.perform(call)")
    until(page, lambda log: ["ended", 0] in [entry[:2] for entry in log])
    page.wait_for_timeout(400)
    late[0].fulfill(body=flac(CLIPS["b"]), content_type="audio/flac")
    log = until(page, call_over())
    page.wait_for_timeout(100)
    # on a busy machine the first clip may be decoded some milliseconds late, too
    slips = [entry[2] for entry in log if entry[0] == "slipped" and entry[2] > 0.1]
    assert len(slips) == 1
    # from the late clip on everything keeps the plan's distances
    origin = frame(said(log, "began", 1)["context"]) - 24_101
    np.testing.assert_allclose(
        heard(page).at(origin + 24_001, len(PLANNED) - 24_001), PLANNED[24_001:], atol=STEP
    )


def test_an_interrupted_sound_stops_at_once_and_is_told(page: Page) -> None:
    going(page, "player.perform(call)")
    until(page, lambda log: len(log) >= 1)
    page.evaluate("player.context.suspend()")
    until(page, lambda log: log[-1] == ["interrupted"])
    assert not page.evaluate("player.busy")
    page.wait_for_timeout(100)
    stopped = heard(page)
    # when the system gives the sound back, nothing of the broken call comes out
    page.evaluate("player.context.resume()")
    page.wait_for_timeout(1_200)
    after = heard(page)
    assert len(after.samples) - len(stopped.samples) <= 256
    assert not call_over()(page.evaluate("window.log"))


def test_a_wireless_loudspeaker_is_kept_awake_by_a_tone_that_nobody_hears(page: Page) -> None:
    going(page, "player.keepLoudspeakerAwake(true)")
    page.wait_for_timeout(400)
    hum = heard(page).samples
    assert 0.0009 < np.abs(hum).max() < 0.0011
    crossings = np.count_nonzero(np.diff(np.signbit(hum)))
    assert abs(crossings / 2 / (len(hum) / RATE) - 30) < 6
    page.evaluate("() => player.keepLoudspeakerAwake(false)")
    page.wait_for_timeout(200)
    length = len(heard(page).samples)
    page.wait_for_timeout(200)
    assert len(heard(page).samples) == length
