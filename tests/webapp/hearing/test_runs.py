"""Runs with sound: what an answer keeps of its clocks, what is refused, and what an end says of times."""

from typing import Any

import pytest

from engine.training.codec import from_json
from engine.training.threshold import CEILING_MS, FLOOR_MS, fold
from engine.training.trial import Grade, LabelSource, Trial
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from tests.engine.training.makers import trial
from tests.support.club import PageClient
from tests.support.learners import learner
from tests.webapp.drills.test_exercises import answer, begun, log_of, page_of, send
from webapp.drills.kinds.hearing import answers_by_cards
from webapp.services import Services


def clocks(rt: float = 400.0, **changes: Any) -> dict[str, Any]:
    """Return what a page says of a sound that was answered so long after its decision point."""
    scheduled, decision, delay = 10_000.0, 630.5, 168.0
    return {
        "voice": "mei",
        "speed": 1,
        "file_hash": "0a" * 32,
        "decision_point_ms": decision,
        "kimariji_end_ms": 900.25,
        "label_source": "synthesiser",
        "label_spread_ms": 0,
        "audio_clock_ms": scheduled,
        "press_clock_ms": scheduled + decision + delay + rt,
        "output_delay_ms": delay,
        "delay_source": "tapped",
        "delay_spread_ms": 9,
    } | changes


def trials(client: PageClient) -> list[Trial]:
    rows = [from_json(row) for row in log_of(client) if row["kind"] == "trial"]
    return [row for row in rows if isinstance(row, Trial)]


@pytest.mark.parametrize("rt", [412.5, -87.25, -900.0])
def test_a_time_follows_from_the_clocks_and_keeps_its_sign(client: PageClient, rt: float) -> None:
    _, page = begun(client, "sound", reads="10")
    # what the page itself says of the time does not count: the clocks do
    sent = send(client, page, [answer(page["steps"][0], heard=clocks(rt), rt_ms=5.0)])
    assert sent.status_code == 200, sent.text
    (trial,) = trials(client)
    assert trial.rt_ms == pytest.approx(rt)
    assert trial.anticipatory is (rt < 0)
    assert trial.timed is (rt > -150)
    sound = trial.sound
    assert sound is not None
    assert (sound.voice, sound.file_hash, sound.output_delay_ms) == ("mei", "0a" * 32, 168.0)
    assert (sound.decision_point_ms, sound.kimariji_end_ms) == (630.5, 900.25)
    assert (sound.label_source, sound.label_spread_ms) == (LabelSource.SYNTHESISER, 0)
    assert sound.audio_clock_ms == 10_000.0
    assert sound.press_clock_ms == pytest.approx(10_798.5 + rt)


@pytest.mark.parametrize(
    "change",
    [
        {"voice": 3},
        {"file_hash": "../x"},
        {"decision_point_ms": -1},
        {"label_source": "oracle"},
        {"delay_source": ""},
        {"output_delay_ms": 1e9},
        {"press_clock_ms": "soon"},
        {"more": 1},
    ],
)
def test_clocks_that_cannot_be_are_refused_with_their_place(
    client: PageClient, change: dict[str, Any]
) -> None:
    _, page = begun(client, "sound", reads="10")
    sent = send(client, page, [answer(page["steps"][0], heard=clocks() | change)])
    assert sent.status_code == 422
    assert next(iter(change)) in sent.json["faults"][0]["place"]
    assert trials(client) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, "0.4 s, the median of 10"),
        ({"delay_spread_ms": 31.0}, "too unevenly (spread 31 ms)"),
        ({"delay_source": "browser", "delay_spread_ms": None}, "was not measured"),
        ({"label_spread_ms": 60.0}, "not known well enough"),
    ],
)
def test_an_end_tells_no_speed_that_was_not_measured(
    client: PageClient, change: dict[str, Any], told: str
) -> None:
    _, page = begun(client, "sound", reads="10")
    given = [answer(step, heard=clocks() | change) for step in page["steps"]]
    lines = dict(send(client, page, given, over=True).json["lines"])
    assert told in lines["Time taken"]


def test_where_a_sound_was_cut_is_kept_within_limits_and_makes_the_threshold(client: PageClient) -> None:
    url, page = begun(client, "hearing")
    cuts = [300.0, 250.0, 1e6, -1e6]
    given = [answer(step, heard=clocks(), asked=cut) for step, cut in zip(page["steps"], cuts, strict=False)]
    assert send(client, page, given).status_code == 200
    kept = trials(client)
    assert [one.level for one in kept] == [300.0, 250.0, CEILING_MS, FLOOR_MS]
    ((_cards, answers),) = answers_by_cards(kept).items()
    assert fold(answers).answers == 4
    assert page_of(client, url)["whole"]["threshold"]["longest"] == 30


TRIO = "44-60-95"
"""おおこ, おおえ, おおけ."""


@pytest.mark.parametrize(("cards", "of"), [("mine", 2), ("mine-of-three", 3), (TRIO, 3)])
def test_who_only_guesses_is_told_no_threshold(client: PageClient, cards: str, of: int) -> None:
    _, page = begun(client, "hearing", pair=cards)
    assert {len(step["choices"]) for step in page["steps"]} == {of}
    given = []
    for number, step in enumerate(page["steps"][:20]):
        one = answer(step, heard=clocks(), asked=CEILING_MS)
        given.append(one if number % of == 0 else one | {"given": None})
    ended = send(client, page, given, over=True).json
    assert ended["score"].endswith(": not found yet")
    assert dict(ended["lines"])["Threshold"].startswith("Not found: guesses alone would do as well")
    assert "measured" not in client.get("/drills/exercises/hearing").text
    shown = client.get("/drills/progress").text
    assert "not found yet (n = 20)" in shown
    assert client.get("/drills/progress/hearing.csv").text.count("\n") == 1


@pytest.mark.parametrize(
    ("cut", "wrong", "score", "told"),
    [
        (CEILING_MS, 3, "≥", "Not told apart surely"),
        (FLOOR_MS, 0, "≤", "Told apart however little"),
        (None, 0, "おおこ / おおえ / おおけ: ", "Heard from "),
    ],
)
def test_the_end_of_a_trio_says_no_more_than_was_asked(
    client: PageClient, cut: float | None, wrong: int, score: str, told: str
) -> None:
    _, page = begun(client, "hearing", pair=TRIO)
    assert page["whole"]["threshold"]["guess"] == pytest.approx(1 / 3)
    given = []
    for number, step in enumerate(page["steps"][:30]):
        # without a cut of its own: all is heard at 200 ms, and a third of it, by a guess, at 50 ms
        one = answer(step, heard=clocks(), asked=cut if cut is not None else 50.0 + 150.0 * (number % 2))
        missed = number % wrong == 0 if wrong else cut is None and number % 6 in (0, 2)
        given.append(one | {"given": None} if missed else one)
    ended = send(client, page, given, over=True).json
    lines = dict(ended["lines"])
    assert score in ended["score"]
    assert lines["Threshold"].startswith(told)
    assert ("guessing, it would be 33" in lines["Threshold"]) is (cut is None)
    assert {one.options for one in trials(client)} == {(44, 60, 95)}


@pytest.mark.parametrize("cards", ["1-2", "44-60", "60-44-95", "44-60-95-96", "44-44-60", "x", "1-2-3"])
def test_cards_that_do_not_part_at_one_sound_are_refused(client: PageClient, cards: str) -> None:
    expected = 303 if cards == "44-60" else 422
    assert client.form("/drills/exercises/hearing", pair=cards).status_code == expected


def test_going_and_staying_has_hits_false_alarms_and_d_prime(client: PageClient) -> None:
    _, page = begun(
        client, "reaction", reads="20", targets="own", own="むらさ きみがためは", instruction="attack"
    )
    assert page["whole"]["targets"] == [15, 87]
    given = [answer(step, heard=clocks()) for step in page["steps"]]
    wrong = next(one for one in page["steps"] if one["right"] == "wait")["number"]
    given[wrong] |= {"given": "press"}
    answered = send(client, page, given, over=True).json
    lines = dict(answered["lines"])
    assert answered["score"].endswith("taken")
    assert lines["False alarms"].startswith("1 of ")
    assert lines["d′"].endswith("n = 20)")
    assert lines["Time taken"] == "0.4 s, the median of " + answered["score"].split()[0]
    assert {one.set_id for one in trials(client)} == {"attack"}


@pytest.mark.parametrize("own", ["", "きりぎりす と", "1 2 3 4 5 6", "あ", "<b>"])
def test_targets_that_are_none_are_refused_beside_their_field(client: PageClient, own: str) -> None:
    refused = client.form("/drills/exercises/reaction", targets="own", own=own)
    assert refused.status_code == 422
    assert "one to five cards" in refused.text


def test_once_a_month_the_voice_that_is_kept_for_tests_is_offered(client: PageClient) -> None:
    _, faces = begun(client, "faces")
    send(client, faces, [answer(step) for step in faces["steps"][:30]])
    offer = "exercises/sound?voice=mei-level"
    assert offer not in client.get("/drills/").text
    client.form("/drills/settings", sound="yes")
    assert offer in client.get("/drills/").text
    _, page = begun(client, "sound", reads="10", voice="mei-level")
    assert {step["heard"]["voice"] for step in page["steps"]} == {"mei-level"}
    send(client, page, [answer(page["steps"][0], heard=clocks(voice="mei-level"))])
    assert offer not in client.get("/drills/").text


def test_the_day_with_sound_asks_by_ear_and_without_it_in_silence(client: PageClient) -> None:
    client.form("/drills/settings", sound="yes")
    url = client.form("/drills/daily").headers["Location"]
    page = page_of(client, url)
    assert {"warm_up", "listen", "face"} <= set(page["scripts"])
    assert page["whole"]["sound"]["voices"] == ["mei", "mei-low", "mei-clear"]
    first = page["steps"][0]
    assert (first["script"], first["heard"]["length"]) == ("warm_up", 1)
    given = [answer(step, heard=clocks() if "heard" in step else None) for step in page["steps"]]
    assert send(client, page, given, over=True).status_code == 200
    by_ear = [one for one in trials(client) if one.skill == "sound"]
    assert by_ear
    assert all(one.auto_grade for one in by_ear)
    assert 'href="/drills/sound/delay"' in client.get("/drills/").text
    client.form("/drills/settings", sound="no")
    assert 'href="/drills/sound/delay"' not in client.get("/drills/").text
    url = client.form("/drills/daily").headers["Location"]
    silent = page_of(client, url)
    assert "sound" not in silent["whole"]
    assert not any("heard" in step for step in silent["steps"])


@pytest.mark.parametrize("sound", ["yes", "no"])
def test_the_warm_up_is_asked_as_a_contrast_is_and_counts_from_where_the_seven_part(
    client: PageClient, services: Services, sound: str
) -> None:
    seven = [card for card in MUSUME_ORDER if len(full(card)) == 1]
    learner(services, [trial(n, card, auto_grade=Grade.GOOD) for n, card in enumerate(seven)], client=client)
    client.form("/drills/settings", sound=sound)
    page = page_of(client, client.form("/drills/daily").headers["Location"])
    steps = [step for step in page["steps"] if step["part"] == "warm_up"]
    assert [step["script"] for step in steps] == ["listen" if sound == "yes" else "cards"] * 8
    # they are no part of the score, and no set that is over at some time
    assert all(step["uncounted"] and step["set"] == "" and step.get("among") != "set" for step in steps)
    assert not any(step.get("uncounted") for step in page["steps"][8:])
    given = [answer(step, heard=clocks(440.0) if sound == "yes" else None, rt_ms=440.0) for step in steps]
    given[0]["given"] = next(one for one in steps[0]["choices"] if one != steps[0]["right"])
    later = page["steps"][8]
    assert send(client, page, [*given, answer(later)]).status_code == 200
    *kept, last = trials(client)[len(seven) :]
    assert [one.correct for one in kept] == [False, *[True] * 7]
    assert kept[0].chosen == int(given[0]["given"])
    assert [one.rt_ms for one in kept] == pytest.approx([440.0] * 8)
    assert last.baseline_ms == pytest.approx(440.0)


def test_the_pair_that_is_heard_the_latest_comes_next(client: PageClient) -> None:
    _, first = begun(client, "hearing")
    pair = first["steps"][0]["choices"]
    # everything is heard of this pair, however early it is cut
    given = [answer(step, heard=clocks(), asked=-50.0) for step in first["steps"][:20]]
    send(client, first, given, over=True)
    assert "1 measured" in client.get("/drills/").text
    _, second = begun(client, "hearing")
    assert second["steps"][0]["choices"] != pair
    voices = {page["steps"][0]["heard"]["voice"] for page in (first, second)}
    assert len(voices) == 2, "another voice of the turn"
