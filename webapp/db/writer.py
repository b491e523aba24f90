"""The one thread that changes the database: it commits whatever is waiting, and nobody waits on a lock."""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from reader.undisturbed import undisturbed

T = TypeVar("T")
log = logging.getLogger(__name__)

GROUP = 256
"""Jobs committed together at most, so that the first of them is not kept waiting."""


class Transaction:
    """What a job works with: a connection or a session, and a way to say what follows once all is stored."""

    __slots__ = ("_session", "callbacks", "connection")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.callbacks: list[Callable[[], None]] = []
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """A session in this transaction, made when first asked for; the events' path needs none."""
        if self._session is None:
            self._session = Session(
                self.connection, join_transaction_mode="create_savepoint", expire_on_commit=False
            )
        return self._session

    def finish(self) -> None:
        """Send what the session still holds."""
        if self._session is not None:
            self._session.commit()

    def discard(self) -> None:
        """Let go of the session."""
        if self._session is not None:
            self._session.close()

    def after_commit(self, callback: Callable[[], None]) -> None:
        """Call `callback` in the writer's thread after the commit; callbacks run in the order of the commits."""
        self.callbacks.append(callback)


Job = Callable[[Transaction], T]


class _Task:
    __slots__ = ("callbacks", "future", "job", "outcome")

    def __init__(self, job: Job[Any]) -> None:
        self.job = job
        self.future: Future[Any] = Future()
        self.callbacks: list[Callable[[], None]] = []
        self.outcome: Any = None

    def do(self, connection: Connection) -> None:
        """Do the job in the connection's transaction."""
        transaction = Transaction(connection)
        try:
            self.outcome = self.job(transaction)
            transaction.finish()
        finally:
            transaction.discard()
        self.callbacks = transaction.callbacks

    def do_apart(self, connection: Connection) -> None:
        """Do the job inside its own savepoint: one job's failure leaves the others' work alone.

        Raises _LostError when it ended the whole transaction, as a full disk does in SQLite.
        """
        savepoint = connection.begin_nested()
        try:
            self.do(connection)
            savepoint.commit()
        except Exception as error:  # noqa: BLE001 - handed to the one who asked
            cause = first_cause(error)
            try:
                savepoint.rollback()
            except DBAPIError:
                raise _LostError(cause) from None
            self.future.set_exception(cause)

    def committed(self) -> None:
        """Tell the world, then the one who asked."""
        for callback in self.callbacks:
            try:
                callback()
            except Exception:
                log.exception("after a commit")
        if not self.future.done():
            self.future.set_result(self.outcome)

    def failed(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


def first_cause(error: Exception) -> Exception:
    """Return the database's first complaint: clearing up after a full disk fails too, and hides it."""
    cause: BaseException | None = error
    while isinstance(error, DBAPIError) and cause is not None:
        cause = cause.__context__
        if isinstance(cause, DBAPIError):
            error = cause
    return error


class _LostError(Exception):
    """A job ended the transaction that it shared with others."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class WriterClosed(RuntimeError):  # noqa: N818 - a state, not a fault
    """The server is stopping and takes no more changes."""


class Writer:
    """Runs jobs one after another and answers when they are on the disk.

    The thread starts with the first job, never at import, so a process that only reads has none.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def run(self, job: Job[T]) -> T:
        """Return what `job` returns, once it is durable; raise what it raises, with none of its changes kept."""
        task = _Task(job)
        with self._lock:
            if self._closed:
                raise WriterClosed("the server is stopping")
            if self._thread is None:
                thread = threading.Thread(target=self._work, name="writer", daemon=True)
                with undisturbed():
                    thread.start()
                    self._thread = thread
            self._queue.put(task)
        outcome: T = task.future.result()
        return outcome

    def close(self) -> None:
        """Finish what is waiting and end the thread."""
        with self._lock:
            self._closed = True
            thread = self._thread
            self._queue.put(None)
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first, *self._waiting()]
            self._commit([task for task in batch if task is not None])
            if None in batch:
                return

    def _waiting(self) -> list[_Task | None]:
        more: list[_Task | None] = []
        while len(more) < GROUP - 1 and (not more or more[-1] is not None):
            try:
                more.append(self._queue.get_nowait())
            except queue.Empty:
                break
        return more

    def _commit(self, tasks: list[_Task]) -> None:
        try:
            with self._engine.connect() as connection, connection.begin():
                if len(tasks) == 1:
                    tasks[0].do(connection)
                else:
                    for task in tasks:
                        task.do_apart(connection)
        except _LostError as lost:
            self._fail(tasks, lost.cause)
            return
        except Exception as error:  # noqa: BLE001 - a job of its own, a full disk, a lost server: nothing is stored
            self._fail(tasks, first_cause(error))
            return
        for task in tasks:
            task.committed()

    def _fail(self, tasks: list[_Task], cause: Exception) -> None:
        for task in tasks:
            task.failed(cause)
