"""A follower sees every event once and in order, whatever happens to its line or to the server."""

import contextlib
import itertools
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.support.server import TAPPING, EventStream, LiveServer
from webapp.db.database import Database
from webapp.db.store import EventStore
from webapp.services import new_epoch


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, empty_club: Path) -> Iterator[LiveServer]:
    """One server for all tests that end or change none; each has tables of its own."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copy(empty_club, folder / "club.sqlite3")
    with LiveServer(folder, program=TAPPING) as running:
        yield running


TABLES = itertools.count(1)


@pytest.fixture
def a() -> str:
    """The name of a table that nobody has used."""
    return f"a{next(TABLES)}"


@pytest.fixture
def b() -> str:
    """The name of another one, behind it in any order."""
    return f"b{next(TABLES)}"


@contextmanager
def log_of(server: LiveServer) -> Iterator[EventStore]:
    """The log of a server that is not running."""
    database = Database(f"sqlite:///{server.folder / 'club.sqlite3'}")
    yield EventStore(database)
    database.close()


def tap(server: LiveServer, code: str, by: str, seen: int, client: int | None = None) -> int:
    """Tap as a page at the server does, and return the answer's number."""
    number = seen if client is None else client
    status, answer = server.command(
        f"/taps/{code}/commands",
        {"client_id": f"{number:032x}", "expected_seq": seen, "command": {"by": by}},
    )
    assert status == 200, answer
    seq = answer["seq"]
    assert isinstance(seq, int)
    return seq


def alternate(server: LiveServer, code: str, first: int, last: int) -> None:
    for number in range(first, last + 1):
        assert tap(server, code, "AB"[number % 2], number - 1) == number


def numbers(stream: EventStream, count: int) -> list[int]:
    return [event["seq"] for event in stream.take(count)]


def test_a_follower_gets_what_was_and_what_comes(shared: LiveServer, a: str) -> None:
    alternate(shared, a, 1, 3)
    with shared.stream(f"match:{a}") as stream:
        assert numbers(stream, 3) == [1, 2, 3]
        alternate(shared, a, 4, 6)
        events = stream.take(3)
    assert [event["seq"] for event in events] == [4, 5, 6]
    assert events[0]["topic"] == f"match:{a}"
    assert events[0]["kind"] == "tapped"
    assert events[0]["payload"] == {"by": "A"}
    assert "actor" not in events[0]


@pytest.mark.parametrize("restart", ["", "stop", "kill"])
def test_a_dropped_line_resumes_by_its_last_id(taps: LiveServer, restart: str) -> None:
    """Problem: the stream drops after event 5 of 9."""
    alternate(taps, "a", 1, 5)
    with taps.stream("match:a") as stream:
        assert numbers(stream, 5) == [1, 2, 3, 4, 5]
        mark = stream.last_id
    if restart:
        taps.kill() if restart == "kill" else taps.stop()
        taps.start()
    alternate(taps, "a", 6, 9)
    with (
        taps.stream("match:a", last_event_id=mark) as by_header,
        taps.stream("match:a", since=mark) as by_query,
    ):
        assert numbers(by_header, 4) == numbers(by_query, 4) == [6, 7, 8, 9]
        alternate(taps, "a", 10, 10)
        assert numbers(by_header, 1) == numbers(by_query, 1) == [10]
    with taps.stream("match:a") as without:
        assert numbers(without, 10) == list(range(1, 11))


def test_the_later_of_the_two_marks_counts(shared: LiveServer, a: str) -> None:
    """A browser that reconnects by itself sends the address it was opened with, and its last id."""
    alternate(shared, a, 1, 6)
    with shared.stream(f"match:{a}") as stream:
        stream.take(2)
        early = stream.last_id
        stream.take(2)
        late = stream.last_id
    with shared.stream(f"match:{a}", since=early, last_event_id=late) as stream:
        assert numbers(stream, 2) == [5, 6]


def test_one_stream_carries_several_topics_and_its_mark_names_them_all(
    shared: LiveServer, a: str, b: str
) -> None:
    alternate(shared, a, 1, 2)
    with shared.stream(f"match:{b},match:{a}") as stream:
        stream.take(2)
        alternate(shared, b, 1, 3)
        assert [(event["topic"], event["seq"]) for event in stream.take(3)] == [
            (f"match:{b}", n) for n in (1, 2, 3)
        ]
        assert stream.last_id.endswith(f",match:{a}=2,match:{b}=3")
        mark = stream.last_id
    alternate(shared, a, 3, 3)
    with shared.stream(f"match:{a},match:{b}", last_event_id=mark) as stream:
        assert [(event["topic"], event["seq"]) for event in stream.take(1)] == [(f"match:{a}", 3)]


def test_a_mark_from_a_busy_channel_forgets_no_quiet_topic(shared: LiveServer, a: str, b: str) -> None:
    """The second follower joins when the first one's channel has seen one topic only."""
    alternate(shared, a, 1, 4)
    with shared.stream(f"match:{a},match:{b}") as first, shared.stream(f"match:{a},match:{b}") as second:
        first.take(4)
        second.take(4)
        alternate(shared, b, 1, 1)
        first.take(1)
        second.take(1)
        assert first.last_id == second.last_id
        assert first.last_id.endswith(f",match:{a}=4,match:{b}=1")


def test_a_follower_of_another_history_starts_again(taps: LiveServer) -> None:
    alternate(taps, "a", 1, 4)
    with taps.stream("match:a") as stream:
        stream.take(4)
        mark = stream.last_id
    taps.stop()
    with log_of(taps) as store:
        new_epoch(store.database)
    taps.start()
    with taps.stream("match:a", last_event_id=mark) as stream:
        messages = stream.messages()
        assert next(messages) == ("reset", {"topic": "match:a"})
        assert [next(messages)[1]["seq"] for _ in range(4)] == [1, 2, 3, 4]


def test_a_mark_beyond_the_log_starts_again(shared: LiveServer, a: str) -> None:
    alternate(shared, a, 1, 2)
    with shared.stream(f"match:{a}") as stream:
        stream.take(2)
        mark = stream.last_id.replace("=2", "=7")
    with shared.stream(f"match:{a}", last_event_id=mark) as stream:
        assert next(stream.messages())[0] == "reset"


def test_followers_that_come_while_taps_arrive_miss_none(shared: LiveServer, a: str) -> None:
    """Joining, replaying and publishing overlap here on purpose."""
    seen: dict[int, list[int]] = {}

    def follow(name: int) -> None:
        with shared.stream(f"match:{a}") as stream:
            seen[name] = numbers(stream, 60)

    followers = [threading.Thread(target=follow, args=(name,)) for name in range(12)]
    for number in range(60):
        if number % 5 == 0:
            followers[number // 5].start()
        alternate(shared, a, number + 1, number + 1)
    for follower in followers:
        follower.join(30)
    assert seen == {name: list(range(1, 61)) for name in range(12)}


def test_a_stopping_server_says_when_to_come_back(taps: LiveServer) -> None:
    with taps.stream("match:a") as stream:
        process = taps.process
        assert process is not None
        process.terminate()
        assert list(stream.messages()) == []
        assert stream.retry == 1000
    assert process.wait(10) is not None
    assert "Traceback" not in taps.output
    assert "ERROR" not in taps.output


NO_STREAMS = {
    "": 400,
    "topics=": 400,
    "topics=match": 400,
    "topics=match:%20": 400,
    "topics=match:%E3%81%82": 400,
    "topics=secret:a": 403,
    "topics=match:a,secret:a": 403,
    "topics=match:a&since=nonsense=x": 400,
    "topics=match:a&since=ab,match:a": 400,
    "topics=" + ",".join(f"match:m{number}" for number in range(65)): 400,
}


def test_what_is_no_stream_is_refused(shared: LiveServer) -> None:
    assert {query: shared.get(f"/stream?{query}")[0] for query in NO_STREAMS} == NO_STREAMS


@pytest.mark.parametrize(
    ("query", "headers", "status"),
    [
        ("topics=", {}, 400),
        ("topics=match:a", {"Host": "evil.example"}, 400),
        ("topics=match:a", {"X-Forwarded-For": "203.0.113.9"}, 401),
        ("topics=secret:a", {}, 403),
    ],
)
def test_a_refusal_carries_the_headers_of_every_page(
    shared: LiveServer, query: str, headers: dict[str, str], status: int
) -> None:
    with contextlib.closing(shared.connect()) as connection:
        connection.request("GET", f"/stream?{query}", headers=headers)
        answer = connection.getresponse()
        assert answer.status == status
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"


def test_other_names_and_methods_are_refused(shared: LiveServer) -> None:
    assert shared.get("/stream?topics=match:a", Host="evil.example")[0] == 400
    connection = shared.connect()
    connection.request("POST", "/stream?topics=match:a", body=b"x")
    assert connection.getresponse().status == 405
    connection.close()


def test_a_proxy_in_between_takes_the_trust_away(shared: LiveServer) -> None:
    assert shared.get("/stream?topics=match:a", X_Forwarded_For="203.0.113.9")[0] == 401
    assert shared.get("/hall", X_Forwarded_For="203.0.113.9", Accept="application/json")[0] == 401
    assert shared.get("/hall", Forwarded="for=203.0.113.9", Accept="application/json")[0] == 401


def test_a_device_that_is_shown_the_door_hears_no_more(shared: LiveServer, a: str) -> None:
    """The phone's requests carry a proxy's header, which makes them come from somewhere else than this machine."""
    away = {"X-Forwarded-For": "192.168.1.9"}
    code = re.search(r'class="code number">([\d ]+)<', shared.get("/hall")[1])
    assert code is not None
    connection = shared.connect()
    connection.request("GET", "/join", headers=away)
    response = connection.getresponse()
    token = re.search(r'name="csrf-token" content="([^"]+)"', response.read().decode())
    assert token is not None
    cookie = response.headers["Set-Cookie"].partition(";")[0]
    form = urlencode({"csrf_token": token[1], "code": code[1]})
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", "/join", form, away | kind)
    response = connection.getresponse()
    assert response.status == 303
    response.read()
    entry = response.headers["Set-Cookie"].partition(";")[0]
    connection.request("GET", f"/stream?topics=match:{a}", headers=away | {"Cookie": entry})
    stream = EventStream(connection.getresponse())
    assert stream.status == 200
    alternate(shared, a, 1, 2)
    assert numbers(stream, 2) == [1, 2]
    assert shared.form("/hall/codes/spectator/everybody") == 303
    assert list(stream.messages()) == []
    connection.close()
    assert shared.get(f"/stream?topics=match:{a}", Cookie=entry, X_Forwarded_For="192.168.1.9")[0] == 401
