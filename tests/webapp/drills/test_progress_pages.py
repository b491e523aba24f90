"""The pages of progress: every figure in a drawing, in words and as a table; a card's history; what is put right."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from engine.training.exercises.reaction import Instruction
from engine.training.grading import Reason
from engine.training.items import Skill
from engine.training.pairs import SoundClass
from engine.training.trial import VERSION, DeviceClass, ErrorKind, Exercise, Grade
from poems.kimariji import full
from tests.engine.training.makers import trial
from tests.support.club import PageClient, client_at
from tests.support.learners import everything, learner
from webapp.db.columns import now
from webapp.drills import progress_words as words
from webapp.drills.progress import Figure, progress
from webapp.drills.progress_tables import csv_rows
from webapp.practice_day import practice_day
from webapp.services import Services

TODAY = practice_day(now())


TRIALS = everything(TODAY)


@pytest.fixture
def device(client: PageClient, services: Services) -> PageClient:
    """Return a client whose learner has done a little of everything."""
    learner(services, TRIALS, client=client)
    return client


def test_every_figure_is_a_drawing_with_words_and_a_table(device: PageClient) -> None:
    page = device.get("/drills/progress").text
    for drawing in ("forest", "day-strip", "pair-graph", "mat-heat", "speed-curve"):
        assert f'class="{drawing}"' in page, drawing
    for told in (
        "0.75 s (0.70 s to 0.80 s, n = 6)",
        "before the sound: 1",
        "70% (40% to 89%, n = 10)",
        "own half 上 左: 70%",
        "s, f, h mei",
        "as usual, today",
        "before its first set",
        "40% (17% to 69%, n = 10)",  # a contrast set on its first day …
        "10% (2% to 40%, n = 10)",  # … and on its last
        "Minutes on a day with practice: 0.2 (0.2 to ",
    ):
        assert told in page, told
    assert "Nothing yet of" not in page
    for figure in Figure:
        assert f'href="/drills/progress/{figure}.csv"' in page, figure
        answer = device.get(f"/drills/progress/{figure}.csv")
        assert answer.status_code == 200
        rows = list(csv.reader(io.StringIO(answer.text.lstrip("\ufeff"))))
        assert len({len(row) for row in rows}) == 1
        assert len(rows) > 1
        assert any(re.fullmatch("(.*_)?n", head) for head in rows[0]) or figure is Figure.FORECAST


@pytest.mark.parametrize("many", [True, False])
def test_a_scale_is_told_where_something_is_drawn_and_no_table_is_empty(
    client: PageClient, services: Services, many: bool
) -> None:
    few = [
        trial(
            n, 22, TODAY, exercise=Exercise.CONTRAST, skill=None, options=(18, 22), set_id="18-22", level=level
        )
        for n, level in enumerate((None, 50.0))
    ]  # fmt: skip
    learner(services, TRIALS if many else few, client=client)
    sections = client.get("/drills/progress").text.split("<section")[1:]
    drawn = [("Scale: " in one, '<line class="at"' in one) for one in sections]
    assert any(scale for scale, _line in drawn) is many
    assert [scale for scale, _line in drawn] == [line for _scale, line in drawn]
    assert [one for one in sections if "<table" in one and "<td" not in one] == []


def test_a_contrast_set_is_in_the_table_with_both_of_its_days(device: PageClient) -> None:
    (line,) = csv.DictReader(io.StringIO(device.get("/drills/progress/sets.csv").text.lstrip("\ufeff")))
    first = TODAY - timedelta(days=5)
    assert (line["about"], line["cards"]) == (f"{full(96)}/{full(97)}", "96 97")
    assert (line["first_day"], line["first_value"], line["first_n"]) == (first.isoformat(), "0.4", "10")
    assert (line["last_from"], line["last_day"]) == (TODAY.isoformat(),) * 2
    assert (line["last_value"], line["last_n"]) == ("0.1", "10")


def test_a_set_of_one_day_is_counted_and_not_told(app: Flask) -> None:
    once = [
        trial(
            400 + n, 3, TODAY, exercise=Exercise.CONTRAST, skill=None, options=(3, 15), set_id="3-15", correct=False
        )
        for n in range(10)
    ]  # fmt: skip
    with app.test_request_context("/"):
        found = progress([*TRIALS, *once], TODAY)
    section = next(one for one in found.sections if one.figure is Figure.SETS)
    assert section.chart is not None
    assert len(section.chart.lines) == 2
    assert section.note == "1 set was practised on one day only, or too little for a figure."
    rows = csv_rows(Figure.SETS, [*TRIALS, *once], TODAY)
    by_cards = {row[1]: dict(zip(rows[0], row, strict=True)) for row in rows[1:]}
    assert by_cards["3 15"]["last_day"] == by_cards["3 15"]["last_value"] == ""
    assert by_cards["3 15"]["first_n"] == "10"


def test_the_hundred_are_shown_by_each_skill_that_was_asked(device: PageClient) -> None:
    by_sound = device.get("/drills/progress?skill=sound").text
    assert 'href="?skill=sound#cards" aria-current="true"' in by_sound
    shown = re.findall(r'title="([^":]+): (not met yet|[0-9]+%)', by_sound)
    assert len(shown) == 100
    graded = {one.poem for one in TRIALS if one.skill is Skill.SOUND and one.grade is not None}
    assert {card for card, told in shown if told != "not met yet"} == {full(card or 0) for card in graded}
    assert "line on the bar is 0.5 s" in by_sound
    for odd in ("?skill=nose", "?skill=", "?skill=face&skill=sound", "?other=1"):
        assert "line on the bar is 0.9 s" in device.get(f"/drills/progress{odd}").text


def test_times_of_two_phones_and_of_a_computer_have_a_strip_each(app: Flask) -> None:
    """A coach sees all devices of a member; a way of measuring with more times comes first."""
    ways = [(4, DeviceClass.PHONE, "7"), (6, DeviceClass.COMPUTER, "8"), (5, DeviceClass.PHONE, "9")]
    trials = [
        replace(
            trial(10 * way + n, 17, TODAY, exercise=Exercise.FUDANAGASHI, rt_ms=800.0 + n, device=device),
            user=user,
        )
        for way, (count, device, user) in enumerate(ways)
        for n in range(count)
    ]
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        (section,) = (one for one in progress(trials, TODAY).sections if one.figure is Figure.FACES)
    assert [(one.way, one.count) for one in section.strips] == [
        ("In silence: computer", 6),
        ("In silence: phone 2", 5),
        ("In silence: phone 1", 4),
    ]


def test_what_has_no_trials_is_named_and_not_drawn(app: Flask) -> None:
    with app.test_request_context("/"):
        found = progress([one for one in TRIALS if one.exercise is Exercise.FUDANAGASHI], TODAY)
    assert [one.figure for one in found.sections] == [Figure.FACES]
    assert "Mixed up" in found.waiting
    assert found.forecast is not None
    assert found.scored == ()


def test_days_without_a_time_are_not_drawn_and_what_was_missed_is_not_sure(app: Flask) -> None:
    missed = [
        trial(n, 87, TODAY, exercise=Exercise.FUDANAGASHI, correct=False, rt_ms=400.0, auto_grade=Grade.AGAIN)
        for n in range(3)
    ]
    with app.test_request_context("/"):
        found = progress(missed, TODAY)
    assert found.sections == ()
    assert next(one for one in found.squares if one.card == 87).band != "high"


def test_nothing_is_shown_with_fewer_trials_than_stated(app: Flask) -> None:
    few = [one for n, one in enumerate(TRIALS) if n % 10 == 0]
    with app.test_request_context("/"):
        found = progress(few, TODAY)
    lines = [line for one in found.sections if one.chart for line in one.chart.lines]
    assert lines
    assert all(line.at is None and "not known yet" in line.words for line in lines)
    assert all(spot.share == "" for one in found.sections for row in one.spots for spot in row)
    assert all(mark.at is None for one in found.sections for strip in one.strips for mark in strip.marks)
    rows = csv_rows(Figure.MAT, few, TODAY)
    assert all(row[1] == "" for row in rows[1:])


def test_a_card_has_its_history(device: PageClient) -> None:
    page = device.get("/drills/progress/cards/50").text
    assert "きみがためお" in page
    assert "a card that begins alike" in page
    assert "Taken for:" in page
    assert device.get("/drills/progress/cards/99").text.count("Not asked yet") == 1
    for other in ("0", "101"):
        assert device.get(f"/drills/progress/cards/{other}").status_code == 404


@pytest.mark.parametrize(
    ("reason", "words_"), [("not_me", "somebody else"), ("slipped", "a slip of the finger")]
)
def test_an_answer_is_put_right_and_the_log_keeps_both(device: PageClient, reason: str, words_: str) -> None:
    wrong = next(one for one in TRIALS if one.poem == 50)
    answer = device.form("/drills/progress/corrections", trial=wrong.trial_id, reason=reason, card="50")
    assert answer.headers["Location"] == "/drills/progress/cards/50"
    page = device.get("/drills/progress/cards/50").text
    assert f": {words_}" in page
    assert f'value="{wrong.trial_id}"' not in page
    rows = json.loads(device.get("/drills/mine.json").text)["rows"]
    assert len(rows) == len(TRIALS) + 1
    assert rows[-1] | {"at": ""} == {
        "kind": "voided", "v": VERSION, "trial_id": wrong.trial_id, "reason": reason, "at": "",
    }  # fmt: skip
    assert f"From {len(TRIALS) - 1} answers." in device.get("/drills/progress").text
    again = device.form("/drills/progress/corrections", trial=wrong.trial_id, reason=reason, card="50")
    assert again.headers["Location"] == "/drills/progress"
    assert len(json.loads(device.get("/drills/mine.json").text)["rows"]) == len(TRIALS) + 1


def test_nobody_puts_right_what_others_answered(app: Flask, device: PageClient, services: Services) -> None:
    other = client_at(app, "127.0.0.1", "localhost:8100")
    learner(services, [trial(1, 9)], client=other)
    for client in (other, client_at(app, "127.0.0.1", "localhost:8100")):
        answer = client.form(
            "/drills/progress/corrections", trial=TRIALS[0].trial_id, reason="slipped", card="1"
        )
        assert answer.headers["Location"] == "/drills/progress"
    assert len(json.loads(device.get("/drills/mine.json").text)["rows"]) == len(TRIALS)


@pytest.mark.parametrize("change", [{"reason": "tired"}, {"card": "0"}, {"trial": ""}, {"card": "x"}])
def test_what_is_no_correction_is_refused(device: PageClient, change: dict[str, str]) -> None:
    fields = {"trial": TRIALS[0].trial_id, "reason": "slipped", "card": "1"} | change
    assert device.form("/drills/progress/corrections", **fields).status_code == 422


def test_every_word_of_the_engine_has_one_of_the_readers(app: Flask) -> None:
    for language in ("en", "ja", "ru"):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            told = [
                *map(words.exercise_name, Exercise),
                *map(words.skill_name, Skill),
                *map(words.error_words, ErrorKind),
                *map(words.grade_name, Grade),
                *map(words.reason_words, Reason),
                *map(words.sound_name, SoundClass),
                *map(words.instruction_name, Instruction),
            ]
        assert all(told)
        assert not set(Exercise) & set(told)


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("own", "own half"), ("10 min", "after 10 min"), ("11+ events", "11+ moves ago"),
        ("0 laps", "no lap marked"), ("3-4 laps", "3-4 laps marked"), ("lap 2", "lap 2"), ("sure 1", "a guess"),
        ("recalled 3", "recalled last"), ("2 kana", "2 kana"),
        ("reads 26-50", "reads 26-50"), ("too_short", "too short"), ("k_and_g mei", "k, g mei"),
        ("2026-11-30", "2026-11-30"), ("む", "む"),
    ],
)  # fmt: skip
def test_a_line_says_what_it_is_about(app: Flask, about: str, said: str) -> None:
    with app.test_request_context("/"):
        assert words.about(about) == said
