"""A backup is the whole club; a restore proves it first and keeps what was there."""

import contextlib
import os
import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from tests.support import postgresql
from webapp.access.codes import EntryCodes
from webapp.access.roles import Role
from webapp.access.sessions import EntrySessions
from webapp.cli import main
from webapp.club.demo import fill_if_empty
from webapp.db.backup import backup, restore
from webapp.db.columns import now
from webapp.db.database import Database
from webapp.db.models import Member
from webapp.db.store import EventStore, NewEvent, StoredEvent, Stream
from webapp.refusal import Refusal
from webapp.services import epoch_of

MATCH, OTHER = Stream("match", "a"), Stream("match", "b")


@contextlib.contextmanager
def opened(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.close()


def fill(url: str) -> None:
    """A club with members, events, a device that is in, and a code."""
    with opened(url) as database:
        fill_if_empty(database)
        store = EventStore(database)
        for number in range(5):
            store.append(MATCH, [NewEvent("tapped", {"n": number, "名": "持統天皇"})], actor="helper:1")
        store.append(OTHER, [NewEvent("tapped", {"n": 0})])
        EntrySessions(database).start(Role.HELPER, "10.0.0.1")
        EntryCodes(database).renew_old()
        epoch_of(database)


def club(url: str) -> tuple[list[tuple[int, str, str]], list[StoredEvent]]:
    """Return what has to come back."""
    with opened(url) as database:
        store = EventStore(database)
        with database.session() as session:
            members = [(row.id, row.name, row.kana) for row in session.query(Member).order_by(Member.id)]
        events = [event for stream in store.streams() for event in store.load(stream)]
        for stream in store.streams():
            store.verify(stream)
    return members, events


def test_a_backup_restores_to_an_equal_club(url: str, tmp_path: Path) -> None:
    fill(url)
    file = tmp_path / "club.backup"
    backup(url, file)
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["club.backup"]
    target = f"sqlite:///{tmp_path / 'elsewhere' / 'club.sqlite3'}"
    assert restore(file, target).kept is None
    assert club(target) == club(url)
    assert len(club(target)[0]) == 100


def test_the_evenings_codes_devices_and_history_do_not_come_back(url: str, tmp_path: Path) -> None:
    fill(url)
    with opened(url) as database:
        epoch = epoch_of(database)
    backup(url, tmp_path / "b")
    target = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    restore(tmp_path / "b", target)
    with opened(target) as database:
        assert EntryCodes(database).current() == {}
        assert EntrySessions(database).alive() == []
        assert epoch_of(database) != epoch


def test_what_was_there_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    backup(url, tmp_path / "b")
    with opened(url) as database:
        EventStore(database).append(MATCH, [NewEvent("tapped", {"n": "later"})])
    kept = restore(tmp_path / "b", url).kept
    assert kept is not None
    assert re.fullmatch(r"club\.before-restore-\d{8}T\d{6}(-\d+)?\.sqlite3", kept.name)
    with opened(url) as database:
        assert EventStore(database).head(MATCH) == 5
    with opened(f"sqlite:///{kept}") as database:
        assert EventStore(database).head(MATCH) == 6


def test_a_backup_while_others_write_is_one_moment(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    stop = threading.Event()
    with opened(url) as database:
        store = EventStore(database)

        def write() -> None:
            while not stop.is_set():
                store.append(MATCH, [NewEvent("tapped", {})] * 2)

        thread = threading.Thread(target=write)
        thread.start()
        heads = []
        try:
            for number in range(5):
                before = store.head(MATCH)
                backup(url, tmp_path / "b")
                target = f"sqlite:///{tmp_path / f'r{number}.sqlite3'}"
                restore(tmp_path / "b", target)
                with opened(target) as copy:
                    heads.append(EventStore(copy).head(MATCH))
                assert before <= heads[-1] <= store.head(MATCH)
        finally:
            stop.set()
            thread.join()
    assert all(head % 2 == 0 for head in heads)


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 * 2 : 4096 * 2 + 2000] = b"\xff" * 2000
    file.write_bytes(content)


def edit(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        connection.execute("UPDATE events SET payload = '{\"n\": 9}' WHERE seq = 3")
        connection.commit()


def empty(file: Path) -> None:
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE other (a)")
        connection.commit()


def newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


BAD = {
    "missing": (lambda file: file.unlink(), "no such file"),
    "text": (lambda file: file.write_text("name,kana\n" * 500), "no backup of a club; name a file"),
    "nothing": (lambda file: file.write_bytes(b""), "holds no Naniwazu club"),
    "cut short": (lambda file: file.write_bytes(file.read_bytes()[:20000]), "malformed|damaged"),
    "damaged": (damage, "malformed|damaged"),
    "edited": (edit, "match:a was changed at event 3"),
    "other": (empty, "holds no Naniwazu club"),
    "newer": (newer, "newer Naniwazu"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_backup_changes_nothing(tmp_path: Path, kind: str) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    file = tmp_path / "b"
    backup(url, file)
    spoil, reason = BAD[kind]
    spoil(file)
    before = club(url)
    files = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(Refusal, match=reason):
        restore(file, url)
    assert club(url) == before
    assert {path.name for path in tmp_path.iterdir()} == files


def test_a_backup_is_not_written_over_something_else(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear club, …")
    with pytest.raises(Refusal, match="something else"):
        backup(url, letter)
    assert letter.read_text() == "Dear club, …"
    with pytest.raises(Refusal, match="no folder"):
        backup(url, tmp_path / "none" / "b")
    with pytest.raises(Refusal, match="is a folder"):
        backup(url, tmp_path)
    backup(url, tmp_path / "b")
    backup(url, tmp_path / "b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_backup_takes_no_devices_place(tmp_path: Path) -> None:
    """With all rights the file that is renamed would stand where /dev/null was."""
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    os.mkfifo(tmp_path / "device")
    with pytest.raises(Refusal, match="is a device"):
        backup(url, tmp_path / "device")
    assert (tmp_path / "device").is_fifo()


def test_the_commands(tmp_path: Path) -> None:
    fill(f"sqlite:///{tmp_path / 'club.sqlite3'}")
    runner = CliRunner()
    done = runner.invoke(main, ["backup", str(tmp_path / "b"), "--data", str(tmp_path)])
    assert done.exit_code == 0, done.output
    other = tmp_path / "other"
    done = runner.invoke(main, ["restore", str(tmp_path / "b"), "--data", str(other)])
    assert (done.exit_code, done.output) == (0, "Restored.\n")
    assert club(f"sqlite:///{other / 'club.sqlite3'}") == club(f"sqlite:///{tmp_path / 'club.sqlite3'}")
    done = runner.invoke(main, ["restore", str(tmp_path / "b"), "--data", str(other)])
    assert "is kept in" in done.output
    done = runner.invoke(main, ["restore", str(tmp_path / "none"), "--data", str(other)])
    assert done.exit_code == 2
    assert done.output == f"naniwazu: {tmp_path / 'none'}: there is no such file\n"
    done = runner.invoke(main, ["backup", str(tmp_path / "c"), "--data", str(tmp_path / "new")])
    assert done.exit_code == 2
    assert "there is no club yet" in done.output
    assert not (tmp_path / "c").exists()


@pytest.mark.skipif(bool(postgresql.MISSING), reason=f"PostgreSQL is not tested: {postgresql.MISSING}")
@pytest.mark.xdist_group("postgresql")
def test_a_club_moves_to_postgresql_and_goes_on(postgresql_url: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    backup(url, tmp_path / "b")
    target = postgresql.new_database(postgresql_url)
    restore(tmp_path / "b", target)
    assert club(target) == club(url)
    with opened(target) as database:
        assert EventStore(database).append(MATCH, [NewEvent("tapped", {})], 5).seqs == (6,)

        def join(transaction: object) -> None:
            session = transaction.session  # type: ignore[attr-defined]
            session.add(Member(name="新", kana="しん", club="", created=now()))

        database.write(join)
        with database.session() as session:
            assert session.scalar(text("SELECT max(id) FROM members")) == 101
    with pytest.raises(Refusal, match="holds a club already"):
        restore(tmp_path / "b", target)


def test_a_kept_file_is_never_overwritten(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.sqlite3'}"
    fill(url)
    backup(url, tmp_path / "b")
    kept = [restore(tmp_path / "b", url) for _ in range(3)]
    assert len(set(kept)) == 3
