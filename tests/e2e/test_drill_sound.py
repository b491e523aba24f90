"""A drill with sound from the delay to the log: the output is measured, sounds are fetched, and the line goes down."""

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from engine.training.threshold import FEWEST, LONGEST, Answer, Threshold
from tests.support.board_page import watch_faults
from tests.support.browser import axe_findings, until
from tests.support.server import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

QUICK = {"CLICKS = 20": "CLICKS = 11", "INTERVAL = 900": "INTERVAL = 350"}
"""Fewer clicks, and faster ones: what is measured by them is measured in tests/e2e/test_drill_timing.py."""
LATE = 90

LISTENER = """
window.__starts = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when, ...rest) {
  window.__starts.push([this.context, when]);
  return start.call(this, when, ...rest);
};
"""
"""Knows when each sound was asked for, as a listener hears it."""

TAP_ALONG = """async late => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  while (window.__starts.length < 11) await wait(20);
  for (const [context, when] of window.__starts) {
    while (context.currentTime < when) await wait(5);
    const { contextTime, performanceTime } = context.getOutputTimestamp();
    await wait(performanceTime + (when - contextTime) * 1000 + late - performance.now());
    dispatchEvent(new KeyboardEvent("keydown", { key: " " }));
  }
}"""

HEARS_FROM = 120
"""Milliseconds after the decision point from which a scripted listener tells two cards apart, always."""

HEARD = """number => {
  const [context, when] = window.__starts[number] ?? [];
  return context && context.currentTime > when + 2.2;
}"""
"""Whether a sound was heard past the end of its kimari-ji, however late it is heard."""

GUESS = """async card => {
  while (!window.__starts.length) await new Promise((done) => setTimeout(done, 5));
  const press = { bubbles: true, button: 0, pointerType: "touch" };
  document.querySelector(`#choices [data-given="${card}"]`).dispatchEvent(new PointerEvent("pointerdown", press));
  dispatchEvent(new MouseEvent("click"));
}"""
"""Presses a card as soon as its sound has been asked for, which is well before it is heard."""


def quick(route: Route) -> None:
    text = Path("webapp/static/js/reading/calibrate.js").read_text(encoding="utf-8")
    for usual, here in QUICK.items():
        assert usual in text
        text = text.replace(usual, here)
    route.fulfill(body=text, content_type="text/javascript")


def measure_delay(page: Page, club: LiveServer) -> None:
    page.route("**/js/reading/calibrate.js", quick)
    page.goto(f"{club.url}/drills/sound/delay")
    page.fill("#device", "headset")
    assert axe_findings(page) == []
    page.click("#start")
    page.evaluate(TAP_ALONG, LATE)
    expect(page.locator("#told")).to_contain_text("headset: +", timeout=20_000)
    expect(page.locator("#start")).to_have_text("Measure again")


def test_what_is_heard_is_timed_from_where_it_is_decided(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740}, locale="en", has_touch=True)
    page = context.new_page()
    page.add_init_script(LISTENER)
    faults = watch_faults(page)
    measure_delay(page, club)
    kept = json.loads(page.evaluate("localStorage.getItem('sound|delays')"))["known"]["headset"]
    assert -5 <= kept["ms"] - LATE <= 150  # a timer is late on a busy machine, and hardly early
    page.goto(f"{club.url}/drills/exercises/sound?reads=10&voice=mei")
    page.click("button.main.big")
    expect(page.locator(".sound-gate")).to_contain_text("no connection is needed", timeout=60_000)
    expect(page.locator(".sound-gate")).to_contain_text("headset" if kept["spread"] <= 25 else "too unevenly")
    assert axe_findings(page) == []
    right = {step["number"]: step["right"] for step in json.loads(page.locator("#run").inner_text())["steps"]}
    page.evaluate("window.__starts.length = 0")
    context.set_offline(True)
    page.click("#choices .main")
    page.evaluate(GUESS, right[0])
    expect(page.locator("#said")).to_have_text("Right")
    for number in (1, 2):
        page.wait_for_function(HEARD, arg=number)
        page.locator(f"[data-given='{right[number]}']").tap()
        expect(page.locator("#said")).to_have_text("Right")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.set_offline(False)
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('outbox|'))")
    log = [
        row
        for row in page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
        if row["kind"] == "trial"
    ]
    assert [row["correct"] for row in log] == [True] * 3
    assert log[0]["rt_ms"] < 0, "a guess before the sound was decided stays negative"
    for row in log[1:]:
        assert row["rt_ms"] > 0
    for row in log:
        sound = row["sound"]
        assert sound["delay_source"] == "tapped"
        assert sound["delay_spread_ms"] == kept["spread"]
        assert sound["output_delay_ms"] >= kept["ms"]
        heard = sound["audio_clock_ms"] + sound["decision_point_ms"] + sound["output_delay_ms"]
        assert row["rt_ms"] == pytest.approx(sound["press_clock_ms"] - heard)
        assert len(sound["file_hash"]) == 64
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    context.close()


def fewest_answers(route: Route) -> None:
    """Hand out a run that ends where a threshold can first be told."""
    answer = route.fetch()
    usual = f'"longest": {LONGEST}'
    assert usual in answer.text()
    route.fulfill(response=answer, body=answer.text().replace(usual, f'"longest": {FEWEST}'))


def first_question(route: Route) -> None:
    """Hand out a run of one question: no other sounds are made then."""
    answer = route.fetch()
    before, island, after = re.split(
        r'(?<=id="run">)(.*)(?=</script>\s*<script type="application/json" id="texts">)', answer.text()
    )
    run = json.loads(island)
    run["steps"] = run["steps"][:1]
    route.fulfill(response=answer, body=before + json.dumps(run) + after)


def begin(page: Page, address: str) -> list[dict[str, Any]]:
    """Begin an exercise up to its first sound; return its questions."""
    page.goto(address)
    page.click("button.main.big")
    page.wait_for_url("**/drills/runs/*")
    page.reload()  # what a redirect leads to goes through no route
    expect(page.locator(".sound-gate")).to_contain_text("no connection is needed", timeout=60_000)
    steps = json.loads(page.locator("#run").inner_text())["steps"]
    assert isinstance(steps, list)
    page.click("#choices .main")
    return steps


def test_reads_are_spoken_before_it_is_asked_what_became_of_a_kimariji(
    browser: Browser, club: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", has_touch=True)
    page = context.new_page()
    page.add_init_script(LISTENER)
    faults = watch_faults(page)
    page.route("**/drills/runs/*", first_question)
    page.goto(f"{club.url}/drills/settings")
    page.check("[name=sound]")
    page.get_by_role("button", name="Save").click()
    (step,) = begin(page, f"{club.url}/drills/exercises/now?form=stream&pace=2&read=heard&voice=mei")
    expect(page.locator("#task")).to_have_text(
        "What is its kimari-ji now?", timeout=120_000
    )  # after all reads
    moments = page.evaluate("window.__starts.map(([, when]) => when)")
    assert len(moments) == len(step["ticks"])
    assert all(later - earlier > 1 for earlier, later in pairwise(moments))
    page.locator(f"#choices [data-given='{step['right']}']").tap()
    expect(page.locator("#stage .score")).to_contain_text("1 of 1 right.")
    rows = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert [(row["exercise"], row["correct"]) for row in rows if row["kind"] == "trial"] == [
        ("kimariji_now", True)
    ]
    assert faults == []
    context.close()


def test_a_hearing_threshold_is_measured_and_told(browser: Browser, club: LiveServer) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en", has_touch=True)
    page = context.new_page()
    page.add_init_script(LISTENER)
    faults = watch_faults(page)
    page.route("**/drills/runs/*", fewest_answers)
    steps = begin(page, f"{club.url}/drills/exercises/hearing?voice=mei")
    known, cuts = Threshold(), []
    for step in steps[:FEWEST]:
        right = known.next_cut_ms >= HEARS_FROM
        cuts.append(known.next_cut_ms)
        known = known.after(Answer(known.next_cut_ms, right))
        wrong = next(card for card in step["choices"] if card != step["right"])
        page.evaluate(GUESS, step["right"] if right else wrong)
        expect(page.locator("#said")).to_contain_text("Right" if right else "It is")
        if not right:  # the sound is played once more, whole: it must not be taken for the next question's
            until(page, "window.__starts.length > 1")
        page.evaluate("window.__starts.length = 0")
        if not right:
            page.click("#choices .main")
    assert known.estimate is not None
    ms, low, high = (f"{one:.0f}" for one in (known.estimate.value, known.estimate.low, known.estimate.high))
    expect(page.locator("#stage .score")).to_contain_text(f"{ms} ms")
    expect(page.locator("#stage dd").first).to_contain_text(f"({low} to {high}, {FEWEST} answers)")
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    rows = page.request.get(f"{club.url}/drills/mine.json").json()["rows"]
    assert [row["level"] for row in rows if row["kind"] == "trial"] == cuts
    assert faults == []
    context.close()


def test_a_set_ends_with_cut_sounds_only_where_whole_ones_were_told_apart(
    browser: Browser, club: LiveServer
) -> None:
    page = browser.new_page()
    page.goto(f"{club.url}/drills/")
    over = """async ([steps, results]) => {
      const { isOver } = await import("/static/js/drills/cut.js");
      return isOver(steps.at(-1), { steps, results: new Map(results) });
    }"""
    luck = random.Random(8)
    seen = set()
    for _ in range(30):
        answers = [luck.random() < 0.8 for _ in range(luck.choice((10, 11, 12, 15, 20)))]
        of = [{"number": n, "script": "listen", "set": "3-15"} for n in range(20)]
        # another set before it, and the set's own cut sounds, have no part in it
        other = [{"number": 20 + n, "script": "listen", "set": "3-18"} for n in range(10)]
        cut = [{"number": 30 + n, "script": "cut", "set": "3-15"} for n in range(4)]
        results = [*enumerate(answers), *((20 + n, luck.random() < 0.5) for n in range(10)), (30, False)]
        told_apart = sum(answers[-12:]) >= 10
        assert page.evaluate(over, [[*of, *other, *cut], results]) is not told_apart, answers
        seen.add(told_apart)
    assert seen == {True, False}
    page.close()
