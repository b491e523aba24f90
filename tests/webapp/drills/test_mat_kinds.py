"""Exercises on a mat through their pages: laying, memorising with later probes, keeping up, the whole mat."""

import json
import re
from datetime import date
from typing import Any

import pytest
from flask import Flask

from engine.karuta.field import Slot
from engine.training.layout import HomeLayout, realistic, suggested
from poems.cards import mask
from poems.chance import Seed
from poems.kimariji import current
from tests.support.club import PageClient
from webapp.drills.kind import Start
from webapp.drills.kinds import kind
from webapp.services import Services

OWN = realistic(Seed.numbered(77))
IDS = iter(f"{number:032x}" for number in range(10_000))


def begun(client: PageClient, key: str, **options: str) -> dict[str, Any]:
    answer = client.form(f"/drills/exercises/{key}", **options)
    assert answer.status_code == 303, answer.text
    found = re.search(r'id="run">(.*?)</script>', client.get(answer.headers["Location"]).text, re.DOTALL)
    assert found is not None
    page = json.loads(found[1])
    assert isinstance(page, dict)
    return page


def send(client: PageClient, page: dict[str, Any], given: list[tuple[dict[str, Any], dict[str, Any]]]) -> Any:
    answers = [
        {
            "number": step["number"],
            "card": step["card"],
            "given": step["right"],
            "rt_ms": 800.0,
            "shown_at": 1_793_600_000_000 + step["number"],
            "interrupted": False,
            "input": "touch",
        }
        | changes
        for step, changes in given
    ]
    command = {"device": "phone", "answers": answers, "over": True}
    return client.script(page["url"], {"client_id": next(IDS), "expected_seq": 0, "command": command}).json


def probes(page: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the questions of a hidden mat: what comes first is the time before."""
    first, *rest = page["steps"]
    assert (first["script"], first["card"]) == ("memorise", 0)
    return rest


def log_of(client: PageClient) -> list[dict[str, Any]]:
    rows = json.loads(client.get("/drills/mine.json").text)["rows"]
    return [row for row in rows if row["kind"] == "trial"]


def with_layout(client: PageClient, layout: HomeLayout = OWN) -> str:
    """Keep a layout; return its number."""
    answer = client.form("/teiichi/take", code=layout.code(), name="mine")
    return answer.headers["Location"].rpartition("/")[2]


def test_one_lays_by_ones_own_layout(client: PageClient) -> None:
    number = with_layout(client)
    page = begun(client, "laying", layout=number, packs="4")
    assert [len(pack) for pack in page["whole"]["groups"]] == [25] * 4
    assert sorted(card for pack in page["whole"]["groups"] for card in pack) == list(range(1, 101))
    for step in page["steps"]:
        owner, _, text = step["right"].partition(" ")
        slot = Slot.parse(text)
        assert owner == "A"
        assert OWN.corner(step["card"]) == (slot.row, slot.end)
    ended = send(client, page, [(step, {}) for step in page["steps"]])
    assert [head for head, _ in ended["lines"]] == ["Pack 1", "Pack 2", "Pack 3", "Pack 4"]
    assert ended["lines"][0][1].startswith("20 s; 25 of 25 in their place")
    assert {row["layout_id"] for row in log_of(client)} == {number}
    assert "best: 20 s for 25" in client.get("/drills/").text


def test_a_run_goes_on_by_the_layout_as_it_was(client: PageClient, services: Services) -> None:
    number = with_layout(client)
    page = begun(client, "laying", layout=number)
    client.form(f"/teiichi/{number}/drop")
    ended = send(client, page, [(step, {}) for step in page["steps"]])
    assert ended["score"] == "25 of 25 right."


@pytest.mark.parametrize("layout", ["0", "999", "x"])
def test_somebody_elses_layout_is_refused(client: PageClient, layout: str) -> None:
    assert client.form("/drills/exercises/laying", layout=layout).status_code == 422


def test_a_late_answer_counts_as_one_after_the_longer_time(client: PageClient) -> None:
    page = begun(client, "memorising", when="later", time="30")
    assert [step["after"] for step in probes(page)] == [0] * 20 + [10] * 20 + [30] * 20
    minutes = {0: 0, 10: 45, 30: 31}
    ended = send(client, page, [(step, {"asked": minutes[step["after"]]}) for step in probes(page)])
    assert [head for head, _ in ended["lines"]] == ["At once", "After 30 minutes"]
    assert [row["level"] for row in log_of(client)] == [0.0] * 20 + [30.0] * 40


def test_an_early_clock_makes_no_probe_easier(client: PageClient) -> None:
    page = begun(client, "memorising", when="later", time="30")
    send(client, page, [(step, {"asked": -5}) for step in probes(page)])
    assert [row["level"] for row in log_of(client)] == [0.0] * 20 + [10.0] * 20 + [30.0] * 20


@pytest.mark.parametrize(
    ("probe", "count", "told"),
    [
        ("card_to_place", 20, "my side"),
        ("place_to_card", 20, "my side"),
        ("present", 20, "d′"),
        ("place_all", 35, "my side"),
    ],
)
def test_each_probe_tells_its_figures(client: PageClient, probe: str, count: int, told: str) -> None:
    page = begun(client, "memorising", probe=probe, opponents="10")
    assert len(probes(page)) == count
    assert len(page["whole"]["sides"]["B"]) == 10
    ended = send(client, page, [(step, {}) for step in probes(page)])
    assert told in ended["lines"][0][1]
    assert "100% of the points" in ended["lines"][0][1]


def test_the_neighbour_on_a_mat_has_part_of_the_points(client: PageClient) -> None:
    page = begun(client, "memorising", probe="place_all", opponents="10")
    shifted = []
    for step in probes(page):
        place = re.sub(r"\d+$", lambda found: str(int(found[0]) + 1), step["right"])
        shifted.append((step, {"given": place}))
    assert "60% of the points" in send(client, page, shifted)["lines"][0][1]


def test_more_cards_lie_opposite_once_most_were_remembered(client: PageClient) -> None:
    first = begun(client, "memorising")
    assert len(first["whole"]["sides"]["B"]) == 10
    send(client, first, [(step, {}) for step in probes(first)])
    assert len(begun(client, "memorising")["whole"]["sides"]["B"]) == 15


LAPS = "41.2 38.0 12.9 / 101.5"


def test_laps_are_kept_and_told_and_are_no_part_of_the_score(client: PageClient) -> None:
    page = begun(client, "memorising", opponents="10")
    first = page["steps"][0]
    given = [(first, {"given": LAPS, "rt_ms": None}), *((step, {}) for step in probes(page))]
    ended = send(client, page, given)
    assert ended["score"] == "20 of 20 right."
    assert ["Time to memorise", "1:41, with 3 laps: 0:41, 0:38, 0:12"] in ended["lines"]
    row, *others = log_of(client)
    assert (row["set_id"], row["response"]) == ("laps", LAPS)
    assert not {"correct", "poem", "rt_ms", "level", "auto_grade"} & set(row)
    assert len(others) == 20
    # the share that was right is that of the probes alone
    assert len(begun(client, "memorising")["whole"]["sides"]["B"]) == 15
    assert "best: 100%" in client.get("/drills/").text
    assert "Left out" not in client.get("/drills/progress").text


@pytest.mark.parametrize(
    "text",
    [None, "", "x", "1 2 3", "-1 / 5", "9.99 / 20", "50.0 / 5.0", "1e9 / 2e9", "１ / ２", "/ 99999.0", "/"],
)
def test_odd_laps_are_none(client: PageClient, text: str | None) -> None:
    page = begun(client, "memorising")
    ended = send(client, page, [(page["steps"][0], {"given": text}), *((step, {}) for step in probes(page))])
    assert "Time to memorise" not in dict(ended["lines"])
    assert log_of(client)[0].get("response", "") == ""


def test_how_sure_one_is_is_asked_kept_and_told_with_its_counts(client: PageClient) -> None:
    page = begun(client, "memorising", opponents="10")
    assert {step["sure"] for step in probes(page)} == {"one"}
    given = []
    for number, step in enumerate(probes(page)):
        changes: dict[str, Any] = {"confidence": (4, 4, 1, None)[number % 4]}
        if number % 4 == 2:
            changes["given"] = None
        given.append((step, changes))
    ended = dict(send(client, page, given)["lines"])
    assert ended["How sure, and right"] == "sure 10 of 10 · a guess 0 of 5"
    assert [row.get("confidence") for row in log_of(client)][:4] == [4, 4, 1, None]
    page_told = client.get("/drills/progress").text
    assert "Right, by how sure I was" in page_told
    assert "100% (72% to 100%, n = 10)" in page_told
    assert "not known yet: 5 of 8" in page_told
    rows = client.get("/drills/progress/confidence.csv").text.splitlines()
    assert rows[1].startswith("sure 4,1,")
    assert rows[2].startswith("sure 1,,,,5,")


def test_how_sure_one_is_is_not_asked_of_whoever_does_not_want_it(client: PageClient) -> None:
    page = begun(client, "memorising", sure="no")
    assert not any("sure" in step for step in probes(page))
    assert "How sure, and right" not in dict(
        send(client, page, [(step, {}) for step in probes(page)])["lines"]
    )
    refused = client.form("/drills/exercises/memorising", sure="perhaps")
    assert refused.status_code == 422


@pytest.mark.parametrize("wrong", [{"confidence": 5}, {"confidence": 0}, {"recalled": 0}, {"recalled": 101}])
def test_what_is_no_confidence_and_no_order_is_refused(client: PageClient, wrong: dict[str, int]) -> None:
    page = begun(client, "memorising")
    sent = send(client, page, [(probes(page)[0], wrong)])
    assert next(iter(wrong)) in sent["faults"][0]["place"]
    assert log_of(client) == []


def test_the_order_of_recall_is_kept_and_told_on_the_mat(client: PageClient) -> None:
    page = begun(client, "memorising", probe="place_all", opponents="25")
    steps = probes(page)
    assert {step["sure"] for step in steps} == {"rest"}
    # the opponent's side first, each end at a time; what was laid last is wrong
    ordered = sorted(steps, key=lambda step: (step["right"][0] == "A", step["right"][2:4], step["number"]))
    place = {step["number"]: at for at, step in enumerate(ordered, 1)}
    given = [
        (step, {"recalled": place[step["number"]]} | ({"given": None} if place[step["number"]] > 40 else {}))
        for step in steps
    ]
    ended = dict(send(client, page, given)["lines"])
    told = ended["Order of recall"]
    assert told.startswith("opponent's half: ")
    theirs, own = told.removeprefix("opponent's half: ").split(" → own half: ")
    for text in (theirs, own):
        assert sum(map(int, re.findall(r"\((\d+)\)", text))) == 25
    assert sorted(row["recalled"] for row in log_of(client)) == list(range(1, 51))
    rows = [line.split(",") for line in client.get("/drills/progress/recall.csv").text.splitlines()[1:]]
    assert [(row[0], row[1], row[4]) for row in rows] == [
        ("recalled 1", "1", "17"), ("recalled 2", "1", "16"), ("recalled 3", "0.4118", "17"),
    ]  # fmt: skip
    order = client.get("/drills/progress/recall-order.csv").text.splitlines()[1:]
    far = [float(row.split(",")[1]) for row in order if row.startswith("opponent") and row.split(",")[1]]
    near = [float(row.split(",")[1]) for row in order if row.startswith("own") and row.split(",")[1]]
    assert all(at < 0.5 for at in far)
    assert all(at > 0.5 for at in near)


def test_a_run_that_an_earlier_program_began_keeps_its_numbers(app: Flask) -> None:
    drill = kind("memorising")
    assert drill is not None
    options = {"time": "30", "probe": "card_to_place", "when": "now", "layout": "usual", "opponents": "10"}
    start = Start("1", Seed.numbered(5), date(2026, 11, 1), (), options | {"_home": suggested().code()})
    with app.test_request_context("/"):
        steps = drill.steps(start)
        assert [step.number for step in steps] == list(range(20))
        assert {step.script for step in steps} == {"mat_memory"}
        assert not any("sure" in step.shown for step in steps)


def test_what_happens_leads_to_the_mat_that_is_asked(client: PageClient) -> None:
    page = begun(client, "updating", events="20")
    whole = page["whole"]
    here = {one["card"]: (side, one["row"], one["end"]) for side in "AB" for one in whole["sides"][side]}
    for event in whole["events"]:
        if event["to"] is None:
            del here[event["card"]]
        else:
            here[event["card"]] = (event["to"]["side"], event["to"]["row"], event["to"]["end"])
    after = {one["card"]: (side, one["row"], one["end"]) for side in "AB" for one in whole["after"][side]}
    assert here == after
    for step in page["steps"]:
        assert (step["right"] == "away") == (step["card"] not in after)


def test_the_old_place_is_an_intrusion_and_away_can_be_said_of_any_card(client: PageClient) -> None:
    page = begun(client, "updating", events="20")
    before = {one["card"]: one["place"] for side in "AB" for one in page["whole"]["sides"][side]}
    moved = {event["card"] for event in page["whole"]["events"]}
    given = []
    for step in page["steps"]:
        if step["card"] in moved:
            given.append((step, {"given": before[step["card"]]}))
        else:
            given.append((step, {"given": "away"}))
    ended = dict(send(client, page, given)["lines"])
    intrusions = sum(
        step["card"] in moved and before[step["card"]] != step["right"] for step in page["steps"]
    )
    assert ended["Old place named"] == str(intrusions)
    assert ended["not moved"].startswith("0 of")
    assert {row.get("error_kind") for row in log_of(client)} <= {"old_place", "wrong_place", None}


def test_reads_show_the_kana_that_decides(client: PageClient) -> None:
    page = begun(client, "full_mat", reads="50")
    read = 0
    mat = {one["card"] for side in "AB" for one in page["whole"]["sides"][side]}
    for step in page["steps"]:
        decides = current(step["card"], read)
        assert "".join(step["kana"]).startswith(decides)
        assert step["decides"] == len(decides)
        assert step["right"] == (str(step["card"]) if step["card"] in mat else "0")
        read |= 1 << step["card"]


def test_faults_are_told_by_kind_and_success_brings_more_dangerous_dead_cards(client: PageClient) -> None:
    page = begun(client, "full_mat", reads="20")
    dead = next(step for step in page["steps"] if step["right"] == "0")
    live = next(step for step in page["steps"] if step["right"] != "0")
    any_card = page["whole"]["sides"]["A"][0]["card"]
    wrong = {dead["number"]: {"given": str(any_card)}, live["number"]: {"given": "0"}}
    ended = dict(
        send(client, page, [(step, wrong.get(step["number"], {})) for step in page["steps"]])["lines"]
    )
    assert ended["Mistakes"] == "touched for a dead card 1 · let pass 1"
    assert ended["Dead cards"].startswith("20%")
    again = begun(client, "full_mat", reads="20")
    ended = dict(send(client, again, [(step, {}) for step in again["steps"]])["lines"])
    assert ended["Dead cards"].startswith("40%")
    assert ended["Mistakes"] == "none"


def test_a_run_becomes_harder_by_itself_and_its_log_says_how(client: PageClient) -> None:
    page = begun(client, "full_mat", reads="20")
    mat = {one["card"] for side in "AB" for one in page["whole"]["sides"][side]}
    assert [len(step["harder"]) for step in page["steps"]] == [0] * 10 + [1] * 10
    asked = [step if number < 10 else step["harder"][0] for number, step in enumerate(page["steps"])]
    given = [(step, {"number": at, "asked": int(at >= 10)}) for at, step in enumerate(asked)]
    ended = dict(send(client, page, given)["lines"])
    assert ended["Dead cards"].startswith("At first 20% of them had a partner on the mat, in the end 40%")
    rows = log_of(client)
    assert [row["level"] for row in rows] == [0.2] * 10 + [0.4] * 10
    assert [row["poem"] for row in rows] == [step["card"] for step in asked]
    assert all(row["correct"] for row in rows)
    read: set[int] = set()
    for step in asked:  # what decides follows from what was read on this way
        assert step["decides"] == len(current(step["card"], mask(read)))
        assert step["right"] == (str(step["card"]) if step["card"] in mat else "0")
        read.add(step["card"])
    assert len(read) == 20


def test_whoever_does_not_want_it_is_not_adapted_to(client: PageClient) -> None:
    page = begun(client, "full_mat", reads="20")
    send(client, page, [(step, {}) for step in page["steps"]])
    client.form("/drills/settings", goal="learn", minutes="5", adaptive="no")
    again = begun(client, "full_mat", reads="20")
    assert not any(step["harder"] for step in again["steps"])
    assert dict(send(client, again, [(step, {}) for step in again["steps"]])["lines"])[
        "Dead cards"
    ].startswith("20%")


def test_it_is_read_aloud_to_whoever_has_sound_on(client: PageClient) -> None:
    assert 'name="read"' not in client.get("/drills/exercises/full_mat").text
    silent = begun(client, "full_mat", reads="10")
    assert "sound" not in silent["whole"]
    client.form("/drills/settings", goal="learn", minutes="5", sound="yes")
    assert 'name="read"' in client.get("/drills/exercises/full_mat").text
    page = begun(client, "full_mat", reads="10")
    assert page["whole"]["sound"]["voices"]
    assert all(step["heard"]["card"] == step["card"] for step in page["steps"])
    assert [step["heard"]["length"] for step in page["steps"]] == [step["decides"] for step in page["steps"]]
    assert "sound" not in begun(client, "full_mat", reads="10", read="shown")["whole"]
