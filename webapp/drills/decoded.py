"""Logs as they were read last. Rows are only ever added, so what was decoded once is read from here.

Decoding is most of the work of a page: of a log of 2,650 trials it takes half a second. The last row that is known is
read again with what came after it: where it is another one, or gone, the log was erased and everything is read anew.
"""

import datetime as dt
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlalchemy import select

from engine.training.codec import from_json
from engine.training.trial import Row, Trial, settled
from webapp.db.database import Database
from webapp.db.drill_models import DrillRow

MOST_ROWS: Final = 100_000
"""Rows that are kept of a database, about 45 MB; the log that was not used the longest goes."""


@dataclass(frozen=True, slots=True)
class Log:
    """A learner's log: its rows, the trials as they stand after all corrections, and what its last row is known by."""

    rows: tuple[Row, ...] = ()
    trials: tuple[Trial, ...] = ()
    last: str = ""


_NOTHING: Final = Log()


class Decoded:
    """The logs of one database. Methods may be called from any thread."""

    def __init__(self, most: int = MOST_ROWS) -> None:
        self._most = most
        self._kept: OrderedDict[int, Log] = OrderedDict()
        self._lock = threading.Lock()

    def log(self, database: Database, learner: int) -> Log:
        """Return a learner's log as it stands now."""
        with self._lock:
            before = self._kept.get(learner, _NOTHING)
        found = _since(database, learner, len(before.rows))
        if before.rows and (not found or found[0][0] != before.last):
            before, found = _NOTHING, _since(database, learner, 0)
        fresh = found[1:] if before.rows else found
        if not fresh:
            log = before
        else:
            rows = (*before.rows, *(from_json(row) for _, row in fresh))
            log = Log(rows, settled(rows), fresh[-1][0])
        self._keep(learner, log)
        return log

    def forget(self, learners: Iterable[int]) -> None:
        """Keep nothing of these learners."""
        with self._lock:
            for learner in learners:
                self._kept.pop(learner, None)

    def _keep(self, learner: int, log: Log) -> None:
        with self._lock:
            self._kept.pop(learner, None)
            if log.rows:
                self._kept[learner] = log
            while sum(len(one.rows) for one in self._kept.values()) > self._most and len(self._kept) > 1:
                self._kept.popitem(last=False)


def _since(database: Database, learner: int, seq: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows from a number on, each with what it is known by."""
    query = select(DrillRow.row_id, DrillRow.row).where(DrillRow.learner_id == learner, DrillRow.seq >= seq)
    with database.session() as session:
        return [(row_id, row) for row_id, row in session.execute(query.order_by(DrillRow.seq))]


def trials_since(database: Database, learners: Iterable[int], moment: dt.datetime) -> tuple[Trial, ...]:
    """Return the trials of some learners that came at a moment or later, settled; what came before is not decoded."""
    query = select(DrillRow.row).where(DrillRow.learner_id.in_(list(learners)), DrillRow.at >= moment)
    with database.session() as session:
        found = list(session.scalars(query.order_by(DrillRow.learner_id, DrillRow.seq)))
    rows = [from_json(one) for one in found]
    known = {row.trial_id for row in rows if isinstance(row, Trial)}
    return settled(row for row in rows if row.trial_id in known)


_OF: Final[WeakKeyDictionary[Database, Decoded]] = WeakKeyDictionary()
_MAKING: Final = threading.Lock()


def log_of(database: Database, learner: int) -> Log:
    """Return a learner's log as it stands now."""
    with _MAKING:
        kept = _OF.setdefault(database, Decoded())
    return kept.log(database, learner)


def forget(learners: Iterable[int]) -> None:
    """Keep nothing of these learners, whatever database they were in."""
    gone = tuple(learners)
    with _MAKING:
        for one in _OF.values():
            one.forget(gone)
