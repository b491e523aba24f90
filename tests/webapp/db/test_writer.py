"""The writer: one after another, all or nothing for each, together on the disk."""

import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event as listen
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from webapp.db.database import Database
from webapp.db.models import Setting
from webapp.db.writer import Transaction, WriterClosed


@pytest.fixture
def commits(database: Database) -> list[int]:
    """Counts commits by adding to the list."""
    counted: list[int] = []
    engine = database._writing
    listen.listen(engine, "commit", lambda _: counted.append(1))
    return counted


def put(key: str) -> object:
    def job(transaction: Transaction) -> str:
        transaction.session.add(Setting(key=key, value=key))
        return key

    return job


def keys(database: Database) -> set[str]:
    with database.session() as session:
        return set(session.scalars(select(Setting.key)))


def test_a_job_that_fails_takes_nobody_with_it(database: Database) -> None:
    gate = threading.Event()
    answers: dict[str, object] = {}

    def wait(transaction: Transaction) -> None:
        gate.wait(10)

    def fail(transaction: Transaction) -> None:
        transaction.session.add(Setting(key="lost", value="x"))
        transaction.session.flush()
        raise LookupError("changed my mind")

    def ask(name: str, job: object) -> None:
        try:
            answers[name] = database.write(job)  # type: ignore[arg-type]
        except LookupError as error:
            answers[name] = error

    jobs = {"wait": wait, "before": put("before"), "fail": fail, "after": put("after")}
    threads = [threading.Thread(target=ask, args=item) for item in jobs.items()]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join()
    assert isinstance(answers["fail"], LookupError)
    assert answers["before"] == "before"
    assert keys(database) == {"before", "after"}


def test_waiting_jobs_are_committed_together(database: Database, commits: list[int]) -> None:
    entered, gate = threading.Event(), threading.Event()

    def hold(transaction: Transaction) -> None:
        entered.set()
        gate.wait(10)

    threads = [threading.Thread(target=database.write, args=(hold,))]
    threads[0].start()
    entered.wait(10)
    threads += [threading.Thread(target=database.write, args=(put(f"k{number}"),)) for number in range(40)]
    for thread in threads[1:]:
        thread.start()
    queue = database._writer._queue
    while queue.qsize() < 40:
        threading.Event().wait(0.005)
    gate.set()
    for thread in threads:
        thread.join()
    assert len(keys(database)) == 40
    assert len(commits) == 2


def test_what_is_answered_is_readable_at_once(database: Database) -> None:
    for number in range(50):
        database.write(put(f"k{number}"))  # type: ignore[arg-type]
        assert f"k{number}" in keys(database)


def test_a_closed_writer_finishes_what_waits_and_takes_no_more(database: Database) -> None:
    database.write(put("a"))  # type: ignore[arg-type]
    database._writer.close()
    with pytest.raises(WriterClosed):
        database.write(put("b"))  # type: ignore[arg-type]
    assert keys(database) == {"a"}
    database._writer.close()


def test_sqlite_is_set_for_a_hall(tmp_path: Path) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    def settings(transaction: Transaction) -> dict[str, object]:
        return {name: transaction.connection.scalar(text(f"PRAGMA {name}")) for name in wanted}

    with closing(Database(f"sqlite:///{tmp_path / 'hall.sqlite3'}")) as database:
        assert database.write(settings) == wanted
        with database.session() as session:
            assert session.scalar(text("PRAGMA query_only")) == 1


def test_a_full_disk_is_told_to_everybody_who_asked(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'small.sqlite3'}")

    def fill(transaction: Transaction) -> None:
        transaction.connection.execute(text("PRAGMA max_page_count=40"))
        transaction.session.add(Setting(key="big", value="x" * 1_000_000))

    with pytest.raises(OperationalError, match="full"):
        database.write(fill)
    assert keys(database) == set()
    database.write(put("small"))  # type: ignore[arg-type]
    assert keys(database) == {"small"}
    database.close()


def test_a_full_disk_in_company_is_told_to_all_and_stores_nothing(tmp_path: Path) -> None:
    """SQLite ends the whole transaction then, and with it what others had in it: they must not be told it is stored."""
    database = Database(f"sqlite:///{tmp_path / 'small.sqlite3'}")
    entered, gate = threading.Event(), threading.Event()
    answers: dict[str, object] = {}

    def hold(transaction: Transaction) -> None:
        entered.set()
        gate.wait(10)

    def fill(transaction: Transaction) -> None:
        transaction.connection.execute(text("PRAGMA max_page_count=40"))
        transaction.session.add(Setting(key="big", value="x" * 1_000_000))

    def ask(name: str, job: object) -> None:
        try:
            answers[name] = database.write(job)  # type: ignore[arg-type]
        except OperationalError as error:
            answers[name] = error

    jobs = {"hold": hold, "before": put("before"), "fill": fill, "after": put("after")}
    threads = [threading.Thread(target=ask, args=item) for item in jobs.items()]
    for number, thread in enumerate(threads):
        thread.start()
        entered.wait(10)
        while database._writer._queue.qsize() < number:
            threading.Event().wait(0.005)
    gate.set()
    for thread in threads:
        thread.join()
    assert answers["hold"] is None
    told = {name: str(answers[name]) for name in ("before", "fill", "after")}
    assert {name: "full" in text for name, text in told.items()} == dict.fromkeys(told, True), told
    assert keys(database) == set()
    database.write(put("small"))  # type: ignore[arg-type]
    assert keys(database) == {"small"}
    database.close()
