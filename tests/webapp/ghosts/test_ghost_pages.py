"""Ghost matches through their pages: a whole match, its trials, consent that is taken back, moves that cannot be."""

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from engine.training.ghost import FEWEST
from engine.training.trial import Exercise
from poems.chance import Seed
from tests.engine.training.makers import trial
from tests.support.club import HOST, PHONE, PageClient, client_at, enter
from tests.support.learners import confirm
from webapp import seeds
from webapp.access.roles import Role
from webapp.club import erasing, leaving, members, privacy
from webapp.club.members import Person
from webapp.db.drill_models import Learner
from webapp.db.people_models import Member, ShownTo
from webapp.drills import log
from webapp.services import Services


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be the same one in each run."""
    numbers = itertools.count(1)
    monkeypatch.setattr(seeds, "fresh", lambda: Seed.numbered(next(numbers)))


def begun(client: PageClient, **fields: str) -> dict[str, Any]:
    """Begin a match; return what is in its page."""
    answer = client.form("/drills/ghost/", **({"opponent": "level:beginner", "each": "4"} | fields))
    assert answer.status_code == 303, answer.text
    found = re.search(r'id="page">(.*?)</script>', client.get(answer.headers["Location"]).text, re.DOTALL)
    assert found is not None, answer.headers["Location"]
    page = json.loads(found[1])
    assert isinstance(page, dict)
    return page


def post(client: PageClient, page: dict[str, Any], moves: list[dict[str, Any]]) -> Any:
    return client.script(page["url"], {"device": "phone", "moves": moves})


def played(
    client: PageClient, page: dict[str, Any], ms: float | None = 10.0
) -> tuple[list[dict[str, Any]], Any]:
    """Play a match to its end, each card of the mat touched at this time, or none; return the moves and the end."""
    moves: list[dict[str, Any]] = []
    now = post(client, page, moves).json
    while now["result"] is None:
        if now["owed"]:
            moves.append({"send": [one["card"] for one in now["sides"]["A"][: now["owed"]]]})
        else:
            here = now["next"]["side"] != "dead" and ms is not None
            touches = [{"card": now["next"]["card"], "ms": ms}] if here else []
            moves.append({"touches": touches, "shown_at": 1_793_600_000_000})
        before = now
        now = post(client, page, moves).json
        assert "counts" in now, now
        lying = [one["card"] for side in "AB" for one in now["sides"][side]]
        assert len(lying) == len(set(lying)) == sum(now["counts"].values())
        assert now["reads"] >= before["reads"]
    return moves, now


def log_of(client: PageClient) -> list[dict[str, Any]]:
    rows = json.loads(client.get("/drills/mine.json").text)["rows"]
    assert isinstance(rows, list)
    return rows


def test_whoever_is_faster_than_any_ghost_wins(client: PageClient) -> None:
    page = begun(client)
    moves, end = played(client, page)
    lines = dict(end["result"]["lines"])
    assert lines["Result"].startswith("You won by")
    assert lines["My faults"] == "0"
    assert "Beginner" in lines["Ghost"]
    reads = [move for move in moves if "send" not in move]
    log = log_of(client)
    assert len(log) == len(reads) == end["reads"]
    assert {row["exercise"] for row in log} == {"ghost"}
    assert all(row["correct"] for row in log)
    assert sum(int(lines[head]) for head in ("Taken on my side", "Taken on the ghost's side")) == sum(
        bool(move["touches"]) for move in reads
    )


def test_whoever_never_touches_loses_and_the_ghost_is_told(client: PageClient) -> None:
    page = begun(client, opponent="level:a_class", each="25")
    _, end = played(client, page, ms=None)
    assert dict(end["result"]["lines"])["Result"].startswith("You lost by")
    log = log_of(client)
    assert not any(row.get("rt_ms") for row in log)
    lost = [row for row in log if not row["correct"]]
    let_pass = [row for row in lost if row.get("skill")]
    assert len(lost) > 20
    assert len(let_pass) < len(lost) / 4, "whoever is beaten has forgotten nothing"
    assert {row["auto_grade"] for row in let_pass} <= {"again"}
    assert not any("auto_grade" in row for row in log if row not in let_pass)


def test_a_match_is_the_same_however_often_it_is_played_again(client: PageClient) -> None:
    page = begun(client)
    moves, end = played(client, page)
    count = len(log_of(client))
    assert post(client, page, moves).json == end
    assert len(log_of(client)) == count


def test_a_wrong_touch_is_a_fault_and_says_which_card(client: PageClient) -> None:
    page = begun(client, each="25")
    now = post(client, page, []).json
    wrong_side = "B" if now["next"]["side"] == "A" else "A"
    other = now["sides"][wrong_side][0]["card"]
    after = post(client, page, [{"touches": [{"card": other, "ms": -50.0}]}]).json
    assert "Your fault." in after["said"]
    (row,) = log_of(client)
    assert (row["correct"], row["chosen"]) == (False, other)


def test_a_touch_after_the_card_is_gone_is_none(client: PageClient) -> None:
    page = begun(client, opponent="level:a_class", each="25")
    moves: list[dict[str, Any]] = []
    now = post(client, page, moves).json
    while now["next"] is None or now["next"]["ghost"]["at"] is None:
        moves.append({"touches": []} if now["next"] else {"send": []})
        now = post(client, page, moves).json
    late = now["next"]["ghost"]["at"] + 1
    other = now["sides"]["B" if now["next"]["side"] == "A" else "A"][0]["card"]
    touches = [{"card": now["next"]["card"], "ms": late}, {"card": other, "ms": late}]
    after = post(client, page, [*moves, {"touches": touches}]).json
    assert "the ghost's" in after["said"]
    assert "Your fault." not in after["said"]


@pytest.mark.parametrize(
    "moves",
    [
        [{"send": [1]}],
        [{"touches": []}] * 200,
        [{"touches": [{"card": 1, "ms": 1e9}]}],
        [{"touches": [{"card": 101, "ms": 1}]}],
        [{"send": [1] * 26}],
        [{"x": 1}],
        "x",
    ],
)
def test_moves_that_cannot_be_are_refused(client: PageClient, moves: Any) -> None:
    page = begun(client)
    answer = post(client, page, moves)
    assert answer.status_code == 422
    assert answer.json["message"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("opponent", "level:nobody"), ("opponent", "own"), ("opponent", "mate:7"), ("layout", "99")],
)
def test_what_is_not_there_is_said(client: PageClient, field: str, value: str) -> None:
    answer = client.form("/drills/ghost/", **({"opponent": "level:kyu"} | {field: value}))
    assert answer.headers["Location"] == "/drills/ghost/"
    assert "not there any more" in client.get("/drills/ghost/").text


def practised(client: PageClient, services: Services) -> None:
    """Take as many cards as a ghost needs, each in 300 ms."""
    begun(client)
    with services.database.session() as session:
        number = session.scalars(select(Learner.id).order_by(Learner.made_at.desc())).first() or 0
    taken = [trial(at, exercise=Exercise.GHOST, rt_ms=300.0) for at in range(FEWEST)]
    log.add(services.database, log.Person(number, None), taken)


def test_ones_own_past_can_be_played_against_once_there_is_enough(
    client: PageClient, services: Services
) -> None:
    assert f"from {FEWEST} timed takes" in client.get("/drills/ghost/").text
    practised(client, services)
    assert "Myself until now" in client.get("/drills/ghost/").text
    page = begun(client, opponent="own")
    assert post(client, page, []).json["next"]["ghost"]["at"] == pytest.approx(300.0)


@pytest.fixture
def mate(app: Flask, client: PageClient, services: Services) -> PageClient:
    """A member's own device, on which they practised."""
    komachi = members.add(services, Person("小町"))
    device = client_at(app, PHONE, HOST)
    enter(app, device, Role.SPECTATOR)
    practised(device, services)
    device.form("/drills/mine/claim", person=str(komachi))
    confirm(client, services, komachi)
    return device


def test_a_club_mates_ghost_is_there_only_while_they_lend_it(client: PageClient, mate: PageClient) -> None:
    assert "小町" not in client.get("/drills/ghost/").text
    mate.form("/drills/ghost/lend", on="yes")
    shown = client.get("/drills/ghost/").text
    assert "小町" in shown
    assert "0.30 s, half of them between" in shown
    chosen = re.search(r'value="(mate:\d+)"', shown)
    assert chosen is not None
    page = begun(client, opponent=chosen[1])
    assert post(client, page, []).status_code == 200
    assert "mate:" not in mate.get("/drills/ghost/").text
    mate.form("/drills/ghost/lend", on="no")
    assert "小町" not in client.get("/drills/ghost/").text
    assert post(client, page, []).status_code == 410
    assert client.get(page["url"].removesuffix("/moves")).status_code == 303


def _taken_back(services: Services, _member: int, mate: PageClient) -> None:
    mate.form("/drills/ghost/lend", on="no")


def _a_minor(services: Services, member: int, _mate: PageClient) -> None:
    privacy.show_to(services, member, ShownTo.ALL, guardian="母, 2026-01-31")


def _hidden(services: Services, member: int, _mate: PageClient) -> None:
    privacy.show_to(services, member, ShownTo.HELPERS)


def _left(services: Services, member: int, _mate: PageClient) -> None:
    leaving.leave(services, member)


def _forgotten(services: Services, member: int, _mate: PageClient) -> None:
    erasing.forget(services, member)


def _erased(_services: Services, _member: int, mate: PageClient) -> None:
    mate.form("/drills/mine/erase")


@pytest.mark.parametrize("end", [_taken_back, _a_minor, _hidden, _left, _forgotten, _erased])
def test_whatever_ends_the_lending_ends_the_matches_too(
    app: Flask, services: Services, mate: PageClient, end: Callable[[Services, int, PageClient], None]
) -> None:
    looker = client_at(app, PHONE, HOST)
    enter(app, looker, Role.SPECTATOR)
    mate.form("/drills/ghost/lend", on="yes")
    chosen = re.search(r'value="(mate:\d+)"', looker.get("/drills/ghost/").text)
    assert chosen is not None
    page = begun(looker, opponent=chosen[1])
    assert post(looker, page, []).status_code == 200
    with services.database.session() as session:
        komachi = session.scalars(select(Member.id)).one()
    end(services, komachi, mate)
    assert post(looker, page, []).status_code == 410
    assert looker.get(page["url"].removesuffix("/moves")).status_code == 303
    assert "mate:" not in looker.get("/drills/ghost/").text


def test_a_minor_lends_with_a_guardians_word(app: Flask, services: Services, mate: PageClient) -> None:
    with services.database.session() as session:
        komachi = session.scalars(select(Member.id)).one()
    mate.form("/drills/ghost/lend", on="yes")
    looker = client_at(app, PHONE, HOST)
    enter(app, looker, Role.SPECTATOR)
    privacy.show_to(services, komachi, ShownTo.ALL, "母", "")
    assert "a guardian has to agree too" in mate.get("/drills/ghost/").text
    assert "小町" not in looker.get("/drills/ghost/").text
    privacy.show_to(services, komachi, ShownTo.ALL, "母", "母, 2026-02-01")
    assert "a guardian has to agree too" not in mate.get("/drills/ghost/").text
    assert "小町" in looker.get("/drills/ghost/").text


def test_nobody_lends_who_said_not_who_they_are(client: PageClient, mate: PageClient) -> None:
    mate.form("/drills/ghost/lend", on="yes")
    mate.form("/drills/mine/unclaim")
    assert "小町" not in client.get("/drills/ghost/").text


def test_whoever_takes_a_device_over_has_lent_nothing(
    client: PageClient, mate: PageClient, services: Services
) -> None:
    mate.form("/drills/ghost/lend", on="yes")
    narihira = members.add(services, Person("業平"))
    mate.form("/drills/mine/claim", person=str(narihira))
    confirm(client, services, narihira)
    shown = client.get("/drills/ghost/").text
    assert "小町" not in shown
    assert "業平" not in shown


def test_another_device_cannot_go_on_with_a_match(app: Flask, client: PageClient) -> None:
    page = begun(client)
    other = client_at(app, "127.0.0.1", "localhost:8100")
    assert post(other, page, []).status_code == 410
    assert post(client, page | {"url": page["url"].replace("/moves", "x/moves")}, []).status_code == 410


def test_a_match_that_is_read_aloud_keeps_what_was_heard(client: PageClient) -> None:
    page = begun(client, read="heard")
    assert len(page["steps"]) == 100
    assert page["whole"]["sound"]["voices"]
    moves: list[dict[str, Any]] = []
    now = post(client, page, moves).json
    while now["next"]["side"] == "dead":
        moves.append({"touches": []})
        now = post(client, page, moves).json
    assert now["next"]["heard"]["length"] == now["next"]["decides"]
    heard = {"voice": now["next"]["heard"]["voice"], "decision_point_ms": 320.0, "press_clock_ms": 5.0}
    post(client, page, [*moves, {"touches": [{"card": now["next"]["card"], "ms": 40.0}], "heard": heard}])
    row = log_of(client)[-1]
    assert (row["rt_ms"], row["sound"]["voice"]) == (40.0, heard["voice"])


@pytest.mark.parametrize(("field", "value"), [("voice", "no such"), ("speed", "999")])
def test_an_unknown_voice_or_speed_is_the_usual_one(client: PageClient, field: str, value: str) -> None:
    page = begun(client, read="heard", **{field: value})
    assert page["whole"]["sound"] == begun(client, read="heard")["whole"]["sound"]
