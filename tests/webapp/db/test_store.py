"""The log: numbers without gaps, nothing twice, nothing changed, conflicts that say what was missed."""

import datetime as dt
import itertools
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.support import postgresql
from webapp.db.database import Database
from webapp.db.store import Conflict, EventStore, NewEvent, StoredEvent, Stream, Tampered, new_client_id

MATCH = Stream("match", "a")


@pytest.mark.skipif(bool(postgresql.MISSING), reason=f"PostgreSQL is not tested: {postgresql.MISSING}")
def test_postgresql_is_tested_too() -> None:
    assert postgresql.PARAMETERS


def event(number: int = 0) -> NewEvent:
    return NewEvent("tapped", {"number": number, "名": "しのぶ"})


def test_events_get_the_numbers_one_two_three(store: EventStore) -> None:
    assert store.append(MATCH, [event(1)], 0).seqs == (1,)
    assert store.append(MATCH, [event(2), event(3)], 1).seqs == (2, 3)
    assert [(each.seq, each.payload["number"]) for each in store.load(MATCH)] == [(1, 1), (2, 2), (3, 3)]
    assert [each.seq for each in store.load(MATCH, after=2)] == [3]
    assert store.head(MATCH) == 3


def test_streams_do_not_see_each_other(store: EventStore) -> None:
    store.append(MATCH, [event(1)])
    store.append(Stream("match", "b"), [event(2)])
    store.append(Stream("reading", "a"), [event(3)])
    assert [each.payload["number"] for each in store.load(MATCH)] == [1]
    assert store.streams("match") == (MATCH, Stream("match", "b"))
    assert store.streams() == (MATCH, Stream("match", "b"), Stream("reading", "a"))
    assert store.head(Stream("match", "none")) == 0
    store.append(MATCH, [event(4)])
    assert list(store.heads("match").items()) == [(MATCH, 2), (Stream("match", "b"), 1)]


def test_what_is_stored_comes_back_as_it_was(store: EventStore) -> None:
    before = dt.datetime.now(dt.UTC)
    stored = store.append(MATCH, [event(7)], 0, client_id="ab" * 16, actor="helper:1").events[0]
    (loaded,) = store.load(MATCH)
    assert loaded == stored
    assert loaded == StoredEvent(MATCH, 1, "tapped", event(7).payload, "ab" * 16, stored.at, "helper:1")
    assert before <= loaded.at <= dt.datetime.now(dt.UTC)
    assert loaded.at.tzinfo is dt.UTC


def test_the_same_command_twice_is_done_once(store: EventStore) -> None:
    command = new_client_id()
    first = store.append(MATCH, [event(1), event(2)], 0, client_id=command)
    store.append(MATCH, [event(3)], 2)
    # the repeat carries the old expected number, as a client that heard nothing sends it
    again = store.append(MATCH, [event(1), event(2)], 0, client_id=command)
    assert again.repeated
    assert not first.repeated
    assert again.events == first.events
    assert store.head(MATCH) == 3


def test_a_client_id_counts_within_its_stream(store: EventStore) -> None:
    command = new_client_id()
    store.append(MATCH, [event(1)], client_id=command)
    assert not store.append(Stream("match", "b"), [event(1)], client_id=command).repeated


@pytest.mark.parametrize(("expected", "missing"), [(0, [1, 2, 3]), (1, [2, 3]), (2, [3]), (4, []), (9, [])])
def test_a_stale_command_is_told_what_it_missed(store: EventStore, expected: int, missing: list[int]) -> None:
    store.append(MATCH, [event(1), event(2), event(3)])
    with pytest.raises(Conflict) as conflict:
        store.append(MATCH, [event(4)], expected)
    assert conflict.value.head == 3
    assert [each.seq for each in conflict.value.missing] == missing
    assert store.head(MATCH) == 3


def test_a_command_without_events_is_a_mistake(store: EventStore) -> None:
    with pytest.raises(ValueError, match="at least one event"):
        store.append(MATCH, [])


def test_a_payload_that_is_no_json_leaves_nothing(store: EventStore) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        store.append(MATCH, [event(1), NewEvent("bad", {"x": float("nan")})])
    assert store.head(MATCH) == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '{}'",
        "UPDATE events SET seq = seq + 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 2",
    ],
)
def test_the_database_refuses_to_change_the_log(
    database: Database, store: EventStore, statement: str
) -> None:
    store.append(MATCH, [event(1), event(2)])
    with pytest.raises(DBAPIError, match="append-only"):
        database.write(lambda transaction: transaction.connection.execute(text(statement)))
    assert [each.payload["number"] for each in store.load(MATCH)] == [1, 2]


def test_the_database_refuses_to_replace_an_event(database: Database, store: EventStore) -> None:
    store.append(MATCH, [event(1)])
    replace = "INSERT INTO events SELECT * FROM events"
    if database.url.startswith("sqlite"):
        replace = replace.replace("INSERT", "INSERT OR REPLACE")
    with pytest.raises(DBAPIError, match=r"append-only|duplicate key"):
        database.write(lambda transaction: transaction.connection.execute(text(replace)))


def test_a_reading_session_cannot_write(database: Database, store: EventStore) -> None:
    store.append(MATCH, [event(1)])
    with database.session() as session, pytest.raises(DBAPIError, match=r"read.?only"):
        session.execute(text("INSERT INTO settings VALUES ('a', 'b')"))


def test_the_chain_of_digests_shows_an_edit(database: Database, store: EventStore) -> None:
    store.append(MATCH, [event(1), event(2), event(3)])
    store.verify(MATCH)
    if not database.url.startswith("sqlite"):
        return

    def tamper(statement: str) -> None:
        def job(transaction: object) -> None:
            connection = transaction.connection  # type: ignore[attr-defined]
            connection.execute(text("DROP TRIGGER IF EXISTS events_no_update"))
            connection.execute(text(statement))

        database.write(job)

    tamper("UPDATE events SET payload = replace(payload, '2', '5') WHERE seq = 2")
    with pytest.raises(Tampered, match="event 2"):
        store.verify(MATCH)


def test_events_are_published_in_the_order_of_the_log(database: Database) -> None:
    published: list[int] = []
    store = EventStore(database, publish=lambda events: published.extend(each.seq for each in events))

    def tap() -> None:
        for number in range(25):
            store.append(MATCH, [event(number)])

    threads = [threading.Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert published == list(range(1, 201))
    store.verify(MATCH)


def test_a_publisher_that_fails_does_not_undo_what_is_stored(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def publish(events: object) -> None:
        raise RuntimeError("no listener")

    store = EventStore(database, publish=publish)
    assert store.append(MATCH, [event(1)], 0).seqs == (1,)
    assert store.append(MATCH, [event(2)], 1).seqs == (2,)
    assert "no listener" in caplog.text


@pytest.mark.parametrize(
    "name", ["match", "match:", ":a", "Match:a", "match:a b", "match:" + "a" * 65, "a:b:c", "x:あ"]
)
def test_other_names_are_no_streams(name: str) -> None:
    with pytest.raises(ValueError, match="is no stream"):
        Stream.parse(name)


def test_a_streams_name_is_read_as_it_is_written() -> None:
    assert Stream.parse(str(Stream("reading", "r-1_A"))) == Stream("reading", "r-1_A")


SALT = itertools.count()
Commands = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 5), st.integers(1, 3), st.booleans()), max_size=25
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commands=Commands)
def test_any_commands_leave_what_a_list_would_hold(store: EventStore, commands: list) -> None:  # type: ignore[type-arg]
    """Against a model: a list by stream, a dictionary by client id."""
    salt = next(SALT)
    model: dict[str, list[tuple[str, int]]] = {}
    done: dict[tuple[str, str], tuple[int, ...]] = {}
    for name, key, count, stale in commands:
        stream = Stream("match", f"{name}{salt}")
        client = f"{key:032x}"
        log = model.setdefault(name, [])
        expected = len(log) - 1 if stale else len(log)
        events = [NewEvent("e", {"key": key, "part": part}) for part in range(count)]
        if (name, client) in done:
            assert store.append(stream, events, expected, client_id=client).seqs == done[name, client]
        elif stale:
            with pytest.raises(Conflict):
                store.append(stream, events, expected, client_id=client)
        else:
            done[name, client] = store.append(stream, events, expected, client_id=client).seqs
            log += [(client, part) for part in range(count)]
    for name, log in model.items():
        loaded = store.load(Stream("match", f"{name}{salt}"))
        assert [(each.client_id, each.payload["part"]) for each in loaded] == log
        assert [each.seq for each in loaded] == list(range(1, len(log) + 1))
