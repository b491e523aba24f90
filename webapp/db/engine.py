"""Connections as a hall needs them: durable when committed, read-only where nothing is to be written."""

import sqlite3
import sys
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from webapp.refusal import Refusal

DRIVER = f"{sys.executable} -m pip install 'naniwazu[postgres]'"
"""What brings PostgreSQL's driver to the very Python that runs this."""
READERS = 24
"""Connections kept for reading: eight pages at work, and streams that catch up."""

PATIENCE = 5
"""Seconds that a connection waits for others that hold the file."""
SQLITE_SETTINGS = (
    f"PRAGMA busy_timeout={PATIENCE}000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # a power cut loses nothing that was acknowledged
    "PRAGMA foreign_keys=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA secure_delete=ON",  # what is taken out is overwritten in the file, not just passed over
)


def make_engine(url: str, *, writes: bool) -> Engine:
    """Return an engine for the one writer (`writes`), or for readers, who are refused any change.

    Raises Refusal where the database's driver is not installed.
    """
    if make_url(url).get_backend_name() == "sqlite":
        return _sqlite(url, writes=writes)
    try:
        engine = create_engine(url, pool_size=2 if writes else READERS, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise Refusal(f"PostgreSQL needs its driver: {DRIVER}") from error
    return engine if writes else engine.execution_options(postgresql_readonly=True)


def _sqlite(url: str, *, writes: bool) -> Engine:
    engine = create_engine(url, pool_size=2 if writes else READERS)

    def settle(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # the driver must not open transactions by itself: "begin" below says which kind
        connection.isolation_level = None
        try:
            for setting in (*SQLITE_SETTINGS, f"PRAGMA query_only={'OFF' if writes else 'ON'}"):
                _set(connection, setting)
        except BaseException:
            connection.close()  # what is no database would stay open
            raise

    def begin(connection: Connection) -> None:
        # a deferred transaction that turns into a writing one fails at once when another writes; this one waits
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    listen: Any = event.listen
    listen(engine, "connect", settle)
    listen(engine, "begin", begin)
    return engine


def _set(connection: DBAPIConnection, setting: str) -> None:
    # SQLite waits for nobody where two first starts turn one file to WAL: it answers "locked" at once
    until = time.monotonic() + PATIENCE
    while not _done(connection, setting, last=time.monotonic() > until):
        time.sleep(0.01)


def _done(connection: DBAPIConnection, setting: str, *, last: bool) -> bool:
    try:
        connection.cursor().execute(setting).close()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or last:
            raise
        return False
    return True
