"""A club's database as the rest of the program meets it: sessions to read, one writer to change."""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import String, func, select
from sqlalchemy.orm import Session

from webapp.db.engine import make_engine
from webapp.db.migrate import migrate
from webapp.db.writer import Job, Writer

if TYPE_CHECKING:
    from sqlalchemy.pool import PoolProxiedConnection

T = TypeVar("T")


class Database:
    """Opens `url`, brings its tables up to date, and keeps reading and writing apart.

    Raises webapp.refusal.Refusal when it cannot be opened or was made by a newer program.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._writing = make_engine(url, writes=True)
        self._reading = make_engine(url, writes=False)
        try:
            migrate(self._writing)
        except BaseException:
            self._writing.dispose()
            raise
        self._writer = Writer(self._writing)
        self._watch: PoolProxiedConnection | None = None
        self._watching = threading.Lock()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session for reading; a change in it is refused by the database."""
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    def write(self, job: Job[T]) -> T:
        """Run `job(transaction)` in the writer; return its answer when it is durable."""
        return self._writer.run(job)

    def version(self) -> str | None:
        """Return a text that is another one as soon as anything was written, by this process or any other.

        It says nothing by itself. None where the database cannot tell.
        """
        match self._reading.dialect.name:
            case "sqlite":
                return str(self._data_version())
            case "postgresql":
                with self.session() as session:
                    # which transactions are seen: of two equal ones both see the same
                    return str(session.scalar(select(func.txid_current_snapshot().cast(String))))
        return None

    def _data_version(self) -> int:
        """Return SQLite's own number; it counts for one connection only, so this one is kept for it."""
        with self._watching:
            if self._watch is None:
                self._watch = self._reading.raw_connection()
            with contextlib.closing(self._watch.cursor()) as cursor:
                cursor.execute("PRAGMA data_version")
                (number,) = cursor.fetchall()[0]
                return int(number)

    def clear_log(self) -> None:
        """Let SQLite's write-ahead log begin again, so that it keeps no copy of what was taken out.

        Where somebody is reading at this moment the log is cleared by one of its next turns.
        """
        if self._writing.dialect.name == "sqlite":
            with contextlib.closing(self._writing.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").close()

    def close(self) -> None:
        """Finish what is waiting to be written and let go of the files."""
        self._writer.close()
        with self._watching:
            if self._watch is not None:
                self._watch.close()
                self._watch = None
        self._reading.dispose()
        self._writing.dispose()
