"""The whole club in one file: a SQLite database, whatever the club itself is kept in."""

import contextlib
import itertools
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import delete, make_url

from webapp.db.beside import Beside, Settled, put_in, settle, take_out
from webapp.db.columns import now
from webapp.db.copying import copy_rows, fill
from webapp.db.database import Database
from webapp.db.models import EntryCode, EntrySession, Setting
from webapp.db.store import EventStore, Tampered
from webapp.db.writer import Transaction
from webapp.refusal import Refusal

HEADER = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Restored:
    """Where the club is kept that was there before, None where there was none; and what came back beside it."""

    kept: Path | None
    beside: Settled


def backup(url: str, target: Path, folder: Path | None = None, *, packs: bool = True) -> Beside:
    """Write the club at `url` to `target`, whole or not at all; a running server goes on meanwhile.

    What lies in the data `folder` goes with it: the loudspeakers' settings, and the recorded `packs` where wanted.
    A file that is there already is replaced if it is a database. Raises Refusal.
    """
    check_target(target)
    beside = Beside()
    with in_one_step(target) as new:
        if (source := sqlite_file(url)) is not None:
            copy_sqlite(source, new)
        else:
            copy_rows(url, f"sqlite:///{new}")
        if folder is not None:
            beside = put_in(new, folder, packs=packs)
        check_file(new)
    return beside


def restore(source: Path, url: str, folder: Path | None = None) -> Restored:
    """Put the club of a backup in the place of the one at `url`, after proving a copy of it.

    The old file is kept. No server may be running on it. Devices enter again, and followers of the old history start
    again. What the backup holds beside the database is put into the data `folder`, where one is given. Raises Refusal
    and changes nothing.
    """
    if not source.is_file():
        raise Refusal(f"{source}: there is no such file")
    with staging(folder) as stage:
        kept = _restored(source, url, stage)
        beside = settle(stage, folder, f"{now():%Y%m%dT%H%M%S}") if stage and folder else Settled()
    return Restored(kept, beside)


@contextlib.contextmanager
def staging(folder: Path | None) -> Iterator[Path | None]:
    """Give a folder within the data folder for what is taken out of a backup; None where there is no data folder."""
    if folder is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as stage:
        yield Path(stage)


def _restored(source: Path, url: str, stage: Path | None) -> Path | None:
    """Put the database in place; return where the old one is kept."""
    place = sqlite_file(url)
    if place is None:
        restore_elsewhere(source, url, stage)
        return None
    place.parent.mkdir(parents=True, exist_ok=True)
    with in_one_step(place) as new:
        copy_sqlite(source, new)
        prepare(new, source, stage)
        return put_aside(place)


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite address, None for another database."""
    parsed = make_url(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def check_target(target: Path) -> None:
    """Raise Refusal where a backup cannot be put: no folder, or over something that is no backup."""
    if not target.parent.is_dir():
        raise Refusal(f"{target}: there is no folder {target.parent}")
    if target.is_dir():
        raise Refusal(f"{target}: this is a folder; name a file in it")
    if target.exists() and not target.is_file():
        raise Refusal(f"{target}: this is a device; name a file")
    if target.exists() and target.stat().st_size and target.read_bytes()[:16] != HEADER:
        raise Refusal(
            f"{target}: this is something else than a backup and is left alone; choose another name"
        )


@contextlib.contextmanager
def in_one_step(target: Path) -> Iterator[Path]:
    """Give a file beside `target` to write to; it takes the target's place once all is well and on the disk."""
    new = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        yield new
        with new.open("rb+") as file:
            os.fsync(file.fileno())
        new.replace(target)
    except OSError as error:
        raise Refusal(f"{target}: {error.strerror or error}") from error
    finally:
        for part in (new, *siblings(new)):
            part.unlink(missing_ok=True)


def siblings(file: Path) -> list[Path]:
    """Return the files that SQLite keeps beside a database while it is at work."""
    return [file.with_name(f"{file.name}-{end}") for end in ("wal", "shm", "journal")]


def copy_sqlite(source: Path, new: Path) -> None:
    """Copy a database at one go: in steps it would begin again whenever somebody writes."""
    if not source.is_file():
        raise Refusal(f"{source}: there is no club yet")
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(new)) as copy,
        ):
            old.backup(copy, pages=-1)
            # the copy is one file, without the write-ahead log that goes with the original
            copy.execute("PRAGMA journal_mode=DELETE").close()
    except sqlite3.Error as error:
        raise Refusal(no_backup(source, error)) from error


def no_backup(file: Path, error: sqlite3.Error) -> str:
    """Return why SQLite cannot read a file, and what to do."""
    if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
        return f"{file}: this is no backup of a club; name a file that `naniwazu backup` wrote"
    return f"{file}: {error}"


def check_file(file: Path) -> None:
    """Raise Refusal unless the database is whole and every event follows from the one before."""
    try:
        with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            (found,) = opened.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        raise Refusal(no_backup(file, error)) from error
    if found != "ok":
        raise Refusal(f"{file}: the database is damaged: {found}")


def prepare(new: Path, source: Path, stage: Path | None) -> None:
    """Prove a copy of a backup, bring it up to date, and make it another history. Raises Refusal.

    What the backup holds beside the database goes into `stage`, if that is given.
    """
    check_file(new)
    if not has_club(new):
        raise Refusal(f"{source}: this database holds no Naniwazu club")
    take_out(new, source, stage)
    with contextlib.closing(Database(f"sqlite:///{new}")) as copy:
        verify(copy, source)
        begin_anew(copy)
    with contextlib.closing(sqlite3.connect(new)) as opened:
        opened.execute("PRAGMA journal_mode=DELETE").close()


def has_club(file: Path) -> bool:
    """Whether a database has our tables."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        names = {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return {"events", "alembic_version"} <= names


def verify(database: Database, source: Path) -> None:
    """Raise Refusal at the first stream that was edited."""
    store = EventStore(database)
    try:
        for stream in store.streams():
            store.verify(stream)
    except Tampered as error:
        raise Refusal(f"{source}: {error}; it is no true copy") from error


def begin_anew(database: Database) -> None:
    """Forget who was let in and the history's name: both belong to the evening of the backup."""

    def job(transaction: Transaction) -> None:
        transaction.session.execute(delete(EntrySession))
        transaction.session.execute(delete(EntryCode))
        transaction.session.execute(delete(Setting).where(Setting.key == "epoch"))

    database.write(job)


def put_aside(place: Path) -> Path | None:
    """Give the old database a second name, so that it stays when the new one takes its place."""
    if not place.exists():
        return None
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(place)) as old:
        # brings in what is still in the write-ahead log, and takes the log away
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
    kept = unused(place.with_name(f"{place.stem}.before-restore-{now():%Y%m%dT%H%M%S}{place.suffix}"))
    try:
        os.link(place, kept)
    except OSError:  # no second names on this file system
        shutil.copy2(place, kept)
    for left, kept_part in zip(siblings(place), siblings(kept), strict=True):
        if left.exists():
            left.replace(kept_part)  # a log that could not be brought in must not meet the new database
    return kept


def unused(file: Path) -> Path:
    """Return the name, or the first like it that no file has."""
    names = (file.with_stem(f"{file.stem}-{number}") for number in itertools.count(2))
    return next(name for name in itertools.chain([file], names) if not name.exists())


def restore_elsewhere(source: Path, url: str, stage: Path | None) -> None:
    """Put a backup into an empty database of another kind."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "copy.sqlite3"
        copy_sqlite(source, work)
        prepare(work, source, stage)
        fill(f"sqlite:///{work}", url)
