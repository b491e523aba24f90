"""Drills through their pages: a run, its answers, the export, the claim, and the erasure."""

import csv
import datetime as dt
import io
import json
import re
from typing import Any

import pytest
from flask import Flask
from itsdangerous import URLSafeSerializer
from sqlalchemy import func, select

from engine.training.schedule import Settings
from engine.training.trial import VERSION, DeviceClass, Exercise, Grade
from poems.kimariji import full
from poems.sets import MUSUME_ORDER
from tests.engine.training.makers import DAY, trial
from tests.support.club import HOST, PHONE, PageClient, client_at, config_in, enter, services_of
from tests.support.learners import learner
from webapp.access.roles import Role
from webapp.app import create_app
from webapp.club import erasing, members
from webapp.club.members import Person
from webapp.club.personal import HOLDERS
from webapp.db.columns import now
from webapp.db.drill_models import DrillRow, Learner
from webapp.drills import operations, views
from webapp.drills.routes import COOKIE
from webapp.practice_day import practice_day
from webapp.services import Services

ID = "a" * 32


def begun(client: PageClient) -> tuple[str, dict[str, Any]]:
    """Begin a run; return its address and what is in its page."""
    answer = client.form("/drills/daily")
    assert answer.status_code == 303, answer.text
    url = answer.headers["Location"]
    return url, page_of(client, url)


def page_of(client: PageClient, url: str) -> dict[str, Any]:
    found = re.search(r'id="run">(.*?)</script>', client.get(url).text, re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    assert isinstance(page, dict)
    return page


def answers(page: dict[str, Any], **changes: Any) -> list[dict[str, Any]]:
    """Return right answers to all questions of a run."""
    return [
        {
            "number": step["number"],
            "card": step["card"],
            "given": step["right"] or "press",
            "rt_ms": 612.5,
            "shown_at": 1_793_600_000_000 + 1000 * step["number"],
            "interrupted": False,
            "input": "touch",
        }
        | changes
        for step in page["steps"]
    ]


def send(client: PageClient, page: dict[str, Any], given: list[dict[str, Any]], *, over: bool = False) -> Any:
    command = {"device": "phone", "answers": given, "over": over}
    return client.script(page["url"], {"client_id": ID, "expected_seq": 0, "command": command})


def log_of(client: PageClient) -> list[dict[str, Any]]:
    told = json.loads(client.get("/drills/mine.json").text)
    assert told["format"] == "naniwazu-drills/1"
    rows = told["rows"]
    assert isinstance(rows, list)
    return rows


def counted(services: Services) -> tuple[int, int]:
    with services.database.session() as session:
        learners = session.scalar(select(func.count()).select_from(Learner)) or 0
        return learners, session.scalar(select(func.count()).select_from(DrillRow)) or 0


def test_looking_at_the_plan_enters_nobody(client: PageClient, services: Services) -> None:
    assert client.get("/drills/").status_code == 200
    assert client.get("/drills/mine").status_code == 200
    assert counted(services) == (0, 0)


def test_answers_are_kept_once_however_often_they_are_sent(client: PageClient) -> None:
    _, page = begun(client)
    every = answers(page)
    for given in (every[:7], every[5:9], every[:9]):
        assert send(client, page, given).status_code == 200
    assert [row["trial_id"].rpartition("-")[2] for row in log_of(client)] == [str(one) for one in range(9)]


def test_a_run_that_was_left_goes_on(client: PageClient) -> None:
    url, page = begun(client)
    given = answers(page)[:10]
    given[9]["given"] = None
    send(client, page, given)
    again = page_of(client, url)
    assert again["steps"] == page["steps"]
    assert again["done"] == {str(number): number != 9 for number in range(10)}


def test_more_new_cards_come_on_a_day_by_asking_for_them_and_as_many_each_time(client: PageClient) -> None:
    met: list[int] = []
    for round_ in range(3):
        shown = client.get("/drills/").text
        assert ('name="more"' in shown) is (round_ > 0)
        assert ("4 more new cards today" in shown) is (round_ > 0)
        location = client.form("/drills/daily", more="yes").headers["Location"]
        page = page_of(client, location)
        new = [step["card"] for step in page["steps"] if step.get("isNew")]
        if round_ == 0:  # there is nothing to add to before the usual ones were met
            assert new == [step["card"] for step in begun(client)[1]["steps"] if step.get("isNew")]
        assert len(new) == 4
        assert not set(new) & set(met)
        met += new
        command = {"device": "phone", "answers": answers(page), "over": True}
        client.script(page["url"], {"client_id": f"{round_:032x}", "expected_seq": 0, "command": command})
        # a plain round brings none
        assert not any(step.get("isNew") for step in begun(client)[1]["steps"])
    assert met == [card for card in MUSUME_ORDER if card in met][:12]


def test_no_new_cards_can_be_asked_for_while_many_are_due(client: PageClient, services: Services) -> None:
    today = practice_day(now())
    known = [
        trial(n, n + 1, today - dt.timedelta(days=3), exercise=Exercise.FUDANAGASHI, auto_grade=Grade.AGAIN)
        for n in range(9)
    ]
    learner(services, known, client=client)
    shown = client.get("/drills/").text
    assert "9 questions are due: new cards come once no more than 8 are." in shown
    assert 'name="more"' not in shown
    page = page_of(client, client.form("/drills/daily", more="yes").headers["Location"])
    assert not any(step.get("isNew") for step in page["steps"])


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ({"goal": "keep"}, False),
        ({"goal": "learn"}, True),
        ({"goal": "learn", "tournament": "today"}, False),
    ],
)
def test_whoever_wants_nothing_new_is_offered_nothing(
    client: PageClient, choice: dict[str, str], told: bool
) -> None:
    _, page = begun(client)
    send(client, page, answers(page), over=True)
    today = practice_day(now()).isoformat()
    filled = {name: text.replace("today", today) for name, text in choice.items()}
    client.form("/drills/settings", minutes="5", **filled)
    shown = client.get("/drills/").text
    assert ('name="more"' in shown) is told
    page = page_of(client, client.form("/drills/daily", more="yes").headers["Location"])
    assert any(step.get("isNew") for step in page["steps"]) is told


def test_ten_minutes_meet_seven_cards_as_the_settings_say(client: PageClient) -> None:
    told = (
        "Five minutes: 4 new cards a day. Ten: 7 new cards a day. None while more than 8 questions are due."
    )
    assert told in client.get("/drills/settings").text
    client.form("/drills/settings", goal="learn", minutes="10")
    assert sum(bool(step.get("isNew")) for step in begun(client)[1]["steps"]) == 7


def test_a_second_run_of_the_day_is_its_own_and_meets_nothing_new(client: PageClient) -> None:
    _, first = begun(client)
    send(client, first, answers(first), over=True)
    url, page = begun(client)
    assert not [step for step in page["steps"] if step["isNew"]]
    met = {step["card"] for step in first["steps"] if step["isNew"]}
    assert {step["card"] for step in page["steps"] if step["part"] == "again"} == met
    send(client, page, answers(page)[:3])
    assert page_of(client, url)["steps"] == page["steps"]
    assert len(log_of(client)) == len(first["steps"]) + 3


def test_the_server_judges_and_grades_by_itself(client: PageClient) -> None:
    _, page = begun(client)
    given = answers(page)[:10]
    wrong = next(text for text in page["steps"][9]["choices"] if text != page["steps"][9]["right"])
    given[9]["given"] = wrong
    send(client, page, given)
    right, missed = log_of(client)[8:]
    assert (right["correct"], right["auto_grade"], right["skill"]) == (True, "good", "face")
    assert (missed["correct"], missed["auto_grade"], missed["response"]) == (False, "again", wrong)
    assert "warmup_median_ms" not in right, "a press is no baseline of choices"


SEVEN = [card for card in MUSUME_ORDER if len(full(card)) == 1]


def knows_the_seven(services: Services, client: PageClient) -> None:
    """Make a device that of somebody who met the seven of one kana."""
    today = practice_day(now())
    met = [
        trial(n, card, today - dt.timedelta(days=3), exercise=Exercise.FUDANAGASHI, auto_grade=Grade.GOOD)
        for n, card in enumerate(SEVEN)
    ]
    learner(services, met, client=client)


def test_the_baseline_of_a_day_is_measured_by_its_choices(client: PageClient, services: Services) -> None:
    knows_the_seven(services, client)
    _, page = begun(client)
    warm_up = [step for step in page["steps"] if step["part"] == "warm_up"]
    assert [step["choices"] for step in warm_up] == [[str(card) for card in SEVEN]] * 8
    given = answers(page)[:9]
    for one, rt in zip(given, (500.0, -80.0, 700.0, 20_000.0, 600.0, 650.0, 550.0, 400.0), strict=False):
        one["rt_ms"] = rt
    # what is no reaction, what came too early and what was wrong tell no speed
    given[7]["given"] = next(one for one in warm_up[7]["choices"] if one != warm_up[7]["right"])
    send(client, page, given)
    *warmed, first = log_of(client)[-9:]
    assert {row["exercise"] for row in warmed} == {"warm_up"}
    assert [row["correct"] for row in warmed] == [True] * 7 + [False]
    assert (first["v"], first["warmup_median_ms"]) == (VERSION, 600.0)


def test_a_mistake_of_the_warm_up_is_no_mistake_of_the_day(client: PageClient, services: Services) -> None:
    knows_the_seven(services, client)
    _, page = begun(client)
    given = answers(page)
    given[0]["given"] = next(one for one in page["steps"][0]["choices"] if one != page["steps"][0]["right"])
    (_, today), (_, watch), _ = send(client, page, given, over=True).json["lines"]
    counted = len(page["steps"]) - 8
    assert today == f"{counted} of {counted} right."
    assert watch == "Nothing: no mistake today."


def test_what_was_kept_by_an_earlier_program_is_read_handed_out_and_erased(
    client: PageClient, services: Services
) -> None:
    old = [
        trial(n, 17, practice_day(now()), rt_ms=500.0, warmup_median_ms=280.0, version=1) for n in range(3)
    ]
    learner(services, old, client=client)
    assert client.get("/drills/progress").status_code == 200
    rows = log_of(client)
    assert [(row["v"], row["warmup_median_ms"]) for row in rows] == [(1, 280.0)] * 3
    table = list(csv.DictReader(io.StringIO(client.get("/drills/mine.csv").text.lstrip("\ufeff"))))
    assert [(line["version"], line["warmup_median_ms"]) for line in table] == [("1", "280.0")] * 3
    client.form("/drills/mine/erase")
    assert counted(services) == (0, 0)


def test_a_press_before_the_sign_stays_negative(client: PageClient) -> None:
    _, page = begun(client)
    send(client, page, [answers(page)[0] | {"rt_ms": -80.0}])
    assert log_of(client)[0]["rt_ms"] == -80.0


def test_the_day_ends_with_three_lines(client: PageClient) -> None:
    _, page = begun(client)
    given = answers(page)
    given[8]["given"] = None
    lines = send(client, page, given, over=True).json["lines"]
    assert [head for head, _ in lines] == ["Today", "Look out for", "Tomorrow"]
    assert lines[0][1] == "11 of 12 right."
    assert lines[1][1] == "Missed today: む"
    assert "Done today" in client.get("/drills/").text
    assert "4 of 100 cards met" in client.get("/drills/").text


def test_answers_to_other_questions_are_refused(client: PageClient) -> None:
    _, page = begun(client)
    other = answers(page)[0]
    other["card"] = other["card"] % 100 + 1
    answer = send(client, page, [other])
    assert (answer.status_code, answer.json["refused"]) == (410, "gone")
    assert log_of(client) == []


def test_answers_from_before_a_change_of_the_program_are_kept_where_the_question_is_the_same(
    client: PageClient,
) -> None:
    _, page = begun(client)
    same, other_card, beyond, last = answers(page)[:4]
    changed = [
        other_card | {"card": other_card["card"] % 100 + 1},
        beyond | {"number": len(page["steps"])},
    ]
    assert send(client, page, [same, *changed, last]).status_code == 200
    assert [row["poem"] for row in log_of(client)] == [same["card"], last["card"]]


@pytest.mark.parametrize("change", [{"rt_ms": "fast"}, {"card": 101}, {"number": -1}, {"input": "nose"}])
def test_what_is_no_answer_is_refused_with_its_place(client: PageClient, change: dict[str, Any]) -> None:
    _, page = begun(client)
    answer = send(client, page, [answers(page)[0] | change])
    assert answer.status_code == 422
    assert next(iter(change)) in answer.json["faults"][0]["place"]


def test_another_device_sees_neither_the_run_nor_the_log(app: Flask, client: PageClient) -> None:
    url, page = begun(client)
    send(client, page, answers(page))
    other = client_at(app, "127.0.0.1", "localhost:8100")
    assert other.get(url).status_code == 303
    assert send(other, page, answers(page)).status_code == 410
    assert log_of(other) == []
    assert other.get("/drills/runs/made-up").status_code == 303


def test_the_table_has_a_line_for_each_trial(client: PageClient) -> None:
    _, page = begun(client)
    send(client, page, answers(page))
    rows = list(csv.DictReader(io.StringIO(client.get("/drills/mine.csv").text.lstrip("\ufeff"))))
    assert len(rows) == len(page["steps"])
    assert {row["rt_ms"] for row in rows} == {"612.5"}


def test_the_table_has_no_formula_and_keeps_times_below_zero(client: PageClient) -> None:
    _, page = begun(client)
    given = answers(page)
    at = next(one["number"] for one in page["steps"] if one["part"] == "due")
    given[at] |= {"given": "=1+1", "rt_ms": -20.5}
    send(client, page, given)
    rows = list(csv.DictReader(io.StringIO(client.get("/drills/mine.csv").text.lstrip("\ufeff"))))
    assert [row["rt_ms"] for row in rows if row["response"] == "'=1+1"] == ["-20.5"]


def test_the_progress_says_nothing_that_the_trials_do_not(client: PageClient) -> None:
    assert "Nothing to show yet" in client.get("/drills/progress").text
    _, page = begun(client)
    send(client, page, answers(page)[:11])
    shown = client.get("/drills/progress").text
    assert shown.count("not met yet") >= 97
    assert "not known yet: 3 of 5" in shown
    send(client, page, answers(page)[11:])
    assert "0.61 s (0.61 s to 0.61 s, n = 12)" in client.get("/drills/progress").text


@pytest.mark.parametrize(
    ("figure", "lines"),
    [("cards", 100), ("faces", 1), ("confusions", 0), ("now", 0), ("forecast", 0), ("mat", 0)],
)
def test_each_figure_is_a_table_too(client: PageClient, figure: str, lines: int) -> None:
    _, page = begun(client)
    send(client, page, answers(page))
    text = client.get(f"/drills/progress/{figure}.csv").text
    assert len(list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))) == lines
    assert client.get("/drills/progress/other.csv").status_code == 404


def test_erasing_takes_out_all_of_one_learner_and_nothing_else(
    app: Flask, client: PageClient, services: Services
) -> None:
    _, page = begun(client)
    send(client, page, answers(page))
    other = client_at(app, "127.0.0.1", "localhost:8100")
    _, others = begun(other)
    send(other, others, answers(others)[:3])
    assert client.form("/drills/mine/erase").status_code == 303
    assert counted(services) == (1, 3)
    assert client.get_cookie(COOKIE, domain="localhost") is None
    assert send(client, page, answers(page)[:1]).status_code == 410


@pytest.mark.parametrize(
    ("shown", "counted_on"),
    [
        ("2026-11-02T13:00", "2026-11-02"),
        ("2026-11-03T01:00", "2026-11-02"),  # before 04:00 the evening goes on
        ("2026-11-03T13:00", "2026-11-03"),  # a page that was left open over night
        ("2026-11-01T13:00", "2026-11-02"),  # a clock that is behind
        ("1970-01-01T00:00", "2026-11-02"),
        ("2026-11-09T13:00", "2026-11-04"),  # one that is before the server's
        ("2999-12-31T23:59", "2026-11-04"),
    ],
)
def test_an_answer_counts_on_the_day_of_its_question(
    client: PageClient, monkeypatch: pytest.MonkeyPatch, shown: str, counted_on: str
) -> None:
    def clock(text: str) -> None:
        monkeypatch.setattr(operations, "now", lambda: dt.datetime.fromisoformat(text).astimezone(dt.UTC))

    clock("2026-11-02T12:00")
    _, page = begun(client)
    clock("2026-11-04T20:00")
    at = int(dt.datetime.fromisoformat(shown).astimezone().timestamp() * 1000)
    send(client, page, answers(page, shown_at=at)[:1])
    assert [row["practice_day"] for row in log_of(client)] == [counted_on]


def test_a_page_of_an_erased_learner_tells_nothing_of_the_next_one(client: PageClient) -> None:
    url, page = begun(client)
    send(client, page, answers(page)[:3])
    client.form("/drills/mine/erase")
    begun(client)
    assert send(client, page, answers(page)[3:6]).status_code == 410
    assert client.get(url).status_code == 303
    assert log_of(client) == []


def test_an_address_of_an_earlier_program_is_a_run_that_is_gone(
    client: PageClient, services: Services
) -> None:
    begun(client)
    signer = URLSafeSerializer(services.config.secret_key, salt="run of an exercise")
    for parts in ([1, "daily", "00", "2026-01-01", 0], [1, "daily", "00", "soon", 0, {}], 7, None):
        assert client.get(f"/drills/runs/{signer.dumps(parts)}").status_code == 303, parts


def test_a_member_takes_over_the_drills_of_a_device(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小町"))
    _, page = begun(client)
    send(client, page, answers(page)[:2])
    client.form("/drills/mine/claim", person=str(komachi))
    assert "小町" in client.get("/drills/mine").text
    holder = next(one for one in HOLDERS if one.name == "drills")
    with services.database.session() as session:
        assert holder.holds(session, frozenset({komachi}))
        assert [row["rows"] for row in holder.rows(session, frozenset({komachi}))] == [2]
    client.form("/drills/mine/unclaim")
    with services.database.session() as session:
        assert not holder.holds(session, frozenset({komachi}))


def test_forgetting_a_member_erases_their_drills(client: PageClient, services: Services) -> None:
    komachi = members.add(services, Person("小町"))
    _, page = begun(client)
    send(client, page, answers(page)[:2])
    client.form("/drills/mine/claim", person=str(komachi))
    erasing.forget(services, komachi)
    assert counted(services) == (0, 0)


def test_only_those_who_came_in_by_a_code_see_the_names(tmp_path: Any) -> None:
    app = create_app(config_in(tmp_path, public=True))
    try:
        looker = client_at(app, PHONE, HOST)
        url, _ = begun(looker)
        assert looker.get(url).status_code == 200
        assert "These are mine" not in looker.get("/drills/mine").text
        assert looker.get("/drills/mine/claim").status_code in (303, 403)
        enter(app, looker, Role.SPECTATOR)
        assert "These are mine" in looker.get("/drills/mine").text
    finally:
        services_of(app).close()


def test_a_day_that_was_faster_says_in_what(app: Flask) -> None:
    before = [trial(n, 17, DAY - dt.timedelta(days=8), rt_ms=900.0 + n) for n in range(12)]
    now = [trial(n, 17, rt_ms=600.0 + n) for n in range(12)]
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        (today, *_) = views.closing_lines([*before, *now], "", DAY, DeviceClass.OTHER, Settings())
    assert today == ("Today", "Sound → card, faster: 0.91 s the week before, 0.61 s now (12 times).")
