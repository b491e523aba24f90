"""The migrations make what the models say, once, and know a stranger when they meet one."""

import datetime as dt
import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from webapp.db.database import Database
from webapp.db.engine import make_engine
from webapp.db.migrate import alembic_config, newest_step
from webapp.db.models import Base, Match, Member
from webapp.db.store import INSERT, START, EventStore, NewEvent, Stream, Tampered, _digest
from webapp.practice_day import practice_day
from webapp.refusal import Refusal


def test_the_steps_lead_to_the_models(database: Database) -> None:
    with database._writing.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_club_of_the_first_tables_keeps_its_members_on_the_lists(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    engine = make_engine(url, writes=True)
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text("INSERT INTO members (name, kana, club, created) VALUES ('小町', '', '', :now)"),
            {"now": "2026-01-01 00:00:00.000000"},
        )
    engine.dispose()
    with closing(Database(url)) as database, database.session() as session:
        assert [(member.name, member.archived) for member in session.query(Member)] == [("小町", False)]


def test_names_leave_the_events_and_ranks_become_facts(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    with closing(Database(url)) as database:
        store = EventStore(database)
        for code in ("ab2345", "cd2345"):
            store.append(Stream("match", code), [NewEvent("opened", {"v": 1}), NewEvent("moved", {"v": 1})])
    file = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(file)) as opened:
        columns = [row[1] for row in opened.execute("PRAGMA table_info(events)")]
        rows = opened.execute("SELECT * FROM events ORDER BY stream_id, seq").fetchall()
    old = tmp_path / "older.sqlite3"
    engine = make_engine(f"sqlite:///{old}", writes=True)
    with engine.begin() as connection:
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0004")
        connection.execute(
            text(
                "INSERT INTO members (id, name, kana, club, grade, dan, created, archived) VALUES"
                " (7, '小町', '', '', 'B', 3, '2026-01-01 00:00:00.000000', 1)"
            )
        )
        connection.execute(
            text(
                "INSERT INTO matches (code, name_a, name_b, player_a_id, opened_at) VALUES"
                " ('ab2345', '小町', '業平', 7, '2026-01-01 00:00:00.000000')"
            )
        )
        digest = START
        for values in rows:
            row = dict(zip(columns, values, strict=True))
            row["payload"] = json.loads(row["payload"]) | (
                {"names": {"A": "小町", "B": "業平"}} if row["seq"] == 1 else {}
            )
            row["at"] = dt.datetime.fromisoformat(row["at"]).replace(tzinfo=dt.UTC)
            row["digest"] = digest = _digest(row, START if row["seq"] == 1 else digest)
            connection.execute(INSERT, row)
        connection.execute(text("DROP TRIGGER events_no_update"))
        # somebody has been at this stream: it must not come out whole
        connection.execute(text("UPDATE events SET actor = 'other' WHERE stream_id = 'cd2345' AND seq = 2"))
    engine.dispose()
    engine = make_engine(f"sqlite:///{old}", writes=True)
    with engine.begin() as connection:
        connection.execute(
            text(
                "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        )
    engine.dispose()
    with closing(Database(f"sqlite:///{old}")) as database:
        store = EventStore(database)
        store.verify(Stream("match", "ab2345"))
        with pytest.raises(Tampered):
            store.verify(Stream("match", "cd2345"))
        with database.session() as session:
            member = session.get(Member, 7)
            assert member is not None
            assert (member.grade, member.dan, member.archived) == ("B", 3, True)
            assert session.scalar(text("SELECT player_a_id FROM matches")) == 7
            (match,) = session.query(Match)
            assert (
                match.day
                == practice_day(match.opened_at)
                == practice_day(dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
            )
        with pytest.raises(DBAPIError):
            database.write(
                lambda transaction: transaction.connection.execute(text("UPDATE events SET seq = 9"))
            )
        payloads = [
            event.payload for code in ("ab2345", "cd2345") for event in store.load(Stream("match", code))
        ]
        assert all("names" not in payload for payload in payloads)


def test_there_is_one_line_of_steps() -> None:
    script = ScriptDirectory.from_config(alembic_config())
    assert script.get_heads() == [newest_step()]
    for step in script.walk_revisions():
        assert Path(step.path).name.startswith(f"{step.revision}_"), "a file tells its step's number"


def test_a_start_with_nothing_to_do_does_not_load_what_changes_tables(url: str, tmp_path: Path) -> None:
    Database(url).close()
    program = "import sys; from webapp.db.database import Database; Database(sys.argv[1]).close()"
    program += "; print('alembic' in sys.modules)"
    told = [
        subprocess.run(
            [sys.executable, "-c", program, which], capture_output=True, text=True, check=True
        ).stdout.strip()
        for which in (url, f"sqlite:///{tmp_path / 'another.sqlite3'}")
    ]
    assert told == ["False", "True"]


def test_a_second_start_changes_nothing(url: str) -> None:
    with closing(Database(url)) as first, first.session() as session:
        before = session.scalar(text("SELECT version_num FROM alembic_version"))
    with closing(Database(url)) as second, second.session() as session:
        assert session.scalar(text("SELECT version_num FROM alembic_version")) == before
        assert session.query(Member).count() == 0


def test_two_starts_at_once_make_the_tables_once(tmp_path: Path) -> None:
    faults: list[Exception] = []

    def start() -> None:
        try:
            Database(f"sqlite:///{tmp_path / 'new.sqlite3'}").close()
        except (Refusal, DBAPIError) as error:
            faults.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


@pytest.mark.parametrize("kind", ["DEFERRED", "IMMEDIATE", "EXCLUSIVE"])
def test_a_start_waits_for_whoever_holds_the_new_file(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("CREATE TABLE another (value INTEGER)")
        other.execute(f"BEGIN {kind}")
        other.execute("SELECT * FROM another").fetchall()
        letting_go = threading.Timer(0.3, other.execute, ["COMMIT"])
        letting_go.start()
        Database(f"sqlite:///{file}").close()
        letting_go.join()


def test_a_newer_programs_database_is_left_alone(url: str) -> None:
    Database(url).close()
    engine = make_engine(url, writes=True)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(Refusal, match=r"made by a newer Naniwazu .*9999"):
        Database(url)
    engine.dispose()


@pytest.mark.parametrize("content", [b"no database at all, but long enough to have a header" * 40])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "club.sqlite3"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=r"club\.sqlite3.*not a database"):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == content


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot open the database"):
        Database(f"sqlite:///{tmp_path / 'none' / 'club.sqlite3'}")
