"""Exercises by themselves: the menu, the page before a run, its questions, its answers and its end."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from engine.training.exercises.knowledge import Knows
from poems.anthology import POEMS
from poems.gloss import gloss
from poems.kimariji import current
from tests.support.club import PageClient, client_at, config_in, services_of
from webapp.app import create_app
from webapp.drills import operations
from webapp.drills.kinds import KINDS, kind

ID = "a" * 32
KEYS = [one.key for one in KINDS]
ODD = [
    "",
    "0",
    "101",
    "-1",
    "１２",
    "あ" * 60,
    "<b>",
    "A 右下99",
    "ffffffffffffffffffffffffffffff",
    "\u0000x",
    "right",
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, empty_club: Path) -> Iterator[Flask]:
    """One club for all of these tests: each has a device of its own, and so a learner."""
    folder = tmp_path_factory.mktemp("exercises")
    shutil.copy(empty_club, folder / "club.sqlite3")
    made = create_app(config_in(folder))
    yield made
    services_of(made).close()


def begun(client: PageClient, key: str, **options: str) -> tuple[str, dict[str, Any]]:
    """Begin an exercise; return its address and what is in its page."""
    answer = client.form(f"/drills/exercises/{key}", **options)
    assert answer.status_code == 303, answer.text
    url = answer.headers["Location"]
    return url, page_of(client, url)


def page_of(client: PageClient, url: str) -> dict[str, Any]:
    found = re.search(r'id="run">(.*?)</script>', client.get(url).text, re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    assert isinstance(page, dict)
    return page


def answer(step: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the right answer to a question, a second after it was shown."""
    usual = {
        "number": step["number"],
        "card": step["card"],
        "given": step["right"],
        "rt_ms": 1000.0,
        "shown_at": 1_793_600_000_000 + 2000 * step["number"],
        "interrupted": False,
        "input": "touch",
    }
    return usual | changes


def send(client: PageClient, page: dict[str, Any], given: list[dict[str, Any]], *, over: bool = False) -> Any:
    command = {"device": "phone", "answers": given, "over": over}
    return client.script(page["url"], {"client_id": ID, "expected_seq": 0, "command": command})


def log_of(client: PageClient) -> list[dict[str, Any]]:
    rows = json.loads(client.get("/drills/mine.json").text)["rows"]
    assert isinstance(rows, list)
    return rows


def test_the_menu_has_every_exercise_with_what_it_trains(client: PageClient) -> None:
    shown = client.get("/drills/").text
    for one in KINDS:
        assert f'href="/drills/exercises/{one.key}"' in shown
    assert len(set(KEYS)) == len(KEYS)
    assert kind("no such") is None
    assert client.get("/drills/exercises/daily").status_code == 404


@pytest.mark.parametrize("key", KEYS)
def test_every_exercise_begins_with_its_usual_options(client: PageClient, key: str) -> None:
    assert client.get(f"/drills/exercises/{key}").status_code == 200
    _, page = begun(client, key)
    assert [step["number"] for step in page["steps"]] == list(range(len(page["steps"])))
    assert page["steps"]
    assert page["key"] == key


@pytest.mark.parametrize("key", KEYS)
def test_the_questions_are_the_same_at_every_call(client: PageClient, key: str) -> None:
    url, page = begun(client, key)
    operations.forget_derived()
    assert page_of(client, url) == page
    send(client, page, [answer(page["steps"][0])])
    operations.forget_derived()
    again = page_of(client, url)
    assert again["steps"] == page["steps"]
    assert list(again["done"]) == ["0"]


@pytest.mark.parametrize("key", KEYS)
def test_what_the_page_calls_right_is_right_and_the_run_ends(client: PageClient, key: str) -> None:
    _, page = begun(client, key)
    given = [answer(step) for step in page["steps"]]
    for at in range(0, len(given), 50):
        last = at + 50 >= len(given)
        sent = send(client, page, given[at : at + 50], over=last)
        assert sent.status_code == 200, sent.text
    assert sent.json["score"]
    assert all(head and text for head, text in sent.json["lines"])
    # the time before a mat is asked has nothing to be judged
    judged = [step for step in page["steps"] if step["script"] != "memorise"]
    assert [row["correct"] for row in log_of(client) if "correct" in row] == [True] * len(judged)
    assert len(log_of(client)) == len(given)
    assert client.get("/drills/").status_code == 200
    assert client.get(f"/drills/exercises/{key}").status_code == 200


@pytest.mark.parametrize("key", KEYS)
def test_no_answer_is_a_fault_of_the_server(client: PageClient, key: str) -> None:
    _, page = begun(client, key)
    first, *_, last = page["steps"]
    for step, told in ((first, False), (last, True)):
        for text in (None, *ODD):
            sent = send(client, page, [answer(step, given=text, told=told)])
            assert sent.status_code == 200, (text, told, sent.text)
    # the first of what is sent for a question counts
    assert len(log_of(client)) == len({first["number"], last["number"]})
    assert send(client, page, [], over=True).json["score"]


@pytest.mark.parametrize("key", KEYS)
def test_what_no_field_offers_is_refused_and_stays(client: PageClient, key: str) -> None:
    shown = client.get(f"/drills/exercises/{key}").text
    for name in set(re.findall(r'<(?:input type="radio"|select)[^>]* name="(\w+)"', shown)):
        answer = client.form(f"/drills/exercises/{key}", **{name: "no such"})
        assert answer.status_code == 422
        assert "Choose one of these." in answer.text
    assert client.form(f"/drills/exercises/{key}", unknown="x").status_code == 303
    assert client.form("/drills/exercises/none").status_code == 404


def test_refused_options_make_no_learner(app: Flask, client: PageClient) -> None:
    assert client.form("/drills/exercises/faces", cards="own", own="xyz").status_code == 422
    assert log_of(client) == []
    assert client.get_cookie("naniwazu_drills", domain="localhost") is None


def test_another_device_can_neither_see_nor_answer_a_run(app: Flask, client: PageClient) -> None:
    url, page = begun(client, "faces")
    other = client_at(app, "127.0.0.1", "localhost:8100")
    assert other.get(url).status_code == 303
    assert send(other, page, [answer(page["steps"][0])]).status_code == 410
    assert other.get(url + "x").status_code == 303


# E1.


def test_the_faces_of_a_list_of_ones_own(client: PageClient) -> None:
    _, page = begun(client, "faces", cards="own", own="きみ 1-3")
    assert sorted(step["card"] for step in page["steps"]) == [1, 2, 3, 15, 50]


@pytest.mark.parametrize(
    ("given", "correct"), [("mu", True), ("む", True), ("ムラ", True), ("す", False), ("め", False)]
)
def test_a_typed_kimariji_counts_in_any_spelling(client: PageClient, given: str, correct: bool) -> None:
    _, page = begun(client, "faces", cards="own", own="87", answer="type")
    send(client, page, [answer(page["steps"][0], given=given)])
    assert [row["correct"] for row in log_of(client)] == [correct]


def test_whoever_judges_themselves_is_believed_and_marked(client: PageClient) -> None:
    _, page = begun(client, "faces", cards="own", own="1-2", answer="self")
    first, second = page["steps"]
    given = [answer(first, given="right", told=True), answer(second, given="wrong", told=True)]
    ended = send(client, page, given, over=True).json
    assert ended["score"] == "5.0 s"
    assert [(row["correct"], row["self_judged"]) for row in log_of(client)] == [(True, True), (False, True)]


def test_the_slowest_twenty_and_what_was_hard_come_by_the_log(client: PageClient) -> None:
    _, page = begun(client, "faces")
    slow = {step["card"] for step in page["steps"][:20]}
    given = [answer(step, rt_ms=3000.0 if step["card"] in slow else 1000.0) for step in page["steps"]]
    given[30]["given"] = None
    send(client, page, given, over=True)
    assert "best: 143 s for a hundred" in client.get("/drills/").text
    _, slowest = begun(client, "faces", cards="slowest")
    assert len(slowest["steps"]) == 20
    assert (
        len(slow & {step["card"] for step in slowest["steps"]}) >= 15
    )  # a card is drawn to its group's time
    _, hard = begun(client, "faces", cards="hard")
    assert page["steps"][30]["card"] in {step["card"] for step in hard["steps"]}


# E5.


def test_the_lists_grow_by_the_rule_of_the_engine(client: PageClient) -> None:
    lengths = []
    for _ in range(3):
        _, page = begun(client, "now")
        lengths.append({len(step["read"]) for step in page["steps"]})
        ended = send(client, page, [answer(step) for step in page["steps"]], over=True).json
    assert lengths == [{5}, {20}, {50}]
    assert ended["lines"][-1] == ["Next time", "Lists of 50 poems."]


@pytest.mark.parametrize("form", ["snapshot", "safe"])
def test_a_run_climbs_to_longer_lists_by_itself(client: PageClient, form: str) -> None:
    _, page = begun(client, "now", form=form)
    steps = page["steps"]
    assert {tuple(len(one["read"]) for one in (step, *step["harder"])) for step in steps} == {(5, 20, 50)}
    given = [answer(step) for step in steps[:5]]
    harder = [steps[number]["harder"][0] | {"number": number} for number in (5, 6)]
    given += [answer(harder[0], asked=1.0), answer(harder[1], asked=1.0, given=None)]
    ended = send(client, page, given, over=True)
    assert ended.json["score"] == "6 of 7 right."
    rows = log_of(client)
    assert [len(row["unread"]) for row in rows] == [95] * 5 + [80] * 2
    assert [row["correct"] for row in rows] == [True] * 6 + [False]
    # a level that there is not is the easiest, and its card is another one
    other = answer(steps[7]["harder"][1] | {"number": 7}, asked=9.0)
    if other["card"] != steps[7]["card"]:
        assert send(client, page, [other]).status_code == 410


@pytest.mark.parametrize("form", ["snapshot", "safe"])
def test_the_length_of_the_lists_can_be_chosen(client: PageClient, form: str) -> None:
    _, page = begun(client, "now", form=form, length="50")
    assert {len(step["read"]) for step in page["steps"]} <= {49, 50}  # a side that is all read keeps one card
    ended = send(client, page, [answer(step) for step in page["steps"]], over=True).json
    assert "Next time" not in [head for head, _ in ended["lines"]]


def test_without_adaptation_the_lists_stay_short_unless_they_are_chosen(client: PageClient) -> None:
    client.form("/drills/settings", goal="learn")
    for _ in range(2):
        _, page = begun(client, "now")
        assert {len(step["read"]) for step in page["steps"]} == {5}
        send(client, page, [answer(step) for step in page["steps"]], over=True)


def test_too_long_and_too_short_are_told_apart(client: PageClient) -> None:
    _, page = begun(client, "now")
    longer = next(step for step in page["steps"] if step["right"] != step["choices"][-1])
    shorter = next(step for step in page["steps"] if len(step["right"]) > 1 and step is not longer)
    given = [answer(longer, given=longer["choices"][-1]), answer(shorter, given=shorter["right"][:1])]
    ended = send(client, page, given, over=True).json
    assert ["Mistakes", "too long, a change missed: 1; too short, a foul: 1"] in ended["lines"]


def test_a_stream_shows_every_read_before_it_asks(client: PageClient) -> None:
    _, page = begun(client, "now", form="stream", pace="2")
    heard: list[str] = []
    for step in page["steps"]:
        assert step["ticks"]
        heard += [tick["kimariji"] for tick in step["ticks"]]
        card = page["names"][str(step["card"])]["kimariji"]
        assert card not in heard
        alike = [one for one in heard if one.startswith(step["right"])]
        assert [
            one for one in POEMS if one.kimariji.startswith(step["right"]) and one.kimariji not in heard
        ] == [POEMS[step["card"] - 1]], alike
    assert len(set(heard)) == len(heard)


def test_an_alarm_counts_presses_and_what_was_let_pass(client: PageClient) -> None:
    _, page = begun(client, "now", form="alarm")
    assert {step["right"] for step in page["steps"]} == {"press", "wait"}
    assert all(bool(step["changed"]) == (step["right"] == "press") for step in page["steps"])
    given = [answer(step, given="press") for step in page["steps"]]
    send(client, page, given, over=True)
    errors = [row.get("error_kind") for row in log_of(client)]
    assert errors == [None if step["right"] == "press" else "false_alarm" for step in page["steps"]]


def test_reads_that_tick_by_are_spoken_to_whoever_has_sound_on(client: PageClient) -> None:
    assert 'name="read"' not in client.get("/drills/exercises/now").text
    _, silent = begun(client, "now", form="stream")
    assert "sound" not in silent["whole"]
    assert not any("heard" in tick for step in silent["steps"] for tick in step["ticks"])
    client.form("/drills/settings", goal="learn", minutes="5", sound="yes")
    assert 'name="read"' in client.get("/drills/exercises/now").text
    _, stream = begun(client, "now", form="stream")
    _, alarm = begun(client, "now", form="alarm")
    ticks = [tick for step in stream["steps"] for tick in step["ticks"]]
    assert [step["heard"] for step in alarm["steps"]] == [step["tick"]["heard"] for step in alarm["steps"]]
    for page, reads in ((stream, ticks), (alarm, [step["tick"] for step in alarm["steps"]])):
        assert page["whole"]["sound"]["voices"]
        gone = 0
        for tick in reads:
            card = tick["heard"]["card"]
            assert tick["kimariji"] == POEMS[card - 1].kimariji
            # the sound is decided where the kimari-ji of that moment ends
            assert tick["heard"]["length"] == len(current(card, gone))
            gone |= 1 << card
        assert len({tick["heard"]["voice"] for tick in reads}) == 3
    for form, read in (("stream", "shown"), ("alarm", "shown"), ("snapshot", "heard"), ("safe", "heard")):
        _, page = begun(client, "now", form=form, read=read)
        assert "sound" not in page["whole"], form


def test_a_safe_prefix_is_never_longer_than_the_kimariji_now(client: PageClient) -> None:
    _, page = begun(client, "now", form="safe")
    for step in page["steps"]:
        card = page["names"][str(step["card"])]["kimariji"]
        assert card in step["mine"]
        across = {one.kimariji for one in POEMS} - set(step["read"]) - set(step["mine"])
        assert not [one for one in across if one.startswith(step["right"])]
        assert len(step["right"]) == 1 or [one for one in across if one.startswith(step["right"][:-1])]


# E6, E11, E14.


def test_a_group_is_told_exactly(client: PageClient) -> None:
    _, page = begun(client, "groups")
    step = page["steps"][0]
    members = {one["kimariji"]: int(one["bit"], 16) for one in step["members"]}
    assert set(step["left"]) == set(members) - set(step["read"])
    assert int(step["right"], 16) == sum(members[name] for name in step["left"])
    most = sum(members.values())
    sent = send(client, page, [answer(step, given=f"{most:x}")], over=True)
    assert log_of(client)[0]["correct"] is (most == int(step["right"], 16))
    assert sent.status_code == 200


def test_the_poems_between_two_questions_follow_the_last_run(client: PageClient) -> None:
    runs = (("8", 8, "12"), ("12", 0, "8"), ("8", 5, "8"), ("4", 2, "4"))
    for number, (step, right, then) in enumerate(runs):
        _, page = begun(client, "groups", step=step)
        given = [answer(one) for one in page["steps"]]
        for one in given:
            one["shown_at"] += 1_000_000 * number
        for one in given[right:]:
            one["given"] = None
        ended = send(client, page, given, over=True).json
        said = ["Next time", f"{then} poems between two questions."] in ended["lines"]
        assert said is (step != then)
        shown = client.get("/drills/exercises/groups").text
        assert f'name="step" value="{then}" checked' in shown


@pytest.mark.parametrize("key", ["poems", "harai"])
def test_what_was_missed_last_time_can_be_taken_up(client: PageClient, key: str) -> None:
    assert "What I missed last time" not in client.get(f"/drills/exercises/{key}").text
    _, page = begun(client, key, cards="own", own="1-10")
    given = [answer(step) for step in page["steps"]]
    missed = given[2] | {"given": "late" if key == "harai" else None}
    given[2] = missed
    ended = send(client, page, given, over=True).json
    assert ["Next time", "“What I missed last time” has them."] in ended["lines"]
    _, again = begun(client, key, cards="missed")
    assert [step["card"] for step in again["steps"]] == [missed["card"]]


def test_single_sounds_are_named_by_their_kana(client: PageClient) -> None:
    _, page = begun(client, "groups", form="single", step="12")
    step = page["steps"][-1]
    assert len(step["members"]) == 20
    single = {name[:1] for name in step["left"]}
    mask = sum(int(one["bit"], 16) for one in step["members"] if one["kimariji"] in single)
    assert f"{mask:x}" == step["right"]


def test_a_choice_of_the_endgame_is_explained_and_costs_what_it_says(client: PageClient) -> None:
    _, page = begun(client, "endgame")
    for step in page["steps"]:
        offered = [one for one in step["offers"] if one["can"]]
        assert [str(one["card"]) for one in offered if one["cost"] == 0][:1] or step["right"]
        assert step["right"] in [str(one["card"]) for one in offered if one["cost"] == 0]
        if step["ask"] == "send":
            assert all(one["mine"] for one in offered)
    step = next(one for one in page["steps"] if max(offer["cost"] or 0 for offer in one["offers"]))
    worst = max((one for one in step["offers"] if one["can"]), key=lambda one: one["cost"])
    ended = send(client, page, [answer(step, given=str(worst["card"]))], over=True).json
    assert ended["lines"] == [
        [
            "Cost",
            (
                f"{worst['cost']:.1f} kana a choice more than the best, on average:"
                " later for the hand, or longer for my cards than for theirs after a send"
            ),
        ]
    ]


@pytest.mark.parametrize("language", ["ja", "en", "ru"])
@pytest.mark.parametrize("knows", list(Knows))
def test_the_parts_of_a_poem_are_told_apart_in_each_language(
    client: PageClient, language: str, knows: Knows
) -> None:
    client.form("/language", language=language)
    _, page = begun(client, "poems", knows=knows, cards="own", own="1-20", count="10")
    assert len(page["steps"]) == 10
    for step in page["steps"]:
        assert len(step["offers"]) == 4
        texts = [json.dumps(one.get("lines") or one["text"], ensure_ascii=False) for one in step["offers"]]
        assert len(set(texts)) == 4
        assert step["right"] in [one["given"] for one in step["offers"]]
        if knows is Knows.MEANING_TO_POEM:
            assert step["shown"]["text"] == gloss(step["card"], language)


# E10.


def test_one_tap_tells_what_came_of_a_read(client: PageClient) -> None:
    _, page = begun(client, "harai", cards="own", own="1-10", dead="yes", count="10")
    here = [step for step in page["steps"] if step["here"]]
    dead = [step for step in page["steps"] if not step["here"]]
    assert len(here) == len(dead) == 5
    given = [answer(step, rt_ms=None) for step in page["steps"]]
    given[here[0]["number"]]["given"] = "late"
    given[dead[0]["number"]]["given"] = "fault"
    ended = send(client, page, given, over=True).json
    assert ["Taken", "4 of 5"] in ended["lines"]
    assert ["Dead cards let pass", "4 of 5"] in ended["lines"]
    rows = {row["trial_id"].rpartition("-")[2]: row for row in log_of(client)}
    assert rows[str(here[0]["number"])]["response"] == "late"
    assert rows[str(dead[0]["number"])]["error_kind"] == "false_alarm"
    assert {row.get("rt_ms") for row in rows.values()} == {None}


def test_swings_begin_slowly_and_count_what_was_done(client: PageClient) -> None:
    _, page = begun(client, "swings", minutes="5", beats="50")
    assert page["steps"][0]["swing"] == "warm_up"
    assert page["steps"][0]["beats"] == 30
    given = [answer(step, given="right" if step["number"] else "wrong") for step in page["steps"]]
    ended = send(client, page, given, over=True).json
    assert ended["score"] == "3 of 4 sets"
    assert "3 sets" in client.get("/drills/").text


# E12.


def test_a_list_takes_no_longer_than_there_is_time_and_goes_to_the_programme(client: PageClient) -> None:
    shown, again = (client.get("/drills/lists?minutes=10&seed=" + "0" * 32).text for _ in range(2))
    order = re.findall(r"<li><strong>(\w+)</strong>", shown)
    assert 30 < len(order) <= 40
    assert order == re.findall(r"<li><strong>(\w+)</strong>", again)
    link = re.search(r'href="(/readings/new\?[^"]+)"', shown)
    assert link is not None
    programme = client.get(link[1].replace("&amp;", "&")).text
    assert 'value="as-given" selected' in programme or re.search(r'value="as-given"[^>]*checked', programme)


@pytest.mark.parametrize(
    "query", ["", "?purpose=x", "?minutes=-1", "?minutes=1e9", "?seed=zz", "?purpose=lost&seed=%00"]
)
def test_an_odd_address_of_a_list_gives_a_list(client: PageClient, query: str) -> None:
    assert client.get(f"/drills/lists{query}").status_code == 200


def test_what_was_missed_this_month_can_be_read_for_practice(client: PageClient) -> None:
    assert "What I missed this month" not in client.get("/drills/lists").text
    _, page = begun(client, "faces", cards="own", own="あさぼらけ")
    send(client, page, [answer(step, given=None) for step in page["steps"]])
    shown = client.get("/drills/lists?purpose=missed").text
    assert set(re.findall(r"<li><strong>(\w+)</strong>", shown)) == {"あさぼらけあ", "あさぼらけう", "あさじ"}
